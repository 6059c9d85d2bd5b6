"""A dataset as scoring sees it: its questions in order, each with references made ready once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .references import reference_facts, scored_references

if TYPE_CHECKING:
    from loaders.records import AnswerClass, Dataset, Paper, Question

    from .options import ScoringOptions
    from .references import ReferenceFacts, ScoredReferences


class GoldQuestion:
    """One question with its place in the gold file; what costs time is made when first asked for."""

    __slots__ = ("_answer_class", "_facts", "_options", "_references", "_relevant", "index", "paper", "question")

    def __init__(self, index: int, paper: GoldPaper, question: Question, options: ScoringOptions) -> None:
        self.index = index
        self.paper = paper
        self.question = question
        self._options = options
        self._answer_class: AnswerClass | None = None
        self._facts: ReferenceFacts | None = None
        self._references: ScoredReferences | None = None
        self._relevant: frozenset[int] | None = None

    @property
    def id(self) -> str:
        """The dataset's id of the question."""
        return self.question.id

    @property
    def answer_class(self) -> AnswerClass:
        """Whether no, every or only some annotators say unanswerable."""
        if self._answer_class is None:
            self._answer_class = self.question.answer_class
        return self._answer_class

    @property
    def references(self) -> ScoredReferences:
        """The references as the options score them."""
        if self._references is None:
            self._references = scored_references(self.question.references, self._options)
        return self._references

    @property
    def facts(self) -> ReferenceFacts:
        """What the summaries ask of the references."""
        if self._facts is None:
            found = self.references
            self._facts = reference_facts(found.has_evidence, found.floats_only, found.human)
        return self._facts

    def forget(self) -> None:
        """Give back what comparing needed and keep the facts; asked for again, it is made again."""
        self._facts = self.facts
        self._references = self._relevant = None

    @property
    def relevant(self) -> frozenset[int]:
        """Text classes of the citable paragraphs that any annotator marked; empty where there is none."""
        if self._relevant is None:
            marked = {text for entry in self.references.evidence for text in entry.unique}
            self._relevant = frozenset(
                self.paper.text_class(ordinal)
                for ordinal, paragraph in enumerate(self.paper.paper.paragraphs)
                if paragraph.text in marked
                and not paragraph.is_blank
                and (paragraph.kind != "abstract" or self._options.cite_abstract)
            )
        return self._relevant


class GoldPaper:
    """One paper with its place in the gold file."""

    __slots__ = ("_classes", "index", "paper")

    def __init__(self, index: int, paper: Paper) -> None:
        self.index = index
        self.paper = paper
        self._classes: list[int] | None = None

    def text_class(self, ordinal: int) -> int:
        """Return the first ordinal with the same text, because equal texts are equal.

        An ordinal that names no paragraph is its own class.
        """
        if self._classes is None:
            first: dict[str, int] = {}
            self._classes = [
                first.setdefault(paragraph.text, number) for number, paragraph in enumerate(self.paper.paragraphs)
            ]
        return self._classes[ordinal] if 0 <= ordinal < len(self._classes) else ordinal


class Gold:
    """The questions of a dataset under fixed options; make it once to score several prediction sets."""

    def __init__(self, dataset: Dataset, options: ScoringOptions) -> None:
        self.dataset = dataset
        self.options = options
        papers: dict[str, GoldPaper] = {}
        self.questions: list[GoldQuestion] = []
        for index, (paper, question) in enumerate(dataset.questions()):
            known = papers.get(paper.id)
            if known is None:
                known = papers[paper.id] = GoldPaper(len(papers), paper)
            self.questions.append(GoldQuestion(index, known, question, options))
        self.by_id = {question.id: question for question in self.questions}
