"""PubMedQA becomes records, from the object by PubMed id or from the Hub's rows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loaders import DatasetError, Paragraph, Reference, load
from loaders.dataset_facts import facts_of
from row_files import json_file, lines_file, load_document, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json


def released(decision: str = "yes", **changes: object) -> Json:
    """Give one abstract as released."""
    row: Json = {
        "QUESTION": "Does tea help?",
        "CONTEXTS": ["We asked 40 people.", "Tea helped 30 of them."],
        "LABELS": ["METHODS", "RESULTS"],
        "MESHES": ["Tea"],
        "YEAR": "2001",
        "reasoning_required_pred": "yes",
        "reasoning_free_pred": "yes",
        "final_decision": decision,
        "LONG_ANSWER": "Tea helps.",
    }
    return {**row, **changes}


def on_the_hub(pubmed_id: str, row: Json) -> Json:
    """Give a released abstract in the Hub's columns."""
    return {
        "pubid": int(pubmed_id),
        "question": row["QUESTION"],
        "context": {
            "contexts": row["CONTEXTS"],
            "labels": row["LABELS"],
            "meshes": row["MESHES"],
            "reasoning_required_pred": [row["reasoning_required_pred"]],
            "reasoning_free_pred": [row["reasoning_free_pred"]],
        },
        "long_answer": row["LONG_ANSWER"],
        "final_decision": row["final_decision"],
    }


def test_sections_are_paragraphs_and_the_decision_is_answer_and_label(tmp_path: Path) -> None:
    """Nobody marked evidence, so references have none, and the facts say that citations cannot be scored."""
    document = {"11": released(), "12": released("no"), "13": released("maybe")}
    dataset = load_document("pubmedqa", tmp_path, document)
    assert dataset.papers[0].paragraphs == (
        Paragraph("We asked 40 people.", "METHODS"),
        Paragraph("Tea helped 30 of them.", "RESULTS"),
    )
    assert [paper.questions[0].references for paper in dataset.papers] == [
        (Reference("Yes", "boolean", label="yes"),),
        (Reference("No", "boolean", label="no"),),
        (Reference("Maybe", "abstractive", label="maybe"),),
    ]
    assert [question.id for _, question in dataset.questions()] == ["11", "12", "13"]
    facts = facts_of("pubmedqa")
    assert facts is not None
    assert not facts.has_evidence


def test_every_layout_holds_the_same_records(tmp_path: Path) -> None:
    """An id is text whether it was a key or a number."""
    document = {"11": released(), "12": released("no", LABELS=["A", "B"])}
    want = load_document("pubmedqa", tmp_path, document).fingerprint
    rows = [on_the_hub(pubmed_id, row) for pubmed_id, row in document.items()]
    for path in (
        parquet_file(tmp_path, rows),
        lines_file(tmp_path, rows),
        json_file(tmp_path, [{"PMID": found, **row} for found, row in document.items()], "list.json"),
    ):
        assert load("pubmedqa", path=path).fingerprint == want, path.name


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"final_decision": "perhaps"}, "abstract 11: final_decision is 'perhaps', not yes, no or maybe"),
        ({"final_decision": None}, "abstract 11: final_decision is null, not a string"),
        ({"LABELS": ["A"]}, "abstract 11: LABELS has 1 names for 2 contexts"),
        ({"CONTEXTS": "x"}, "abstract 11: CONTEXTS is a string, not a list"),
    ],
)
def test_a_bad_abstract_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """By its PubMed id."""
    with pytest.raises(DatasetError) as caught:
        load_document("pubmedqa", tmp_path, {"11": {**released(), **changes}})
    assert fault in str(caught.value)


def test_rows_without_an_id_and_unlabelled_rows_are_one_line(tmp_path: Path) -> None:
    """The unlabelled part of the dataset cannot be scored."""
    row = on_the_hub("11", released())
    for changed, fault in (
        ({**row, "pubid": None}, "row 1: pubid or PMID is missing"),
        ({key: value for key, value in row.items() if key != "final_decision"}, "final_decision is missing"),
    ):
        with pytest.raises(DatasetError, match=fault):
            load_document("pubmedqa", tmp_path, [changed])


def test_an_abstract_without_names_of_sections_loads(tmp_path: Path) -> None:
    """Then sections have no name."""
    dataset = load_document("pubmedqa", tmp_path, {"11": released(LABELS=[])})
    assert {paragraph.section for paragraph in dataset.papers[0].paragraphs} == {""}


@needs_shared
def test_a_hundred_real_abstracts_hold_what_the_file_holds(tmp_path: Path) -> None:
    """Counted from the raw file: 49 yes, 40 no, 11 maybe."""
    path = SHARED / "data" / "siblings" / "pubmedqa-pqal-100.json"
    raw: dict[str, Json] = json.loads(path.read_bytes())
    dataset = load("pubmedqa", path=path)
    labels = [question.references[0].label for _, question in dataset.questions()]
    assert dataset.warnings == ()
    assert labels == [row["final_decision"] for row in raw.values()]
    assert {label: labels.count(label) for label in set(labels)} == {"yes": 49, "no": 40, "maybe": 11}
    assert [[paragraph.text for paragraph in paper.paragraphs] for paper in dataset.papers] == [
        row["CONTEXTS"] for row in raw.values()
    ]
    stored = parquet_file(tmp_path, [on_the_hub(pubmed_id, row) for pubmed_id, row in raw.items()])
    assert load("pubmedqa", path=stored).fingerprint == dataset.fingerprint
