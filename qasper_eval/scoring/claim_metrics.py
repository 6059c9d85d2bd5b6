"""The own metrics of datasets that ask for a verdict."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scorers.rationales import GoldDocument, rationale_counts
from scorers.set_overlap import best_set_overlap, set_overlap

from .answer_labels import CITATION_LABELS, CONTRACT_LABELS, PUBMED_LABELS, SCIFACT_LABELS, WICE_LABELS
from .dataset_metrics import MetricSet, Ratio
from .metric_parts import (
    label_names,
    label_ratios,
    lost_units,
    marked_sentences,
    overlap_means,
    overlap_names,
    pooled,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from .answer_labels import AnswerLabels
    from .dataset_answer import DatasetAnswer
    from .gold import GoldQuestion

_RATIONALES = {
    "sentence_selection": "sentence selection",
    "sentence_label": "sentence selection with label",
    "abstract_label_only": "abstract label",
    "abstract_rationalized": "abstract label with rationale",
}


def _rationales(gold: GoldQuestion, said: DatasetAnswer, table: AnswerLabels) -> dict[str, Ratio]:
    label = table.of(said)
    cited: dict[Hashable, list[Hashable]] = {}
    if label != "NEI":
        for unit in said.sentences(gold.paper.paper):
            cited.setdefault(_document(gold, unit[0]), []).append(unit)
    counts = rationale_counts(cited, label, _documents(gold, table))
    sentences, documents = (
        (counts.sentences_retrieved, counts.sentences_relevant),
        (counts.documents_retrieved, counts.documents_relevant),
    )
    return {
        **pooled("sentence_selection", counts.sentences_selected, *sentences),
        **pooled("sentence_label", counts.sentences_labelled, *sentences),
        **pooled("abstract_label_only", counts.documents_labelled, *documents),
        **pooled("abstract_rationalized", counts.documents_rationalised, *documents),
        **label_ratios(table, gold.question, said),
    }


def _document(gold: GoldQuestion, paragraph: int) -> Hashable:
    return gold.paper.paper.paragraphs[paragraph].document if paragraph >= 0 else ("no document", paragraph)


def _documents(gold: GoldQuestion, table: AnswerLabels) -> dict[Hashable, GoldDocument]:
    """Return what is marked in each document; rationales whose document is not there stand in one of their own."""
    found: dict[Hashable, tuple[set[str], list[set[Hashable]]]] = {}
    for number, reference in enumerate(gold.question.references):
        units = marked_sentences(reference)
        label = table.of_answer(reference.answer)
        if reference.type == "none" or not units or label is None:
            continue
        placed = reference.evidence_sentences
        key = _document(gold, placed[0].paragraph) if placed else ("lost", number)
        labels, rationales = found.setdefault(key, (set(), []))
        labels.add(label)
        rationales.append(units)
    return {key: GoldDocument(labels, rationales) for key, (labels, rationales) in found.items()}


def _wice(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    question = gold.question
    found = label_ratios(WICE_LABELS, question, said)
    sets = [marked_sentences(reference) for reference in question.references if reference.type != "none"]
    sets = [units for units in sets if units]
    if not sets:
        return found
    cited = set[Any](said.sentences(gold.paper.paper))
    return overlap_means("support", best_set_overlap(cited, sets)) | found


def _pubmedqa(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    return label_ratios(PUBMED_LABELS, gold.question, said)


def _contractnli(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    reference = gold.question.references[0]
    found = label_ratios(CONTRACT_LABELS, gold.question, said, CONTRACT_LABELS.labels[:2])
    marked: set[Hashable] = {span.paragraph for span in reference.evidence_spans}
    marked |= lost_units(reference)
    if reference.type == "none" or not marked:
        return found
    spans = set_overlap(set(said.paragraphs()), marked)
    return pooled("span", spans.overlap, spans.predicted, spans.relevant) | found


_RATIONALE_NAMES = {
    key: name for start, label in _RATIONALES.items() for key, name in overlap_names(start, label).items()
}
SCIFACT = MetricSet(
    "SciFact",
    "the leaderboard's scifact-evaluator, Wadden et al. 2020; accuracy and macro F1 are of the claim's verdict",
    {**_RATIONALE_NAMES, **label_names(SCIFACT_LABELS.labels)},
    partial(_rationales, table=SCIFACT_LABELS),
)
CITATION_INTEGRITY = MetricSet(
    "Citation-Integrity",
    "Sarol et al. 2024 (label accuracy is their micro F1), sentences as SciFact's scifact-evaluator counts them",
    {**label_names(CITATION_LABELS.labels), **_RATIONALE_NAMES},
    partial(_rationales, table=CITATION_LABELS),
)
WICE = MetricSet(
    "WiCE",
    "Kamoi et al. 2023: supporting sentences of supported and partially supported claims against the best set; the "
    "label of three, where their table judges supported against the rest by thresholds of a score",
    {**overlap_names("support", "supporting-sentence"), **label_names(WICE_LABELS.labels)},
    _wice,
)
CONTRACTNLI = MetricSet(
    "ContractNLI",
    "contract_nli/evaluation.py, Koreeda and Manning 2021: macro F1 of entailment and contradiction; spans pooled "
    "over what is not NotMentioned; mean average precision needs scores that answers lack",
    {**label_names(CONTRACT_LABELS.labels[:2]), **overlap_names("span", "evidence-span")},
    _contractnli,
)
PUBMEDQA = MetricSet(
    "PubMedQA",
    "evaluation.py, Jin et al. 2019",
    label_names(PUBMED_LABELS.labels),
    _pubmedqa,
)
