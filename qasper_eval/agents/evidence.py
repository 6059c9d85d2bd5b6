"""The official evidence list of a prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loaders.records import Paper
    from qasper_eval.prediction_parts import Citation


def predicted_evidence(paper: Paper, citations: Iterable[Citation]) -> tuple[str, ...]:
    """Return the verbatim texts of the cited paragraphs in citation order, each text once (T3); () for none.

    Once by text, not by ordinal: the official metric compares text, and papers repeat paragraphs.
    """
    return tuple(dict.fromkeys(paper.paragraphs[citation.paragraph].text for citation in citations))
