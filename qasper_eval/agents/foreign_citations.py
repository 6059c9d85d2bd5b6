"""What an agent of one's own cites, by ordinal or by text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval.providers.shapes import is_array, is_object

from .paragraph_ids import ParagraphIds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.records import Paper
    from qasper_eval.prediction_parts import JsonValue

_LOOKS_LIKE_AN_ID = re.compile(r"\W*[Pp]?\d+\W*")


@dataclass(frozen=True, slots=True)
class GivenCitations:
    """Citations as given, held against the paper; JSON values ready to be read as a prediction's."""

    citations: list[JsonValue]
    """Those that name a citable paragraph, in order; a bare ordinal once."""
    claims: JsonValue
    """The claims with their citations renumbered."""
    texts: tuple[str, ...] | None
    """Evidence given as texts, each once; None where only ordinals were given."""
    n_invalid: int | None
    """Distinct ordinals that name nothing citable; None where no ordinal was given."""


def given_citations(fields: Mapping[str, JsonValue], paper: Paper, *, cite_abstract: bool) -> GivenCitations:
    """Read ``citations`` (ordinals, objects with a ``paragraph``, or texts) and ``predicted_evidence`` (texts).

    An ordinal that is out of range, blank or the abstract (unless it may be cited) is counted, never mapped to a
    neighbour (T5); a text is never looked up. Raises ValueError where neither is given and nothing was declined, for
    entries of other or mixed types, and for texts that are misspelt ordinals.
    """
    cited, texts = fields.get("citations"), _texts(fields.get("predicted_evidence"), paper)
    if cited is None and texts is None and fields.get("declined") is not True:
        raise ValueError(
            "give citations (paragraph ordinals) or predicted_evidence (texts), [] where nothing is cited"
        )
    if cited is not None and not is_array(cited):
        raise ValueError("citations must be a list")
    entries: list[Any] = cited or []
    claims = fields.get("claims")
    if entries and all(isinstance(entry, str) for entry in entries):
        as_texts = _texts(entries, paper)
        if texts and texts != as_texts:
            raise ValueError("citations and predicted_evidence are both texts and differ; give one of them")
        return GivenCitations([], claims, as_texts, None)
    kept, places, n_invalid = _placed(entries, ParagraphIds.of(paper, cite_abstract=cite_abstract).shown)
    moved = [_moved(claim, places) for claim in claims] if is_array(claims) else claims
    return GivenCitations(kept, moved, texts, n_invalid if entries or not texts else None)


def _texts(texts: JsonValue, paper: Paper) -> tuple[str, ...] | None:
    if texts is None:
        return None
    if not is_array(texts) or not all(isinstance(text, str) for text in texts):
        raise ValueError("predicted_evidence must be a list of strings")
    known = {paragraph.text for paragraph in paper.paragraphs}
    for text in texts:
        if text not in known and _LOOKS_LIKE_AN_ID.fullmatch(text):
            raise ValueError(f"{text!r} is no text of the paper; cite by ordinal, as a whole number")
    return tuple(dict.fromkeys(texts))


def _placed(entries: list[Any], citable: frozenset[int]) -> tuple[list[JsonValue], list[int | None], int]:
    """Return the valid citations, the new index of each entry (None where it is gone), and the invalid ordinals."""
    kept: list[JsonValue] = []
    places: list[int | None] = []
    bare: dict[int, int] = {}
    invalid: set[int] = set()
    for entry in entries:
        ordinal = _ordinal_of(entry)
        if ordinal not in citable:
            invalid.add(ordinal)
            places.append(None)
        elif isinstance(entry, int) and ordinal in bare:
            places.append(bare[ordinal])
        else:
            if isinstance(entry, int):
                bare[ordinal] = len(kept)
            places.append(len(kept))
            kept.append({"paragraph": entry} if isinstance(entry, int) else entry)
    return kept, places, len(invalid)


def _ordinal_of(entry: JsonValue) -> int:
    ordinal = entry.get("paragraph") if is_object(entry) else entry
    if type(ordinal) is not int:
        raise ValueError(
            f"citations must all be ordinals, objects with a paragraph, or texts, but one is {entry!r:.80}"
        )
    return ordinal


def _moved(claim: JsonValue, places: list[int | None]) -> JsonValue:
    """Return the claim with each citation's new index; what is no claim is left for the reader to refuse."""
    if not is_object(claim) or not is_array(claim.get("citations")):
        return claim
    moved: dict[int, None] = {}
    for index in claim["citations"]:
        if type(index) is not int or not 0 <= index < len(places):
            raise ValueError(f"a claim cites {index!r}, which is none of the {len(places)} citations")
        place = places[index]
        if place is not None:
            moved[place] = None
    return {**claim, "citations": list(moved)}
