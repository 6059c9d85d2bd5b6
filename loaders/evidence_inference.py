"""Evidence Inference 2.0 (DeYoung et al. 2020): what a treatment did to an outcome, with the passage that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anomalies import Anomalies
from .assembly import assemble, faults_named
from .dataset_source import local_origin, open_rows
from .errors import DatasetError
from .evidence_article import read_article
from .evidence_folder import folder_rows
from .evidence_prompts import read_prompt
from .facts_questions import EVIDENCE_INFERENCE
from .hub_selection import HubSelection
from .identifier import identifier, row_place
from .qasper_fields import Row, each, rows, text
from .records import Paper, Question, Reference, Span
from .spans import Located, locate, spans_over

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .evidence_article import Article
    from .evidence_prompts import Annotation, Prompt
    from .records import Dataset
    from .request import LoadRequest

_BATCH = 50
_FILES = HubSelection("2.0")


def load_evidence_inference(request: LoadRequest) -> Dataset:
    """Load it from the released folder, parquet or the Hub; raises DatasetError in one line."""
    anomalies = Anomalies()
    path = request.path
    if path is not None and path.suffix.lower() == ".csv":
        raise DatasetError(f"{path} is one file of several; set dataset.path to the folder that holds it")
    if path is not None and path.is_dir():
        origin = local_origin(request, EVIDENCE_INFERENCE, path)
        found: Iterable[object] = folder_rows(path, anomalies)
    else:
        origin, found = open_rows(request, EVIDENCE_INFERENCE, _FILES, batch=_BATCH)
    with faults_named(origin.source, EVIDENCE_INFERENCE.layout):
        papers = read_evidence_inference(found, anomalies)
    return assemble(papers, EVIDENCE_INFERENCE, origin, anomalies)


def read_evidence_inference(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper an article, with one reference for each annotator and label.

    All passages that an annotator marked for a prompt are one reference's evidence. Title and abstract are citable
    paragraphs, because annotators mark them. Prompts without an annotation left are counted and left out. Raises
    FieldError naming the row.
    """
    return each(found, row_place("PMCID"), lambda row: _paper(row, anomalies))


def _paper(row: Row, anomalies: Anomalies) -> Paper:
    article_id = identifier(row, "PMCID")
    article = read_article(text(row, "Text"))
    prompts = each(rows(row, "Prompts"), row_place("PromptID"), lambda prompt: read_prompt(prompt, anomalies))
    questions: list[Question] = []
    for prompt in prompts:
        if prompt.annotations:
            references = _references(prompt, article, anomalies)
            questions.append(Question(prompt.id, article_id, prompt.text, references))
        else:
            anomalies.note("unannotated")
    return Paper(article_id, article.title, "", article.paragraphs, tuple(questions))


def _references(prompt: Prompt, article: Article, anomalies: Anomalies) -> tuple[Reference, ...]:
    grouped: dict[tuple[str, str], list[Annotation]] = {}
    for annotation in prompt.annotations:
        grouped.setdefault((annotation.user, annotation.label), []).append(annotation)
    return tuple(
        _reference(user, label, annotations, article, anomalies) for (user, label), annotations in grouped.items()
    )


def _reference(
    user: str, label: str, annotations: Iterable[Annotation], article: Article, anomalies: Anomalies
) -> Reference:
    spans: list[Span] = []
    lost: list[str] = []
    quoted = dict.fromkeys(annotation.quoted for annotation in annotations if annotation.quoted.strip())
    for annotation in annotations:
        found = _spans(annotation, article, anomalies)
        spans += found
        if not found and annotation.quoted.strip():
            anomalies.note("unplaced_span")
            lost.append(annotation.quoted)
    ordinals = dict.fromkeys(span.paragraph for span in spans)
    return Reference(
        label.capitalize(),
        "abstractive",
        (*(article.paragraphs[ordinal].text for ordinal in ordinals), *lost),
        annotator=user,
        highlighted=tuple(quoted),
        evidence_spans=tuple(dict.fromkeys(spans)),
        label=label,
        unplaced=len(lost),
    )


def _spans(annotation: Annotation, article: Article, anomalies: Anomalies) -> tuple[Span, ...]:
    start, end, quoted = annotation.start, annotation.end, annotation.quoted
    if quoted.strip():
        located = locate(article.text, start, quoted, end)
    else:
        located = Located(start, end) if 0 <= start < end <= len(article.text) else None
    if located is None:
        return ()
    spans = spans_over(article.bounds, located.start, located.end)
    anomalies.note("moved_span", int(located.is_moved and bool(spans)))
    return spans
