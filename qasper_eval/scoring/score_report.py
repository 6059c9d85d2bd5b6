"""Every number of one score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scorers.signature import Signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorers.ceiling import Pair
    from scorers.proportion import Proportion
    from scorers.summary import Summary

    from .dataset_metrics import DatasetMetrics
    from .identity import SignatureFields
    from .options import ScoringOptions
    from .question_score import QuestionScore
    from .report_parts import Citations, Declining, HumanCeiling, Loaded, RetrievalSummary

FEW_PAPERS = 10
"""Below this many papers an interval is marked as resting on few (metrics.md, Uncertainty)."""


class ScoreReport(NamedTuple):
    """All deterministic metrics of one set of predictions, with what each was computed on."""

    options: ScoringOptions
    """The settings."""
    identity: SignatureFields
    """Who made the predictions."""
    loaded: Loaded
    """The dataset."""
    missing: str
    """``zero`` where a missing prediction counts as 0, ``unmeasured`` where it is left out and counted."""
    questions: int
    """Questions in the two headline means."""
    papers: int
    """Papers that they are about."""
    papers_measured: int
    """Papers with at least one prediction that counts."""
    n_slice: int
    """Questions asked."""
    missing_predictions: int
    """Questions asked without a prediction."""
    unknown_predictions: int
    """Predictions for questions that the dataset does not hold; ignored."""
    outside_slice: int
    """Predictions for questions that were not asked this time; ignored."""
    answer_f1: Summary
    """Answer F1."""
    evidence_f1: Summary
    """Evidence F1."""
    answer_f1_by_type: Mapping[str, Summary]
    """Answer F1 by answer type; strict adds ``mixed``."""
    evidence_exact: Proportion
    """Questions whose cited set is some annotator's set, full form."""
    evidence_exact_empty: int
    """Of those, questions where both sets are empty."""
    evidence_f1_with_evidence: Summary
    """Evidence F1 over questions with human evidence."""
    evidence_f1_without_evidence: Summary
    """Evidence F1 over questions without."""
    evidence_precision: Summary
    """Evidence precision against the reference that gives the F1."""
    evidence_recall: Summary
    """Evidence recall against the same reference."""
    declining: Declining
    """Declining."""
    retrieval: RetrievalSummary | None
    """Retrieval; None where no prediction carries a ranked list."""
    human_ceiling: HumanCeiling | None
    """The ceiling; None where no question has two references."""
    citations: Citations
    """Citations."""
    unmeasured: Mapping[str, int]
    """Questions left out of the means by cause; empty where a missing prediction counts as 0."""
    excluded: Mapping[str, int]
    """Questions that cannot be scored in this mode, by cause."""
    flags: Mapping[str, int]
    """Questions that a reader should look at, by flag."""
    missing_as_zero: Pair | None
    """Answer and evidence F1 with every question without a prediction at 0, on the same slice."""
    rows: Sequence[QuestionScore]
    """The counted questions in gold-file order."""
    dataset_metrics: DatasetMetrics | None = None
    """The metrics of the dataset's own authors; None where those are the ones above."""
    has_evidence: bool = True
    """False where the dataset marks no evidence smaller than the context; evidence metrics then hold nothing."""
    has_annotators: bool = True
    """False where several references are equally good alternatives, so that people's agreement means nothing."""

    @property
    def few_papers(self) -> bool:
        """Whether the intervals rest on so few papers that the table must say so."""
        return self.papers < FEW_PAPERS

    def signature(self, metric: str | None = None) -> str:
        """Return the signature line of one metric (metrics.md, Signature), evidence F1 where there is evidence."""
        metric = metric or ("evidence_f1" if self.has_evidence else "answer_f1")
        strict, identity = self.options.mode == "strict", self.identity
        who = (("agent", identity.agent), ("model", identity.model), ("prompt", identity.prompt))
        measured = self.answer_f1.n_measured
        fields = [
            ("mode", self.options.mode),
            ("refs", "joint" if strict else "max"),
            ("float", "drop" if self.options.text_evidence_only else "keep"),
            ("data", self.loaded.data),
            ("q", f"{measured}/{self.loaded.questions}"),
            ("papers", f"{self.papers_measured}/{self.loaded.papers}"),
        ]
        if self.missing == "zero" and self.missing_predictions:
            fields.append(("missing", "zero"))
        has_interval = self.evidence_f1.interval or self.answer_f1.interval
        interval = f"paper-bootstrap-t-{self.options.resamples}" if has_interval else "none"
        fields += [
            *[(key, "none" if value is None else value) for key, value in who],
            ("seed", str(self.options.seed)),
            ("ci", interval),
            ("v", identity.version),
        ]
        return str(Signature(metric, tuple(fields)))

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``score --json`` prints, keys in their fixed order."""
        from .as_json import report_json

        return report_json(self)
