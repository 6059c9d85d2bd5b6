"""SQuAD 2.0 becomes records, from articles or from the Hub's rows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import DatasetError, Paragraph, Reference, Span, load
from loaders.spans import Located, locate, spans_over
from row_files import json_file, lines_file, load_document, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from loaders import Dataset
    from qasper_documents import Json

CONTEXT = "The Ode is 40 km long. The Ode flows west."


def asked(question_id: str, *answers: tuple[str, int], impossible: bool = False) -> Json:
    """Give a question with answers and where they start."""
    found = [{"text": answer, "answer_start": start} for answer, start in answers]
    extra = {"plausible_answers": [{"text": "west", "answer_start": 37}]} if impossible else {}
    return {"id": question_id, "question": f"{question_id}?", "answers": found, "is_impossible": impossible, **extra}


def article(title: str, *passages: tuple[str, list[Json]]) -> Json:
    """Give an article of passages with their questions."""
    return {"title": title, "paragraphs": [{"context": context, "qas": qas} for context, qas in passages]}


def released() -> Json:
    """Give two articles as released."""
    return {
        "version": "v2.0",
        "data": [
            article(
                "Ode",
                (CONTEXT, [asked("q1", ("40 km", 11), ("40 km long", 11)), asked("q2", impossible=True)]),
                ("Zürich lies east.", [asked("q3", ("Zürich", 0))]),
            ),
            article("Lund", (CONTEXT, [asked("q4", ("flows west", 31))])),
        ],
    }


def hub_rows(document: Json) -> Iterator[Json]:
    """Give released articles in the Hub's rows, where an empty list of answers is all that says impossible."""
    for found in document["data"]:
        for passage in found["paragraphs"]:
            for question in passage["qas"]:
                yield {
                    "id": question["id"],
                    "title": found["title"],
                    "context": passage["context"],
                    "question": question["question"],
                    "answers": {
                        "text": [answer["text"] for answer in question["answers"]],
                        "answer_start": [answer["answer_start"] for answer in question["answers"]],
                    },
                }


def one(folder: Path, *answers: tuple[str, int], impossible: bool = False) -> Dataset:
    """Load one question about the passage."""
    document = {"data": [article("Ode", (CONTEXT, [asked("q1", *answers, impossible=impossible)]))]}
    return load_document("squad2", folder, document)


def test_a_passage_is_a_paper_and_an_answer_a_reference_with_its_span(tmp_path: Path) -> None:
    """Passages are named by article and place; equal texts in two articles stay two."""
    dataset = load_document("squad2", tmp_path, released())
    assert [(paper.id, paper.title) for paper in dataset.papers] == [
        ("Ode/0", "Ode"),
        ("Ode/1", "Ode"),
        ("Lund/0", "Lund"),
    ]
    first = dataset.papers[0]
    assert first.paragraphs == (Paragraph(CONTEXT),)
    assert first.questions[0].references == (
        Reference("40 km", "extractive", (CONTEXT,), evidence_spans=(Span(0, 11, 16),)),
        Reference("40 km long", "extractive", (CONTEXT,), evidence_spans=(Span(0, 11, 21),)),
    )
    assert first.questions[1].references == (Reference("Unanswerable", "none"),)
    assert (dataset.counts.questions, dataset.counts.unanswerable, dataset.warnings) == (4, 1, ())


def test_every_layout_holds_the_same_records(tmp_path: Path) -> None:
    """The release, and the Hub's rows as JSON, JSON Lines and parquet."""
    rows = list(hub_rows(released()))
    want = load_document("squad2", tmp_path, released()).fingerprint
    for path in (
        json_file(tmp_path, rows, "hub.json"),
        lines_file(tmp_path, rows),
        parquet_file(tmp_path, rows),
        lines_file(tmp_path, released()["data"], "articles.jsonl"),
    ):
        assert load("squad2", path=path).fingerprint == want, path.name


def test_a_wrong_offset_is_corrected_only_where_the_text_occurs_once(tmp_path: Path) -> None:
    """Counted either way; a text that occurs twice is not guessed at, and stays in the gold."""
    dataset = one(tmp_path, ("flows west", 3), ("The Ode", 5), ("Rhine", 0))
    flows, ode, rhine = dataset.papers[0].questions[0].references
    assert (flows.evidence_spans, flows.unplaced) == ((Span(0, 31, 41),), 0)
    assert (ode.evidence_spans, ode.unplaced, ode.evidence) == ((), 1, (CONTEXT,))
    assert (rhine.evidence_spans, rhine.unplaced) == ((), 1)
    lost, moved = dataset.warnings
    assert lost == (
        "2 character offsets do not match their texts, which occur nowhere or several times; no citation matches "
        "them, and they stay in the gold."
    )
    assert moved == "1 character offset did not match its text and was corrected, as the text occurs exactly once."


def test_impossible_wins_over_an_answer_with_a_warning(tmp_path: Path) -> None:
    """T7, in SQuAD's terms."""
    dataset = one(tmp_path, ("40 km", 11), impossible=True)
    assert dataset.papers[0].questions[0].references == (Reference("Unanswerable", "none"),)
    assert dataset.warnings == (
        "1 question says unanswerable and yet holds an answer; unanswerable wins, without evidence.",
    )


def test_no_answer_is_unanswerable_whatever_the_flag_says(tmp_path: Path) -> None:
    """The official script asks only whether there are answers."""
    assert one(tmp_path).counts.unanswerable == 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"answers": None}, "article 1, passage 1, row 1 (q1): answers is null, not a list"),
        ({"answers": [{"text": "x"}]}, "article 1, passage 1, row 1 (q1), answer 1: answer_start is missing"),
        ({"id": ""}, "article 1, passage 1, row 1 (): id is empty, not an id"),
        ({"is_impossible": "yes"}, "row 1 (q1): is_impossible is a string, not a boolean"),
    ],
)
def test_a_bad_question_is_one_line_that_names_it(change: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """Article, passage, question."""
    document = {"data": [article("Ode", (CONTEXT, [{**asked("q1", ("40 km", 11)), **change}]))]}
    with pytest.raises(DatasetError) as caught:
        load_document("squad2", tmp_path, document)
    assert fault in str(caught.value)


def test_an_empty_passage_and_a_passage_without_questions_are_no_crash(tmp_path: Path) -> None:
    """Both are papers; the empty one is warned of."""
    document = {"data": [article("Ode", ("", [asked("q1")]), (CONTEXT, []))]}
    dataset = load_document("squad2", tmp_path, document)
    assert (dataset.counts.papers, dataset.counts.questions) == (2, 1)
    assert dataset.warnings == ("1 question has an empty context, where nothing can be cited.",)


@given(st.text(alphabet="ab \n", max_size=30), st.integers(-3, 33), st.text(alphabet="ab ", max_size=4))
def test_a_located_text_stands_where_it_is_said_to_stand(text: str, start: int, quoted: str) -> None:
    """It is exact where the offset is right, moved only to the one occurrence, and else nowhere."""
    found = locate(text, start, quoted)
    places = [at for at in range(len(text) + 1) if quoted and text.startswith(quoted, at)]
    if not quoted.strip():
        assert found is None
    elif start in places:
        assert found == Located(start, start + len(quoted))
    elif len(places) == 1:
        assert found == Located(places[0], places[0] + len(quoted), is_moved=True)
    else:
        assert found is None


def test_a_range_that_differs_in_white_space_alone_is_right() -> None:
    """Releases squeeze line breaks in quotations; words decide."""
    assert locate("a  b\nc a b c", 0, "a b c", 6) == Located(0, 6)
    assert locate("a  b\nc", 0, "a b d", 6) is None


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2)), max_size=6),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_spans_over_paragraphs_cover_exactly_the_code_points_in_paragraphs(
    sizes: list[tuple[int, int]], start: int, end: int
) -> None:
    """Checked code point by code point."""
    bounds: list[tuple[int, int]] = []
    at = 0
    for length, gap in sizes:
        bounds.append((at, at + length))
        at += length + gap
    covered = [
        (span.paragraph, offset) for span in spans_over(bounds, start, end) for offset in range(span.start, span.end)
    ]
    expected = [
        (ordinal, point - low) for ordinal, (low, high) in enumerate(bounds) for point in range(low, high)
        if start <= point < end
    ]  # fmt: skip
    assert covered == expected
    assert all(span.start < span.end for span in spans_over(bounds, start, end))


@needs_shared
def test_the_real_slice_holds_what_the_file_holds(tmp_path: Path) -> None:
    """Counted from the raw file: 24 passages, 195 questions, 104 of them impossible, every offset right."""
    path = SHARED / "data" / "siblings" / "squad2-dev-slice.json"
    raw: Json = json.loads(path.read_bytes())
    dataset = load("squad2", path=path)
    asked_of = [question for found in raw["data"] for passage in found["paragraphs"] for question in passage["qas"]]
    counts = dataset.counts
    assert dataset.warnings == ()
    assert counts.papers == sum(len(found["paragraphs"]) for found in raw["data"]) == 24
    assert (counts.questions, counts.unanswerable) == (195, 104)
    assert counts.unanswerable == sum(question["is_impossible"] for question in asked_of)
    assert counts.annotations == sum(max(1, len(question["answers"])) for question in asked_of)
    for paper, question in dataset.questions():
        for reference in question.references:
            for span in reference.evidence_spans:
                assert paper.paragraphs[span.paragraph].text[span.start : span.end] == reference.answer
    stored = parquet_file(tmp_path, list(hub_rows(raw)))
    assert load("squad2", path=stored).fingerprint == dataset.fingerprint
