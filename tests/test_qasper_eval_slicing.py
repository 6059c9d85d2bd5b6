"""The order of design.md: a prefix is a valid sample and a longer run extends a shorter one."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from loaders.records import Counts, Dataset, Paper, Question, Reference
from qasper_eval.slicing import cut_slice

TYPES: tuple[Literal["extractive", "abstractive", "boolean", "none"], ...] = (
    "extractive",
    "abstractive",
    "boolean",
    "none",
)


def dataset_of(*sizes: int) -> Dataset:
    papers = tuple(
        Paper(
            id=f"paper{number}",
            title="",
            abstract="",
            paragraphs=(),
            questions=tuple(
                Question(
                    f"p{number}q{place}",
                    f"paper{number}",
                    "?",
                    (Reference("a", TYPES[(number + place) % 4]),),
                )
                for place in range(size)
            ),
        )
        for number, size in enumerate(sizes)
    )
    counts = Counts(len(papers), sum(sizes), sum(sizes), 0, 0, 0, 0)
    return Dataset("test", "local", None, "f" * 64, "", "", papers, counts)


def ids(dataset: Dataset, order: str = "papers", seed: int = 13, **cut: int) -> list[str]:
    part = cut_slice(dataset, order=order, seed=seed, papers=cut.get("papers"), questions=cut.get("questions"))
    return [question.id for _, question in part.questions]


def test_papers_come_by_the_hash_of_seed_and_id_with_their_questions_together() -> None:
    """The key is sha256(f"{seed}:{id}"), written out here a second time."""
    dataset = dataset_of(2, 3, 1)
    expected: list[str] = []
    for paper in sorted(dataset.papers, key=lambda paper: hashlib.sha256(f"13:{paper.id}".encode()).digest()):
        expected += [question.id for question in paper.questions]
    assert ids(dataset) == expected


def test_another_seed_is_another_order() -> None:
    dataset = dataset_of(*[1] * 30)
    assert ids(dataset, seed=13) != ids(dataset, seed=14)


@given(
    sizes=st.lists(st.integers(0, 5), min_size=1, max_size=8),
    order=st.sampled_from(["papers", "questions"]),
    short=st.integers(1, 10),
    more=st.integers(0, 10),
)
def test_a_longer_slice_extends_a_shorter_one(sizes: list[int], order: str, short: int, more: int) -> None:
    """S1-36."""
    dataset = dataset_of(*sizes)
    longer = ids(dataset, order, questions=short + more)
    assert ids(dataset, order, questions=short) == longer[:short]
    assert len(set(longer)) == len(longer)


@given(sizes=st.lists(st.integers(1, 4), min_size=2, max_size=8), papers=st.integers(1, 8))
def test_more_papers_extend_fewer_in_paper_order(sizes: list[int], papers: int) -> None:
    dataset = dataset_of(*sizes)
    fewer = ids(dataset, papers=papers)
    assert ids(dataset, papers=papers + 1)[: len(fewer)] == fewer


def test_order_depends_neither_on_other_papers_nor_on_file_order() -> None:
    whole, part = dataset_of(2, 2, 2, 2), dataset_of(2, 2)
    kept = [key for key in ids(whole) if key[:2] in {"p0", "p1"}]
    assert kept == ids(part)
    assert ids(replace(whole, papers=whole.papers[::-1])) == ids(whole)


def test_question_order_keeps_the_types_in_proportion_in_every_prefix() -> None:
    """Each type's count in a prefix is within one of its share."""
    dataset = dataset_of(*[8] * 10)
    types = {question.id: question.references[0].type for paper in dataset.papers for question in paper.questions}
    order = ids(dataset, "questions")
    share = Counter(types.values())
    for size in range(1, len(order) + 1):
        seen = Counter(types[key] for key in order[:size])
        for kind, total in share.items():
            assert abs(seen[kind] - total * size / len(order)) <= 1


def test_a_cut_inside_the_last_paper_is_stated() -> None:
    dataset = dataset_of(3, 3)
    part = cut_slice(dataset, order="papers", seed=13, papers=None, questions=4)
    last = part.questions[-1][0].id
    assert part.note == f"the last paper, {last}, is cut: 1 of its 3 questions"
    assert cut_slice(dataset, order="papers", seed=13, papers=None, questions=3).note == ""


def test_a_repeated_question_id_is_asked_once_with_its_last_content() -> None:
    dataset = dataset_of(1, 1)
    twice = replace(dataset.papers[1], questions=(replace(dataset.papers[0].questions[0], text="last"),))
    part = cut_slice(
        replace(dataset, papers=(dataset.papers[0], twice)), order="papers", seed=13, papers=None, questions=None
    )
    assert [question.text for _, question in part.questions] == ["last"]
