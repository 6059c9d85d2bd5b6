"""What the script of a comparison's page reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .blocks import json_block, paper_json
from .entries import entries_of
from .entry import rounded
from .fault import FAULTS, MEANINGS
from .markup import joined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qasper_eval.report.compare.comparison import Comparison

    from .entry import Entry
    from .markup import Markup
    from .paired_source import PairedSource

Pair = tuple["Entry", "Entry"]


def pairs_of(source: PairedSource) -> list[Pair]:
    """Return every paired question as either run has it."""
    return list(zip(entries_of(source.a), entries_of(source.b), strict=True))


def paired_list_block(comparison: Comparison, source: PairedSource, pairs: Sequence[Pair]) -> Markup:
    """Return the block that the list of questions is made of."""
    changes = changes_of(comparison)
    papers = {a.paper: paper for (paper, _), (a, _) in zip(source.a.asked, pairs, strict=True)}
    content = {
        "papers": [papers[place].title or papers[place].id for place in sorted(papers)],
        "names": {
            "fault": {fault: MEANINGS[fault] for fault in FAULTS},
            "change": {
                f"{flip.key} {arm}": f"{flip.label}: only {arm}" for flip in comparison.flips for arm in ("B", "A")
            },
        },
        "evidence": comparison.has_evidence,
        "questions": [_listed(a, b, changes.get(a.question_id, [])) for a, b in pairs],
    }
    return json_block("index", content)


def changes_of(comparison: Comparison) -> Mapping[str, list[str]]:
    """Return which flips a question is in, such as ``evidence_exact B`` where it holds in B only."""
    found: dict[str, list[str]] = {}
    for flip in comparison.flips:
        for arm, ids in (("B", flip.gained), ("A", flip.lost)):
            for name in ids:
                found.setdefault(name, []).append(f"{flip.key} {arm}")
    return found


def _listed(a: Entry, b: Entry, changes: Sequence[str]) -> dict[str, Any]:
    listed = a.listed()
    gap = None
    if a.numbers is not None and b.numbers is not None:
        gap = [rounded(b.numbers[0] - a.numbers[0]), rounded(b.numbers[3] - a.numbers[3])]
    return {**listed, "b": {key: b.listed()[key] for key in ("f", "n", "k")}, "d": gap, "x": changes}


def paired_paper_blocks(source: PairedSource, pairs: Sequence[Pair]) -> Markup:
    """Return a block for each paper with what opens with each of its questions, A and B."""
    papers = {a.paper: paper for (paper, _), (a, _) in zip(source.a.asked, pairs, strict=True)}
    opened: dict[int, dict[str, Any]] = {}
    for a, b in pairs:
        arms = [_opened(entry, source, place) for place, entry in enumerate((a, b))]
        opened.setdefault(a.paper, {})[a.question_id] = {"a": arms[0], "b": arms[1]}
    shown = {place: paper_json(papers[place]) if source.has_paragraphs else _UNPUBLISHED for place in papers}
    return joined(
        json_block(f"paper-{place}", {"id": papers[place].id, **shown[place], "questions": opened[place]})
        for place in sorted(papers)
    )


_UNPUBLISHED: dict[str, Any] = {"sections": [], "paragraphs": [], "hidden": True}
"""Stands for the paragraphs of a published paper, whose texts are not there."""


def _opened(entry: Entry, source: PairedSource, place: int) -> dict[str, Any]:
    opened = entry.opened()
    if not source.has_answers[place]:
        opened["a"], opened["hidden"] = "", True
        opened.pop("x", None)
        opened.pop("cl", None)
    if place:  # people answered and marked the same for both, so A's entry says it
        del opened["h"]
        opened["m"] = [mark for mark in opened["m"] if mark["k"] != "human"]
    if not source.has_paragraphs or place:
        opened["m"] = [{key: value for key, value in mark.items() if key != "t"} for mark in opened["m"]]
    return opened
