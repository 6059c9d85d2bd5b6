"""The line under a number that says how it was made."""

from __future__ import annotations

import re
from typing import NamedTuple

_MUST_ESCAPE = re.compile("[|%\x00-\x1f\x7f\x85\u2028\u2029]")
_KEY = re.compile(r"[a-z][a-z_]*")


class Signature(NamedTuple):
    """A metric and its settings in order: ``metric|key:value|…`` (metrics.md, Signature)."""

    metric: str
    """Name of the metric, such as ``evidence_f1``."""
    fields: tuple[tuple[str, str], ...]
    """Settings as (key, value); keys are lower-case words and unique."""

    def __str__(self) -> str:
        return "|".join([escape(self.metric), *(f"{key}:{escape(value)}" for key, value in self.fields)])

    def get(self, key: str) -> str | None:
        """Return the value of ``key``; None where the line does not say."""
        return dict(self.fields).get(key)


def escape(value: str) -> str:
    """Percent-escape what would break the line: the separator, the percent sign, control and line characters."""
    return _MUST_ESCAPE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), value)


def parse_signature(line: str) -> Signature:
    """Return the signature that prints as ``line``; raises ValueError saying which part is not one."""
    from urllib.parse import unquote

    metric, *parts = line.split("|")
    fields: list[tuple[str, str]] = []
    for part in parts:
        key, colon, value = part.partition(":")
        if not colon or not _KEY.fullmatch(key):
            raise ValueError(f"{part!r} in the signature is no key:value")
        if key in dict(fields):
            raise ValueError(f"the signature says {key!r} twice")
        fields.append((key, unquote(value, errors="strict")))
    return Signature(unquote(metric, errors="strict"), tuple(fields))
