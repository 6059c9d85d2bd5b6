"""What a dataset says: papers, paragraphs, questions and the annotators' references.

One set of records serves every dataset. Qasper fills the paragraph fields; datasets with several titled documents
(HotpotQA, MuSiQue) fill ``Paragraph.document``, sentence-level evidence (SciFact, HotpotQA, PeerQA) fills
``Reference.evidence_sentences``, character spans (SQuAD 2.0, Evidence Inference) fill ``Reference.evidence_spans``,
and claims (SciFact, WiCE) are questions of kind ``claim``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ParagraphKind = Literal["text", "caption", "abstract"]
AnswerType = Literal["extractive", "abstractive", "boolean", "none"]
QuestionKind = Literal["question", "claim"]
AnswerClass = Literal["answerable", "unanswerable", "split"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One citable unit of a paper; its identity is its ordinal in ``Paper.paragraphs``, never its text."""

    text: str
    """Verbatim text; captions carry what annotators cite (``FLOAT SELECTED: Table 2: …``)."""
    section: str = ""
    """Section name as the dataset gives it (``Method ::: Data``); empty where it gives none."""
    kind: ParagraphKind = "text"
    """``text`` for the body, ``caption`` for a figure or table, ``abstract`` for the abstract (always last)."""
    document: str = ""
    """Title of the document it belongs to, where one context holds several; else empty."""
    sentences: tuple[tuple[int, int], ...] = ()
    """Half-open code-point offsets of the dataset's own sentences; empty where the dataset splits none."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is there to show; blank paragraphs keep their ordinal and are never shown or cited."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class SentenceId:
    """A sentence of a paragraph, both counted from 0."""

    paragraph: int
    """Ordinal of the paragraph in its paper."""
    sentence: int
    """Index into ``Paragraph.sentences``."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points inside a paragraph."""

    paragraph: int
    """Ordinal of the paragraph in its paper."""
    start: int
    """First code point, from 0."""
    end: int
    """One past the last code point."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What one annotator answered and marked."""

    answer: str
    """Reference text in the official form (``Unanswerable``, spans joined with ``, ``, free form, ``Yes``/``No``)."""
    type: AnswerType
    """Answer type; ``none`` means the annotator says that the paper does not answer the question."""
    evidence: tuple[str, ...] = ()
    """Evidence strings as marked, duplicates and strings that are no paragraph included; () for ``none``."""
    annotator: str = ""
    """The dataset's annotator id; empty where it names none."""
    highlighted: tuple[str, ...] = ()
    """Sentences highlighted inside the evidence, as strings, where the dataset gives them."""
    evidence_sentences: tuple[SentenceId, ...] = ()
    """Sentence-level evidence, where the dataset has it."""
    evidence_spans: tuple[Span, ...] = ()
    """Character-level evidence, where the dataset has it."""
    label: str = ""
    """The dataset's own label (``SUPPORT``, ``maybe``, ``partially_supported``); empty where it has none."""
    unplaced: int = 0
    """Marked units (sentences, spans, documents) that the paper does not hold; a metric at the dataset's own unit
    counts them in the gold, and nothing matches them."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question (or claim) about one paper, with every annotator's reference."""

    id: str
    """The dataset's id, unique in the dataset."""
    paper_id: str
    """Id of the paper it is asked about."""
    text: str
    """The question as written."""
    references: tuple[Reference, ...]
    """One entry an annotation, in file order."""
    kind: QuestionKind = "question"
    """``claim`` where the dataset asks for a verdict on a statement."""
    group: str = ""
    """Id of the question that it is judged together with (MuSiQue-Full's pairs); empty where it stands alone."""

    @property
    def answer_class(self) -> AnswerClass:
        """Whether no, every or only some annotators say unanswerable (metrics.md, Declining)."""
        none = sum(reference.type == "none" for reference in self.references)
        if none == 0:
            return "answerable"
        return "unanswerable" if none == len(self.references) else "split"


@dataclass(frozen=True, slots=True)
class Paper:
    """The context of its questions: one paper, or several titled documents read together."""

    id: str
    """The dataset's id of the paper."""
    title: str
    """Title; empty where the dataset gives none."""
    abstract: str
    """Abstract; empty where the dataset gives none. Also the last paragraph when it is not empty."""
    paragraphs: tuple[Paragraph, ...]
    """Body paragraphs in file order, then captions, then the abstract."""
    questions: tuple[Question, ...]
    """Its questions in file order."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a loader found, for the reader to hold against the dataset's card."""

    papers: int
    """Papers, those without questions included."""
    questions: int
    """Questions."""
    annotations: int
    """References over all questions."""
    unanswerable: int
    """Questions that every annotator calls unanswerable."""
    split: int
    """Questions that some, not all, annotators call unanswerable."""
    evidence_not_paragraph: int
    """Evidence strings that equal no paragraph of their paper (kept for official scoring)."""
    duplicated_paragraphs: int
    """Paragraphs whose text occurred earlier in the same paper (blank ones not counted)."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """One split of one dataset, whole, with its identity."""

    name: str
    """Name for people and signatures: ``allenai/qasper``, ``sample``, or ``qasper`` for a local file."""
    split: str
    """Split, or the label the user gave a local file."""
    revision: str | None
    """Commit sha on the Hub; None for local files and the bundled sample."""
    fingerprint: str
    """sha256 (hex) of the content, the same for every layout of the same papers; see ``fingerprint_later``."""
    license: str
    """Licence as the dataset states it."""
    citation: str
    """How to cite it, one line."""
    papers: tuple[Paper, ...]
    """Papers in file order."""
    counts: Counts
    """What was found."""
    warnings: tuple[str, ...] = ()
    """Oddities a reader must know, one sentence each."""
    is_benchmark: bool = True
    """False for the bundled sample, whose numbers compare with nothing."""

    def questions(self) -> Iterator[tuple[Paper, Question]]:
        """Yield each question id once with its paper (see ``resolved_questions``)."""
        return resolved_questions(self.papers)

    if not TYPE_CHECKING:  # a type checker would take any name for an attribute

        def __getattr__(self, name: str) -> str:
            """Compute the fingerprint where ``fingerprint_later`` left it open."""
            if name != "fingerprint":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            from .fingerprint import fingerprint

            found = fingerprint(self.papers)
            object.__setattr__(self, name, found)
            return found


def fingerprint_later(dataset: Dataset) -> Dataset:
    """Return the dataset with its fingerprint left open until it is asked for, which takes a quarter of loading."""
    object.__delattr__(dataset, "fingerprint")
    return dataset


def resolved_questions(papers: Iterable[Paper]) -> Iterator[tuple[Paper, Question]]:
    """Yield each question id once with its paper, in file order.

    An id that occurs twice keeps its first place and its last content, as a dict in the authors' script does.
    """
    found: dict[str, tuple[Paper, Question]] = {}
    for paper in papers:
        for question in paper.questions:
            found[question.id] = (paper, question)
    yield from found.values()
