"""Why a citation list and the human evidence differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@dataclass(frozen=True, slots=True)
class Misses:
    """Every relevant and every cited item of one question in exactly one place; ids as given, each once."""

    found: tuple[int, ...]
    """Relevant and cited, in citation order."""
    not_retrieved: tuple[int, ...]
    """Relevant, neither retrieved nor cited, ascending: the search's fault."""
    not_cited: tuple[int, ...]
    """Relevant and retrieved, but not cited, ascending: the reader's fault."""
    not_evidence: tuple[int, ...]
    """Cited and marked by no annotator, in citation order."""


def misses(relevant: Collection[int], cited: Sequence[int], retrieved: Collection[int] | None) -> Misses:
    """Tell apart what was not retrieved, retrieved and not cited, cited and not human evidence.

    ``relevant`` is what any annotator marked (metrics.md, Evidence and retrieval). ``retrieved`` is None for an agent
    that searches nothing and is shown everything; then no miss is the search's. A cited item counts as cited whether
    it was retrieved or not. Equal texts must come under one id. Nothing relevant, cited or retrieved gives empty
    places.
    """
    once = tuple(dict.fromkeys(cited))
    missed = sorted(set(relevant).difference(once))
    return Misses(
        found=tuple(item for item in once if item in relevant),
        not_retrieved=tuple(item for item in missed if retrieved is not None and item not in retrieved),
        not_cited=tuple(item for item in missed if retrieved is None or item in retrieved),
        not_evidence=tuple(item for item in once if item not in relevant),
    )
