"""Templates, style and scripts put together into one document that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .markup import Markup

_SLOT = re.compile(r"\{\{([a-z]+)\}\}")
_STYLES = ("page.css", "reader.css")
_BEFORE = ("dom.js", "theme.js", "chips.js")
_AFTER = ("list.js", "paper.js", "reader.js", "start.js")


def document(template: str, slots: Mapping[str, Markup], *, own: tuple[str, ...]) -> str:
    """Return the template with its slots filled; its policy allows this style and this script and nothing else.

    ``own`` are the scripts that only this kind of page has. Each slot is filled once and in one pass, so that no text
    can name another slot.
    """
    style = "".join(map(_resource, _STYLES))
    scripts = (*_BEFORE, *own, *_AFTER)
    script = f'"use strict";\n(() => {{\n{"".join(map(_resource, scripts))}}})();\n'
    allowed = f"script-src {_hash(script)}; style-src {_hash(style)}"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    filled: dict[str, str] = {**slots, "policy": policy, "style": style, "script": script}
    return _SLOT.sub(lambda slot: filled[slot[1]], _resource(template))


def _hash(content: str) -> str:
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _resource(name: str) -> str:
    return (files("qasper_eval.report.page") / name).read_text("utf-8")
