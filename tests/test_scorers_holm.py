"""Holm's adjustment."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.holm import holm

P_VALUES = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=12)


def test_four_values_by_hand() -> None:
    """Sorted 0.005, 0.01, 0.03, 0.04: times 4, 3, 2, 1 = 0.02, 0.03, 0.06, 0.04; the last may not fall below 0.06."""
    adjusted = holm([0.01, 0.04, 0.03, 0.005])
    assert [value is not None and round(value, 12) for value in adjusted] == [0.03, 0.06, 0.06, 0.02]


def test_a_row_without_a_test_is_passed_on_and_not_counted() -> None:
    assert holm([None, 0.02, None, 0.5]) == [None, 0.04, None, 0.5]
    assert holm([None]) == [None]
    assert holm([]) == []


def test_no_adjusted_value_exceeds_one_and_equal_values_stay_equal() -> None:
    assert holm([0.4, 0.4, 0.9]) == [1.0, 1.0, 1.0]
    assert holm([0.2, 0.01, 0.2]) == [0.4, 0.03, 0.4]


@pytest.mark.parametrize("wrong", [-0.1, 1.5, math.nan])
def test_what_is_no_probability_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        holm([0.5, wrong])


@given(P_VALUES)
def test_step_down_rejects_the_same_rows_as_holm_wrote_it(p_values: list[float | None]) -> None:
    """Holm 1979: while the smallest p left is at most level / rows left, reject it and go on; otherwise stop."""
    adjusted = holm(p_values)
    for level in (0.01, 0.05, 0.3):
        left = sorted((value, row) for row, value in enumerate(p_values) if value is not None)
        rejected: set[int] = set()
        while left and left[0][0] * len(left) <= level:
            rejected.add(left.pop(0)[1])
        assert {row for row, value in enumerate(adjusted) if value is not None and value <= level} == rejected


@given(P_VALUES)
def test_adjusted_values_keep_their_order_and_never_shrink(p_values: list[float | None]) -> None:
    pairs = [(raw, new) for raw, new in zip(p_values, holm(p_values), strict=True) if raw is not None]
    for raw, new in pairs:
        assert new is not None
        assert raw <= new <= 1
    ordered = sorted((raw, new) for raw, new in pairs if new is not None)
    assert [new for _, new in ordered] == sorted(new for _, new in ordered)
