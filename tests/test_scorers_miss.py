"""Misses told apart, by hand and as a partition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.miss import Misses, misses


@pytest.mark.parametrize(
    ("relevant", "cited", "retrieved", "expected"),
    [
        ({1, 2, 3}, [9, 2, 9, 2], {2, 3, 9}, Misses((2,), (1,), (3,), (9,))),
        ({4, 5}, [], [5], Misses((), (4,), (5,), ())),
        ({4, 5}, [4], None, Misses((4,), (), (5,), ())),
        (set[int](), [7, 6], [6], Misses((), (), (), (7, 6))),
        ({8}, [8], [1], Misses((8,), (), (), ())),
        (set[int](), [], None, Misses((), (), (), ())),
    ],
    ids=["all four", "nothing cited", "no search", "nothing relevant", "cited without the search", "nothing"],
)
def test_each_kind_of_miss(
    relevant: set[int], cited: list[int], retrieved: set[int] | list[int] | None, expected: Misses
) -> None:
    assert misses(relevant, cited, retrieved) == expected


_IDS = st.sets(st.integers(0, 8))


@given(_IDS, st.lists(st.integers(0, 8)), st.none() | _IDS)
def test_every_item_is_in_exactly_one_place(relevant: set[int], cited: list[int], retrieved: set[int] | None) -> None:
    told = misses(relevant, cited, retrieved)
    places = (*told.found, *told.not_retrieved, *told.not_cited, *told.not_evidence)
    assert sorted(places) == sorted(relevant | set(cited))
    assert {*told.found, *told.not_evidence} == set(cited)
    assert not set(told.not_retrieved) & (retrieved or set())
