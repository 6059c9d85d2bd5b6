"""The metrics of the dataset's own authors in a published folder: what they are about, as inputs and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from loaders.records import SentenceId, Span
from qasper_eval.scoring import Gold
from qasper_eval.scoring.own_side import QASPER_SIDE, OwnSide, own_side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loaders.records import Dataset, Paper, Paragraph, Reference
    from qasper_eval.scoring import ScoringOptions
    from qasper_eval.scoring.dataset_metrics import MetricSet

OWN = "own"
"""Key in dataset.json; absent for Qasper, whose own metrics are the official mode itself."""


def own_facts(name: str, *, has_text: bool) -> dict[str, Any]:
    """Return what dataset.json says of the dataset's side, {} for Qasper.

    ``macro`` names the metrics that are means of others. Metrics are None without text: they read the wording and
    order of answers, which are then not published.
    """
    side = own_side(name)
    if side is QASPER_SIDE:
        return {}
    is_left_out = side.tally is not None and not has_text
    metrics = side.tally.metrics if side.tally is not None and has_text else None
    macro = {
        f"dataset_metrics.{key}": [f"dataset_metrics.{part}" for part in one.parts]
        for key, one in (metrics.names.items() if metrics else ())
        if one.parts
    }
    return {
        OWN: {
            "evidence": side.has_evidence,
            "annotators": side.has_annotators,
            "metrics": None if metrics is None else metrics.title,
            "left_out": is_left_out,
            "macro": macro,
        }
    }


def metrics_of(facts: Mapping[str, Any], dataset: Dataset) -> MetricSet | None:
    """Return the metrics that a folder re-derives; None where dataset.json names none."""
    if OWN not in facts or facts[OWN]["metrics"] is None:
        return None
    tally = own_side(dataset.name).tally
    return None if tally is None else tally.metrics


def published_side(
    facts: Mapping[str, Any], dataset: Dataset, layouts: Mapping[str, Sequence[str]], options: ScoringOptions
) -> OwnSide:
    """Return the side of a folder's dataset, ready to score one run.

    Where metrics read lengths or tokens they are measured on paragraphs with the texts of ``layouts``, by paper id.
    """
    if OWN not in facts:
        return QASPER_SIDE
    side = own_side(dataset.name)
    metrics = metrics_of(facts, dataset)
    if metrics is None or side.tally is None:
        return side._replace(tally=None)
    if not metrics.reads:
        return side
    papers = tuple(
        replace(
            paper,
            paragraphs=tuple(
                replace(one, text=text) for one, text in zip(paper.paragraphs, layouts[paper.id], strict=True)
            ),
        )
        for paper in dataset.papers
    )
    places = Gold(replace(dataset, papers=papers), options).by_id
    return side._replace(tally=type(side.tally)(metrics, places))


def paragraph_units(paper: Paper, metrics: MetricSet) -> list[dict[str, Any]]:
    """Return for each paragraph what the metrics are about, never its text: {} where that is nothing."""
    documents: dict[str, int] = {}
    return [
        {
            **({"document": documents.setdefault(one.document, len(documents))} if one.document else {}),
            **({"sentences": one.sentences} if one.sentences else {}),
            **({"length": len(one.text)} if metrics.reads else {}),
            **({"tokens": _tokens(one.text)} if metrics.reads == "tokens" else {}),
        }
        for one in paper.paragraphs
    ]


def _tokens(text: str) -> list[int]:
    """Return the lengths of runs of white space and of other characters in turn, white space first."""
    runs: list[int] = [0]
    for char in text:
        if char.isspace() == (len(runs) % 2 == 1):
            runs[-1] += 1
        else:
            runs.append(1)
    return runs


def with_units(paragraph: Paragraph, units: Mapping[str, Any]) -> Paragraph:
    """Return a paragraph with the units of its line in papers.jsonl; documents are told apart by number."""
    return replace(
        paragraph,
        document=f"document {units['document']}" if "document" in units else "",
        sentences=tuple((start, end) for start, end in units.get("sentences", ())),
    )


def layout_of(units: Mapping[str, Any]) -> str:
    """Return a text of the published length, with tokens where they are published; empty where none is."""
    runs = units.get("tokens", [0, units.get("length", 0)])
    return "".join((" ", "x")[at % 2] * run for at, run in enumerate(runs))


def reference_units(reference: Reference) -> dict[str, Any]:
    """Return the units that a reference marks."""
    return {
        "sentences": [(one.paragraph, one.sentence) for one in reference.evidence_sentences],
        "spans": [(one.paragraph, one.start, one.end) for one in reference.evidence_spans],
        "unplaced": reference.unplaced,
    }


def with_reference_units(reference: Reference, units: Mapping[str, Any]) -> Reference:
    """Return a reference with the units of its line in references.jsonl."""
    return replace(
        reference,
        evidence_sentences=tuple(SentenceId(*pair) for pair in units["sentences"]),
        evidence_spans=tuple(Span(*triple) for triple in units["spans"]),
        unplaced=units["unplaced"],
    )
