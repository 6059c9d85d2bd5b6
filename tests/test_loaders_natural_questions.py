"""Natural Questions becomes records, in the released, the simplified and the Hub's layout."""

from __future__ import annotations

import gzip
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import DatasetError, Paragraph, Reference, Span, load
from loaders.nq_page import read_page
from row_files import columns_of, json_file, lines_file, load_document, parquet_file

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json

TEXT = (
    "<H1> Ode </H1> <P> The Ode is a river . </P> <H2> Fish </H2> <Table> <Tr> <Td> Pike </Td> <Td> 12 </Td> </Tr> "
    "<Tr> <Td> Carp </Td> <Td> 3 </Td> </Tr> </Table> <P> No boats go . </P>"
)
PAGE = TEXT.split(" ")
CANDIDATES = [(3, 11), (14, 32), (15, 23), (23, 31), (32, 38)]
"""The first paragraph, the table, its two rows, the last paragraph."""


def at(*words: str) -> tuple[int, int]:
    """Give the token range of words that stand side by side."""
    for start in range(len(PAGE)):
        if tuple(PAGE[start : start + len(words)]) == words:
            return start, start + len(words)
    raise LookupError(words)


def tokens(pair: tuple[int, int]) -> Json:
    """Give a token range as released."""
    return {"start_token": pair[0], "end_token": pair[1], "start_byte": 0, "end_byte": 0}


def annotation(long: tuple[int, int] = (-1, -1), *short: tuple[int, int], yes_no: str = "NONE") -> Json:
    """Give an annotation as released."""
    index = CANDIDATES.index(long) if long in CANDIDATES else -1
    return {
        "annotation_id": 5,
        "long_answer": {**tokens(long), "candidate_index": index},
        "short_answers": [tokens(pair) for pair in short],
        "yes_no_answer": yes_no,
    }


def released(*annotations: Json, **changes: object) -> Json:
    """Give a row as released."""
    row: Json = {
        "example_id": -22265,
        "document_title": "Ode",
        "document_url": "https://example.org/Ode",
        "document_html": "<h1>Ode</h1>",
        "document_tokens": [
            {"token": token, "start_byte": 0, "end_byte": 0, "html_token": token.startswith("<")} for token in PAGE
        ],
        "long_answer_candidates": [
            {**tokens(pair), "top_level": pair not in {(15, 23), (23, 31)}} for pair in CANDIDATES
        ],
        "annotations": list(annotations),
        "question_text": "what is the ode",
        "question_tokens": ["what", "is", "the", "ode"],
    }
    return {**row, **changes}


def simplified(row: Json) -> Json:
    """Give a released row as the simplified files have it."""
    kept = {key: value for key, value in row.items() if key not in {"document_tokens", "document_html"}}
    return {**kept, "document_text": TEXT}


def on_the_hub(row: Json) -> Json:
    """Give a released row in the Hub's columns."""
    yes_no = {"NO": 0, "YES": 1, "NONE": -1}
    return {
        "id": str(row["example_id"]),
        "document": {
            "html": row["document_html"],
            "title": row["document_title"],
            "url": row["document_url"],
            "tokens": {
                "token": [found["token"] for found in row["document_tokens"]],
                "is_html": [found["html_token"] for found in row["document_tokens"]],
                "start_byte": [0 for _ in row["document_tokens"]],
                "end_byte": [0 for _ in row["document_tokens"]],
            },
        },
        "question": {"text": row["question_text"], "tokens": row["question_tokens"]},
        "long_answer_candidates": columns_of(row["long_answer_candidates"]),
        "annotations": {
            "id": ["5" for _ in row["annotations"]],
            "long_answer": [found["long_answer"] for found in row["annotations"]],
            "short_answers": [
                {
                    "start_token": [pair["start_token"] for pair in found["short_answers"]],
                    "end_token": [pair["end_token"] for pair in found["short_answers"]],
                    "text": ["" for _ in found["short_answers"]],
                }
                for found in row["annotations"]
            ],
            "yes_no_answer": [yes_no[found["yes_no_answer"]] for found in row["annotations"]],
        },
    }


def test_candidates_are_paragraphs_under_their_headings(tmp_path: Path) -> None:
    """Candidates inside a candidate are none; a table's rows are lines."""
    (paper,) = load_document("natural-questions", tmp_path, [released(annotation())]).papers
    assert (paper.id, paper.title, paper.questions[0].text) == ("-22265", "Ode", "what is the ode")
    assert paper.paragraphs == (
        Paragraph("The Ode is a river .", "Ode"),
        Paragraph("Pike 12\nCarp 3", "Fish"),
        Paragraph("No boats go .", "Fish"),
    )


def test_every_annotator_is_a_reference_with_the_long_answer_as_evidence(tmp_path: Path) -> None:
    """A row of the table is a span in the table; short answers, yes or no, the long answer, or none."""
    row = released(
        annotation((23, 31), at("Carp"), at("3")),
        annotation((3, 11), yes_no="YES"),
        annotation((32, 38), yes_no="NO"),
        annotation((14, 32)),
        annotation(),
    )
    table = "Pike 12\nCarp 3"
    assert load_document("natural-questions", tmp_path, [row]).papers[0].questions[0].references == (
        Reference("Carp, 3", "extractive", (table,), highlighted=("Carp", "3"), evidence_spans=(Span(1, 8, 14),)),
        Reference("Yes", "boolean", ("The Ode is a river .",), evidence_spans=(Span(0, 0, 20),)),
        Reference("No", "boolean", ("No boats go .",), evidence_spans=(Span(2, 0, 13),)),
        Reference("Pike 12 Carp 3", "extractive", (table,), evidence_spans=(Span(1, 0, 14),)),
        Reference("Unanswerable", "none"),
    )


def test_every_layout_holds_the_same_records(tmp_path: Path) -> None:
    """Released, simplified, the Hub's; JSON Lines, gzip, parquet."""
    rows = [
        released(annotation((23, 31), at("Carp"), at("3")), annotation((3, 11), yes_no="YES"), annotation()),
        released(annotation(), example_id=7),
    ]
    want = load_document("natural-questions", tmp_path, rows).fingerprint
    compressed = tmp_path / "nq-dev-00.jsonl.gz"
    compressed.write_bytes(gzip.compress(lines_file(tmp_path, rows).read_bytes()))
    for path in (
        tmp_path / "rows.jsonl",
        compressed,
        lines_file(tmp_path, [simplified(row) for row in rows], "simplified.jsonl"),
        parquet_file(tmp_path, [on_the_hub(row) for row in rows]),
        json_file(tmp_path, [on_the_hub(row) for row in rows], "hub.json"),
    ):
        assert load("natural-questions", path=path).fingerprint == want, path.name


def test_candidates_without_the_flag_are_sorted_out_all_the_same(tmp_path: Path) -> None:
    """One copy on the Hub names the flag otherwise."""
    row = released(annotation())
    bare = [{key: found[key] for key in ("start_token", "end_token")} for found in row["long_answer_candidates"]]
    want = load_document("natural-questions", tmp_path, [row]).fingerprint
    assert load_document("natural-questions", tmp_path, [{**row, "long_answer_candidates": bare}]).fingerprint == want


def test_a_long_answer_outside_all_candidates_is_counted_and_stays(tmp_path: Path) -> None:
    """Its words are the evidence that no paragraph equals; candidates beyond the page are none."""
    row = released(annotation((0, 3)), annotation((36, 99)))
    row["long_answer_candidates"].append({**tokens((30, 99)), "top_level": True})
    dataset = load_document("natural-questions", tmp_path, [row])
    assert [(found.evidence, found.unplaced) for found in dataset.papers[0].questions[0].references] == [
        (("Ode",), 1),
        ((".",), 1),
    ]
    assert dataset.warnings == (
        "2 long answers lie in no candidate of their pages; no citation matches them, and they stay in the gold.",
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"annotations": []}, "row 1 (-22265): annotations is empty, so nothing can be scored against it"),
        ({"annotations": [{"yes_no_answer": "NO"}]}, "row 1 (-22265), annotation 1: long_answer is missing"),
        (
            {"annotations": [annotation((3, 11), yes_no="PERHAPS")]},
            "annotation 1: yes_no_answer is a string, not YES",
        ),
        ({"document_tokens": [{"token": "a"}]}, "row 1 (-22265): html_token is missing"),
        ({"long_answer_candidates": None}, "row 1 (-22265): long_answer_candidates is null, not a list"),
        ({"question_text": None}, "row 1 (-22265): question_text is null, not a string"),
    ],
)
def test_a_bad_row_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """Row, annotation, field."""
    with pytest.raises(DatasetError) as caught:
        load_document("natural-questions", tmp_path, [released(annotation(), **changes)])
    assert fault in str(caught.value)


def test_columns_of_tokens_that_do_not_fit_are_one_line(tmp_path: Path) -> None:
    """The Hub's lists must be equally long."""
    row = on_the_hub(released(annotation()))
    row["document"]["tokens"]["is_html"].pop()
    with pytest.raises(DatasetError, match="tokens holds no list is_html of booleans as long as token"):
        load_document("natural-questions", tmp_path, [row])


def test_a_damaged_archive_is_one_line(tmp_path: Path) -> None:
    """Cut short, or with a broken line."""
    content = gzip.compress(lines_file(tmp_path, [released(annotation())] * 50).read_bytes())
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(content[:-40])
    with pytest.raises(DatasetError, match=r"cut\.jsonl\.gz is a gzip file cut short or damaged"):
        load("natural-questions", path=cut)
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(gzip.compress((tmp_path / "rows.jsonl").read_bytes() + b'{"example_id": 1,'))
    with pytest.raises(DatasetError, match=r"broken\.jsonl\.gz, line 51: the JSON ends too early"):
        load("natural-questions", path=broken)


@given(st.lists(st.sampled_from(["<P>", "</P>", "<Tr>", "word", "12", "."]), min_size=1, max_size=14), st.data())
def test_a_span_holds_exactly_the_words_of_its_tokens(page: list[str], data: st.DataObject) -> None:
    """Whatever lines the layout makes of them; no word is in a span unless it is in the range."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(page)), min_size=2, max_size=4, unique=True)))
    candidates = [tokens(pair) for pair in pairwise(cuts)]
    found = read_page({"document_text": " ".join(page), "long_answer_candidates": candidates})
    paragraphs = found.paragraphs()
    start, end = sorted(data.draw(st.tuples(st.integers(0, len(page)), st.integers(0, len(page)))))
    span = found.span(start, end)
    inside = any(low <= start < end <= high for low, high in found.ranges)
    words = [word for word in page[start:end] if not word.startswith("<")]
    if not inside or not words:
        assert span is None
    else:
        assert span is not None
        assert paragraphs[span.paragraph].text[span.start : span.end].split() == words
    sizes = [len([word for word in page[low:high] if not word.startswith("<")]) for low, high in found.ranges]
    assert [len(paragraph.text.split()) for paragraph in paragraphs] == sizes
