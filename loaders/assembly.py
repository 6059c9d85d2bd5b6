"""From rows to a dataset: what every dataset but Qasper shares."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from .anomalies import Anomalies
from .common_warnings import many, repeated_ids, repeated_paragraphs, without_evidence
from .counts import count, evidence_not_paragraph
from .dataset_source import open_rows
from .errors import DatasetError
from .hub_selection import ANY_FOLDER
from .qasper_fields import FieldError
from .records import Dataset, fingerprint_later

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from .dataset_facts import DatasetFacts
    from .dataset_source import Origin
    from .hub_selection import HubSelection
    from .records import Counts, Paper
    from .request import LoadRequest

    Read = Callable[[Iterable[object], Anomalies], tuple[Paper, ...]]


def load_rows(
    request: LoadRequest,
    facts: DatasetFacts,
    read: Read,
    selection: HubSelection = ANY_FOLDER,
    *,
    batch: int = 1000,
) -> Dataset:
    """Load a dataset whose rows hold all there is, from a local file or the Hub.

    ``read`` makes papers of rows and counts what is odd. Raises DatasetError in one line.
    """
    origin, rows = open_rows(request, facts, selection, batch=batch)
    anomalies = Anomalies()
    with faults_named(origin.source, facts.layout):
        papers = read(rows, anomalies)
    return assemble(papers, facts, origin, anomalies)


@contextmanager
def faults_named(source: str, layout: str) -> Generator[None]:
    """Turn a FieldError into the one line that also says which file it is about and what it should hold."""
    try:
        yield
    except FieldError as fault:
        raise DatasetError(f"{source}: {fault} (expected {layout})") from None


def assemble(papers: tuple[Paper, ...], facts: DatasetFacts, origin: Origin, anomalies: Anomalies) -> Dataset:
    """Return the dataset of these papers with its counts and warnings.

    Raises DatasetError when no question can be scored.
    """
    unmatched = tuple(evidence_not_paragraph(papers))
    counts = count(papers, unmatched)
    if not counts.questions:
        reasons = " ".join(anomalies.sentences())
        raise DatasetError(
            f"{origin.source}: holds no question that can be scored" + (f" ({reasons})" if reasons else "")
        )
    return fingerprint_later(
        Dataset(
            name=origin.name,
            split=origin.split,
            revision=origin.revision,
            fingerprint="",
            license=facts.license,
            citation=facts.citation,
            papers=papers,
            counts=counts,
            warnings=(*origin.warnings, *_warnings(papers, counts, facts, origin, anomalies)),
        )
    )


def _warnings(
    papers: Sequence[Paper], counts: Counts, facts: DatasetFacts, origin: Origin, anomalies: Anomalies
) -> tuple[str, ...]:
    found = (
        _not_commercially(facts),
        _incomplete(counts, facts, origin),
        *anomalies.sentences(),
        without_evidence(papers) if facts.has_evidence else "",
        _empty_contexts(papers),
        repeated_paragraphs(counts.duplicated_paragraphs),
        repeated_ids(papers),
    )
    return tuple(sentence for sentence in found if sentence)


def _not_commercially(facts: DatasetFacts) -> str:
    if not facts.is_non_commercial:
        return ""
    note = f" {facts.license_note}" if facts.license_note else ""
    return f"{facts.title} may not be used commercially ({facts.license}{note})."


def _incomplete(counts: Counts, facts: DatasetFacts, origin: Origin) -> str:
    expected = facts.expected.get(origin.split)
    if origin.revision is None or expected is None:
        return ""
    pairs = ((counts.questions, expected.questions, "questions"), (counts.papers, expected.papers, "papers"))
    wrong = [f"{found:,} {noun}, not {size:,}" for found, size, noun in pairs if size is not None and found != size]
    if not wrong:
        return ""
    return f"{origin.name} ({origin.split}) is not the whole split: it holds {' and '.join(wrong)}."


def _empty_contexts(papers: Iterable[Paper]) -> str:
    empty = sum(
        len(paper.questions)
        for paper in papers
        if paper.questions and all(paragraph.is_blank for paragraph in paper.paragraphs)
    )
    if not empty:
        return ""
    has = "has" if empty == 1 else "have"
    return f"{many(empty, 'question')} {has} an empty context, where nothing can be cited."
