"""Evidence Inference's prompts and annotations, from its CSV files or the Hub's rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .identifier import identifier
from .qasper_fields import FieldError, Row, each, kind_of, present, rows_or_empty, text_or_empty

if TYPE_CHECKING:
    from .anomalies import Anomalies

_LABELS = {-1: "significantly decreased", 0: "no significant difference", 1: "significantly increased"}
_BEGINNINGS = {"significantly dec": -1, "no significant": 0, "significantly inc": 1}


@dataclass(frozen=True, slots=True)
class Annotation:
    """One passage that one annotator marked, with the label it stands for."""

    user: str
    """Annotator."""
    label: str
    """One of the three labels, in one spelling."""
    quoted: str
    """The passage as written down."""
    start: int
    """Where it starts in the article; -1 where the release gives up on it."""
    end: int
    """One past its end."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question: what an intervention did to an outcome, against a comparator."""

    id: str
    """Id."""
    article: str
    """PubMed Central id of the article."""
    text: str
    """The three parts as a question."""
    annotations: tuple[Annotation, ...]
    """Passages in file order."""


def read_prompt(row: Row, anomalies: Anomalies) -> Prompt:
    """Return a prompt of either layout; ``Annotations`` are those of its own, with rejected ones left out, counted.

    Raises FieldError.
    """
    outcome, intervention, comparator = (_part(row, key) for key in ("Outcome", "Intervention", "Comparator"))
    found = each(
        rows_or_empty(row, "Annotations"),
        lambda number, _: f"annotation {number}",
        lambda annotation: _annotation(annotation, anomalies),
    )
    return Prompt(
        id=identifier(row, "PromptID"),
        article=identifier(row, "PMCID"),
        text=f"With respect to {outcome}, what is the reported difference between patients receiving "
        f"{intervention} and those receiving {comparator}?",
        annotations=tuple(annotation for annotation in found if annotation is not None),
    )


def _part(row: Row, key: str) -> str:
    present(row, key)
    return " ".join(text_or_empty(row, key).split())


def _annotation(row: Row, anomalies: Anomalies) -> Annotation | None:
    if not (_flag(row, "Valid Label") and _flag(row, "Valid Reasoning")):
        anomalies.note("rejected_annotation")
        return None
    label = _label(row)
    if label is None:
        anomalies.note("invalid_prompt")
        return None
    return Annotation(
        user=identifier(row, "UserID"),
        label=label,
        quoted=text_or_empty(row, "Annotations"),
        start=_number(row, "Evidence Start"),
        end=_number(row, "Evidence End"),
    )


def _label(row: Row) -> str | None:
    """Return the label in one spelling; None where the annotator calls the prompt invalid."""
    value = row.get("Label")
    written = value.strip().lower() if isinstance(value, str) else ""
    for beginning, code in _BEGINNINGS.items():
        if written.startswith(beginning):
            return _LABELS[code]
    if written.startswith("invalid"):
        return None
    code = _number(row, "Label Code")
    if code not in _LABELS:
        raise FieldError(f"Label Code is {code}, not -1, 0 or 1")
    return _LABELS[code]


def _flag(row: Row, key: str) -> bool:
    value = present(row, key)
    written = "" if value is None else str(value).strip().lower()
    if written in {"", "true", "1", "1.0"}:  # nobody rejected what nobody verified
        return True
    if written in {"false", "0", "0.0"}:
        return False
    raise FieldError(f"{key} is {written!r}, neither true nor false")


def _number(row: Row, key: str) -> int:
    """Return a whole number, which a CSV file may hold as ``-1``, ``12.0`` or an empty cell (-1)."""
    value = present(row, key)
    if value is None or (isinstance(value, str) and not value.strip()):
        return -1
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except ValueError:
            number = 0.5
        if number.is_integer():
            return int(number)
    raise FieldError(f"{key} is {kind_of(value)}, not a whole number")
