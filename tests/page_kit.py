"""Pages of small runs, made in memory."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from loaders.records import Paper, Paragraph, Question, Reference
from qasper_eval.prediction_parts import Citation, Claim, Retrieved
from qasper_eval.records import Prediction
from qasper_eval.report.page import PageSource
from qasper_eval.scoring import Gold, ScoringOptions, SignatureFields, score
from scoring_data import dataset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loaders.records import Dataset

HOSTILE = (
    "</script><script>window.planted = 1</script><!-- <img src=x onerror='window.planted=1'> \u2028 &lt; \U0001f600"
)
"""Text that would end a script, open a comment, start an image and break a line, were it not kept as text."""


def source_of(
    data: Dataset,
    predictions: Sequence[Prediction],
    *,
    unmeasured: Mapping[str, str] | None = None,
    asked: Sequence[str] | None = None,
    name: str = "mine",
    options: ScoringOptions | None = None,
    notes: tuple[str, ...] = (),
) -> PageSource:
    """Return what a page is made of, as ``page_source`` does for a stored run."""
    options = options or ScoringOptions(resamples=200)
    pairs = {question.id: (paper, question) for paper, question in data.questions()}
    order = [pairs[question_id] for question_id in (asked or pairs)]
    gold = Gold(data, options)
    report = score(
        data,
        predictions,
        options,
        asked=[question.id for _, question in order],
        unmeasured=unmeasured,
        missing="unmeasured",
        identity=SignatureFields("0.1.0", "tester"),
        gold=gold,
    )
    by_id = {prediction.question_id: prediction for prediction in predictions}
    return PageSource(name, "tester", gold, report, order, by_id, dict(unmeasured or {}), notes)


def hostile_source() -> PageSource:
    """Return a run in which every text that a stranger can write is hostile."""
    marked, cited = f"marked {HOSTILE}", f"cited {HOSTILE}"
    paper = Paper(
        "p" + HOSTILE,
        "title " + HOSTILE,
        "",
        (Paragraph(marked, "section " + HOSTILE), Paragraph(cited)),
        (
            Question(
                "q1",
                "",
                "question " + HOSTILE,
                (Reference("answer " + HOSTILE, "extractive", (marked, "stray " + HOSTILE), "me" + HOSTILE),),
            ),
            Question("q2" + HOSTILE, "", "second", (Reference("Yes", "boolean", (marked,)),)),
        ),
    )
    said = "😀 said " + HOSTILE
    prediction = Prediction(
        "q1",
        "short " + HOSTILE,
        (cited,),
        answer_text=said,
        citations=(Citation(1, 0, 6, 0, 5),),
        claims=(Claim(0, 6, (0,)), Claim(6, len(said))),
        retrieved=(Retrieved(1, 1, 0.5),),
        model="model " + HOSTILE,
    )
    return source_of(
        dataset(paper, name="data " + HOSTILE),
        [prediction],
        unmeasured={"q2" + HOSTILE: "cause " + HOSTILE},
        name="run " + HOSTILE,
        notes=("note " + HOSTILE,),
    )


def cites(
    question_id: str, *texts: str, retrieved: Sequence[int] | None = None, citations: tuple[Citation, ...] = ()
) -> Prediction:
    """Return an answer that cites paragraphs by text and, unless None, retrieved these ordinals in order."""
    ranked = None
    if retrieved is not None:
        ranked = tuple(Retrieved(ordinal, rank, 1 / rank) for rank, ordinal in enumerate(retrieved, start=1))
    return Prediction(question_id, "an answer", texts, declined=False, citations=citations, retrieved=ranked)


def blocks_of(page: str) -> dict[str, Any]:
    """Return the JSON blocks of a page by id."""
    found = re.findall(r'<script type="application/json" id="([^"]+)">(.*?)</script>', page, re.DOTALL)
    return {name: json.loads(content) for name, content in found}
