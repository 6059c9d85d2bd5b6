"""The 0.975 quantile of Student's t, without a statistics library."""

from __future__ import annotations

import math

NORMAL_QUANTILE = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""
_SERIES_UP_TO = 200


def t_quantile(degrees: int) -> float:
    """Return t(0.975, degrees), rounded to 9 decimals so that no maths library's last bits reach a result.

    Up to 200 degrees of freedom by Newton's method on the finite trigonometric series (Abramowitz and Stegun
    26.7.3-4), above by the expansion 26.7.5, whose error is below 1e-10 there. Raises ValueError below 1.
    """
    if degrees < 1:
        raise ValueError("Student's t needs at least one degree of freedom")
    return round(_by_newton(degrees) if degrees <= _SERIES_UP_TO else _by_expansion(degrees), 9)


def _by_newton(degrees: int) -> float:
    half = degrees / 2
    scale = 2 * math.exp(math.lgamma(half + 0.5) - math.lgamma(half)) / math.sqrt(degrees * math.pi)
    quantile, step = NORMAL_QUANTILE, 1.0  # from below, where the concave area makes every step fall short
    while step > 1e-13:
        slope = scale * (1 + quantile * quantile / degrees) ** -(half + 0.5)
        step = (0.95 - _central_area(quantile, degrees)) / slope
        quantile += step
    return quantile


def _central_area(t: float, degrees: int) -> float:
    """Return P(-t < T < t)."""
    theta = math.atan2(t, math.sqrt(degrees))
    sine, cosine = math.sin(theta), math.cos(theta)
    first = 1 if degrees % 2 == 0 else 2
    term = 1.0 if degrees % 2 == 0 else cosine
    total = term if degrees > 1 else 0.0
    for step in range(first, degrees - 2, 2):
        term *= step / (step + 1) * cosine * cosine
        total += term
    return sine * total if degrees % 2 == 0 else 2 / math.pi * (theta + sine * total)


def _by_expansion(degrees: int) -> float:
    x = NORMAL_QUANTILE
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    quantile = x
    for power, term in enumerate(terms, start=1):
        quantile += term / float(degrees**power)
    return quantile
