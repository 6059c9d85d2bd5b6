"""Which questions, in which order: a prefix is a valid sample and a longer run extends a shorter one."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from loaders.records import Dataset, Paper, Question


@dataclass(frozen=True, slots=True)
class Slice:
    """Questions in the order in which they are asked."""

    questions: tuple[tuple[Paper, Question], ...]
    """Each with its paper."""
    note: str = ""
    """States a cut inside the last paper; empty when there is none."""


def cut_slice(dataset: Dataset, *, order: str, seed: int, papers: int | None, questions: int | None) -> Slice:
    """Return the first ``papers`` papers' questions, at most ``questions`` of them, in the seeded order.

    ``papers``: papers by sha256 of ``seed:id``, each paper's questions together in file order. ``questions``: each
    majority reference type by sha256 of ``seed:id``, the types interleaved in proportion (design.md, Order).
    """
    by_paper: dict[str, list[tuple[Paper, Question]]] = {}
    for paper, question in dataset.questions():
        by_paper.setdefault(paper.id, []).append((paper, question))
    chosen = sorted(by_paper, key=lambda paper_id: _key(seed, paper_id))[:papers]
    pairs = [pair for paper_id in chosen for pair in by_paper[paper_id]]
    if order == "questions":
        pairs = _stratified(pairs, seed)
    kept = tuple(pairs[:questions])
    return Slice(kept, _cut_note(pairs, kept) if order == "papers" else "")


def _key(seed: int, identity: str) -> str:
    return hashlib.sha256(f"{seed}:{identity}".encode()).hexdigest()


def _stratified(pairs: Iterable[tuple[Paper, Question]], seed: int) -> list[tuple[Paper, Question]]:
    strata: dict[str, list[tuple[str, Paper, Question]]] = {}
    for paper, question in pairs:
        strata.setdefault(_majority_type(question), []).append((_key(seed, question.id), paper, question))
    placed: list[tuple[float, str, Paper, Question]] = []
    for members in strata.values():
        members.sort(key=lambda member: member[0])
        placed += [((place + 0.5) / len(members), *member) for place, member in enumerate(members)]
    placed.sort(key=lambda member: (member[0], member[1]))
    return [(paper, question) for _, _, paper, question in placed]


def _majority_type(question: Question) -> str:
    ranked = Counter(reference.type for reference in question.references).most_common(2)
    if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
        return "mixed"
    return ranked[0][0] if ranked else "mixed"


def _cut_note(pairs: Sequence[tuple[Paper, Question]], kept: Sequence[tuple[Paper, Question]]) -> str:
    if not kept or len(kept) == len(pairs):
        return ""
    last = kept[-1][0].id
    asked, present = (sum(paper.id == last for paper, _ in some) for some in (kept, pairs))
    return "" if asked == present else f"the last paper, {last}, is cut: {asked} of its {present} questions"
