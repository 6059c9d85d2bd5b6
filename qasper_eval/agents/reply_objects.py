"""JSON objects inside a model's reply, whatever stands around them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>(?:.*?</\1>|.*\Z)", re.DOTALL | re.IGNORECASE)
_UNOPENED_THINKING = re.compile(r"(?!\s*(?:\{|```)).*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_OBJECT_START = re.compile(r'\{\s*"')
_BRACES_AND_STRINGS = re.compile(r'[{}]|"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_STRING_OR_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)


def reply_objects(text: str, keys: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield every object that names one of ``keys``, in order; thinking before the reply is not part of it.

    Prose and code fences around an object, commas before a closing bracket and line breaks inside strings are let
    through, for they leave one reading.

    Raises:
        ValueError: an object never ends, is no JSON, or holds a key twice.
        RecursionError: it is nested too deep.
    """
    rest = _without_thinking(text)
    at = 0
    while start := _OBJECT_START.search(rest, at):
        at = _object_end(rest, start.start())
        written = rest[start.start() : at]
        if any(f'"{key}"' in written for key in keys):
            yield _decoded(written)


def _without_thinking(text: str) -> str:
    at = 0
    while block := _THINKING.match(text, at):
        at = block.end()
    if at == 0 and (closed := _UNOPENED_THINKING.match(text)):
        at = closed.end()
    return text[at:]


def _object_end(text: str, start: int) -> int:
    depth = 0
    for token in _BRACES_AND_STRINGS.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    raise ValueError("the reply ends inside an object")


def _decoded(written: str) -> dict[str, Any]:
    # A comma before a closing bracket has one reading; nothing else is repaired.
    repaired = _STRING_OR_TRAILING_COMMA.sub(lambda found: found[1] or "", written)
    value: dict[str, Any] = json.loads(repaired, strict=False, object_pairs_hook=_unique_keys)
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key occurs twice")
    return value
