"""PeerQA (Baumgärtner et al. 2025): questions from peer reviews, answered by the papers' authors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anomalies import Anomalies
from .assembly import assemble, faults_named
from .context_group import ContextGroup
from .dataset_source import companion, hub_rows, local_origin, local_rows
from .facts_questions import PEERQA
from .hub_selection import HubSelection
from .identifier import identifier, row_place
from .peerqa_references import read_reference
from .peerqa_text import read_texts
from .qasper_fields import Row, each, text
from .records import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .peerqa_text import PaperText
    from .records import Dataset, Paper
    from .request import LoadRequest

_QUESTIONS = HubSelection("qa", is_strict=True)
_PAPERS = HubSelection("papers", is_strict=True)
_PAPERS_LAYOUT = "PeerQA's papers.jsonl: paper_id, idx, pidx, type, content, last_heading"


def load_peerqa(request: LoadRequest) -> Dataset:
    """Load questions with the extracted text of their papers, from qa.jsonl and papers.jsonl or the Hub.

    The Hub has a script, and a copy without one only if the Hub itself made it. Raises DatasetError in one line.
    """
    path = request.path
    if path is None:
        origin, asked = hub_rows(request, PEERQA, _QUESTIONS)
        texts, sentences = hub_rows(request, PEERQA, _PAPERS, revision=origin.revision)
        text_source = texts.source
    else:
        origin, asked = local_origin(request, PEERQA, path), local_rows(path, PEERQA)
        corpus = companion(request, path, "qa", "papers")
        text_source, sentences = str(corpus), local_rows(corpus, PEERQA)
    anomalies = Anomalies()
    with faults_named(text_source, _PAPERS_LAYOUT):
        papers = read_texts(sentences)
    with faults_named(origin.source, PEERQA.layout):
        found = read_questions(asked, papers, anomalies)
    return assemble(found, PEERQA, origin, anomalies)


def read_questions(
    found: Iterable[object], texts: Mapping[str, PaperText], anomalies: Anomalies
) -> tuple[Paper, ...]:
    """Return the papers that are asked about; questions without a paper or an annotation are counted and left out.

    Raises FieldError naming the row.
    """
    group = ContextGroup()

    def add(row: Row) -> None:
        held = texts.get(identifier(row, "paper_id"))
        if held is None:
            anomalies.note("missing_context")
            return
        reference = read_reference(row, held, anomalies)
        if reference is None:
            anomalies.note("unannotated")
            return
        asked = Question(identifier(row, "question_id"), held.paper.id, text(row, "question"), (reference,))
        group.add(held.paper.id, held.paper, asked)

    each(found, row_place("question_id"), add)
    return group.papers()
