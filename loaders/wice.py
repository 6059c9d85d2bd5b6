"""WiCE (Kamoi et al. 2023): sentences of Wikipedia, and the web articles that they cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assembly import load_rows
from .context_group import ContextGroup
from .facts_claims import WICE
from .hub_selection import HubSelection
from .identifier import identifier, row_place
from .number_fields import wholes
from .qasper_fields import Row, as_row, each, items, text, texts
from .records import Paper, Paragraph, Question, Reference, SentenceId
from .verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .anomalies import Anomalies
    from .records import Dataset
    from .request import LoadRequest

_FILES = HubSelection(
    "claim", names={"train": "claim_train.jsonl", "validation": "claim_dev.jsonl", "test": "claim_test.jsonl"}
)


def load_wice(request: LoadRequest) -> Dataset:
    """Load claims (a local file may hold subclaims) from JSON Lines, parquet or the Hub.

    Raises DatasetError in one line.
    """
    return load_rows(request, WICE, read_wice, _FILES)


def read_wice(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper for each web article, each of its sentences a paragraph; claims on one article share it.

    Every set of supporting sentences is a reference, for each is enough by itself. A claim that is not supported has
    no evidence paragraphs; the sentences that annotators marked all the same stay in ``evidence_sentences``. Raises
    FieldError naming the row.
    """
    group = ContextGroup()
    each(found, row_place("id"), lambda row: _add(row, group, anomalies))
    return group.papers()


def _add(row: Row, group: ContextGroup, anomalies: Anomalies) -> None:
    claim_id = _id(row)
    sentences = texts(row, "evidence")
    paper = group.find(sentences) or Paper(
        claim_id, "", "", tuple(Paragraph(found, sentences=((0, len(found)),)) for found in sentences), ()
    )
    label = text(row, "label")
    sets = [_indices(value, number) for number, value in enumerate(items(row, "supporting_sentences"), 1)] or [()]
    references = tuple(_reference(label, indices, paper, anomalies) for indices in sets)
    group.add(sentences, paper, Question(claim_id, paper.id, text(row, "claim"), references, "claim"))


def _id(row: Row) -> str:
    meta = as_row(row["meta"], "meta (an object)") if row.get("meta") is not None else {}
    return identifier(meta, "id") if "id" in meta else identifier(row, "id", "meta.id")


def _indices(value: object, number: int) -> tuple[int, ...]:
    name = f"supporting_sentences, set {number}"
    return tuple(dict.fromkeys(wholes({name: value}, name)))


def _reference(label: str, indices: tuple[int, ...], paper: Paper, anomalies: Anomalies) -> Reference:
    answer, kind = verdict(label, "label")
    held = [index for index in indices if 0 <= index < len(paper.paragraphs)]
    lost = [f"sentence {index}" for index in indices if index not in held]
    anomalies.note("unplaced_sentence", len(lost))
    return Reference(
        answer,
        kind,
        () if kind == "none" else (*(paper.paragraphs[index].text for index in held), *lost),
        evidence_sentences=tuple(SentenceId(index, 0) for index in held),
        label=label,
        unplaced=len(lost),
    )
