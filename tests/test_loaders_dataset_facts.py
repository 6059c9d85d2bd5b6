"""Facts of datasets, and what is said of odd files."""

from __future__ import annotations

from typing import get_args

import pytest

from loaders.anomalies import Anomalies, Anomaly
from loaders.dataset_facts import facts_of
from loaders.facts_table import FACTS


def test_the_default_split_is_validation_else_the_only_one() -> None:
    """PeerQA has a test set only, PubMedQA's labelled part is called train."""
    found = {name: facts.default_split for name, facts in FACTS.items() if facts.default_split != "validation"}
    assert found == {"peerqa": "test", "pubmedqa": "train"}


def test_licences_that_forbid_commercial_use_are_marked() -> None:
    """NC in the licence, and only there."""
    marked = {name for name, facts in FACTS.items() if facts.is_non_commercial}
    assert marked == {name for name, facts in FACTS.items() if "-NC" in facts.license}
    assert marked == {"peerqa", "scifact", "contractnli"}


def test_only_marked_evidence_can_be_scored() -> None:
    """PubMedQA's answer rests on the whole abstract."""
    assert [name for name, facts in FACTS.items() if not facts.has_evidence] == ["pubmedqa"]


def test_an_unanswerable_answer_type_has_a_meaning() -> None:
    """Where answers can be none, the facts say what that means, and nowhere else."""
    for facts in FACTS.values():
        assert ("none" in facts.answers) == bool(facts.unanswerable), facts.name


def test_a_name_is_found_before_a_repository() -> None:
    """Both lead to the same facts."""
    assert facts_of("hotpotqa") is facts_of("hotpotqa/hotpot_qa")


@pytest.mark.parametrize("kind", get_args(Anomaly))
def test_every_oddity_has_a_sentence_for_one_and_for_several(kind: Anomaly) -> None:
    """With its number; what is lost says that it stays in the gold."""
    one, several = Anomalies(), Anomalies()
    one.note(kind)
    several.note(kind, 1200)
    (singular,), (plural,) = one.sentences(), several.sentences()
    assert singular.startswith("1 ")
    assert plural.startswith("1,200 ")
    assert singular.endswith(".")
    assert singular.removeprefix("1") != plural.removeprefix("1,200")
    is_lost = kind.startswith(("unplaced", "unmapped", "unmatched"))
    assert ("in the gold" in singular) == ("in the gold" in plural) == is_lost


def test_nothing_odd_says_nothing() -> None:
    """A count of 0 is none."""
    anomalies = Anomalies()
    anomalies.note("moved_span", 0)
    assert (anomalies.sentences(), anomalies.count("moved_span")) == ((), 0)
