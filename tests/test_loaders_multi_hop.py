"""HotpotQA and 2WikiMultihopQA become records, in every layout that they are found in."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import DatasetError, Paragraph, Reference, SentenceId, load
from loaders.sentences import join_sentences
from row_files import json_file, lines_file, load_document, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json

TOWN = ["The town lies in the hills.", " Its mayor is Ada Berg.", " It has 900 people."]
RIVER = ["The Ode flows past the town.", " It is 40 km long."]


def released(**changes: object) -> Json:
    """Give one question as it is released."""
    row: Json = {
        "_id": "5a7",
        "question": "Who is the mayor of the town on the Ode?",
        "answer": "Ada Berg",
        "type": "bridge",
        "level": "easy",
        "supporting_facts": [["Town", 1], ["Ode (river)", 0]],
        "context": [["Ode (river)", RIVER], ["Town", TOWN]],
    }
    return {**row, **changes}


def on_the_hub(row: Json) -> Json:
    """Give a released question in the Hub's columns."""
    facts, context = row["supporting_facts"], row["context"]
    return {
        "id": row["_id"],
        "question": row["question"],
        "answer": row["answer"],
        "type": row["type"],
        "level": row["level"],
        "supporting_facts": {"title": [title for title, _ in facts], "sent_id": [sentence for _, sentence in facts]},
        "context": {"title": [title for title, _ in context], "sentences": [found for _, found in context]},
    }


def with_content(row: Json) -> Json:
    """Give a released question as the other copy of 2WikiMultihopQA on the Hub stores it: objects, ``content``."""
    return {
        **{key: value for key, value in row.items() if key not in {"context", "supporting_facts"}},
        "context": [{"title": title, "content": sentences} for title, sentences in row["context"]],
        "supporting_facts": [{"title": title, "sent_id": sentence} for title, sentence in row["supporting_facts"]],
    }


def in_strings(row: Json) -> Json:
    """Give a released question with its lists as JSON in strings."""
    return {**row, **{key: json.dumps(row[key]) for key in ("context", "supporting_facts")}}


def only_reference(name: str, folder: Path, row: Json) -> Reference:
    """Load one question and give its reference."""
    return load_document(name, folder, [row]).papers[0].questions[0].references[0]


@pytest.mark.parametrize("name", ["hotpotqa", "2wiki"])
def test_documents_are_paragraphs_and_supporting_facts_are_sentences(name: str, tmp_path: Path) -> None:
    """Offsets lead back to the sentences; evidence is the paragraphs that hold them, in the order of the facts."""
    dataset = load_document(name, tmp_path, [released()])
    (paper,) = dataset.papers
    town, river = "".join(TOWN), "".join(RIVER)
    assert paper.paragraphs == (
        Paragraph(river, document="Ode (river)", sentences=((0, 28), (28, 46))),
        Paragraph(town, document="Town", sentences=((0, 27), (27, 50), (50, 69))),
    )
    (question,) = paper.questions
    assert (question.id, question.paper_id, paper.id, question.kind) == ("5a7", "5a7", "5a7", "question")
    assert question.references == (
        Reference(
            "Ada Berg",
            "extractive",
            (town, river),
            evidence_sentences=(SentenceId(1, 1), SentenceId(0, 0)),
        ),
    )
    marked = [
        (paper.paragraphs[found.paragraph], found.sentence) for found in question.references[0].evidence_sentences
    ]
    assert [place.text[slice(*place.sentences[number])] for place, number in marked] == [TOWN[1], RIVER[0]]
    assert (dataset.name, dataset.split, dataset.warnings) == (name, "local", ())


@pytest.mark.parametrize(("written", "read"), [("yes", "Yes"), ("no", "No"), ("Yes", "Yes"), ("NO ", "No")])
def test_yes_and_no_are_boolean(written: str, read: str, tmp_path: Path) -> None:
    """In the words of every other dataset."""
    reference = only_reference("hotpotqa", tmp_path, released(answer=written))
    assert (reference.answer, reference.type) == (read, "boolean")


def test_an_answer_that_begins_with_no_is_no_boolean(tmp_path: Path) -> None:
    """Only the whole answer counts."""
    assert only_reference("hotpotqa", tmp_path, released(answer="No Doubt")).type == "extractive"


@pytest.mark.parametrize("name", ["hotpotqa", "2wiki"])
def test_every_layout_holds_the_same_records(name: str, tmp_path: Path) -> None:
    """Released pairs, the Hub's columns, objects with ``content``, JSON in strings; as JSON, JSON Lines, parquet."""
    rows = [released(), released(_id="5a8", answer="yes")]
    want = load_document(name, tmp_path, rows).fingerprint
    paths = (
        lines_file(tmp_path, rows),
        json_file(tmp_path, [on_the_hub(row) for row in rows], "hub.json"),
        parquet_file(tmp_path, [on_the_hub(row) for row in rows], "hub.parquet"),
        lines_file(tmp_path, [with_content(row) for row in rows], "content.jsonl"),
        parquet_file(tmp_path, [with_content(row) for row in rows], "content.parquet"),
        parquet_file(tmp_path, [in_strings(row) for row in rows], "strings.parquet"),
    )
    for path in paths:
        assert load(name, path=path).fingerprint == want, path.name


def test_a_fact_about_a_missing_sentence_is_counted_and_stays(tmp_path: Path) -> None:
    """Its document is still the evidence paragraph; no sentence is invented for it."""
    dataset = load_document(
        "hotpotqa", tmp_path, [released(supporting_facts=[["Town", 3], ["Town", -1], ["Town", 0]])]
    )
    (reference,) = dataset.papers[0].questions[0].references
    assert reference.evidence == ("".join(TOWN),)
    assert reference.evidence_sentences == (SentenceId(1, 0),)
    assert reference.unplaced == 2
    assert dataset.warnings == (
        "2 evidence sentences are missing from their documents; no citation matches them, and they stay in the gold.",
    )


def test_a_fact_about_a_missing_document_is_counted_and_stays(tmp_path: Path) -> None:
    """Its title is the evidence string that no paragraph equals, as Qasper's unmatched evidence."""
    dataset = load_document("hotpotqa", tmp_path, [released(supporting_facts=[["Lake", 0], ["Town", 0]])])
    (reference,) = dataset.papers[0].questions[0].references
    assert (reference.evidence, reference.unplaced) == (("Lake", "".join(TOWN)), 1)
    assert dataset.counts.evidence_not_paragraph == 1
    (warning,) = dataset.warnings
    assert warning == (
        "1 piece of evidence names a document that the context lacks; no citation matches it, and it stays in the "
        "gold."
    )


def test_of_two_documents_with_one_title_the_one_with_the_sentence_is_meant(tmp_path: Path) -> None:
    """A sentence number that only the second has is its sentence."""
    context = [["Town", TOWN[:1]], ["Town", TOWN]]
    reference = only_reference("hotpotqa", tmp_path, released(context=context, supporting_facts=[["Town", 2]]))
    assert (reference.evidence_sentences, reference.unplaced) == ((SentenceId(1, 2),), 0)


def test_a_blank_answer_is_no_annotation(tmp_path: Path) -> None:
    """As blind test sets have it: left out and counted, refused where nothing else is there."""
    rows = [released(), released(_id="blind", answer=" ")]
    dataset = load_document("hotpotqa", tmp_path, rows)
    assert [question.id for _, question in dataset.questions()] == ["5a7"]
    assert dataset.warnings == ("1 question holds no annotation to score against and is left out.",)
    with pytest.raises(DatasetError, match="holds no question that can be scored"):
        load_document("hotpotqa", tmp_path, rows[1:])


def test_repeated_facts_and_ids_and_empty_contexts_do_not_crash(tmp_path: Path) -> None:
    """A fact marked twice counts once; ids and contexts are warned of."""
    rows = [released(supporting_facts=[["Town", 1], ["Town", 1]]), released(context=[], supporting_facts=[])]
    dataset = load_document("hotpotqa", tmp_path, rows)
    assert dataset.papers[0].questions[0].references[0].evidence_sentences == (SentenceId(1, 1),)
    assert dataset.counts.questions == 1
    assert dataset.warnings == (
        "1 answerable question has no marked evidence, so that any citation there counts as wrong.",
        "1 question has an empty context, where nothing can be cited.",
        "1 question id occurs more than once (5a7); only the last of each is scored.",
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"answer": None}, "row 2 (5a7): answer is missing, so nothing can be scored against it (a blind test set?)"),
        ({"context": "no JSON"}, "row 2 (5a7): context is a string that holds no JSON"),
        ({"context": "3"}, "row 2 (5a7): context is a number in a string, not a list"),
        ({"context": 3}, "row 2 (5a7): context is a number, not a list"),
        ({"context": [["Town"]]}, "context holds a list of 1 where a pair of title and sentences should stand"),
        ({"context": [["Town", "text"]]}, "row 2 (5a7), document 1: sentences is a string, not a list"),
        ({"context": ["Town"]}, "a string stands where a pair of title and sentences in context should"),
        ({"supporting_facts": [["Town", "1"]]}, "supporting fact 1: sent_id holds a string, not a whole number"),
        ({"supporting_facts": [["Town", True]]}, "supporting fact 1: sent_id holds a boolean, not a whole number"),
        ({"question": None}, "row 2 (5a7): question is null, not a string"),
        ({"_id": None}, "row 2: _id or id is missing"),
        ({"_id": []}, "row 2: _id is a list, not an id"),
    ],
)
def test_a_bad_row_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """File, row, field, and what the file should hold."""
    with pytest.raises(DatasetError) as caught:
        load_document("hotpotqa", tmp_path, [released(), released(**changes)])
    line = str(caught.value)
    assert line.startswith(f"{tmp_path / 'rows.json'}: row 2")
    assert fault in line
    assert line.endswith("(expected HotpotQA's layout, released or the Hub's: _id or id, question, answer, "
                         "supporting_facts, context)")  # fmt: skip
    assert "\n" not in line


def test_another_dataset_and_an_empty_file_are_one_line(tmp_path: Path) -> None:
    """What was given, and what should have been."""
    with pytest.raises(DatasetError, match="row 1: _id or id is missing"):
        load_document("hotpotqa", tmp_path, {"version": "v2.0", "data": []})
    with pytest.raises(DatasetError, match="holds no question that can be scored"):
        load_document("hotpotqa", tmp_path, [])
    with pytest.raises(DatasetError, match=r"is empty; give a file in HotpotQA \(distractor\)'s released layout"):
        load("hotpotqa", path=lines_file(tmp_path, []))


@given(st.lists(st.text(max_size=12), max_size=12))
def test_offsets_lead_back_to_every_sentence(sentences: list[str]) -> None:
    """Whatever white space the sentences bring; neighbours never run together, and at most one space is added."""
    text, offsets = join_sentences(sentences)
    assert [text[start:end] for start, end in offsets] == sentences
    edges = [(0, 0), *offsets, (len(text), len(text))]
    gaps = [text[left[1] : right[0]] for left, right in pairwise(edges)]
    assert set(gaps) <= {"", " "}
    assert len(text) == sum(map(len, sentences)) + sum(map(len, gaps))
    shown = [sentence for sentence in sentences if sentence]
    for left, right in pairwise(shown):
        assert left[-1].isspace() or right[0].isspace() or f"{left} {right}" in text


@needs_shared
def test_fifty_real_questions_hold_what_the_file_holds() -> None:
    """Counted from the raw file: 50 questions of 10 documents, 4 of them yes or no, every fact in its place."""
    path = SHARED / "data" / "siblings" / "hotpotqa-train50.json"
    raw: list[Json] = json.loads(path.read_bytes())
    dataset = load("hotpotqa", path=path)
    assert dataset.warnings == ()
    assert (dataset.counts.papers, dataset.counts.questions, dataset.counts.unanswerable) == (50, 50, 0)
    kinds = [question.references[0].type for _, question in dataset.questions()]
    assert kinds.count("boolean") == sum(row["answer"] in {"yes", "no"} for row in raw) == 4
    for row, paper in zip(raw, dataset.papers, strict=True):
        listed = [(title, list(sentences)) for title, sentences in row["context"]]
        assert [
            (paragraph.document, [paragraph.text[start:end] for start, end in paragraph.sentences])
            for paragraph in paper.paragraphs
        ] == listed
        marked = [
            (paper.paragraphs[found.paragraph].document, found.sentence)
            for found in paper.questions[0].references[0].evidence_sentences
        ]
        assert marked == [(title, sentence) for title, sentence in row["supporting_facts"]]


@needs_shared
def test_fifty_real_questions_are_the_same_as_the_hubs_parquet(tmp_path: Path) -> None:
    """The Hub's columns, in a parquet file."""
    path = SHARED / "data" / "siblings" / "hotpotqa-train50.json"
    raw: list[Json] = json.loads(path.read_bytes())
    stored = parquet_file(tmp_path, [on_the_hub(row) for row in raw])
    assert load("hotpotqa", path=stored).fingerprint == load("hotpotqa", path=path).fingerprint
