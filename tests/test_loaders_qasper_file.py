"""Gold files as people have them: a fault is said in one line with its place, and harmless oddities are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import DatasetError, load
from qasper_documents import Json, hub_rows, parquet, two_papers

if TYPE_CHECKING:
    from pathlib import Path

RELEASED = json.dumps(two_papers(), ensure_ascii=False, indent=1).encode()
ONE_LINE = json.dumps(two_papers(), ensure_ascii=False).encode()


def refused(path: Path) -> str:
    """Return the line that loading the file ends with, without the path it begins with."""
    with pytest.raises(DatasetError) as caught:
        load("qasper", path=path)
    line = str(caught.value)
    assert "\n" not in line
    assert str(path) in line
    return line.replace(str(path), "FILE")


def stored(tmp_path: Path, content: bytes, name: str = "gold.json") -> Path:
    """Write a file and return its path."""
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        RELEASED.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + RELEASED,
        RELEASED.rstrip(b"\n"),
        RELEASED + b"\n\n",
        json.dumps(two_papers(), ensure_ascii=True).encode(),
    ],
    ids=["CRLF", "BOM", "no last newline", "blank lines at the end", "escapes"],
)
def test_harmless_oddities_change_nothing(tmp_path: Path, content: bytes) -> None:
    """The same dataset, whatever an editor did to the file."""
    assert load("qasper", path=stored(tmp_path, content)) == load("qasper", path=stored(tmp_path, RELEASED, "plain"))


def test_text_is_kept_to_the_code_point(tmp_path: Path) -> None:
    """U+2028, U+0085, tabs, NUL and characters beyond the BMP are text, not line ends."""
    document = two_papers()
    odd = "a\u2028b\u0085c\td\x00e\U0001f600f\r\ng\ufeff"
    document["2001.00002"]["full_text"][0]["paragraphs"].append(odd)
    path = stored(tmp_path, json.dumps(document, ensure_ascii=False).encode())
    assert load("qasper", path=path).papers[1].paragraphs[1].text == odd


@pytest.mark.parametrize("content", [b"", b"  \r\n", b"\xef\xbb\xbf"], ids=["nothing", "white space", "only a BOM"])
def test_an_empty_file_is_named(tmp_path: Path, content: bytes) -> None:
    """Nothing to load."""
    assert refused(stored(tmp_path, content)) == (
        "FILE is empty; give a file in Qasper's released JSON layout or parquet"
    )


def test_a_path_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    """Missing, a folder, below a file, and no path at all."""
    assert refused(tmp_path / "gone.json") == "FILE does not exist; check the path of the dataset"
    assert refused(tmp_path) == "FILE is a folder; name one file in it"
    assert refused(stored(tmp_path, b"x") / "y") == "FILE cannot be read: Not a directory"
    with pytest.raises(DatasetError, match="is no path"):
        load("qasper", path=tmp_path / "a\0b")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (RELEASED[:300], r"FILE, line \d+, column \d+: the JSON ends too early \(.*\); the file is cut short"),
        (ONE_LINE[:300], r"FILE, line 1, column \d+: the JSON ends too early \(.*\); the file is cut short"),
        (RELEASED[: RELEASED.index("ü".encode()) + 1], r"FILE, line \d+: the file is cut short inside a character"),
        (b"hello", "FILE, line 1, column 1: not JSON"),
        (b"<html>\n</html>", "FILE, line 1, column 1: not JSON"),
        (b'{"a": NaN}', "FILE, line 1, column 7: not JSON"),
        (b'{"p": {}} x', "FILE, line 1, column 11: not JSON"),
        (RELEASED.replace("Zürich".encode(), b"\\ud800"), "FILE, line .*: not JSON .*surrogate"),
        (RELEASED.decode().encode("latin-1"), r"FILE, line \d+: byte 0xfc is not UTF-8; save the file as UTF-8"),
        (RELEASED.decode().encode("utf-16"), "FILE, line 1: byte 0xff is not UTF-8; save the file as UTF-8"),
        (b'{"id": "p", "qas": 1}\n{"id": "q", "qa', "FILE, line 2: the JSON ends too early"),
        (b'{"id": "p", "qas": 1}\n{"id" "q"}\n', "FILE, line 2: not JSON"),
    ],
)
def test_a_file_that_is_no_json_says_where(tmp_path: Path, content: bytes, line: str) -> None:
    """Cut, another format, NaN, a lone surrogate, another encoding."""
    with pytest.raises(DatasetError, match=line.replace("FILE", ".*gold.json")):
        load("qasper", path=stored(tmp_path, content))


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (17, "a number stands where an object of papers by id should"),
        ("x", "a string stands where an object of papers by id should"),
        (None, "null stands where an object of papers by id should"),
        ({}, "holds no question (papers: 0)"),
        ([], "holds no question (papers: 0)"),
        ([1], "row 1: a number stands where an object should"),
        ([{"title": "T"}], "row 1: id is missing"),
        ([{"id": 1}], "row 1: id is a number, not a string"),
        ({"version": "2.0", "data": []}, "paper version: a string stands where a paper (an object) should"),
        ({"p": {}}, "paper p: full_text is missing"),
        ({"a\n\x1b[31mb": {}}, "paper a [31mb: full_text is missing"),
        ({"p" * 500: {}}, f"paper {'p' * 300} …: full_text is missing"),
        ({"p": {"full_text": []}}, "paper p: qas is missing"),
        ({"p": {"full_text": [], "qas": []}}, "holds no question (papers: 1)"),
    ],
)
def test_json_of_another_kind_is_refused(tmp_path: Path, document: object, line: str) -> None:
    """A number, a list, SQuAD, a single field."""
    assert refused(stored(tmp_path, json.dumps(document).encode())) == (
        f"FILE: {line} (expected Qasper's released layout)"
    )


ANNOTATION = ("qas", 0, "answers", 0)
ANSWER = (*ANNOTATION, "answer")


def inside(document: dict[str, Json], place: tuple[str | int, ...]) -> Any:
    """Walk from the first paper down."""
    found: Any = document["2001.00001"]
    for key in place:
        found = found[key]
    return found


WRONG_TYPES: list[tuple[tuple[str | int, ...], str | int, object, str]] = [
    ((), "title", 5, "title is a number, not a string"),
    ((), "abstract", [], "abstract is a list, not a string"),
    ((), "full_text", "text", "full_text is a string, not a list"),
    ((), "full_text", {}, "full_text is an empty object, not a list"),
    ((), "full_text", {"section_name": ["a"], "paragraphs": [[], []]}, "different lengths"),
    ((), "full_text", {"section_name": "a"}, "full_text: section_name is a string, not a list"),
    ((), "qas", None, "qas is null, not a list"),
    ((), "figures_and_tables", True, "figures_and_tables is a boolean, not a list"),
    (("full_text", 1), "paragraphs", "one", "section 2: paragraphs is a string, not a list"),
    (("full_text", 1), "paragraphs", ["a", None], "section 2: paragraphs holds null at place 2"),
    (("full_text", 0), "section_name", 1, "section 1: section_name is a number, not a string"),
    (("full_text",), 0, "text", "section 1: a string stands where an object should"),
    (("figures_and_tables", 0), "caption", [], "figure or table 1: caption is a list"),
    (("qas",), 1, None, "question 2: null stands where an object should"),
    (("qas", 1), "question", None, "question 2 (q2): question is null, not a string"),
    (("qas", 1), "question_id", 7, "question 2: question_id is a number, not a string"),
    (("qas", 1), "answers", None, "question 2 (q2): answers is null, not a list"),
    (ANNOTATION, "answer", "Yes", "a string stands where an answer (an object) should"),
    (ANNOTATION, "worker_id", 3, "worker_id is a number, not a string"),
    (ANSWER, "evidence", None, "(q1), annotation 1 (q1-a1): evidence is null, not a list"),
    (ANSWER, "evidence", "Zürich", "evidence is a string, not a list"),
    (ANSWER, "evidence", [["Zürich"]], "evidence holds a list at place 1, not a string"),
    (ANSWER, "extractive_spans", "cold", "extractive_spans is a string, not a list"),
    (ANSWER, "free_form_answer", 3, "free_form_answer is a number, not a string"),
    (ANSWER, "yes_no", "yes", "yes_no is a string, not a boolean"),
    (ANSWER, "unanswerable", None, "unanswerable is null, not a boolean"),
    (ANSWER, "unanswerable", 0, "unanswerable is a number, not a boolean"),
    (ANSWER, "highlighted_evidence", {}, "highlighted_evidence is an object, not a list"),
]


@pytest.mark.parametrize(("place", "key", "value", "line"), WRONG_TYPES)
def test_a_wrong_type_is_named_with_its_place(
    tmp_path: Path, place: tuple[str | int, ...], key: str | int, value: object, line: str
) -> None:
    """Every field that is read, from the paper down to the annotation."""
    document = two_papers()
    inside(document, place)[key] = value
    error = refused(stored(tmp_path, json.dumps(document).encode()))
    assert error.startswith("FILE: paper 2001.00001")
    assert line in error


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ((), "full_text"),
        ((), "qas"),
        (("full_text", 0), "paragraphs"),
        (("qas", 0), "question"),
        (("qas", 0), "question_id"),
        (("qas", 0), "answers"),
        (ANNOTATION, "answer"),
        *((ANSWER, key) for key in ("unanswerable", "extractive_spans", "free_form_answer", "yes_no", "evidence")),
    ],
)
def test_a_missing_field_is_named(tmp_path: Path, place: tuple[str | int, ...], key: str) -> None:
    """The fields that the authors' script needs; a misspelt one must not read as an empty one."""
    document = two_papers()
    owner = inside(document, place)
    owner[f"x_{key}"] = owner.pop(key)
    assert f"{key} is missing" in refused(stored(tmp_path, json.dumps(document).encode()))


def test_a_damaged_parquet_file_is_named(tmp_path: Path) -> None:
    """Another format, cut at either end, damaged inside, or without Qasper's columns."""
    whole = parquet(hub_rows(two_papers()))
    assert refused(stored(tmp_path, RELEASED, "a.parquet")) == "FILE is not a parquet file"
    assert refused(stored(tmp_path, b"", "b.parquet")) == "FILE is not a parquet file"
    cut = "FILE is a parquet file cut short; delete it and fetch it again"
    assert refused(stored(tmp_path, whole[:-100], "c.parquet")) == cut
    assert refused(stored(tmp_path, whole[:5], "d.bin")) == cut
    damaged = whole[:4] + bytes(len(whole) - 12) + whole[-8:]
    assert refused(stored(tmp_path, damaged, "e.parquet")).startswith("FILE cannot be read as parquet: ")
    other = stored(tmp_path, parquet([{"id": "p", "context": "x"}]), "f.parquet")
    assert refused(other) == "FILE: paper p: full_text is missing (expected Qasper's released layout)"
    text = stored(tmp_path, parquet([{"text": "x"}]), "g.parquet")
    assert refused(text) == "FILE: row 1: id is missing (expected Qasper's released layout)"


@given(st.integers(0, len(ONE_LINE) - 1), st.integers(0, 255))
@settings(max_examples=150)
def test_any_cut_or_flipped_byte_loads_or_is_one_line(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int
) -> None:
    """No damage to a file ends in a traceback; a cut file never loads."""
    folder = tmp_path_factory.mktemp("damage")
    assert refused(stored(folder, ONE_LINE[:place]))
    path = stored(folder, ONE_LINE[:place] + bytes([byte]) + ONE_LINE[place + 1 :])
    try:
        load("qasper", path=path)
    except DatasetError as error:
        assert "\n" not in str(error)  # noqa: PT017  # because both ends are right: it loads or it says why
