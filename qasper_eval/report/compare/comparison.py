"""Two runs held against each other: numbers and ids, no texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scorers.signature import Signature

if TYPE_CHECKING:
    from qasper_eval.scoring.citation_failures import CitationFailures
    from qasper_eval.scoring.paired_groups import PairedGroup

    from .compared_arm import ComparedArm
    from .compared_metric import ComparedMetric, ComparedRate
    from .difference import Difference
    from .flip import Flip
    from .volume import VolumeComparison


class Unpaired(NamedTuple):
    """A question that one run measured and the other did not."""

    question_id: str
    """Its id."""
    why: str
    """What became of it in the other run: ``not asked``, or the cause for which it is unmeasured."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """B against A on the questions that both measured; every difference is B - A."""

    a: ComparedArm
    """The first run, the one compared with."""
    b: ComparedArm
    """The second run."""
    dataset: str
    """Name of the dataset."""
    split: str
    """Its split."""
    sha256: str
    """sha256 (hex) of its content."""
    is_benchmark: bool
    """False for the bundled sample."""
    has_evidence: bool
    """False where the dataset marks no evidence: nothing of evidence is compared, and no citation can fail."""
    mode: str
    """official or strict."""
    text_evidence_only: bool
    """Whether figures and tables are left out of the human evidence."""
    metrics_version: str
    """Version of this package whose metrics both are scored with."""
    differences: tuple[Difference, ...]
    """What is compared: every setting that can change an outcome and differs."""
    without_effect: tuple[Difference, ...]
    """What differs and changes no outcome: limits, time-outs, how much was asked, where files lie, the machine."""
    only: str | None
    """The one key that was demanded to differ alone; None where nothing was demanded."""
    notes: tuple[str, ...]
    """What a reader must know, a sentence each."""
    questions: int
    """Paired questions."""
    papers: int
    """Papers that they are about."""
    only_a: tuple[Unpaired, ...]
    """Questions that only A measured."""
    only_b: tuple[Unpaired, ...]
    """Questions that only B measured."""
    metrics: tuple[ComparedMetric, ...]
    """The table; those that differ on some question are one family for Holm's adjustment."""
    rates: tuple[ComparedRate, ...]
    """Rates with a denominator for each run."""
    groups: tuple[PairedGroup, ...]
    """Evidence and answer F1 by how many paragraphs a question needs; empty where the dataset marks no evidence."""
    flips: tuple[Flip, ...]
    """Questions that came out the other way."""
    failures_a: CitationFailures
    """Citations of A that no annotator bears out, over the paired questions."""
    failures_b: CitationFailures
    """The same of B."""
    volume: VolumeComparison
    """The volume test of those."""
    seed: int
    """Seed of both resamplings, from the runs."""
    resamples: int
    """Resamples of the bootstrap."""
    rounds: int
    """Rounds of the randomisation."""

    @property
    def is_all_equal(self) -> bool:
        """Whether something was compared and no metric differs on any question."""
        return {"equal"} <= {metric.verdict for metric in self.metrics} <= {"equal", "unmeasured"}

    @property
    def tested(self) -> int:
        """Metrics that differ on some question, over which p is adjusted."""
        return sum(metric.differing > 0 for metric in self.metrics)

    @property
    def signature(self) -> str:
        """How every number of the table was made, on one line (metrics.md, Signature)."""
        data = f"{self.dataset}@{self.sha256[:8]}/{self.split}"
        fields = [
            ("mode", self.mode),
            ("refs", "joint" if self.mode == "strict" else "max"),
            ("float", "drop" if self.text_evidence_only else "keep"),
            ("data", data),
            ("a", self.a.run),
            ("b", self.b.run),
            ("q", str(self.questions)),
            ("papers", str(self.papers)),
            ("only_a", str(len(self.only_a))),
            ("only_b", str(len(self.only_b))),
            ("seed", str(self.seed)),
            ("ci", f"paired-paper-bootstrap-t-{self.resamples}"),
            ("test", f"paper-randomisation-{self.rounds}"),
            ("adjust", f"holm-{self.tested}"),
            ("v", self.metrics_version),
        ]
        return str(Signature("difference", tuple(fields)))
