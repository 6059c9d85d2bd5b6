"""The reply that shortens an answer, and its parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from loaders.records import AnswerType

from .reply import ReplyFault, answer_type_of, string_of
from .reply_objects import reply_objects
from .text import well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEYS = ("answer_type", "answer")

SHORT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "answer_type": {"type": "string", "enum": list(get_args(AnswerType))},
        "answer": {"type": "string"},
    },
    "required": list(_KEYS),
    "additionalProperties": False,
}
"""The contract of ``full-paper`` without citations, as a strict JSON schema."""


@dataclass(frozen=True, slots=True)
class ShortReply:
    """An answer in a few words."""

    answer_type: AnswerType
    """Its answer type; ``none`` means that the longer answer declines."""
    answer: str
    """The words, outer white space dropped; never empty unless the type is ``none``."""


def parse_short(text: str) -> ShortReply | ReplyFault:
    """Find the one object in a reply; never raises and never guesses (see ``parse_reply``)."""
    try:
        found = [_short_of(value) for value in reply_objects(text, _KEYS)]
    except (ValueError, TypeError, RecursionError) as error:
        return ReplyFault(str(error))
    if not found:
        return ReplyFault("no object with the contract's keys")
    if any(reply != found[0] for reply in found):
        return ReplyFault("several objects that disagree")
    return found[0]


def _short_of(value: Mapping[str, Any]) -> ShortReply:
    if missing := [key for key in _KEYS if key not in value]:
        raise ValueError(f"missing: {', '.join(missing)}")
    answer = well_formed(string_of(value["answer"])).strip()
    kind = answer_type_of(value["answer_type"])
    if not answer and kind != "none":
        raise ValueError("an empty answer")
    return ShortReply(answer_type=kind, answer=answer)
