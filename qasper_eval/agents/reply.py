"""The reply contract and its parser (design.md, What an LLM agent sends and gets)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, get_args

from loaders.records import AnswerType

from .text import well_formed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_KEYS = ("citations", "answer_type", "answer")

REPLY_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "citations": {"type": "array", "items": {"type": "string"}},
        "answer_type": {"type": "string", "enum": list(get_args(AnswerType))},
        "answer": {"type": "string"},
    },
    "required": list(_KEYS),
    "additionalProperties": False,
}
"""The contract as a strict JSON schema; evidence comes before the answer."""

_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>(?:.*?</\1>|.*\Z)", re.DOTALL | re.IGNORECASE)
_UNOPENED_THINKING = re.compile(r"(?!\s*(?:\{|```)).*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_OBJECT_START = re.compile(r'\{\s*"')
_BRACES_AND_STRINGS = re.compile(r'[{}]|"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_STRING_OR_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)


@dataclass(frozen=True, slots=True)
class ContractReply:
    """A reply that keeps the contract."""

    citations: tuple[str, ...]
    """Ids as the model wrote them, duplicates and invalid ones included."""
    answer_type: AnswerType
    """Its answer type; ``none`` means that the paper does not answer the question."""
    answer: str
    """Its answer, outer white space dropped; never empty unless the type is ``none``."""


@dataclass(frozen=True, slots=True)
class ReplyFault:
    """Why a reply is outside the contract."""

    reason: str
    """For a log: what is wrong with it."""


def parse_reply(text: str) -> ContractReply | ReplyFault:
    """Find the one contract object in a reply; never raises and never guesses.

    Thinking before it, prose and code fences around it, commas before a closing bracket, line breaks inside
    strings, extra keys and the letter case of the answer type are let through, for they leave one reading. Every
    object that names a key of the contract must keep it, and if there are several they must agree, else the reply
    is a fault; so are wrong types, missing or repeated keys, an object that never ends, and an empty answer.
    """
    try:
        found = [_contract(written) for written in _objects(_without_thinking(text))]
    except (ValueError, TypeError, RecursionError) as error:
        return ReplyFault(str(error))
    if not found:
        return ReplyFault("no object with the contract's keys")
    if any(reply != found[0] for reply in found):
        return ReplyFault("several objects that disagree")
    return found[0]


def _without_thinking(text: str) -> str:
    at = 0
    while block := _THINKING.match(text, at):
        at = block.end()
    if at == 0 and (closed := _UNOPENED_THINKING.match(text)):
        at = closed.end()
    return text[at:]


def _objects(text: str) -> Iterator[str]:
    at = 0
    while start := _OBJECT_START.search(text, at):
        at = _object_end(text, start.start())
        written = text[start.start() : at]
        if any(f'"{key}"' in written for key in _KEYS):
            yield written


def _object_end(text: str, start: int) -> int:
    depth = 0
    for token in _BRACES_AND_STRINGS.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    raise ValueError("the reply ends inside an object")


def _contract(written: str) -> ContractReply:
    value = _decoded(written)
    if missing := [key for key in _KEYS if key not in value]:
        raise ValueError(f"missing: {', '.join(missing)}")
    answer = well_formed(_string(value["answer"])).strip()
    kind = _answer_type(_string(value["answer_type"]))
    if not answer and kind != "none":
        raise ValueError("an empty answer")
    return ContractReply(citations=_id_strings(value["citations"]), answer_type=kind, answer=answer)


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


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a value of the wrong type")
    return value


def _id_strings(citations: object) -> tuple[str, ...]:
    if not isinstance(citations, list):
        raise TypeError("citations is not an array")
    items = cast("list[object]", citations)
    # A whole number is an id without its letter; True is an int to Python only.
    return tuple(
        well_formed(str(item) if isinstance(item, int) and not isinstance(item, bool) else _string(item))
        for item in items
    )


def _answer_type(written: str) -> AnswerType:
    known: dict[str, AnswerType] = {kind: kind for kind in get_args(AnswerType)}
    kind = known.get(written.strip().casefold())
    if kind is None:
        raise ValueError(f"unknown answer_type {written!r}")
    return kind
