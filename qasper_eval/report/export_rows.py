"""Per-question rows as one flat table, for data frames."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from qasper_eval.scoring.tally import RETRIEVAL_NAMES

from .publish.layout import QUESTIONS, of_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .publish.layout import Files

_TEXTS = ("run", "question_id", "paper_id", "answer_class", "cause", "outcome", "answer_type")
_MEANS = (
    "answer_f1",
    "evidence_f1",
    "evidence_precision",
    "evidence_recall",
    *(f"human_ceiling.{who}.{metric}" for who in ("human", "system") for metric in ("answer_f1", "evidence_f1")),
    *(f"retrieval.{name}" for name in RETRIEVAL_NAMES),
)
_COUNTS = {
    "evidence_exact": "evidence_exact.count",
    "citations": "citations.total",
    "invalid_citations": "citations.invalid.count",
    "cited_not_retrieved": "citations.cited_not_retrieved.count",
    "empty_after_normalisation": "flags.empty_after_normalisation",
    "not_answerable_from_text": "flags.not_answerable_from_text",
}
COLUMNS: dict[str, type] = {
    **dict.fromkeys(_TEXTS, str),
    "undetermined": bool,
    **{name.replace(".", "_").replace("@", "_at_"): float for name in _MEANS},
    **dict.fromkeys(_COUNTS, int),
    "tokens_predicted": int,
}
"""Name and kind of each column that every dataset has, in order; every one may be empty."""


def own_columns(files: Files, runs: Sequence[str]) -> dict[str, type]:
    """Return further columns for the metrics of the dataset's own authors, in the order of their names.

    A mean over questions has one column, ``own_NAME``; a metric pooled over all questions has two, whose sums divided
    give it: ``own_NAME_numerator`` and ``own_NAME_denominator``.
    """
    largest: dict[str, int] = {}
    for _, question in _questions(files, runs):
        for path, (_, below) in question.get("ratios", {}).items():
            largest[path] = max(largest.get(path, 1), abs(below - 1) + 1)
    found: dict[str, type] = {}
    for path in sorted(largest):
        name = _own_name(path)
        found |= {name: float} if largest[path] == 1 else {f"{name}_numerator": float, f"{name}_denominator": int}
    return found


def flat_rows(files: Files, runs: Sequence[str], columns: Mapping[str, type] = COLUMNS) -> Iterator[dict[str, Any]]:
    """Yield a row for each run and question asked, with a value or None in every column."""
    for run, question in _questions(files, runs):
        row = _row(run, question) | _own(question)
        yield {name: row.get(name) for name in columns}


def _questions(files: Files, runs: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for run in runs:
        for line in files[of_run(run, QUESTIONS)].split(b"\n"):
            if line:
                yield run, json.loads(line)


def _own_name(path: str) -> str:
    return f"own_{path.partition('.')[2].replace('.', '_')}"


def _own(question: dict[str, Any]) -> dict[str, Any]:
    """Return both forms of each metric; the columns say which is meant."""
    row: dict[str, Any] = {}
    for path, (top, below) in question.get("ratios", {}).items():
        name = _own_name(path)
        row |= {name: float(top), f"{name}_numerator": float(top), f"{name}_denominator": below}
    return row


def _row(run: str, question: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, float] = question.get("values", {})
    counts: dict[str, int] = question["counts"]
    by_type = [name.partition(".")[2] for name in values if name.startswith("answer_f1_by_type.")]
    row: dict[str, Any] = {
        "run": run,
        **{key: question.get(key) for key in _TEXTS[1:]},
        "answer_type": by_type[0] if by_type else None,
        "undetermined": question.get("undetermined"),
        "tokens_predicted": question.get("tokens_predicted"),
    }
    row |= {name.replace(".", "_").replace("@", "_at_"): values.get(name) for name in _MEANS}
    return row | {name: counts.get(path) for name, path in _COUNTS.items()}
