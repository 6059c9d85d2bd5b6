"""ContractNLI becomes records: contracts as spans, statements as claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import DatasetError, Reference, Span, load
from loaders.anomalies import Anomalies
from loaders.contractnli import read_contractnli
from row_files import load_document, parquet_file

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json

TEXT = "AGREEMENT\n1. Party A keeps\nthe secret.\n  2. For two years.\n"
SPANS = [[0, 9], [10, 38], [41, 58]]
LABELS = {
    "nda-1": {"short_description": "Secret", "hypothesis": "The secret is kept."},
    "nda-2": {"short_description": "Copies", "hypothesis": "Copies are allowed."},
    "nda-3": {"short_description": "Term", "hypothesis": "It lasts for ever."},
}


def annotation(choice: str, *spans: int) -> Json:
    """Give an annotation as released."""
    return {"choice": choice, "spans": list(spans)}


def released(annotations: Json | None = None, **changes: object) -> Json:
    """Give a release of one contract."""
    usual = {
        "nda-1": annotation("Entailment", 1, 2),
        "nda-2": annotation("NotMentioned"),
        "nda-3": annotation("Contradiction", 2),
    }
    document: Json = {
        "id": 7,
        "file_name": "a.pdf",
        "text": TEXT,
        "spans": SPANS,
        "annotation_sets": [{"annotations": annotations or usual}],
        "document_type": "search-pdf",
        "url": "https://example.org/a.pdf",
    }
    return {"documents": [{**document, **changes}], "labels": LABELS}


def test_spans_are_paragraphs_and_statements_are_claims(tmp_path: Path) -> None:
    """The evidence span is a whole paragraph; what is not mentioned is unanswerable."""
    dataset = load_document("contractnli", tmp_path, released())
    (paper,) = dataset.papers
    first, second = "1. Party A keeps\nthe secret.", "2. For two years."
    assert [paragraph.text for paragraph in paper.paragraphs] == ["AGREEMENT", first, second]
    assert (paper.id, paper.title) == ("7", "a.pdf")
    assert [(question.id, question.text, question.kind) for question in paper.questions] == [
        ("7/nda-1", "The secret is kept.", "claim"),
        ("7/nda-2", "Copies are allowed.", "claim"),
        ("7/nda-3", "It lasts for ever.", "claim"),
    ]
    assert [question.references for question in paper.questions] == [
        (
            Reference(
                "Yes",
                "boolean",
                (first, second),
                evidence_spans=(Span(1, 0, 28), Span(2, 0, 17)),
                label="Entailment",
            ),
        ),
        (Reference("Unanswerable", "none", label="NotMentioned"),),
        (Reference("No", "boolean", (second,), evidence_spans=(Span(2, 0, 17),), label="Contradiction"),),
    ]
    (licence,) = dataset.warnings
    assert licence.startswith("ContractNLI may not be used commercially (")


def test_text_outside_the_spans_and_spans_out_of_order_lose_nothing(tmp_path: Path) -> None:
    """Span 0 is the last in the text; the heading is in no span and becomes a paragraph; indices still lead home."""
    dataset = load_document(
        "contractnli", tmp_path, released({"nda-1": annotation("Entailment", 0)}, spans=SPANS[:0:-1])
    )
    (paper,) = dataset.papers
    assert [paragraph.text for paragraph in paper.paragraphs] == [
        "AGREEMENT",
        "1. Party A keeps\nthe secret.",
        "2. For two years.",
    ]
    assert paper.questions[0].references[0].evidence_spans == (Span(2, 0, 17),)
    assert dataset.warnings[1:] == (
        "1 stretch of text lies outside the dataset's own spans and is kept as a paragraph of its own.",
    )


def test_spans_and_indices_that_point_nowhere_are_counted_and_stay(tmp_path: Path) -> None:
    """A span beyond the text, an empty one, and an index of no span."""
    changed = released({"nda-1": annotation("Entailment", 1, 3, 4, 9)}, spans=[*SPANS, [50, 99], [5, 5]])
    dataset = load_document("contractnli", tmp_path, changed)
    (reference,) = dataset.papers[0].questions[0].references
    assert (reference.unplaced, len(reference.evidence), len(reference.evidence_spans)) == (3, 4, 1)
    assert [warning.split(" ", 1)[0] for warning in dataset.warnings[1:]] == ["3", "2"]


def test_two_annotation_sets_are_two_references(tmp_path: Path) -> None:
    """The format allows several, the release has one."""
    sets = [{"annotations": {"nda-1": annotation(choice)}} for choice in ("Entailment", "NotMentioned")]
    dataset = load_document("contractnli", tmp_path, released(annotation_sets=sets))
    assert dataset.papers[0].questions[0].answer_class == "split"


def only(annotation_of: str, choice: str) -> Json:
    """Give the change that leaves one annotation."""
    return {"annotation_sets": [{"annotations": {annotation_of: annotation(choice)}}]}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"spans": [[1]]}, "document 1: span 0 is a list of 1, not a pair of offsets"),
        ({"spans": [3]}, "document 1: span 0 is a number, not a list"),
        ({"text": None}, "document 1: text is null, not a string"),
        (only("nda-1", "Perhaps"), "document 1, statement nda-1: choice is 'Perhaps', a label that is not known"),
        (only("nda-9", "Entailment"), "document 1: labels has no statement nda-9"),
    ],
)
def test_a_bad_contract_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """Contract and statement."""
    with pytest.raises(DatasetError) as caught:
        load_document("contractnli", tmp_path, released(**changes))
    assert fault in str(caught.value)


def test_the_hubs_pairs_and_the_hub_itself_point_to_the_release(tmp_path: Path) -> None:
    """Their evidence is gone; one line says what to take instead."""
    pairs = parquet_file(tmp_path, [{"premise": "A.", "hypothesis": "B.", "label": 1}])
    with pytest.raises(DatasetError, match="drop the evidence spans; give the release's JSON"):
        load("contractnli", path=pairs)
    with pytest.raises(DatasetError, match=r"cannot be read from the Hub; set dataset\.path to train\.json"):
        load("contractnli")


@given(
    st.text(alphabet="ab \n", max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=5)
)
def test_no_word_of_a_contract_is_lost(text: str, spans: list[tuple[int, int]]) -> None:
    """Whatever the spans: paragraphs hold every code point that is no white space, and spans are verbatim."""
    document = {"id": 1, "text": text, "spans": [list(pair) for pair in spans], "annotation_sets": []}
    (paper,) = read_contractnli([{"documents": [document], "labels": {}}], Anomalies())
    texts = [paragraph.text for paragraph in paper.paragraphs]
    valid = [(start, end) for start, end in spans if start < end <= len(text)]
    assert all(text[start:end] in texts for start, end in valid)
    inside = {point for start, end in valid for point in range(start, end)}
    left = sorted(text[point] for point in range(len(text)) if point not in inside and not text[point].isspace())
    own = list(texts)
    for start, end in valid:
        own.remove(text[start:end])
    assert sorted(letter for found in own for letter in found if not letter.isspace()) == left
