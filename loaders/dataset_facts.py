"""What is known of a dataset before a file of it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

EvidenceUnit = Literal["paragraph", "sentence", "span", "document", "none"]
ReferenceRole = Literal["annotators", "alternatives"]


@dataclass(frozen=True, slots=True)
class Expected:
    """How much a whole split holds; None where it is not known."""

    questions: int | None = None
    """Questions or claims that can be scored."""
    papers: int | None = None
    """Contexts."""


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """One dataset, for lists, warnings and the choice of metrics."""

    name: str
    """Name in the registry and in configs."""
    title: str
    """Name as its authors write it, with the variant that is loaded."""
    splits: tuple[str, ...]
    """Splits that can be scored, in the order train, validation, test, blind test sets left out; () where any name
    may be one."""
    hub: str | None
    """Repository on the Hub; None where no copy there has the evidence without running a script."""
    obtain: str
    """What to set ``dataset.path`` to."""
    layout: str
    """What a file must hold, for the line that says it does not."""
    paragraph: str
    """What one paragraph of the records is, and why."""
    evidence_unit: EvidenceUnit
    """The unit people marked; ``document`` and ``none`` where nothing smaller than the context was marked."""
    unanswerable: str
    """What answer type ``none`` means here; empty where every question has an answer."""
    answers: str
    """Answer types."""
    references: ReferenceRole
    """Whether several references of a question are annotators who worked alone, or equally good alternatives
    (aliases, sufficient sets of evidence); human agreement can be computed from the first kind only."""
    license: str
    """Licence as the dataset states it."""
    citation: str
    """How to cite it, one line."""
    metric: str
    """Official metric."""
    labels: tuple[str, ...] = ()
    """``Reference.label`` values; () where answers have no label."""
    is_non_commercial: bool = False
    """Whether the licence forbids commercial use."""
    license_note: str = ""
    """Who states the licence, where that is not the release itself or others state another one."""
    other_hubs: tuple[str, ...] = ()
    """Further repositories that some of the splits come from."""
    has_corpus: bool = False
    """Whether a second file holds the texts (``dataset.corpus``)."""
    expected: Mapping[str, Expected] = field(default_factory=dict[str, Expected])
    """Size by split, for splits loaded from the Hub."""

    @property
    def default_split(self) -> str:
        """``validation``, else the first."""
        return "validation" if "validation" in self.splits or not self.splits else self.splits[0]

    @property
    def has_evidence(self) -> bool:
        """Whether people marked evidence smaller than the whole context, so that citations can be scored."""
        return self.evidence_unit not in {"document", "none"}


def facts_of(name: str) -> DatasetFacts | None:
    """Return the facts of a dataset by its registry name or its Hub repository; None for any other name."""
    from .facts_table import FACTS

    return FACTS.get(name) or next(
        (facts for facts in FACTS.values() if name in {facts.hub, *facts.other_hubs}), None
    )
