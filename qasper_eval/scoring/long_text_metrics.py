"""The own metrics of datasets whose evidence lies in long texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorers.long_answer import long_answer_counts
from scorers.set_overlap import best_set_overlap
from scorers.text_tokens import text_tokens

from .answer_labels import EFFECT_LABELS
from .dataset_answer import NOTHING_SAID
from .dataset_metrics import MetricSet, Ratio
from .metric_parts import (
    label_names,
    label_ratios,
    label_values,
    lost_units,
    marked_sentences,
    overlap_means,
    overlap_names,
    pooled,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from loaders.records import Paper

    from .dataset_answer import DatasetAnswer
    from .gold import GoldQuestion

_ANSWERABILITY = ("answerable", "unanswerable")


def _long_answer(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    marked: list[set[Hashable]] = []
    for reference in gold.question.references:
        spans: set[Hashable] = {(span.paragraph, span.start, span.end) for span in reference.evidence_spans}
        spans |= lost_units(reference)
        if reference.type != "none" and spans:
            marked.append(spans)
    counts = long_answer_counts(_first_cited(gold.paper.paper, said), marked, len(gold.question.references))
    return pooled("long_answer", counts.right, counts.retrieved, counts.relevant)


def _first_cited(paper: Paper, said: DatasetAnswer) -> set[Hashable]:
    """Return the first citation as the long answer: its whole paragraph, or exactly what it quotes."""
    if said.is_declined or not said.cited:
        return set()
    first = said.cited[0]
    if first.paragraph is None:
        return {"no paragraph"}
    whole = (first.paragraph, 0, len(paper.paragraphs[first.paragraph].text))
    return {whole, (first.paragraph, first.start, first.end)} if first.is_quote else {whole}


def _effect(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    paper = gold.paper.paper
    found = label_ratios(EFFECT_LABELS, gold.question, said)
    sets: list[set[Hashable]] = []
    for reference in gold.question.references:
        spans = ((span.paragraph, span.start, span.end) for span in reference.evidence_spans)
        sets.append(_tokens(paper, spans) | lost_units(reference))
    sets = [tokens for tokens in sets if tokens]
    if not sets:
        return found
    cited = _tokens(paper, said.spans(paper))
    cited |= {("no paragraph", at) for at, passage in enumerate(said.cited) if passage.paragraph is None}
    return overlap_means("token", best_set_overlap(cited, sets)) | found


def _tokens(paper: Paper, spans: Iterable[tuple[int, int, int]]) -> set[Hashable]:
    ranges: dict[int, list[tuple[int, int]]] = {}
    for paragraph, start, end in spans:
        ranges.setdefault(paragraph, []).append((start, end))
    return {
        (paragraph, token)
        for paragraph, held in ranges.items()
        for token in text_tokens(paper.paragraphs[paragraph].text, held)
    }


def _peerqa(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    answerable = [reference for reference in gold.question.references if reference.type != "none"]
    marked = _ANSWERABILITY[not answerable]
    predicted = None if said is NOTHING_SAID else _ANSWERABILITY[said.is_declined]
    found = label_values(predicted, marked, _ANSWERABILITY)
    sets = [units for units in map(marked_sentences, answerable) if units]
    if not sets:
        return found
    cited = set[Any](said.sentences(gold.paper.paper))
    return overlap_means("evidence", best_set_overlap(cited, sets)) | found


NATURAL_QUESTIONS = MetricSet(
    "Natural Questions",
    "nq_eval.py, Kwiatkowski et al. 2019, without score thresholds; the first citation is the long answer; short "
    "answers are not scored",
    overlap_names("long_answer", "long-answer"),
    _long_answer,
    reads="lengths",
)
EVIDENCE_INFERENCE = MetricSet(
    "Evidence Inference",
    "label macro F1 of Lehman et al. 2019 and DeYoung et al. 2020 (the label most annotators give); token F1 as in "
    "ERASER, DeYoung et al. 2020, the best annotator counting",
    {**label_names(EFFECT_LABELS.labels), **overlap_names("token", "evidence-token")},
    _effect,
    reads="tokens",
)
PEERQA = MetricSet(
    "PeerQA",
    "Baumgärtner et al. 2025: answerability; evidence sentences cited of answerable questions (their MRR and "
    "Recall@10 are the retrieval rows); ROUGE-L, AlignScore and Prometheus are not computed",
    {**overlap_names("evidence", "evidence-sentence"), **label_names(_ANSWERABILITY)},
    _peerqa,
)
