"""The claims of SciFact's layout, released or the Hub's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .identifier import as_identifier, identifier, row_place
from .number_fields import wholes
from .qasper_fields import Row, as_row, each, items, present, text, text_or_empty
from .verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .anomalies import Anomalies
    from .records import AnswerType


@dataclass(frozen=True, slots=True)
class Rationale:
    """Sentences of one document that are enough, by themselves, for the verdict."""

    document: str
    """Id of the document."""
    label: str
    """Label as written."""
    answer: str
    """What the label means as an answer."""
    type: AnswerType
    """Its answer type."""
    sentences: tuple[int, ...]
    """Indices of its sentences, each once."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim with all its rationales."""

    id: str
    """Id."""
    text: str
    """The claim."""
    cited: tuple[str, ...]
    """Ids of the documents it cites."""
    rationales: tuple[Rationale, ...]
    """() where no cited document settles the claim."""


def read_claims(found: Iterable[object], anomalies: Anomalies) -> tuple[Claim, ...]:
    """Return the claims; the Hub's rows of one claim, one for each rationale, are put together.

    Claims without a label (blind test sets name neither evidence nor cited documents) are counted and left out.
    Raises FieldError naming the row.
    """
    claims: list[Claim] = []
    for claim, is_part in each(found, row_place("id"), _claim):
        if claim is None:
            anomalies.note("unannotated")
        elif is_part and claims and claims[-1].id == claim.id:
            claims[-1] = replace(claims[-1], rationales=(*claims[-1].rationales, *claim.rationales))
        else:
            claims.append(claim)
    return tuple(claims)


def _claim(row: Row) -> tuple[Claim | None, bool]:
    """Return the claim, None where it has no label, and whether the row may be a part of it only."""
    claim_id, written = identifier(row, "id"), text(row, "claim")
    cited = _ids(row, "cited_doc_ids")
    is_part = "evidence_doc_id" in row
    if is_part:
        rationales = _hub_rationale(row)
        is_blind = not rationales and not cited
    else:
        is_blind = row.get("evidence") is None
        rationales = () if is_blind else _released_rationales(row)
    return None if is_blind else Claim(claim_id, written, cited, rationales), is_part


def _hub_rationale(row: Row) -> tuple[Rationale, ...]:
    if not text_or_empty(row, "evidence_label"):
        return ()
    return (_rationale(identifier(row, "evidence_doc_id"), row, "evidence_label", "evidence_sentences"),)


def _released_rationales(row: Row) -> tuple[Rationale, ...]:
    evidence = as_row(present(row, "evidence"), "an object of rationales by document")
    # In parquet every row has the documents of all of them, null where it marks nothing in one.
    marked = [document for document, found in evidence.items() if found is not None]
    return tuple(rationale for document in marked for rationale in _document_rationales(evidence, document))


def _document_rationales(evidence: Row, document: str) -> tuple[Rationale, ...]:
    return each(
        items(evidence, document),
        lambda number, _: f"document {document}, rationale {number}",
        lambda found: _rationale(document, found, "label", "sentences"),
    )


def _rationale(document: str, row: Row, label: str, sentences: str) -> Rationale:
    written = text(row, label)
    return Rationale(document, written, *verdict(written, label), tuple(dict.fromkeys(wholes(row, sentences))))


def _ids(row: Row, key: str) -> tuple[str, ...]:
    if row.get(key) is None:
        return ()
    return tuple(dict.fromkeys(as_identifier(value, key) for value in items(row, key)))
