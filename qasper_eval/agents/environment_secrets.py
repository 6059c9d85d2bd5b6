"""The secrets that this process knows, so that they reach no file."""

from __future__ import annotations

import os
import re

from qasper_eval.providers.wire import Redactor

_SECRET_NAME = re.compile(r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD)$", re.IGNORECASE)
_SHORTEST = 8


def environment_redactor(*more: str | None) -> Redactor:
    """Return a redactor of every environment variable that is named like a secret (``…_KEY``, ``…_TOKEN``, …).

    ``more`` are further secrets; None among them is none. Values under eight characters stay: replacing such a word
    would shred ordinary text.
    """
    named = [value for name, value in os.environ.items() if _SECRET_NAME.search(name)]
    return Redactor(value for value in (*more, *named) if value is not None and len(value.strip()) >= _SHORTEST)
