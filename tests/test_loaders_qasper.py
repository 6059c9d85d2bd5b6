"""Qasper documents become records: ordinals, kinds, references, counts and warnings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import Counts, DatasetError, Paragraph, Reference, load
from loaders.qasper import build
from qasper_documents import Json, answer, as_released, asked, hub_rows, paper, parquet, two_papers
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from loaders import Dataset


def built(document: object) -> Dataset:
    """Build a dataset of a parsed document."""
    return build(document, source="a file", name="qasper", split="local")


def one_question(*answers: Json, paragraphs: tuple[str, ...] = ("Text.",)) -> dict[str, Json]:
    """Give a document of one paper with one question."""
    return {"p1": paper([("S", paragraphs)], [asked("q1", *answers)], (), None)}


def references(*answers: Json) -> tuple[Reference, ...]:
    """Give the references that the answers become."""
    return built(one_question(*answers)).papers[0].questions[0].references


def test_ordinals_run_over_the_body_then_the_captions_then_the_abstract() -> None:
    """T6, S1-38: blank and repeated paragraphs keep their ordinals; captions read as annotators cite them."""
    first, second = built(two_papers()).papers
    assert first.paragraphs == (
        Paragraph("Zürich is cold.", ""),
        Paragraph("", ""),
        Paragraph("We read 3 books.", "Method ::: Data"),
        Paragraph("Zürich is cold.", "Method ::: Data"),
        Paragraph("FLOAT SELECTED: Table 1: Books", "", "caption"),
        Paragraph("An abstract.", "", "abstract"),
    )
    assert second.paragraphs == (Paragraph("One.", "Intro"),)
    assert (first.id, first.title, first.abstract, second.abstract) == ("2001.00001", "A title", "An abstract.", "")


def test_questions_carry_every_annotation_in_file_order() -> None:
    """S1-28: worker ids become annotators; evidence that is no paragraph stays."""
    q1, q2 = built(two_papers()).papers[0].questions
    assert (q1.id, q1.paper_id, q1.text, q1.kind) == ("q1", "2001.00001", "What is it?", "question")
    assert q1.references == (
        Reference("cold, 3 books", "extractive", ("Zürich is cold.",), "w1"),
        Reference("It is cold", "abstractive", ("Method ::: Data",), "w2"),
    )
    assert q2.references == (
        Reference("Unanswerable", "none", (), "w1"),
        Reference("No", "boolean", ("FLOAT SELECTED: Table 1: Books",), "w2"),
    )


@pytest.mark.parametrize(
    ("fields", "wording", "kind"),
    [
        (
            {"unanswerable": True, "extractive_spans": ["a"], "free_form_answer": "b", "yes_no": True},
            "Unanswerable",
            "none",
        ),
        ({"extractive_spans": ["a", "b, c"], "free_form_answer": "d", "yes_no": True}, "a, b, c", "extractive"),
        ({"extractive_spans": [""], "free_form_answer": "d"}, "", "extractive"),
        ({"free_form_answer": "d", "yes_no": False}, "d", "abstractive"),
        ({"free_form_answer": " "}, " ", "abstractive"),
        ({"yes_no": True}, "Yes", "boolean"),
        ({"yes_no": False}, "No", "boolean"),
        ({"extractive_spans": None, "free_form_answer": None, "yes_no": False}, "No", "boolean"),
    ],
)
def test_the_first_filled_field_is_the_reference(fields: Json, wording: str, kind: str) -> None:
    """The order of metrics.md's official section: unanswerable, spans, free form, yes or no; empty means absent."""
    (reference,) = references(answer(**fields))
    assert (reference.answer, reference.type) == (wording, kind)


def test_unanswerable_wins_over_an_answer_and_evidence_with_a_warning() -> None:
    """T7: the evidence goes too, and so do the highlights; a plain unanswerable warns of nothing."""
    contradictory = answer(unanswerable=True, free_form_answer="GRU", evidence=["Text."], highlighted_evidence=["Te"])
    dataset = built(one_question(contradictory, answer(unanswerable=True), answer(unanswerable=True, evidence=["x"])))
    assert {
        reference.evidence + reference.highlighted for reference in dataset.papers[0].questions[0].references
    } == {()}
    assert dataset.warnings == (
        "2 annotations say unanswerable and yet hold an answer or evidence; unanswerable wins, without evidence.",
    )


def test_highlights_and_repeated_evidence_are_kept_as_marked() -> None:
    """The official metric divides by the length of the list, so duplicates matter."""
    marked = ["Text.", "Text."]
    (reference,) = references(answer(yes_no=True, evidence=marked, highlighted_evidence=["Te", "xt"]))
    assert (reference.evidence, reference.highlighted) == (("Text.", "Text."), ("Te", "xt"))


def test_an_annotation_without_an_answer_names_its_place() -> None:
    """Paper, question and annotation by number and id."""
    with pytest.raises(DatasetError) as caught:
        references(answer(yes_no=True), answer())
    assert str(caught.value) == (
        "a file: paper p1, question 1 (q1), annotation 2 (q1-a2): holds no answer: not unanswerable, no spans, "
        "no free form, no yes or no (expected Qasper's released layout)"
    )


def test_a_question_without_annotations_names_its_place() -> None:
    """Nothing could be scored against it."""
    with pytest.raises(DatasetError, match=r"paper p1, question 1 \(q1\): has no annotation"):
        references()


def test_the_last_question_of_an_id_is_the_one_scored() -> None:
    """Both stay in the papers; the id keeps its first place, as a dict of the authors' script does."""
    twice = [asked("q1", answer(yes_no=True)), asked("q2", answer(yes_no=True)), asked("q1", answer(yes_no=False))]
    dataset = built({"p1": paper([("S", ["Text."])], twice)})
    assert [question.id for question in dataset.papers[0].questions] == ["q1", "q2", "q1"]
    assert [(q.id, q.references[0].answer) for _, q in dataset.questions()] == [("q1", "No"), ("q2", "Yes")]
    assert dataset.warnings == ("1 question id occurs more than once (q1); only the last of each is scored.",)
    assert (dataset.counts.questions, dataset.counts.annotations) == (2, 2)


def test_counts_and_warnings_say_what_was_found() -> None:
    """By hand: q1 and q3 answerable, q2 split; a heading as evidence; a repeated paragraph, the blank not counted."""
    dataset = built(two_papers())
    assert dataset.counts == Counts(
        papers=2,
        questions=3,
        annotations=5,
        unanswerable=0,
        split=1,
        evidence_not_paragraph=1,
        duplicated_paragraphs=1,
    )
    unmatched, repeated = dataset.warnings
    assert unmatched == (
        "1 evidence string equals no paragraph of the paper (0 of them marked as a figure or table); "
        "it remains in the official score, where no citation matches."
    )
    assert repeated == (
        "1 paragraph repeats the text of an earlier one in the same paper; "
        "each keeps its own place, and equal texts count as equal evidence."
    )


def test_missing_figures_and_abstracts_are_none() -> None:
    """Version 0.1 of the dataset has no figures; a null stands for nothing as well."""
    document = two_papers()
    plain = document["2001.00002"]
    del plain["figures_and_tables"], plain["abstract"]
    assert built(document).papers[1] == built(two_papers()).papers[1]
    plain.update(figures_and_tables=None, abstract="", title=None)
    assert built(document).papers[1].paragraphs == (Paragraph("One.", "Intro"),)


def test_released_json_and_parquet_hold_the_same_papers(tmp_path: Path) -> None:
    """Same records, same fingerprint, same warnings, whatever the file's name."""
    released, stored = tmp_path / "released.json", tmp_path / "[odd] name*.parquet"
    released.write_text(json.dumps(two_papers()), encoding="utf-8")
    stored.write_bytes(parquet(hub_rows(two_papers())))
    from_json, from_parquet = load("qasper", path=released), load("qasper", path=stored)
    assert from_json == from_parquet
    assert (from_json.name, from_json.split, from_json.revision) == ("qasper", "local", None)
    assert load("qasper", path=stored, split="dev").split == "dev"


def test_the_hubs_rows_are_read_from_json_too(tmp_path: Path) -> None:
    """As one list, as JSON Lines, and as a single row."""
    rows = hub_rows(two_papers())
    path = tmp_path / "rows.json"
    expected = built(two_papers()).papers
    path.write_text(json.dumps(rows), encoding="utf-8")
    assert load("qasper", path=path).papers == expected
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert load("qasper", path=path).papers == expected
    path.write_text(json.dumps(rows[0]), encoding="utf-8")
    assert load("qasper", path=path).papers == expected[:1]


_texts = st.lists(st.text(max_size=8), max_size=3)
_answers = st.fixed_dictionaries(
    {
        "unanswerable": st.booleans(),
        "extractive_spans": _texts,
        "yes_no": st.sampled_from([True, False]),
        "free_form_answer": st.text(max_size=8),
        "evidence": _texts,
        "highlighted_evidence": _texts,
    }
)


def _asked(name: str, answers: list[Json]) -> Json:
    return asked(name, *answers)


_questions = st.lists(
    st.builds(_asked, st.text(max_size=3), st.lists(_answers, min_size=1, max_size=2)), min_size=1, max_size=3
)
_papers = st.builds(
    paper,
    st.lists(st.tuples(st.none() | st.text(max_size=5), _texts), max_size=3),
    _questions,
    _texts,
    st.none() | st.text(),
)


@given(st.dictionaries(st.text(max_size=4), _papers, min_size=1, max_size=3))
@settings(max_examples=60)
def test_both_layouts_of_any_papers_are_the_same_dataset(document: dict[str, Json]) -> None:
    """Lists of objects and objects of lists differ in nothing that the records show."""
    assert built(document) == built(hub_rows(document))


@needs_shared
def test_ten_real_papers_have_the_counts_of_their_provenance() -> None:
    """PROVENANCE.md: 10 papers, 51 questions, 68 annotations, 6 + 4 questions unanswerable, one heading as evidence.

    The 11 evidence strings that begin with FLOAT SELECTED all equal a caption.
    """
    path = SHARED / "data" / "qasper" / "qasper-train10.json"
    dataset = load("qasper", path=path)
    counts = dataset.counts
    assert (counts.papers, counts.questions, counts.annotations) == (10, 51, 68)
    assert (counts.unanswerable, counts.split, counts.evidence_not_paragraph) == (6, 4, 1)
    document = as_released(json.loads(path.read_bytes()))
    floats = [text for text in _evidence(document) if "FLOAT SELECTED" in text]
    captions = {p.text for found in dataset.papers for p in found.paragraphs if p.kind == "caption"}
    assert len(floats) == 11
    assert set(floats) <= captions


@needs_shared
def test_six_real_papers_without_captions_say_what_cannot_be_matched() -> None:
    """PROVENANCE.md: 6 papers, 57 questions, 6 evidence strings not verbatim; 10 more mark figures the file lacks."""
    dataset = load("qasper", path=SHARED / "data" / "qasper" / "qasper-train6-merged.json")
    counts = dataset.counts
    assert (counts.papers, counts.questions, counts.annotations) == (6, 57, 57)
    assert counts.evidence_not_paragraph == 6 + 10
    assert "16 evidence strings equal no paragraph of the paper (10 of them marked as a figure" in dataset.warnings[0]


def _evidence(document: dict[str, Json]) -> list[str]:
    annotations = [a for found in document.values() for qa in found["qas"] for a in qa["answers"]]
    return [text for annotation in annotations for text in annotation["answer"]["evidence"]]
