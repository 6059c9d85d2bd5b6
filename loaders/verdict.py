"""Labels of claims, as answers that every agent can give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .qasper_fields import FieldError

if TYPE_CHECKING:
    from .records import AnswerType

_VERDICTS: dict[str, tuple[str, AnswerType]] = {
    "support": ("Yes", "boolean"),
    "supported": ("Yes", "boolean"),
    "entailment": ("Yes", "boolean"),
    "contradict": ("No", "boolean"),
    "refute": ("No", "boolean"),
    "contradiction": ("No", "boolean"),
    "partially_supported": ("Partially supported", "abstractive"),
    "nei": ("Unanswerable", "none"),
    "not_enough_info": ("Unanswerable", "none"),
    "not_supported": ("Unanswerable", "none"),
    "notmentioned": ("Unanswerable", "none"),
}


def verdict(label: str, key: str) -> tuple[str, AnswerType]:
    """Return the answer and its type for a label, in any letter case.

    A statement is judged as the agents are asked to: Yes where the text supports it, No where it contradicts it, none
    where it does neither. Raises FieldError naming the field ``key`` for a label of no dataset here.
    """
    found = _VERDICTS.get(label.strip().lower())
    if found is None:
        raise FieldError(f"{key} is {label!r}, a label that is not known")
    return found
