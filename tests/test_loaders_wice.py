"""WiCE becomes records: claims, articles as sentences, sets of supporting sentences."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loaders import DatasetError, Reference, SentenceId, load
from row_files import json_file, lines_file, load_document, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json

ARTICLE = ["(meta data) TITLE: Lund", "Lund is a town.", " ", "It has 900 people.", "It lies on the Ode."]


def released(label: str = "supported", *sets: list[int], claim_id: str = "dev1", **changes: object) -> Json:
    """Give a claim as released."""
    row: Json = {
        "label": label,
        "supporting_sentences": list(sets),
        "claim": "Lund has 900 people.",
        "evidence": ARTICLE,
        "meta": {"id": claim_id, "claim_title": "Lund", "claim_section": "", "claim_context": ""},
    }
    return {**row, **changes}


def test_sentences_are_paragraphs_and_sets_are_references(tmp_path: Path) -> None:
    """Two claims on one article share its paper, so that intervals resample it once; a blank keeps its ordinal."""
    rows = [released("supported", [1, 3], [3]), released("partially_supported", [4], claim_id="dev2")]
    dataset = load_document("wice", tmp_path, rows)
    (paper,) = dataset.papers
    assert [paragraph.text for paragraph in paper.paragraphs] == ARTICLE
    assert paper.paragraphs[2].is_blank
    first, second = paper.questions
    assert (first.id, first.kind, second.id, paper.id) == ("dev1", "claim", "dev2", "dev1")
    assert first.references == (
        Reference(
            "Yes",
            "boolean",
            ("Lund is a town.", "It has 900 people."),
            evidence_sentences=(SentenceId(1, 0), SentenceId(3, 0)),
            label="supported",
        ),
        Reference(
            "Yes",
            "boolean",
            ("It has 900 people.",),
            evidence_sentences=(SentenceId(3, 0),),
            label="supported",
        ),
    )
    (partly,) = second.references
    assert (partly.answer, partly.type, partly.label) == ("Partially supported", "abstractive", "partially_supported")
    assert dataset.warnings == ()


def test_a_claim_that_is_not_supported_is_unanswerable_and_keeps_its_marked_sentences(tmp_path: Path) -> None:
    """No evidence paragraph, as for every reference none; the sentences stay for the metric at their own unit."""
    dataset = load_document("wice", tmp_path, [released("not_supported", [], [3])])
    assert dataset.papers[0].questions[0].references == (
        Reference("Unanswerable", "none", label="not_supported"),
        Reference("Unanswerable", "none", evidence_sentences=(SentenceId(3, 0),), label="not_supported"),
    )
    assert dataset.counts.unanswerable == 1


def test_a_claim_without_any_set_has_one_reference(tmp_path: Path) -> None:
    """Its label can still be scored."""
    dataset = load_document("wice", tmp_path, [released("supported")])
    assert [found.evidence for found in dataset.papers[0].questions[0].references] == [()]


def test_every_layout_holds_the_same_records(tmp_path: Path) -> None:
    """JSON Lines, JSON, parquet."""
    rows = [released("supported", [1, 3], [3]), released("not_supported", [], claim_id="dev2")]
    want = load("wice", path=lines_file(tmp_path, rows)).fingerprint
    assert load("wice", path=json_file(tmp_path, rows)).fingerprint == want
    assert load("wice", path=parquet_file(tmp_path, rows)).fingerprint == want


def test_a_sentence_that_is_not_there_is_counted_and_stays(tmp_path: Path) -> None:
    """On either side."""
    dataset = load_document("wice", tmp_path, [released("supported", [1, 5, -1])])
    (reference,) = dataset.papers[0].questions[0].references
    assert reference.evidence == ("Lund is a town.", "sentence 5", "sentence -1")
    assert (reference.evidence_sentences, reference.unplaced) == ((SentenceId(1, 0),), 2)
    assert dataset.warnings == (
        "2 evidence sentences are missing from their documents; no citation matches them, and they stay in the gold.",
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"label": "refuted"}, "row 1: label is 'refuted', a label that is not known"),
        ({"supporting_sentences": [3]}, "row 1: supporting_sentences, set 1 is a number, not a list"),
        (
            {"supporting_sentences": [["3"]]},
            "supporting_sentences, set 1 holds a string at place 1, not a whole number",
        ),
        ({"meta": {}}, "row 1: id or meta.id is missing"),
        ({"evidence": None}, "row 1: evidence is null, not a list"),
    ],
)
def test_a_bad_row_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """Row and field."""
    with pytest.raises(DatasetError) as caught:
        load_document("wice", tmp_path, [{**released("supported", [1]), **changes}])
    assert fault in str(caught.value)


@needs_shared
def test_sixty_real_claims_hold_what_the_file_holds() -> None:
    """Counted from the raw file: 19 supported, 33 partially, 8 not."""
    path = SHARED / "data" / "siblings" / "wice-dev60.jsonl"
    raw = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    dataset = load("wice", path=path)
    by_id = {question.id: (paper, question) for paper, question in dataset.questions()}
    assert (dataset.counts.questions, dataset.counts.unanswerable, dataset.counts.papers) == (60, 8, 60)
    assert dataset.counts.annotations == sum(len(row["supporting_sentences"]) for row in raw) == 296
    for row in raw:
        paper, question = by_id[row["meta"]["id"]]
        assert [paragraph.text for paragraph in paper.paragraphs] == row["evidence"]
        assert {reference.label for reference in question.references} == {row["label"]}
        assert [[found.paragraph for found in one.evidence_sentences] for one in question.references] == row[
            "supporting_sentences"
        ]
    shown = [[sentence for sentence in row["evidence"] if sentence.strip()] for row in raw]
    repeats = sum(len(sentences) - len(set(sentences)) for sentences in shown)
    (warning,) = dataset.warnings
    assert warning.startswith(f"{repeats} paragraphs repeat the text of an earlier one in the same paper;")
