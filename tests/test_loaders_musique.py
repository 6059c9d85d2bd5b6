"""MuSiQue, Ans and Full, becomes records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loaders import DatasetError, Paragraph, Reference, load
from row_files import columns_of, lines_file, load_document, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json

TEXTS = ("The Ode is a river.", "Ada Berg was born in Lund.", "Lund lies on the Ode.")


def released(*, answerable: bool = True, **changes: object) -> Json:
    """Give one question as it is released; in its unanswerable twin a needed paragraph is another one."""
    texts = TEXTS if answerable else (*TEXTS[:2], "Lund is old.")
    row: Json = {
        "id": "2hop__1_2",
        "paragraphs": [
            {"idx": n, "title": f"T{n}", "paragraph_text": found, "is_supporting": n > 0 if answerable else n == 1}
            for n, found in enumerate(texts)
        ],
        "question": "On which river was Ada Berg born?",
        "question_decomposition": [{"id": 1, "question": "a", "answer": "Lund", "paragraph_support_idx": 1}],
        "answer": "the Ode",
        "answer_aliases": ["Ode", "the Ode"],
        "answerable": answerable,
    }
    return {**row, **changes}


def test_supporting_paragraphs_are_evidence_and_aliases_are_references(tmp_path: Path) -> None:
    """The paragraph is the unit; an alias that repeats the answer adds nothing."""
    (paper,) = load_document("musique", tmp_path, [released()]).papers
    assert paper.paragraphs == tuple(Paragraph(found, document=f"T{n}") for n, found in enumerate(TEXTS))
    assert paper.questions[0].references == (
        Reference("the Ode", "extractive", TEXTS[1:]),
        Reference("Ode", "extractive", TEXTS[1:]),
    )
    assert (paper.questions[0].id, paper.questions[0].group) == ("2hop__1_2", "")


@pytest.mark.parametrize("twin_first", [True, False])
def test_a_question_of_full_and_its_twin_are_two_in_one_group(*, twin_first: bool, tmp_path: Path) -> None:
    """Full gives both the same id; merging them by id would lose one of each pair."""
    rows = [released(), released(answerable=False)]
    dataset = load_document("musique", tmp_path, rows[::-1] if twin_first else rows)
    found = {question.id: question for _, question in dataset.questions()}
    assert set(found) == {"2hop__1_2", "2hop__1_2#unanswerable"}
    twin = found["2hop__1_2#unanswerable"]
    assert (twin.group, twin.answer_class) == ("2hop__1_2", "unanswerable")
    assert twin.references == (Reference("Unanswerable", "none"),)
    assert (dataset.counts.questions, dataset.counts.unanswerable, dataset.warnings) == (2, 1, ())


def test_a_blank_answer_is_left_out_and_counted(tmp_path: Path) -> None:
    """Nothing can be scored against it, while its twin needs no answer."""
    rows = [released(answer=" ", answer_aliases=[]), released(answerable=False, answer="")]
    dataset = load_document("musique", tmp_path, rows)
    assert [len(paper.questions) for paper in dataset.papers] == [0, 1]
    assert dataset.warnings == ("1 question holds no annotation to score against and is left out.",)


def test_both_layouts_hold_the_same_records(tmp_path: Path) -> None:
    """JSON, JSON Lines, and parquet with lists of objects or objects of lists."""
    rows = [released(), released(answerable=False)]
    want = load_document("musique", tmp_path, rows).fingerprint
    in_columns = [{**row, "paragraphs": columns_of(row["paragraphs"])} for row in rows]
    for path in (
        lines_file(tmp_path, rows),
        parquet_file(tmp_path, rows),
        parquet_file(tmp_path, in_columns, "columns.parquet"),
    ):
        assert load("musique", path=path).fingerprint == want, path.name


def test_one_question_in_a_file_of_lines_is_a_row(tmp_path: Path) -> None:
    """A file of one line is also one JSON object."""
    assert load("musique", path=lines_file(tmp_path, [released()])).counts.questions == 1


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"answer": None}, "row 1 (2hop__1_2): answer is missing, so nothing can be scored against it"),
        ({"paragraphs": [{"title": "T", "is_supporting": True}]}, "paragraph 1: paragraph_text is missing"),
        ({"paragraphs": None}, "row 1 (2hop__1_2): paragraphs is null, not a list"),
        ({"answer_aliases": "x"}, "row 1 (2hop__1_2): answer_aliases is a string, not a list"),
        ({"answerable": "no"}, "row 1 (2hop__1_2): answerable is a string, not a boolean"),
    ],
)
def test_a_bad_row_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """The row by number and id."""
    with pytest.raises(DatasetError) as caught:
        load_document("musique", tmp_path, [{**released(), **changes}])
    assert fault in str(caught.value)


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    """The line number, not the row's."""
    path = lines_file(tmp_path, [released(), released(id="b")])
    path.write_text(path.read_text() + '{"id": "c", "para')
    with pytest.raises(DatasetError, match=r"rows\.jsonl, line 3: the JSON ends too early"):
        load("musique", path=path)


@needs_shared
def test_fifty_real_questions_hold_what_the_file_holds() -> None:
    """Counted from the raw file: 50 questions of 20 paragraphs, 2 to 4 of them supporting."""
    path = SHARED / "data" / "siblings" / "musique-ans-train50.json"
    raw: list[Json] = json.loads(path.read_bytes())
    dataset = load("musique", path=path)
    assert dataset.warnings == ()
    assert (dataset.counts.questions, dataset.counts.unanswerable) == (50, 0)
    assert dataset.counts.annotations == sum(len({row["answer"], *row["answer_aliases"]}) for row in raw) == 82
    for row, paper in zip(raw, dataset.papers, strict=True):
        assert [paragraph.text for paragraph in paper.paragraphs] == [
            found["paragraph_text"] for found in row["paragraphs"]
        ]
        supporting = [found["paragraph_text"] for found in row["paragraphs"] if found["is_supporting"]]
        assert [list(reference.evidence) for reference in paper.questions[0].references] == [supporting] * len(
            {row["answer"], *row["answer_aliases"]}
        )
