"""The reply contract and its parser (design.md, What an LLM agent sends and gets)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, get_args

from loaders.records import AnswerType

from .reply_objects import reply_objects
from .text import well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTRACT_KEYS = ("citations", "answer_type", "answer")

REPLY_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "citations": {"type": "array", "items": {"type": "string"}},
        "answer_type": {"type": "string", "enum": list(get_args(AnswerType))},
        "answer": {"type": "string"},
    },
    "required": list(CONTRACT_KEYS),
    "additionalProperties": False,
}
"""The contract as a strict JSON schema; evidence comes before the answer."""


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
        found = [contract_of(value) for value in reply_objects(text, CONTRACT_KEYS)]
    except (ValueError, TypeError, RecursionError) as error:
        return ReplyFault(str(error))
    if not found:
        return ReplyFault("no object with the contract's keys")
    if any(reply != found[0] for reply in found):
        return ReplyFault("several objects that disagree")
    return found[0]


def contract_of(value: Mapping[str, Any]) -> ContractReply:
    """Return an object as a reply.

    Raises:
        ValueError: a key is missing, the answer type is none of those there are, or the answer is empty.
        TypeError: a value has the wrong type.
    """
    if missing := [key for key in CONTRACT_KEYS if key not in value]:
        raise ValueError(f"missing: {', '.join(missing)}")
    answer = well_formed(string_of(value["answer"])).strip()
    kind = answer_type_of(value["answer_type"])
    if not answer and kind != "none":
        raise ValueError("an empty answer")
    return ContractReply(citations=_id_strings(value["citations"]), answer_type=kind, answer=answer)


def string_of(value: object) -> str:
    """Return a string as it is; raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError("a value of the wrong type")
    return value


def answer_type_of(value: object) -> AnswerType:
    """Return an answer type, whatever its letter case; raises ValueError or TypeError for anything else."""
    written = string_of(value)
    known: dict[str, AnswerType] = {kind: kind for kind in get_args(AnswerType)}
    kind = known.get(written.strip().casefold())
    if kind is None:
        raise ValueError(f"unknown answer_type {written!r}")
    return kind


def _id_strings(citations: object) -> tuple[str, ...]:
    if not isinstance(citations, list):
        raise TypeError("citations is not an array")
    items = cast("list[object]", citations)
    # A whole number is an id without its letter; True is an int to Python only.
    return tuple(
        well_formed(str(item) if isinstance(item, int) and not isinstance(item, bool) else string_of(item))
        for item in items
    )
