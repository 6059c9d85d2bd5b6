"""Anyone's own agent, as ours."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_json import prediction_from_json
from qasper_eval.records import UNANSWERABLE, Prediction

if TYPE_CHECKING:
    from loaders.records import Paper, Question


class ForeignAgent:
    """Wraps an object with a method ``answer(paper, question)``, async or not.

    A plain method runs in a thread, up to ``limits.max_concurrency`` at once. It returns a Prediction, or a mapping
    with the official keys (``predicted_answer``, ``predicted_evidence``) where ``citations`` may be a list of
    paragraph ordinals instead of evidence texts; None means unmeasured.
    """

    def __init__(self, made: Any) -> None:
        self._answer = made.answer

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Return the agent's prediction with the paper's and question's ids set; bad shapes are unmeasured."""
        if inspect.iscoroutinefunction(self._answer):
            said = await self._answer(paper, question)
        else:
            said = await asyncio.to_thread(self._answer, paper, question)
            if inspect.isawaitable(said):
                said = await said
        return _as_prediction(said, paper, question)


def _as_prediction(said: object, paper: Paper, question: Question) -> Prediction:
    if isinstance(said, Prediction):
        return replace(said, question_id=question.id, paper_id=paper.id)
    if not isinstance(said, Mapping):
        raise ItemUnmeasuredError("agent gave no prediction", f"answer() returned {type(said).__name__}")
    fields: dict[str, Any] = {str(key): value for key, value in said.items()}
    try:
        fields = _with_citations(fields, paper)
        prediction = prediction_from_json({**fields, "question_id": question.id, "paper_id": paper.id})
    except (KeyError, TypeError, ValueError) as error:
        raise ItemUnmeasuredError("agent gave no prediction", f"{type(error).__name__}: {error}") from None
    if prediction.declined is True and prediction.predicted_answer != UNANSWERABLE:
        prediction = replace(prediction, predicted_answer=UNANSWERABLE, status="declined")
    return prediction


def _with_citations(fields: dict[str, Any], paper: Paper) -> dict[str, Any]:
    """Turn a list of ordinals into citations and evidence texts; ordinals that name nothing count as invalid."""
    cited: Any = fields.get("citations")
    if not isinstance(cited, list) or not all(type(entry) is int for entry in cited):
        return fields
    ordinals: list[int] = list(dict.fromkeys(cited))
    shown = [ordinal for ordinal in ordinals if _is_citable(paper, ordinal)]
    citations = [
        {"paragraph": ordinal, "start": None, "end": None, "quote_start": None, "quote_end": None} for ordinal in shown
    ]
    evidence = list(dict.fromkeys(paper.paragraphs[ordinal].text for ordinal in shown))
    return {
        **fields,
        "citations": citations,
        "predicted_evidence": fields.get("predicted_evidence", evidence),
        "invalid_citations": fields.get("invalid_citations", len(ordinals) - len(shown)),
    }


def _is_citable(paper: Paper, ordinal: int) -> bool:
    return 0 <= ordinal < len(paper.paragraphs) and not paper.paragraphs[ordinal].is_blank
