"""The offline agent: no model, no network, the same answer every time."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from qasper_eval.records import UNANSWERABLE, Prediction

from .critic import review
from .decline import INSUFFICIENT_EVIDENCE, decide
from .evidence import rank_evidence, select_evidence
from .extract import best_passage
from .options import ExtractiveOptions
from .paper_view import PaperView
from .plan import make_plan
from .short_answer import short_answer
from .trace import trace_steps
from .writer import claim_of, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Paper, Question
    from qasper_eval.agents.retrieval.embedder import Embedder
    from qasper_eval.prediction_parts import Retrieved

    from .critic import Verdict
    from .extract import Passage
    from .plan import Plan

# Papers in flight at once are few, because all questions of a paper come together; so memory stays flat.
_PAPERS_KEPT = 4


class ExtractiveAgent:
    """Answers with verbatim sentences: plan, retrieve, extract, critic, decide, write (docs/extractive.md)."""

    def __init__(
        self,
        cite_abstract: bool = False,  # noqa: FBT001, FBT002  # because the config's agent.cite_abstract is this one argument
        *,
        options: ExtractiveOptions | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        """Search and cite the abstract too when ``cite_abstract``; ``options`` default to ``ExtractiveOptions()``.

        ``embedder`` serves the retrieval modes that want one.
        """
        self.cite_abstract = cite_abstract
        self._embedder = embedder
        self.options = options or ExtractiveOptions()
        self._views: OrderedDict[str, PaperView] = OrderedDict()

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Answer or decline; any paper and any text are accepted, an empty paper is declined."""
        options, view = self.options, self._view(paper)
        plan = make_plan(question.text, options.topic_weight)
        retrieved = await view.retriever.rank(plan.query)
        ranked = rank_evidence(view, plan, retrieved, options.cue_weight)
        selected = select_evidence(ranked, options)
        reviewed = self._review(view, plan, selected)
        admitted = [passage for passage, verdict in reviewed if verdict.admitted]
        decision = decide(view, plan, admitted, options)
        passages = [] if decision.declined else admitted
        report = write(passages)
        cited = [view.paragraphs[passage.paragraph].text for passage in passages]
        return Prediction(
            question_id=question.id,
            predicted_answer=short_answer(plan, passages) or UNANSWERABLE,
            predicted_evidence=tuple(dict.fromkeys(cited)),
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
                options=options,
                plan=plan,
                retrieved=retrieved,
                selected=selected,
                reviewed=reviewed,
                decision=decision,
            ),
        )

    def _view(self, paper: Paper) -> PaperView:
        view = self._views.get(paper.id)
        if view is None or view.paragraphs is not paper.paragraphs:
            view = PaperView.of(
                paper, self.options.retrieval, with_abstract=self.cite_abstract, embedder=self._embedder
            )
            self._views[paper.id] = view
        self._views.move_to_end(paper.id)
        while len(self._views) > _PAPERS_KEPT:
            self._views.popitem(last=False)
        return view

    def _review(self, view: PaperView, plan: Plan, selected: Sequence[Retrieved]) -> list[tuple[Passage, Verdict]]:
        passages = [best_passage(view, plan, entry.paragraph) for entry in selected]
        return [
            (passage, review(claim_of(passage), view.paragraphs[passage.paragraph].text, self.options.containment))
            for passage in passages
            if passage is not None
        ]


def _answer_type(plan: Plan, *, declined: bool) -> str:
    if declined:
        return "none"
    return "boolean" if plan.expects == "boolean" else "extractive"
