"""The offline agent: no model, no network, the same answer every time."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import RETRIEVERS, Bm25, PaperIndex
from qasper_eval.records import UNANSWERABLE, Prediction

from .critic import review
from .decline import INSUFFICIENT_EVIDENCE, decide
from .evidence import rank_evidence, select_evidence
from .extract import best_passage
from .options import ExtractiveOptions
from .plan import make_plan
from .short_answer import short_answer
from .trace import trace_steps
from .writer import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Paper, Paragraph, Question
    from qasper_eval.agents.retrieval import Retriever
    from qasper_eval.records import Retrieved

    from .critic import Verdict
    from .extract import Passage
    from .plan import Plan

# Papers in flight at once are few, because all questions of a paper come together; memory stays flat.
_PAPERS_KEPT = 4


@dataclass(frozen=True, slots=True)
class _Prepared:
    paragraphs: tuple[Paragraph, ...]
    rarity: Bm25
    retriever: Retriever


class ExtractiveAgent:
    """Answers with verbatim sentences: plan, retrieve, extract, critic, decide, write (docs/extractive.md)."""

    def __init__(self, cite_abstract: bool = False, *, options: ExtractiveOptions | None = None) -> None:  # noqa: FBT001, FBT002  # because the config's agent.cite_abstract is this one argument
        """Search and cite the abstract too when ``cite_abstract``; ``options`` default to ``ExtractiveOptions()``."""
        self.cite_abstract = cite_abstract
        self.options = options or ExtractiveOptions()
        self._papers: OrderedDict[str, _Prepared] = OrderedDict()

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Answer or decline; any paper and any text are accepted, an empty paper is declined."""
        options = self.options
        prepared = self._prepare(paper)
        plan = make_plan(question.text, options.topic_weight)
        retrieved = await prepared.retriever.rank(plan.query)
        indexed = len(prepared.rarity.index.ordinals)
        ranked = rank_evidence(paper, plan, retrieved, indexed, options.section_weight)
        selected = select_evidence(ranked, options)
        reviewed = self._review(paper, plan, selected, prepared.rarity)
        admitted = [passage for passage, verdict in reviewed if verdict.admitted]
        texts = [paper.paragraphs[passage.paragraph].text for passage in admitted]
        decision = decide(plan.own_terms, texts, prepared.rarity.idf, options)
        passages = [] if decision.declined else admitted
        report = write(passages)
        return Prediction(
            question_id=question.id,
            predicted_answer=short_answer(plan, passages) or UNANSWERABLE,
            predicted_evidence=() if decision.declined else tuple(dict.fromkeys(texts)),
            paper_id=paper.id,
            status="declined" if decision.declined else "answered",
            answer_type=_answer_type(plan, declined=decision.declined),
            declined=decision.declined,
            answer_text=INSUFFICIENT_EVIDENCE if decision.declined else report.text,
            citations=report.citations,
            claims=report.claims,
            retrieved=ranked[: options.depth],
            invalid_citations=0,
            cost_usd=0.0,
            trace=trace_steps(
                question=question.text,
                options=options,
                plan=plan,
                retrieved=retrieved,
                selected=selected,
                reviewed=reviewed,
                decision=decision,
            ),
        )

    def _prepare(self, paper: Paper) -> _Prepared:
        kept = self._papers.get(paper.id)
        if kept is None or kept.paragraphs is not paper.paragraphs:
            index = PaperIndex.of(paper, with_abstract=self.cite_abstract)
            kept = _Prepared(paper.paragraphs, Bm25(index), RETRIEVERS[self.options.retrieval](index))
            self._papers[paper.id] = kept
        self._papers.move_to_end(paper.id)
        while len(self._papers) > _PAPERS_KEPT:
            self._papers.popitem(last=False)
        return kept

    def _review(
        self, paper: Paper, plan: Plan, selected: Sequence[Retrieved], rarity: Bm25
    ) -> list[tuple[Passage, Verdict]]:
        reviewed: list[tuple[Passage, Verdict]] = []
        for entry in selected:
            text = paper.paragraphs[entry.paragraph].text
            passage = best_passage(entry.paragraph, text, plan, rarity.idf)
            if passage is not None:
                claim = " ".join(passage.text.split())
                reviewed.append((passage, review(claim, text, self.options.containment)))
        return reviewed


def _answer_type(plan: Plan, *, declined: bool) -> str:
    if declined:
        return "none"
    return "boolean" if plan.expects == "boolean" else "extractive"
