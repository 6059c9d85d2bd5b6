"""Signatures and the resolution rate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.resolution import resolution_rate
from scorers.signature import Signature, parse_signature

LINE = (
    "evidence_f1|mode:official|refs:max|float:keep|data:allenai/qasper@1a2b3c4d/validation|q:260/1005|papers:94/281"
    "|agent:full-paper|model:gpt-x-2026-05-01|prompt:9f3c|seed:13|ci:paper-bootstrap-t-10000|v:0.1.0"
)


def test_the_line_of_the_specification_parses_and_prints_back() -> None:
    signature = parse_signature(LINE)
    assert str(signature) == LINE
    assert signature.get("data") == "allenai/qasper@1a2b3c4d/validation"
    assert signature.get("nothing") is None


@given(st.text(min_size=1), st.lists(st.text(), max_size=4))
def test_any_value_survives_on_one_line(metric: str, values: list[str]) -> None:
    metric, *values = (text.encode("utf-8", "ignore").decode() for text in (metric, *values))
    signature = Signature(metric, tuple((f"k{'x' * place}", value) for place, value in enumerate(values)))
    line = str(signature)
    assert parse_signature(line) == signature
    assert len(line.splitlines()) <= 1
    assert line.count("|") == len(values)


def test_separators_are_percent_escaped() -> None:
    assert str(Signature("m", (("model", "a|b%c\nd"),))) == "m|model:a%7Cb%25c%0Ad"


@pytest.mark.parametrize("line", ["m|x", "m|X:1", "m|:1", "m|a:1|a:2"])
def test_what_is_no_signature_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="signature"):
        parse_signature(line)


def test_the_resolution_rate_tells_no_citation_from_all_dangling() -> None:
    """S0-04, S0-05."""
    assert resolution_rate(3, 1) == 2 / 3
    assert resolution_rate(0, 0) is None
    assert resolution_rate(2, 2) == 0.0
