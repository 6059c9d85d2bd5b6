"""One question of a run with everything that is known of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from qasper_eval.prediction_json import prediction_to_json

if TYPE_CHECKING:
    from qasper_eval.records import Prediction

    from .inspect_calls import Call

Found = Literal["retrieved", "not retrieved", "unknown"]


@dataclass(frozen=True, slots=True)
class ShownParagraph:
    """A paragraph that was cited, or that an annotator marked."""

    ordinal: int | None
    """Ordinal in its paper; None for a text that is no paragraph of it."""
    same_text: tuple[int, ...]
    """Other ordinals with the same text, which count as equal."""
    section: str
    """Section, or the kind where it has none; empty for a text that is no paragraph."""
    text: str
    """Verbatim text."""
    annotators: tuple[int, ...]
    """Annotators that marked it, counted from 1 in the dataset's order."""
    found: Found
    """Whether retrieval returned it; ``unknown`` where the agent retrieves nothing."""
    rank: int | None
    """Its best rank there."""
    quotes: tuple[tuple[int, int], ...] = ()
    """Half-open code-point ranges that citations quote, merged, in order."""
    supports: tuple[str, ...] = ()
    """Parts of the answer that cite it, where known."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotator's answer, and this prediction against it alone."""

    number: int
    """From 1, in the dataset's order."""
    annotator: str
    """The dataset's id of the annotator; empty where it names none."""
    answer: str
    """Reference answer in the official form."""
    type: str
    """Answer type."""
    evidence: tuple[int | None, ...]
    """First ordinal of each evidence string; None for one that is no paragraph."""
    answer_f1: float | None
    """Official answer F1 against this annotator; None without a prediction."""
    evidence_f1: float | None
    """Official evidence F1 against this annotator; None without a prediction."""


@dataclass(frozen=True, slots=True)
class QuestionNumbers:
    """What the question came to in the run's own mode and form."""

    mode: str
    """official or strict."""
    text_evidence_only: bool
    """Whether figures and tables are left out of the references."""
    answer_f1: float
    """Answer F1."""
    evidence_f1: float
    """Evidence F1."""
    evidence_precision: float
    """Evidence precision against the reference that gives the F1."""
    evidence_recall: float
    """Evidence recall against the same reference."""
    exact: bool
    """Whether the cited set is some annotator's set."""
    outcome: str
    """answered, declined, declined_in_prose or empty."""
    excluded: bool
    """Whether no reference is left to score against; the F1 values then mean nothing."""


@dataclass(frozen=True, slots=True)
class RankedParagraph:
    """One line of the retrieved list."""

    rank: int
    """1 for the best."""
    ordinal: int
    """Ordinal in its paper."""
    score: float
    """The retriever's own score."""
    cited: bool
    """Whether it, or its text, was cited."""
    annotators: tuple[int, ...]
    """Annotators that marked it."""
    start: str
    """Its section and the beginning of its text."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What ``inspect`` shows."""

    run: str
    """Name of the run."""
    agent: str
    """Who answered."""
    dataset: str
    """Dataset and split."""
    question_id: str
    """Id of the question."""
    question: str
    """The question as written."""
    answer_class: str
    """Whether no, every or only some annotators say unanswerable."""
    paper_id: str
    """Id of its paper."""
    title: str
    """Title of the paper."""
    standing: str
    """finished, or why it is not, in one sentence."""
    why: str
    """The agent's or provider's own words about a failure, from run.log; empty where there are none."""
    prediction: Prediction | None
    """What was answered; None where nothing is finished."""
    numbers: QuestionNumbers | None
    """Its scores; None without a prediction."""
    cited: tuple[ShownParagraph, ...]
    """What was cited, in citation order."""
    missed: tuple[ShownParagraph, ...]
    """Human evidence that was not cited, in paper order; all of it without a prediction."""
    annotations: tuple[Annotation, ...]
    """The human answers."""
    retrieved: tuple[RankedParagraph, ...] | None
    """The ranked list; None where the agent retrieves nothing."""
    calls: tuple[Call, ...]
    """Every attempt at a provider for this question, of every start of the run."""

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``inspect --json``; the prediction stands there as in predictions.jsonl."""
        fields = asdict(self)
        if self.prediction is not None:
            fields["prediction"] = json.loads(prediction_to_json(self.prediction))
        return fields
