"""What a reader of a published table must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.score_run import SAMPLE_NOTE

from .own_metrics import OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.scoring import ScoreReport

    from .reading import PublishedInputs, PublishedRun

MOST_UNMEASURED = 0.05
"""Above this share of the questions asked, a run counts as partial."""
_OFFLINE_AGENTS = ("extractive",)


def stamp(report: ScoreReport, run: PublishedRun) -> str | None:
    """Return the line that marks a partial run, with why; None for a run of the whole split.

    Partial: fewer questions asked than the split holds, or more than 5 % of those asked unmeasured.
    """
    whole, asked, measured = report.loaded.questions, report.n_slice, report.answer_f1.n_measured
    lost = sum(report.unmeasured.values())
    if asked == whole and lost <= MOST_UNMEASURED * asked:
        return None
    whys: list[str] = []
    if asked < whole:
        cut = ", ".join(
            f"slice.{key} {run.facts['slice'][key]}" for key in ("papers", "questions") if run.facts["slice"][key]
        )
        whys.append(f"{asked:,} asked" + (f" ({cut})" if cut else ""))
    if run.facts["stopped"]:
        whys.append(f"stopped early ({run.facts['stopped']})")
    whys += [f"{cause} {count:,}" for cause, count in report.unmeasured.items()]
    return f"partial run: {measured:,} of {whole:,} questions; {', '.join(whys)}"


def caveats(inputs: PublishedInputs) -> Iterator[str]:
    """Yield the caveats of a folder, a sentence each."""
    if not inputs.facts["is_benchmark"]:
        yield SAMPLE_NOTE
    yield (
        "evidence F1 says how well citations match the paragraphs that annotators marked, answer F1 how many words "
        "are shared with their answers; neither says that an answer is true"
    )
    own = inputs.facts.get(OWN)
    if own is not None and own["metrics"] is None and own["left_out"]:
        yield (
            "the metrics of the dataset's own authors are left out: they read the wording of answers, which is not "
            "published here"
        )
    if "qasper" in inputs.facts["name"].lower():
        yield (
            "zero-shot: agents are not trained on this dataset; the authors' Longformer (answer F1 0.3363, evidence "
            "F1 0.3937, dataset card) is fine-tuned on it, so the two do not compare like with like"
        )
    if any(_may_have_seen(run) for run in inputs.runs):
        yield (
            "possible contamination: a model may have seen these papers, or this dataset with its answers, in "
            "training; nothing here excludes that"
        )


def _may_have_seen(run: PublishedRun) -> bool:
    return bool(run.facts["config"].get("provider")) or run.facts["config"]["agent"]["name"] not in _OFFLINE_AGENTS
