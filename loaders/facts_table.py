"""The datasets of the registry, as facts; sizes are those of their cards and papers."""

from __future__ import annotations

from .dataset_facts import DatasetFacts, Expected
from .facts_claims import CLAIM_FACTS
from .facts_questions import QUESTION_FACTS

QASPER = DatasetFacts(
    name="qasper",
    title="Qasper",
    splits=("train", "validation", "test"),
    hub="allenai/qasper",
    obtain="qasper-train-v0.3.json, qasper-dev-v0.3.json or qasper-test-v0.3.json",
    layout="Qasper's released layout",
    paragraph="a paragraph of the paper, a caption, or the abstract",
    evidence_unit="paragraph",
    unanswerable="the annotator says that the paper does not answer the question",
    answers="extractive, abstractive, boolean, none",
    references="annotators",
    license="CC BY 4.0",
    citation=(
        "Pradeep Dasigi, Kyle Lo, Iz Beltagy, Arman Cohan, Noah A. Smith and Matt Gardner. 2021. "
        "A Dataset of Information-Seeking Questions and Answers Anchored in Research Papers. NAACL."
    ),
    metric="answer F1 and evidence F1, the best annotator counting",
    expected={"train": Expected(2593, 888), "validation": Expected(1005, 281), "test": Expected(1451, 416)},
)

SAMPLE = DatasetFacts(
    name="sample",
    title="The bundled sample in Qasper's layout (no benchmark)",
    splits=("validation",),
    hub=None,
    obtain="nothing: the sample is bundled",
    layout=QASPER.layout,
    paragraph=QASPER.paragraph,
    evidence_unit="paragraph",
    unanswerable=QASPER.unanswerable,
    answers=QASPER.answers,
    references="annotators",
    license="MIT",
    citation="The sample bundled with qasper-eval; its papers, questions and annotations are invented.",
    metric=QASPER.metric,
)

CUSTOM = DatasetFacts(
    name="custom",
    title="A dataset of one's own",
    splits=(),
    hub=None,
    obtain="a JSON, JSON Lines, CSV or parquet file, or set dataset.hub",
    layout="the columns that dataset.map names",
    paragraph="an element of the column that dataset.map calls paragraphs",
    evidence_unit="paragraph",
    unanswerable="the column that dataset.map calls unanswerable is true, or the answer is null or empty",
    answers="extractive, abstractive, boolean, none",
    references="alternatives",
    license="not stated",
    citation="A dataset of one's own.",
    metric="answer F1 and evidence F1",
)

FACTS: dict[str, DatasetFacts] = {
    facts.name: facts for facts in (QASPER, SAMPLE, *QUESTION_FACTS, *CLAIM_FACTS, CUSTOM)
}
"""Facts by registry name, in the order of lists."""
