"""The smallest detectable difference."""

from __future__ import annotations

import math

import pytest

from scorers.detectable import smallest_detectable


def test_one_standard_error_of_two_points_by_hand() -> None:
    """(1.959964 + 0.841621) * 0.02 = 2.801585 * 0.02 = 0.0560317."""
    assert math.isclose(smallest_detectable(0.02), 0.0560317, rel_tol=1e-12)
    assert smallest_detectable(0.0) == 0.0


def test_a_z_test_finds_it_four_times_in_five() -> None:
    """The power of a two-sided z test at this difference, from the normal distribution function."""
    shift = smallest_detectable(1.0)
    power = 0.5 * math.erfc((1.959964 - shift) / math.sqrt(2)) + 0.5 * math.erfc((1.959964 + shift) / math.sqrt(2))
    assert abs(power - 0.8) < 1e-6


@pytest.mark.parametrize("wrong", [-0.1, math.nan])
def test_a_negative_error_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        smallest_detectable(wrong)
