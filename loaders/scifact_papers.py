"""Claims and the documents they cite, as papers whose paragraphs are sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context_group import ContextGroup
from .records import Paper, Paragraph, Question, Reference, SentenceId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .anomalies import Anomalies
    from .scifact_claims import Claim, Rationale
    from .scifact_corpus import Document

_NOT_ENOUGH = "NEI"


def claim_papers(
    claims: Iterable[Claim], documents: Mapping[str, Document], anomalies: Anomalies
) -> tuple[Paper, ...]:
    """Return one paper for each set of cited documents, each of their sentences a paragraph.

    Every rationale is a reference, for each is enough by itself; a claim without one has the reference none. A claim
    none of whose documents is in the corpus is counted and left out; a single missing document or sentence is
    counted, and what was marked there stays in the gold.
    """
    group = ContextGroup()
    for claim in claims:
        wanted = tuple(dict.fromkeys((*claim.cited, *(rationale.document for rationale in claim.rationales))))
        held = tuple(document for document in wanted if document in documents)
        if wanted and not held:
            anomalies.note("missing_context")
            continue
        anomalies.note("missing_document", len(wanted) - len(held))
        paper = group.find(held) or _paper(held, documents)
        ordinals = _ordinals(held, documents)
        references = tuple(_reference(found, paper, ordinals, anomalies) for found in claim.rationales)
        group.add(
            held,
            paper,
            Question(
                claim.id,
                paper.id,
                claim.text,
                references or (Reference("Unanswerable", "none", label=_NOT_ENOUGH),),
                "claim",
            ),
        )
    return group.papers()


def _paper(held: Sequence[str], documents: Mapping[str, Document]) -> Paper:
    is_single = len(held) == 1
    paragraphs = tuple(
        Paragraph(
            sentence,
            document="" if is_single else documents[document].title or document,
            sentences=((0, len(sentence)),),
        )
        for document in held
        for sentence in documents[document].sentences
    )
    return Paper("+".join(held), documents[held[0]].title if is_single else "", "", paragraphs, ())


def _ordinals(held: Sequence[str], documents: Mapping[str, Document]) -> dict[tuple[str, int], int]:
    places = ((document, index) for document in held for index in range(len(documents[document].sentences)))
    return {place: ordinal for ordinal, place in enumerate(places)}


def _reference(
    rationale: Rationale, paper: Paper, ordinals: Mapping[tuple[str, int], int], anomalies: Anomalies
) -> Reference:
    places = [(rationale.document, sentence) for sentence in rationale.sentences]
    found = [ordinals[place] for place in places if place in ordinals]
    lost = [f"{place[0]}, sentence {place[1]}" for place in places if place not in ordinals]
    is_document_held = any(document == rationale.document for document, _ in ordinals)
    anomalies.note("unplaced_sentence" if is_document_held else "unplaced_document", len(lost))
    evidence = (*(paper.paragraphs[ordinal].text for ordinal in found), *lost)
    return Reference(
        rationale.answer,
        rationale.type,
        () if rationale.type == "none" else evidence,
        evidence_sentences=tuple(SentenceId(ordinal, 0) for ordinal in found),
        label=rationale.label,
        unplaced=len(lost),
    )
