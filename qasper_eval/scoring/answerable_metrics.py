"""The own metrics of SQuAD 2.0 and MuSiQue, where no answer is an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.exact_match import exact_match
from scorers.normalize import normalize_answer
from scorers.set_overlap import set_overlap
from scorers.squad2_f1 import squad2_f1

from .dataset_metrics import MetricName, MetricSet, Ratio
from .metric_parts import lost_units, overlap_means, overlap_names

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from .dataset_answer import DatasetAnswer
    from .gold import GoldQuestion

SUFFICIENT = "sufficiency"
"""Whether answering or declining was right; a part of the paired metrics, not shown alone."""


def _squad2(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    answers = [reference.answer for reference in gold.question.references if reference.type != "none"]
    golds = [answer for answer in answers if normalize_answer(answer)] or [""]
    text = "" if said.is_declined else said.text
    values = {"exact": Ratio(exact_match(text, golds)), "f1": Ratio(squad2_f1(text, golds))}
    kind = "has_ans" if answers else "no_ans"
    return values | {f"{kind}_{name}": ratio for name, ratio in values.items()}


def _musique(gold: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
    references = gold.question.references
    is_answerable = any(reference.type != "none" for reference in references)
    sufficient = {SUFFICIENT: Ratio(float(said.is_declined != is_answerable))}
    if not is_answerable:
        return sufficient
    answers = [reference.answer for reference in references if reference.type != "none"]
    text = "" if said.is_declined else said.text
    values = sufficient | {
        "answer_f1": Ratio(squad2_f1(text, answers)),
        "answer_em": Ratio(exact_match(text, answers)),
    }
    marked = _supporting(gold)
    if not marked:
        return values
    cited = {gold.paper.text_class(ordinal) for ordinal in said.paragraphs()}
    return values | overlap_means("support", set_overlap(cited, marked), has_exact=True)


def _supporting(gold: GoldQuestion) -> set[Hashable]:
    """Return the supporting paragraphs; equal texts are one, and texts that are no paragraph equal nothing."""
    paragraphs, reference = gold.paper.paper.paragraphs, gold.question.references[0]
    ordinals = {paragraph.text: number for number, paragraph in reversed(list(enumerate(paragraphs)))}
    return {ordinals.get(text, text) for text in reference.evidence} | lost_units(reference)


def paired(
    questions: Sequence[GoldQuestion], found: Mapping[int, Mapping[str, Ratio]]
) -> dict[int, dict[str, Ratio]]:
    """Return what each pair adds to the paired metrics, under the answerable question's place in the gold file.

    A pair has its answer F1 (support F1) where both questions are rightly answered or declined, else 0. Pairs of
    which a question was not asked or not measured are left out (metrics/group.py of evaluate_v1.0.py, Trivedi et al.
    2022).
    """
    by_id = {question.id: question for question in questions}
    pairs: dict[int, dict[str, Ratio]] = {}
    for twin in questions:
        first = by_id.get(twin.question.group)
        if first is None or first is twin or twin.index not in found or first.index not in found:
            continue
        values = found[first.index]
        is_right = all(found[one.index].get(SUFFICIENT, Ratio(0.0)).numerator == 1 for one in (first, twin))
        pairs[first.index] = {
            name: Ratio(values[of].numerator if is_right else 0.0) for of, name in _PAIRED.items() if of in values
        }
    return pairs


_PAIRED = {"answer_f1": "group_answer_sufficiency_f1", "support_f1": "group_support_sufficiency_f1"}
SQUAD2 = MetricSet(
    "SQuAD 2.0",
    "evaluate-v2.0.py, Rajpurkar et al. 2018, without a threshold for no answer",
    {
        "f1": MetricName("**F1**"),
        "has_ans_f1": MetricName("- HasAns"),
        "no_ans_f1": MetricName("- NoAns"),
        "exact": MetricName("**exact match**"),
        "has_ans_exact": MetricName("- HasAns"),
        "no_ans_exact": MetricName("- NoAns"),
    },
    _squad2,
)
MUSIQUE = MetricSet(
    "MuSiQue",
    "evaluate_v1.0.py, Trivedi et al. 2022; the paired metrics are those of Full",
    {
        "answer_f1": MetricName("**answer F1**, answerable questions"),
        "answer_em": MetricName("- exact match"),
        **overlap_names("support", "support", has_exact=True),
        "group_answer_sufficiency_f1": MetricName("**answer F1, both of a pair right**"),
        "group_support_sufficiency_f1": MetricName("**support F1, both of a pair right**"),
    },
    _musique,
    is_paired=True,
)
