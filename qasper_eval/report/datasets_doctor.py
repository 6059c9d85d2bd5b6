"""What a run would load and needs, checked before anything is spent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .counted import counted
from .datasets_list import NON_COMMERCIAL, source_of
from .inspect_layout import WIDTH, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loaders.dataset_facts import DatasetFacts
    from loaders.records import Dataset

_LABEL = 14


@dataclass(frozen=True, slots=True)
class DatasetCheck:
    """One dataset as it would be loaded."""

    wanted: str
    """Its registry name."""
    facts: DatasetFacts | None
    """What is known of it beforehand; None for a name that is none."""
    layout: str
    """Layout recognised in a local file; empty for the Hub and where the file cannot be read."""
    dataset: Dataset | None
    """The dataset; None where it cannot be loaded."""
    fault: str
    """Why it cannot be loaded; empty where it can."""
    where: str
    """The file, folder or repository that is read."""
    asked: str
    """How many of its questions the config asks; empty without a config."""


@dataclass(frozen=True, slots=True)
class EndpointCheck:
    """The key of one model that a config asks."""

    section: str
    """Section of the config: ``provider``, ``retrieval.embedding``, ``retrieval.rerank``."""
    model: str
    """Model and where it is asked."""
    key: str
    """Which environment variable holds the key and whether it is set, never its value."""
    is_missing: bool
    """Whether the key is needed and not there."""


def dataset_lines(check: DatasetCheck) -> list[str]:
    """Return what there is to say of one dataset."""
    lines = [*_labelled("dataset", f"{check.wanted}: {check.facts.title}" if check.facts else check.wanted)]
    lines += _labelled("read from", check.where)
    if check.layout:
        lines += _labelled("layout", check.layout)
    if check.fault or check.dataset is None:
        return [*lines, *_labelled("FAULT", check.fault)]
    return [*lines, *_loaded(check, check.dataset)]


def endpoint_lines(checks: Sequence[EndpointCheck]) -> list[str]:
    """Return what there is to say of the models that would be asked."""
    if not checks:
        return _labelled("models", "none is asked, so no key is needed")
    lines: list[str] = []
    for check in checks:
        lines += _labelled(check.section.rpartition(".")[2], f"{check.model}; {check.key}")
    return lines


def fault_lines(fault: str) -> list[str]:
    """Return a fault that stands for itself."""
    return _labelled("FAULT", fault)


def _loaded(check: DatasetCheck, dataset: Dataset) -> Iterator[str]:
    found = dataset.counts
    yield from _labelled("revision", dataset.revision or "none: a local file" if check.wanted != "sample" else "none")
    yield from _labelled("content", f"sha256 {dataset.fingerprint[:16]}…, split {dataset.split}")
    sizes = ((found.papers, "paper"), (found.questions, "question"), (found.annotations, "annotation"))
    yield from _labelled("holds", ", ".join(counted(*size) for size in sizes))
    yield from _labelled("", f"unanswerable by all {found.unanswerable:,}, by some {found.split:,}")
    yield from _labelled(
        "evidence",
        f"strings that equal no paragraph {found.evidence_not_paragraph:,}, "
        f"paragraphs that repeat another one of their paper {found.duplicated_paragraphs:,}",
    )
    if check.facts is not None:
        yield from _labelled("marked at", f"{check.facts.evidence_unit}; a paragraph is {check.facts.paragraph}")
        yield from _labelled("unanswerable", check.facts.unanswerable or "nothing is")
    yield from _labelled("licence", _license(check, dataset))
    for warning in dataset.warnings:
        yield from _labelled("warning", warning)
    if not dataset.warnings:
        yield from _labelled("warnings", "none")
    if check.asked:
        yield from _labelled("asked", check.asked)
    _, question = next(dataset.questions())
    reference = question.references[0]
    yield from _labelled("first", f"{question.id}: {_short(question.text)}")
    marked = counted(len(reference.evidence), "paragraph")
    yield from _labelled("", f"{_short(reference.answer)} ({reference.type}; {marked} marked)")


def _license(check: DatasetCheck, dataset: Dataset) -> str:
    facts = check.facts
    if facts is None or dataset.license != facts.license:
        return dataset.license
    note = f" {facts.license_note}" if facts.license_note else ""
    return dataset.license + (f" {NON_COMMERCIAL}" if facts.is_non_commercial else "") + note


def where_of(facts: DatasetFacts | None, path: str | None, corpus: str | None, hub: str | None) -> str:
    """Return which file, folder or repository is read."""
    if path is not None:
        return path + (f", texts {corpus}" if corpus else "")
    if hub is not None:
        return f"the Hub: {hub}"
    return "unknown" if facts is None else source_of(facts).partition("; or a local file")[0]


def _labelled(label: str, text: str) -> list[str]:
    lines = wrapped(text, width=WIDTH - _LABEL, cut=False)
    return [f"{('' if place else label).ljust(_LABEL)}{line}".rstrip() for place, line in enumerate(lines)]


def _short(text: str, most: int = 300) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
