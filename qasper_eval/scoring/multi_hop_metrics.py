"""HotpotQA's and 2WikiMultihopQA's own metrics."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scorers.multi_hop import HopScore, hop_answer, hop_joint
from scorers.set_overlap import set_overlap

from .dataset_metrics import MetricName, MetricSet, Ratio
from .metric_parts import lost_units, overlap_means, overlap_names

if TYPE_CHECKING:
    from collections.abc import Hashable

    from loaders.records import Paper

    from .dataset_answer import DatasetAnswer
    from .gold import GoldQuestion

_ANSWER = {"answer_f1": MetricName("**answer F1**"), "answer_em": MetricName("- exact match")}
_SUPPORT = overlap_names("sp", "supporting-fact", has_exact=True)


def _joint(suffix: str, what: str) -> dict[str, MetricName]:
    return {
        f"joint_f1{suffix}": MetricName(f"**joint F1**{what}"),
        f"joint_precision{suffix}": MetricName("- precision"),
        f"joint_recall{suffix}": MetricName("- recall"),
        f"joint_em{suffix}": MetricName("- exact match"),
    }


def _measure(gold: GoldQuestion, said: DatasetAnswer, suffix: str) -> dict[str, Ratio]:
    paper, reference = gold.paper.paper, gold.question.references[0]
    answer = hop_answer(said.text, reference.answer)
    found = {"answer_f1": Ratio(answer.f1), "answer_em": Ratio(answer.exact)}
    marked = {_fact(paper, unit.paragraph, unit.sentence) for unit in reference.evidence_sentences}
    marked |= lost_units(reference)
    if not marked:
        return found
    facts = set_overlap({_fact(paper, *unit) for unit in said.sentences(paper)}, marked)
    joint = hop_joint(answer, HopScore(facts.exact, facts.precision, facts.recall, facts.f1))
    return found | {
        **overlap_means("sp", facts, has_exact=True),
        f"joint_f1{suffix}": Ratio(joint.f1),
        f"joint_precision{suffix}": Ratio(joint.precision),
        f"joint_recall{suffix}": Ratio(joint.recall),
        f"joint_em{suffix}": Ratio(joint.exact),
    }


def _fact(paper: Paper, paragraph: int, sentence: int) -> Hashable:
    """Return a supporting fact as the scripts compare it: title and number of the sentence."""
    title = paper.paragraphs[paragraph].document if paragraph >= 0 else ""
    return title or paragraph, sentence


HOTPOTQA = MetricSet(
    "HotpotQA",
    "hotpot_evaluate_v1.py, Yang et al. 2018",
    {**_ANSWER, **_SUPPORT, **_joint("", "")},
    partial(_measure, suffix=""),
)
TWOWIKI = MetricSet(
    "2WikiMultihopQA",
    "2wikimultihop_evaluate_v1.1.py, Ho et al. 2020; its evidence triples and answer aliases are not loaded, so that "
    "the joint scores are those of answer and supporting facts",
    {**_ANSWER, **_SUPPORT, **_joint("_without_triples", ", answer and supporting facts")},
    partial(_measure, suffix="_without_triples"),
)
