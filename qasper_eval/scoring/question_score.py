"""What one question came to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scorers.ceiling import Pair
    from scorers.decline_rates import Outcome
    from scorers.retrieval import RetrievalScore

    from .gold import GoldQuestion


class QuestionScore(NamedTuple):
    """The numbers of one question, without its texts; a tuple, because a run makes one for each question.

    The defaults are those of a question without a prediction.
    """

    question: GoldQuestion
    """Whose numbers they are."""
    answer_f1: float = 0.0
    """Answer F1 in [0, 1]."""
    evidence_f1: float = 0.0
    """Evidence F1 in [0, 1]."""
    evidence_precision: float = 0.0
    """Evidence precision against the best reference for evidence."""
    evidence_recall: float = 0.0
    """Evidence recall against the same reference."""
    answer_type: str | None = None
    """Type bucket; None where the question enters no per-type mean."""
    system: Pair | None = None
    """Answer and evidence F1 against the references left when each annotator in turn is left out."""
    measured: bool = False
    """False for a missing prediction that counts as 0."""
    excluded: bool = False
    """Whether no reference is left to score against (strict, text-only); its F1 values then mean nothing."""
    exact: bool = False
    """Whether the cited set is some annotator's set."""
    cites: bool = False
    """Whether anything was cited."""
    outcome: Outcome = "unmeasured"
    """Answered or declined, and how."""
    undetermined: bool = False
    """Whether the prose leaves open which; counted as answered."""
    officially_declined: bool = False
    """Whether the official answer F1 against ``Unanswerable`` is 1."""
    empty_answer: bool = False
    """Whether the prediction or a reference normalises to nothing."""
    citations: int = 0
    """Citations that name a paragraph."""
    invalid: int | None = None
    """Citations that name nothing shown; None where unknown."""
    not_retrieved: int | None = None
    """Citations of paragraphs that retrieval did not return; None where nothing was retrieved."""
    ranked: bool = False
    """Whether the prediction carries a ranked list."""
    retrieval: RetrievalScore | None = None
    """Measures of the ranked list; None without one or where nothing relevant can be cited."""
