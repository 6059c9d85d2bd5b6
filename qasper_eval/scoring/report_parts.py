"""The parts of a score report that are more than one mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.decline_rates import DeclineRates, decline_rates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorers.decline_rates import AnswerClass, Outcome
    from scorers.proportion import Proportion
    from scorers.summary import Summary


class Declining(NamedTuple):
    """Who was asked what and declined (metrics.md, Declining)."""

    table: Mapping[AnswerClass, Mapping[Outcome, int]]
    """Questions by answer class and outcome."""
    undetermined: Mapping[AnswerClass, int]
    """Of those answered, questions whose prose leaves open whether it answers."""
    official: Proportion
    """Unanswerable questions declined by the official metric (answer F1 = 1)."""

    @property
    def structured(self) -> DeclineRates:
        """Rates that count declines by the structured field only."""
        return decline_rates(self.table, with_prose=False)

    @property
    def with_prose(self) -> DeclineRates:
        """Rates that count declines in prose too."""
        return decline_rates(self.table, with_prose=True)


class RetrievalSummary(NamedTuple):
    """How well the paragraphs that annotators marked were found."""

    measures: Mapping[str, Summary]
    """``hit@1`` … ``ndcg@10`` and ``mrr``; empty at n = 0."""
    n: int
    """Questions with a ranked list and a relevant citable paragraph."""
    without_relevant: int
    """Questions left out because nothing relevant can be cited."""
    without_ranking: int
    """Questions left out because their prediction carries no ranked list."""


class HumanCeiling(NamedTuple):
    """People and the system against the same other annotators (metrics.md, Human ceiling)."""

    n: int
    """Questions with at least two references."""
    papers: int
    """Papers that they are about."""
    human: tuple[Summary, Summary]
    """Answer F1 and evidence F1 of the annotators."""
    system: tuple[Summary, Summary]
    """The same of the predictions."""


class Citations(NamedTuple):
    """What was cited."""

    total: int
    """Citations that name a paragraph."""
    n: int
    """Predictions."""
    cited_not_retrieved: Proportion | None
    """Citations of paragraphs that retrieval did not return; None where nothing was retrieved."""
    invalid: Proportion | None
    """Citations that name nothing shown, out of all; None where unknown."""


class Loaded(NamedTuple):
    """What the dataset holds, measured or not."""

    data: str
    """``name@revision/split`` with 8 characters of the revision, or of the content's sha256 without one."""
    questions: int
    """Questions."""
    papers: int
    """Papers, those without questions included."""
