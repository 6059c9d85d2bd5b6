"""ContractNLI (Koreeda and Manning 2021): 17 statements held against non-disclosure agreements."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .assembly import load_rows
from .facts_claims import CONTRACTNLI
from .identifier import identifier
from .number_fields import wholes, wholes_or_empty
from .qasper_fields import FieldError, Row, as_row, each, items, present, text, text_or_empty
from .records import Paper, Paragraph, Question, Reference, Span
from .verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .anomalies import Anomalies
    from .records import Dataset
    from .request import LoadRequest


def load_contractnli(request: LoadRequest) -> Dataset:
    """Load the release with evidence spans from a local file; the Hub's copies have none.

    Raises DatasetError in one line.
    """
    return load_rows(request, CONTRACTNLI, read_contractnli)


def read_contractnli(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper a contract, its released spans as paragraphs, with one question for each statement.

    Text outside all spans is kept as paragraphs of its own. Raises FieldError naming the contract.
    """
    papers: list[Paper] = []
    for value in found:
        release = as_row(value, "an object")
        if "premise" in release and "documents" not in release:
            raise FieldError("these are the Hub's pairs, which drop the evidence spans; give the release's JSON")
        labels = as_row(present(release, "labels"), "an object of statements")
        statements = {key: text(as_row(entry, "a statement"), "hypothesis") for key, entry in labels.items()}
        read = partial(_paper, statements=statements, anomalies=anomalies)
        papers += each(items(release, "documents"), lambda number, _: f"document {number}", read)
    return tuple(papers)


def _paper(row: Row, statements: Mapping[str, str], anomalies: Anomalies) -> Paper:
    contract = identifier(row, "id")
    paragraphs, ordinals = _paragraphs(text(row, "text"), _bounds(row), anomalies)
    annotations: dict[str, list[Reference]] = {}
    for key, found in _annotations(row):
        try:
            reference = _reference(found, paragraphs, ordinals, anomalies)
        except FieldError as fault:
            fault.add(f"statement {key}")
            raise
        annotations.setdefault(key, []).append(reference)
    unknown = next((key for key in annotations if key not in statements), None)
    if unknown is not None:
        raise FieldError(f"labels has no statement {unknown}")
    questions = tuple(
        Question(f"{contract}/{key}", contract, statements[key], tuple(references), "claim")
        for key, references in annotations.items()
    )
    return Paper(contract, text_or_empty(row, "file_name"), "", paragraphs, questions)


def _bounds(row: Row) -> list[tuple[int, int]]:
    return [_pair(value, number) for number, value in enumerate(items(row, "spans"))]


def _pair(value: object, number: int) -> tuple[int, int]:
    name = f"span {number}"
    offsets = wholes({name: value}, name)
    if len(offsets) != 2:
        raise FieldError(f"{name} is a list of {len(offsets)}, not a pair of offsets")
    return offsets[0], offsets[1]


def _paragraphs(
    whole: str, bounds: Sequence[tuple[int, int]], anomalies: Anomalies
) -> tuple[tuple[Paragraph, ...], dict[int, int]]:
    """Return the paragraphs in the order of the text, and the ordinal of each span that the text holds."""
    held = {number: pair for number, pair in enumerate(bounds) if 0 <= pair[0] < pair[1] <= len(whole)}
    anomalies.note("unplaced_span", len(bounds) - len(held))
    places = [(start, end, number) for number, (start, end) in held.items()]
    places += [(start, end, -1) for start, end in _gaps(whole, sorted(held.values()))]
    anomalies.note("unmarked_text", len(places) - len(held))
    places.sort()
    paragraphs = tuple(Paragraph(whole[start:end]) for start, end, _ in places)
    return paragraphs, {number: ordinal for ordinal, (_, _, number) in enumerate(places) if number >= 0}


def _gaps(whole: str, covered: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at = 0
    for start, end in (*covered, (len(whole), len(whole))):
        gap = whole[at:start]
        if gap.strip():
            lead = len(gap) - len(gap.lstrip())
            yield at + lead, at + lead + len(gap.strip())
        at = max(at, end)


def _annotations(row: Row) -> Iterator[tuple[str, Row]]:
    for annotation_set in items(row, "annotation_sets"):
        annotations = present(as_row(annotation_set, "an annotation set (an object)"), "annotations")
        for key, found in as_row(annotations, "an object of annotations").items():
            yield key, as_row(found, "an annotation (an object)")


def _reference(
    row: Row, paragraphs: Sequence[Paragraph], ordinals: Mapping[int, int], anomalies: Anomalies
) -> Reference:
    label = text(row, "choice")
    answer, kind = verdict(label, "choice")
    if kind == "none":
        return Reference(answer, kind, label=label)
    marked = tuple(dict.fromkeys(wholes_or_empty(row, "spans")))
    held = [ordinals[number] for number in marked if number in ordinals]
    lost = [f"span {number}" for number in marked if number not in ordinals]
    anomalies.note("unplaced_sentence", len(lost))
    return Reference(
        answer,
        kind,
        (*(paragraphs[ordinal].text for ordinal in held), *lost),
        evidence_spans=tuple(Span(ordinal, 0, len(paragraphs[ordinal].text)) for ordinal in held),
        label=label,
        unplaced=len(lost),
    )
