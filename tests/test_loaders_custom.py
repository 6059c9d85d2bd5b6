"""A dataset of one's own becomes records, by a map and without code."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest

from loaders import Dataset, DatasetError, Paragraph, Reference, load
from loaders.custom_map import pluck
from row_files import json_file, lines_file, parquet_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from qasper_documents import Json

USUAL = {"id": "qid", "question": "q", "paragraphs": "ctx", "answer": "a", "evidence": "gold"}
CONTEXT = ["Lund lies on the Ode.", "It has 900 people."]


def row(**changes: object) -> Json:
    """Give a row of a file of one's own."""
    usual: Json = {"qid": "q1", "q": "How many people?", "ctx": CONTEXT, "a": "900", "gold": [CONTEXT[1]]}
    return {**usual, **changes}


def loaded(folder: Path, rows: Sequence[Json], **fields: str) -> Dataset:
    """Load rows by the usual map and these changes."""
    return load("custom", path=lines_file(folder, rows), fields={**USUAL, **fields})


def only_references(folder: Path, changed: Json, **fields: str) -> tuple[Reference, ...]:
    """Load one row and give its references."""
    return loaded(folder, [changed], **fields).papers[0].questions[0].references


def test_columns_become_records(tmp_path: Path) -> None:
    """Text in the context is extractive; the evidence is compared as text."""
    dataset = loaded(tmp_path, [row()])
    (paper,) = dataset.papers
    assert paper.paragraphs == tuple(map(Paragraph, CONTEXT))
    assert (paper.questions[0].id, paper.questions[0].text, paper.questions[0].kind) == (
        "q1",
        "How many people?",
        "question",
    )
    assert paper.questions[0].references == (Reference("900", "extractive", (CONTEXT[1],)),)
    assert (dataset.name, dataset.split, dataset.warnings) == ("custom", "local", ())


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("900", [("900", "extractive")]),
        (900, [("900", "extractive")]),
        (["900", "nine hundred"], [("900", "extractive"), ("nine hundred", "abstractive")]),
        (["900", "900"], [("900", "extractive")]),
        (True, [("Yes", "boolean")]),
        ("no.", [("No", "boolean")]),
        ("Unanswerable", [("Unanswerable", "none")]),
        (None, [("Unanswerable", "none")]),
        ("", [("Unanswerable", "none")]),
        ([], [("Unanswerable", "none")]),
    ],
)
def test_the_type_follows_from_the_answer(written: object, read: list[tuple[str, str]], tmp_path: Path) -> None:
    """Alternatives are references; nothing is unanswerable, and then there is no evidence."""
    references = only_references(tmp_path, row(a=written))
    assert [(reference.answer, reference.type) for reference in references] == read
    assert all(bool(reference.evidence) == (reference.type != "none") for reference in references)


@pytest.mark.parametrize(
    "marked", [[CONTEXT[1]], CONTEXT[1], [1], 1, [False, True], '["It has 900 people."]', [1.0]], ids=str
)
def test_evidence_is_text_or_number_or_a_mark_on_each_paragraph(marked: object, tmp_path: Path) -> None:
    """All of them mean the second paragraph."""
    assert only_references(tmp_path, row(gold=marked))[0].evidence == (CONTEXT[1],)


def test_digits_of_a_csv_file_are_numbers_unless_a_paragraph_says_just_that(tmp_path: Path) -> None:
    """A CSV file has no other way to write a number; a paragraph that is a number wins."""
    assert only_references(tmp_path, row(gold="1"))[0].evidence == (CONTEXT[1],)
    assert only_references(tmp_path, row(gold='["0", "1"]'))[0].evidence == tuple(CONTEXT)
    years = only_references(tmp_path, row(ctx=["1815", "1848"], gold="1848"))[0]
    assert (years.evidence, years.unplaced) == (("1848",), 0)
    mixed = only_references(tmp_path, row(gold=["1", CONTEXT[0]]))[0]
    assert (mixed.evidence, mixed.unplaced) == (("1", CONTEXT[0]), 1)


def test_evidence_that_is_not_in_the_context_is_counted_and_stays(tmp_path: Path) -> None:
    """By text and by number."""
    dataset = loaded(tmp_path, [row(gold=["Elsewhere."]), row(qid="q2", gold=[0, 7])])
    first, second = (question.references[0] for _, question in dataset.questions())
    assert (first.evidence, first.unplaced) == (("Elsewhere.",), 1)
    assert (second.evidence, second.unplaced) == ((CONTEXT[0], "paragraph 7"), 1)
    assert dataset.warnings == (
        "1 number of an evidence paragraph is beyond its context; no citation matches it, and it stays in the gold.",
        "1 evidence string equals no paragraph of its context; no citation matches it, and it stays in the gold.",
    )


def test_claims_labels_and_flags(tmp_path: Path) -> None:
    """A label is the answer where there is no other; a known one is a verdict; unanswerable wins over an answer."""
    fields = {"claim": "q", "paragraphs": "ctx", "label": "a"}
    rows = [row(a="SUPPORT"), row(qid="q2", a="NEI"), row(qid="q3", a="sure")]
    dataset = load("custom", path=lines_file(tmp_path, rows), fields=fields)
    questions = [question for _, question in dataset.questions()]
    assert {question.kind for question in questions} == {"claim"}
    assert [question.id for question in questions] == ["1", "2", "3"]
    assert [(one.answer, one.type, one.label) for question in questions for one in question.references] == [
        ("Yes", "boolean", "SUPPORT"),
        ("Unanswerable", "none", "NEI"),
        ("sure", "abstractive", "sure"),
    ]
    flagged = loaded(
        tmp_path, [row(no="true"), row(qid="q2", no=False), row(qid="q3", no=1, a=None)], unanswerable="no"
    )
    assert [question.answer_class for _, question in flagged.questions()] == [
        "unanswerable",
        "answerable",
        "unanswerable",
    ]
    assert flagged.warnings == (
        "1 question says unanswerable and yet holds an answer; unanswerable wins, without evidence.",
    )


def test_a_row_that_is_answerable_and_holds_no_answer_is_left_out(tmp_path: Path) -> None:
    """It is no unanswerable question, and nothing can be scored against it; silence is unanswerable."""
    rows = [
        row(no=False, a=None),
        row(qid="q2", no="no", a=[]),
        row(qid="q3", no=None, a=None),
        row(qid="q4", no=False),
    ]
    dataset = loaded(tmp_path, rows, unanswerable="no")
    assert [(question.id, question.answer_class) for _, question in dataset.questions()] == [
        ("q3", "unanswerable"),
        ("q4", "answerable"),
    ]
    assert dataset.warnings == ("2 questions hold no annotation to score against and are left out.",)


def test_questions_without_marked_evidence_are_told(tmp_path: Path) -> None:
    """Of the answerable ones: there a citation can only cost, which a reader of evidence F1 must know."""
    rows = [row(gold=[]), row(qid="q2", gold=None), row(qid="q3", gold=[], a=None), row(qid="q4")]
    assert loaded(tmp_path, rows).warnings == (
        "2 answerable questions have no marked evidence, so that any citation there counts as wrong.",
    )


def test_a_table_may_be_parted_by_tabs_or_compressed(tmp_path: Path) -> None:
    """TSV by its name, gzip by its content, semicolons by the header; a cut file and a repeated column are told."""
    fields = {"question": "q", "paragraphs": "ctx", "answer": "a", "evidence": "e"}
    table = b"q\tctx\ta\te\nHow, then?\tSo.\tSo.\t0\n"
    (tmp_path / "t.tsv").write_bytes(table)
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(table.replace(b", ", b" ").replace(b"\t", b",")))
    texts = [load("custom", path=tmp_path / name, fields=fields).papers[0] for name in ("t.tsv", "t.csv.gz")]
    assert [paper.questions[0].text for paper in texts] == ["How, then?", "How then?"]
    assert texts[0].paragraphs == texts[1].paragraphs == (Paragraph("So."),)
    (tmp_path / "t.csv").write_bytes(b"\xef\xbb\xbf" + table.replace(b"\t", b";").replace(b"\n", b"\r\n"))
    assert load("custom", path=tmp_path / "t.csv", fields=fields).papers[0].questions == texts[0].questions
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(table)[:-9])
    with pytest.raises(DatasetError, match=r"t\.csv\.gz is a gzip file cut short or damaged"):
        load("custom", path=tmp_path / "t.csv.gz", fields=fields)
    (tmp_path / "t.tsv").write_bytes(table.replace(b"q\tctx", b"ctx\tctx"))
    with pytest.raises(DatasetError, match=r"t\.tsv: the column 'ctx' stands twice in its first line; rename one"):
        load("custom", path=tmp_path / "t.tsv", fields=fields)


def test_rows_on_one_context_share_a_paper(tmp_path: Path) -> None:
    """By equal paragraphs, or by the column that names the paper; titles and sections come along."""
    rows = [row(), row(qid="q2"), row(qid="q3", ctx=["Other."], gold=[])]
    assert [len(paper.questions) for paper in loaded(tmp_path, rows).papers] == [2, 1]
    named = [{**found, "doc": 7, "name": "Lund", "heads": ["A", None], "docs": ["x", "y"]} for found in rows[:2]]
    (paper,) = loaded(tmp_path, named, paper="doc", title="name", sections="heads", documents="docs").papers
    assert (paper.id, paper.title) == ("7", "Lund")
    assert [(found.section, found.document) for found in paper.paragraphs] == [("A", "x"), ("", "y")]


def test_a_string_of_context_is_cut_at_blank_lines(tmp_path: Path) -> None:
    """A text file in a column."""
    (paper,) = loaded(tmp_path, [row(ctx="Lund lies on the Ode.\nAnd so on.\n \nIt has 900 people.")]).papers
    assert [paragraph.text for paragraph in paper.paragraphs] == ["Lund lies on the Ode.\nAnd so on.", CONTEXT[1]]


def test_paths_reach_into_objects_and_lists(tmp_path: Path) -> None:
    """A list of objects and an object of lists are reached alike, so that other people's columns need no change."""
    nested = row(
        ctx=[{"title": "A", "text": CONTEXT[0], "hit": False}, {"title": "B", "text": CONTEXT[1], "hit": True}]
    )
    columns = row(ctx={"title": ["A", "B"], "text": CONTEXT, "hit": [False, True]})
    for found in (nested, columns):
        dataset = loaded(tmp_path, [found], paragraphs="ctx.text", documents="ctx.title", evidence="ctx.hit")
        assert dataset.papers[0].paragraphs[1] == Paragraph(CONTEXT[1], document="B")
        assert dataset.papers[0].questions[0].references[0].evidence == (CONTEXT[1],)
    assert pluck({"a.b": 1, "a": {"b": 2}}, "a.b") == 1
    assert pluck({"a": [{"b": 1}, 3, {}]}, "a.b") == [1, None, None]


def test_every_format_holds_the_same_records(tmp_path: Path) -> None:
    """JSON, JSON Lines, parquet, and CSV with lists as JSON in cells."""
    rows = [row(), row(qid="q2", a="nine, or so", gold=[CONTEXT[0], CONTEXT[1]])]
    want = loaded(tmp_path, rows).fingerprint
    csv = tmp_path / "rows.csv"
    context = '"[""Lund lies on the Ode."", ""It has 900 people.""]"'
    csv.write_text(
        "\ufeffqid,q,ctx,a,gold\r\n"
        f"q1,How many people?,{context},900,It has 900 people.\r\n"
        f'q2,How many people?,{context},"nine, or so",{context}\r\n',
        encoding="utf-8",
    )
    for path in (json_file(tmp_path, rows), parquet_file(tmp_path, rows), csv):
        assert load("custom", path=path, fields=USUAL).fingerprint == want, path.name


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (
            {"query": "q"},
            "dataset.map has no field 'query'; the fields are question, claim, paragraphs, answer, label,",
        ),
        ({}, "dataset.map needs a column for question, or one for claim in its place"),
        ({"question": "q", "claim": "q"}, "dataset.map needs a column for question, or one for claim in its place"),
        ({"question": "q", "answer": "a"}, "dataset.map needs a column for paragraphs, the context of a question"),
        ({"question": "q", "paragraphs": "ctx"}, "dataset.map needs a column for answer or label to score against"),
    ],
)
def test_a_map_that_cannot_work_is_one_line(fields: Mapping[str, str], line: str, tmp_path: Path) -> None:
    """Before any row is read."""
    with pytest.raises(DatasetError) as caught:
        load("custom", path=tmp_path / "none.jsonl", fields=fields)
    assert line in str(caught.value)


def test_a_column_that_no_row_has_is_one_line_with_those_there_are(tmp_path: Path) -> None:
    """A typing error in the map is told as one, not as a fault of every row."""
    with pytest.raises(DatasetError) as caught:
        loaded(tmp_path, [row(), row()], question="query", title="ctx.title")
    assert str(caught.value) == (
        f"{tmp_path / 'rows.jsonl'}: no row has the column 'query' (for question), 'ctx.title' (for title); "
        "the columns are qid, q, ctx, a, gold; ctx holds nothing with a name"
    )


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"answer": "a.tex"}, "'a.tex' (for answer); a holds text, at"),
        ({"evidence": "ctx.docs.okk"}, "'ctx.docs.okk' (for evidence); ctx.docs holds text, ok"),
        ({"documents": "ctx.doc", "sections": "ctx.doc"}, "'ctx.doc' (for documents and sections); ctx holds docs"),
        ({"title": "q.title"}, "'q.title' (for title); q holds nothing with a name"),
        (
            {"title": "ctx.t", "paper": "p"},
            "'p' (for paper), 'ctx.t' (for title); the columns are q, ctx, a; ctx holds",
        ),
    ],
)
def test_a_path_that_leads_nowhere_is_no_empty_column(fields: Mapping[str, str], end: str, tmp_path: Path) -> None:
    """Misspelt inside an object, it would make every question unanswerable, or every citation wrong."""
    rows: list[Json] = [
        {"q": "Why?", "ctx": {"docs": []}, "a": None},
        {"q": "How?", "ctx": {"docs": [{"text": "Lund.", "ok": True}]}, "a": {"text": ["Lund"], "at": [0]}},
    ]
    usual = {"question": "q", "paragraphs": "ctx.docs.text", "answer": "a.text", "evidence": "ctx.docs.ok"}
    path = lines_file(tmp_path, rows)
    assert [len(paper.questions) for paper in load("custom", path=path, fields=usual).papers] == [1, 1]
    with pytest.raises(DatasetError) as caught:
        load("custom", path=path, fields={**usual, **fields})
    assert f"no row has the column {end}" in str(caught.value)


def test_what_is_null_or_empty_everywhere_is_a_column(tmp_path: Path) -> None:
    """Nothing tells whether its path is right, as in a file where nobody answered; a name with a dot is one too."""
    rows: list[Json] = [{"q": "Why?", "ctx.text": "Lund.", "a": None, "gold": []}]
    fields = {"question": "q", "paragraphs": "ctx.text", "answer": "a.text", "evidence": "gold.text"}
    dataset = load("custom", path=lines_file(tmp_path, rows), fields=fields)
    assert (dataset.counts.unanswerable, dataset.papers[0].paragraphs) == (1, (Paragraph("Lund."),))


def test_the_first_bad_rows_are_named_together(tmp_path: Path) -> None:
    """Three of them, with row number and field, and how many there are."""
    rows = [row(), row(q=None), row(a={"x": 1}), row(ctx=[3]), row(qid=1.5), row(q="")]
    with pytest.raises(DatasetError) as caught:
        loaded(tmp_path, rows)
    assert str(caught.value) == (
        f"{tmp_path / 'rows.jsonl'}: 5 of 6 rows do not fit dataset.map: row 2: question is null, not a text; "
        "row 3: answer is an object, not a text; row 4: paragraphs holds a number at place 1, not a string; …"
    )


@pytest.mark.parametrize(
    ("changes", "fields", "fault"),
    [
        ({"qid": None}, {}, "row 1: id is null, not an id"),
        ({"gold": [True]}, {}, "row 1: evidence has 1 booleans for 2 paragraphs"),
        ({"gold": [{"a": 1}]}, {}, "row 1: evidence holds an object at place 1, not a whole number"),
        ({"gold": [1, "x"]}, {}, "row 1: evidence holds a number at place 1, not a string"),
        ({"heads": ["A"]}, {"sections": "heads"}, "row 1: sections has 1 entries for 2 paragraphs"),
        ({"name": 3}, {"title": "name"}, "row 1: title is a number, not a string"),
        ({"no": "perhaps"}, {"unanswerable": "no"}, "row 1: unanswerable is 'perhaps', neither true nor false"),
        ({"l": ["x"]}, {"label": "l"}, "row 1: label is a list, not a text"),
    ],
)
def test_a_bad_field_is_named(changes: dict[str, Any], fields: dict[str, str], fault: str, tmp_path: Path) -> None:
    """Row number and field."""
    with pytest.raises(DatasetError) as caught:
        loaded(tmp_path, [row(**changes)], **fields)
    assert fault in str(caught.value)


def test_a_paper_with_two_contexts_is_a_fault(tmp_path: Path) -> None:
    """The second would be lost."""
    with pytest.raises(DatasetError, match="row 2: paper 7 has other paragraphs than in an earlier row"):
        loaded(tmp_path, [row(doc=7), row(doc=7, ctx=["Other."])], paper="doc")


def test_repeated_ids_and_empty_contexts_are_warned_of(tmp_path: Path) -> None:
    """And never a crash."""
    dataset = loaded(tmp_path, [row(ctx=[], gold=[]), row()])
    assert dataset.warnings == (
        "1 question has an empty context, where nothing can be cited.",
        "1 question id occurs more than once (q1); only the last of each is scored.",
    )
    with pytest.raises(DatasetError, match="holds no question that can be scored"):
        load("custom", path=json_file(tmp_path, []), fields=USUAL)


def test_where_it_lies_must_be_said_once(tmp_path: Path) -> None:
    """A path or a repository; and neither belongs to a dataset that is known by name."""
    with pytest.raises(DatasetError, match=r"needs either dataset\.path or dataset\.hub, and not both"):
        load("custom", fields=USUAL)
    with pytest.raises(DatasetError, match=r"needs either dataset\.path or dataset\.hub, and not both"):
        load("custom", path=tmp_path, hub="a/b", fields=USUAL)
    with pytest.raises(DatasetError, match=r"dataset\.hub is 'mine', not org/name or org/name/config"):
        load("custom", hub="mine", fields=USUAL)
    with pytest.raises(
        DatasetError, match=r"dataset\.hub is for a dataset of one's own; set dataset\.name to custom"
    ):
        load("qasper", hub="a/b")
    with pytest.raises(DatasetError, match=r"dataset\.map is for a dataset of one's own"):
        load("qasper", fields=USUAL)
