"""table.md: the numbers of one score, each with its n and interval, and the signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .grid import grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.scoring import ScoreReport
    from scorers.interval import Interval
    from scorers.proportion import Proportion
    from scorers.summary import Summary

    from .scored import Heading

HEAD = ("metric", "value", "95 % interval", "n")
Row = tuple[str, str, str, str]
UNMEASURED = "n/a (unmeasured)"
FLAGS = {
    "empty_after_normalisation": "answer or reference empty after normalisation",
    "not_answerable_from_text": "human evidence in figures or tables only",
}
"""Plain words for the flags of a score."""


def table(report: ScoreReport, heading: Heading) -> str:
    """Return the Markdown table of a score; what nothing was measured for says so and is never a zero."""
    rows = [*_headline(report), *_declining(report), *_citing(report), *_ceiling(report)]
    who = heading.agent if heading.model is None else f"{heading.agent} with {heading.model}"
    lines = [f"# {heading.title}", "", f"dataset {heading.dataset}, agent {who}, {report.options.mode} mode", ""]
    notes = [*heading.notes, *_notes(report)]
    lines += [f"{note[:1].upper()}{note[1:]}{'' if note.endswith('.') else '.'}" for note in notes]
    return "\n".join([*lines, "", grid(HEAD, rows, right=(1,)), f"`{report.signature()}`", ""])


def _headline(report: ScoreReport) -> Iterator[Row]:
    papers = f"{report.papers} papers"
    form = ", text evidence only" if report.options.text_evidence_only else ""
    yield _mean(f"**evidence F1**{form}", report.evidence_f1, f"{report.evidence_f1.n} questions, {papers}")
    yield _mean("- with human evidence", report.evidence_f1_with_evidence)
    yield _mean("- without human evidence", report.evidence_f1_without_evidence)
    yield _mean("- precision", report.evidence_precision)
    yield _mean("- recall", report.evidence_recall)
    exact = report.evidence_exact
    yield _rate("- exact evidence", exact, f"{exact.n}, {report.evidence_exact_empty} of the exact are empty = empty")
    yield _mean("**answer F1**", report.answer_f1, f"{report.answer_f1.n} questions, {papers}")
    for name, summary in report.answer_f1_by_type.items():
        yield _mean(f"- {name}", summary)
    if report.missing_predictions:
        for name, summary in (("evidence F1", report.evidence_f1), ("answer F1", report.answer_f1)):
            yield (f"worst case of {name}", _range(summary.worst_case), "", f"{report.n_slice} asked")
        zero = report.missing_as_zero
        if zero is not None and report.missing == "unmeasured":
            yield ("evidence F1, missing as zero", f"{zero[1]:.3f}", "", f"{report.n_slice} asked")
            yield ("answer F1, missing as zero", f"{zero[0]:.3f}", "", f"{report.n_slice} asked")


def _declining(report: ScoreReport) -> Iterator[Row]:
    field, prose = report.declining.structured, report.declining.with_prose
    yield _rate("**declined**, of the unanswerable", field.recall)
    yield _rate("- with declines in prose", prose.recall)
    yield _rate("- by the official metric", report.declining.official)
    yield _rate("declined, of the answerable (over-refusal)", field.over_refusal)
    yield _rate("- with declines in prose", prose.over_refusal)
    yield _rate("right, of the declines (precision)", field.precision)
    yield _rate("- with declines in prose", prose.precision)
    yield _rate("declined, of those annotators split on", field.split)


def _citing(report: ScoreReport) -> Iterator[Row]:
    citations = report.citations
    per_answer = f"{citations.total / citations.n:.2f}" if citations.n else UNMEASURED
    yield ("citations per answer", per_answer, "", f"{citations.total} in {citations.n} answers")
    if citations.invalid is not None:
        yield _rate("citations that name nothing shown", citations.invalid)
    if citations.cited_not_retrieved is not None:
        yield _rate("cited but not retrieved", citations.cited_not_retrieved)
    if report.retrieval is not None:
        for name in ("hit@1", "hit@5", "recall@5", "mrr", "ndcg@10"):
            if name in report.retrieval.measures:
                yield _mean(f"retrieval {name}", report.retrieval.measures[name])


def _ceiling(report: ScoreReport) -> Iterator[Row]:
    ceiling = report.human_ceiling
    if ceiling is None:
        return
    counts = f"{ceiling.n} questions, {ceiling.papers} papers"
    for metric, place in (("evidence F1", 1), ("answer F1", 0)):
        yield _mean(f"**human ceiling**, {metric}", ceiling.human[place], counts)
        yield _mean("- this agent, same references", ceiling.system[place], counts)


def _notes(report: ScoreReport) -> Iterator[str]:
    if report.n_slice < report.loaded.questions:
        yield f"asked {report.n_slice} of the dataset's {report.loaded.questions} questions"
    if report.unmeasured:
        causes = ", ".join(f"{cause} {count}" for cause, count in report.unmeasured.items())
        yield f"measured {report.answer_f1.n_measured} of {report.n_slice} questions; unmeasured: {causes}"
    elif report.missing_predictions:
        yield f"{report.missing_predictions} of {report.n_slice} predictions are missing and count as 0"
    else:
        yield f"measured {report.answer_f1.n_measured} of {report.n_slice} questions; unmeasured: none"
    if report.unknown_predictions:
        yield f"ignored {report.unknown_predictions} predictions for questions that the dataset does not hold"
    if report.excluded:
        yield "excluded: " + ", ".join(f"{cause} {count}" for cause, count in report.excluded.items())
    flags = [f"{FLAGS.get(flag, flag)}: {count}" for flag, count in report.flags.items() if count]
    if flags:
        yield "questions to look at: " + ", ".join(flags)
    if report.few_papers:
        yield f"few papers ({report.papers}): the intervals are wide and rest on few independent papers"


def _mean(name: str, summary: Summary, n: str | None = None) -> Row:
    value = UNMEASURED if summary.mean is None else f"{summary.mean:.3f}"
    return (name, value, _limits(summary.interval), n if n is not None else str(summary.n))


def _rate(name: str, proportion: Proportion, n: str | None = None) -> Row:
    rate = proportion.rate
    value = f"{proportion.k}/{proportion.n}" + ("" if rate is None else f" = {rate:.3f}")
    return (name, value, _limits(proportion.interval), n if n is not None else str(proportion.n))


def _limits(interval: Interval | None) -> str:
    return "" if interval is None else f"[{interval.low:.3f}, {interval.high:.3f}]"


def _range(limits: tuple[float, float] | None) -> str:
    return UNMEASURED if limits is None else f"{limits[0]:.3f} to {limits[1]:.3f}"
