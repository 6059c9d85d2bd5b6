"""What the model does next, and its parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from .contract_prediction import is_usable
from .reply import CONTRACT_KEYS, REPLY_SCHEMA, ContractReply, ReplyFault, contract_of, string_of
from .reply_objects import reply_objects
from .text import well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qasper_eval.providers.base import ChatReply

ActionName = Literal["read", "search", "answer", "done"]

ACTION_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "action": {"type": "string", "enum": list(get_args(ActionName))},
        "argument": {"type": "string"},
        **REPLY_SCHEMA["properties"],
    },
    "required": ["action", "argument", *CONTRACT_KEYS],
    "additionalProperties": False,
}
"""One step as a strict JSON schema: one flat object, which every server with strict schemas takes."""


@dataclass(frozen=True, slots=True)
class Action:
    """One step of the model."""

    name: ActionName
    """What to do."""
    argument: str = ""
    """Section id or search words, outer white space dropped; empty for ``answer`` and ``done``."""
    answer: ContractReply | None = None
    """The answer, for ``answer`` only."""

    @property
    def key(self) -> tuple[str, str]:
        """What makes two actions the same: name and argument, whatever its letter case and spacing."""
        return self.name, " ".join(self.argument.casefold().split())


def parse_action(text: str) -> Action | ReplyFault:
    """Find the one action in a reply; never raises and never guesses (see ``parse_reply``).

    An object with the keys of an answer and no ``action`` is an answer. For other actions those keys may be missing.
    """
    try:
        found = [_action_of(value) for value in reply_objects(text, ("action", *CONTRACT_KEYS))]
    except (ValueError, TypeError, RecursionError) as error:
        return ReplyFault(str(error))
    if not found:
        return ReplyFault("no object with the contract's keys")
    if any(action != found[0] for action in found):
        return ReplyFault("several objects that disagree")
    return found[0]


def unusable_action(reply: ChatReply) -> str | None:
    """Return None for a step under the contract, else the cause of the second try."""
    action = parse_action(reply.text)
    if isinstance(action, ReplyFault) or (action.answer is not None and not is_usable(action.answer)):
        return "unparsable"
    return None


def unusable_answer(reply: ChatReply) -> str | None:
    """Return None for an answer under the contract, else the cause of the second try; another action is no answer."""
    action = parse_action(reply.text)
    if isinstance(action, ReplyFault) or action.answer is None or not is_usable(action.answer):
        return "unparsable"
    return None


def _action_of(value: Mapping[str, Any]) -> Action:
    name = _name(value["action"]) if "action" in value else "answer"
    if name == "answer":
        return Action(name, answer=contract_of(value))
    if name == "done":
        return Action(name)
    argument = value.get("argument", "")
    # A whole number is a section's id without its letter; True is an int to Python only.
    is_number = isinstance(argument, int) and not isinstance(argument, bool)
    words = well_formed(str(argument) if is_number else string_of(argument)).strip()
    if not words:
        raise ValueError("an empty argument")
    return Action(name, words)


def _name(value: object) -> ActionName:
    written = string_of(value)
    known: dict[str, ActionName] = {name: name for name in get_args(ActionName)}
    name = known.get(written.strip().casefold())
    if name is None:
        raise ValueError(f"unknown action {written!r}")
    return name
