"""Rows are read one at a time where the format allows it, and a broken file is one line."""

from __future__ import annotations

import gzip
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from loaders import DatasetError
from loaders.csv_file import read_csv
from loaders.row_file import stream_rows
from row_files import json_file, lines_file, parquet_file

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [{"a": 1}, {"a": 2}]


def read(path: Path) -> list[object]:
    """Read all rows."""
    return list(stream_rows(path, "some layout"))


def test_every_format_gives_its_rows(tmp_path: Path) -> None:
    """A list gives its elements, an object is the one row, a line is a row, parquet has rows."""
    assert read(json_file(tmp_path, ROWS)) == ROWS
    assert read(json_file(tmp_path, ROWS[0])) == ROWS[:1]
    assert read(lines_file(tmp_path, ROWS)) == ROWS
    assert read(lines_file(tmp_path, ROWS, "lines.json")) == ROWS
    assert read(json_file(tmp_path, ROWS, "list.jsonl")) == ROWS
    assert read(parquet_file(tmp_path, ROWS)) == ROWS
    assert read(parquet_file(tmp_path, ROWS, "unnamed.bin")) == ROWS


@pytest.mark.parametrize("name", ["rows.jsonl.gz", "rows.json.gz", "rows.jsonl", "rows.json"])
def test_gzip_is_known_by_its_content(name: str, tmp_path: Path) -> None:
    """Whatever the file is called."""
    path = tmp_path / name
    path.write_bytes(gzip.compress(b'{"a": 1}\n{"a": 2}\n'))
    assert read(path) == ROWS


def test_marks_line_ends_and_blank_lines_are_accepted(tmp_path: Path) -> None:
    """A byte-order mark, CRLF, blank lines, no last newline; an indented document in a file of lines."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'\xef\xbb\xbf\r\n{"a": 1}\r\n\r\n{"a": 2}')
    assert read(path) == ROWS
    path.write_bytes(b'\xef\xbb\xbf{\n  "a": 1\n}\n')
    assert read(path) == ROWS[:1]


def test_a_row_is_given_before_the_next_line_is_read(tmp_path: Path) -> None:
    """So that a file larger than memory can be read, and the rows before a broken line are not held back."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": 2}\n{"a": ')
    rows = stream_rows(path, "some layout")
    assert list(islice(rows, 2)) == ROWS
    with pytest.raises(DatasetError, match=r"rows\.jsonl, line 3: the JSON ends too early"):
        next(rows)


def test_parquet_is_read_in_batches(tmp_path: Path) -> None:
    """The rows are the same whatever the batch."""
    path = parquet_file(tmp_path, [{"a": number} for number in range(25)])
    assert list(stream_rows(path, "some layout", batch=4)) == [{"a": number} for number in range(25)]


def test_a_shard_without_rows_and_a_first_group_without_rows_are_read(tmp_path: Path) -> None:
    """A split of several shards may have an empty one; the rows after an empty group are not lost."""
    arrow: Any = import_module("pyarrow")
    files: Any = import_module("pyarrow.parquet")
    table = arrow.Table.from_pylist(ROWS)
    with files.ParquetWriter(tmp_path / "rows.parquet", table.schema) as writer:
        writer.write_table(table.slice(0, 0))
        writer.write_table(table)
    assert read(tmp_path / "rows.parquet") == ROWS
    files.write_table(table.slice(0, 0), tmp_path / "none.parquet")
    assert read(tmp_path / "none.parquet") == []


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("rows.jsonl", b"", "is empty; give a file in some layout"),
        ("rows.jsonl", b" \n\n", "is empty; give a file in some layout"),
        ("rows.json", b"", "is empty; give a file in some layout"),
        (
            "rows.jsonl",
            b'{"a": 1}\n{"a": "\xfc"}\n',
            "rows.jsonl, line 2: byte 0xfc is not UTF-8",
        ),
        ("rows.jsonl", b'{"a": 1}\nnothing\n', "rows.jsonl, line 2: not JSON"),
        ("rows.jsonl", b"nothing\n", "rows.jsonl, line 1, column 1: not JSON"),
        ("rows.json.gz", b"\x1f\x8bnothing", "is a gzip file cut short or damaged"),
        ("rows.jsonl.gz", b"\x1f\x8bnothing", "is a gzip file cut short or damaged"),
        ("rows.parquet", b"PAR1", "is a parquet file cut short"),
    ],
)
def test_a_broken_file_is_one_line(name: str, content: bytes, line: str, tmp_path: Path) -> None:
    """The file, the line where there is one, and what to do."""
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DatasetError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_that_is_no_file_is_one_line(tmp_path: Path) -> None:
    """A folder, and nothing."""
    with pytest.raises(DatasetError, match="is a folder; name one file in it"):
        read(tmp_path)
    with pytest.raises(DatasetError, match="does not exist; check the path of the dataset"):
        read(tmp_path / "none.jsonl")


def test_a_table_gives_its_rows(tmp_path: Path) -> None:
    """Quoted cells with commas, quotes and line breaks, blank lines, a byte-order mark."""
    path = tmp_path / "rows.csv"
    path.write_bytes('\ufeffa,b\r\n1,"x, ""y""\nz"\r\n\r\n2,\r\n'.encode())
    assert list(read_csv(path)) == [{"a": "1", "b": 'x, "y"\nz'}, {"a": "2", "b": ""}]


def test_a_long_cell_is_read(tmp_path: Path) -> None:
    """A whole article in a cell is longer than the reader's usual limit."""
    path = tmp_path / "rows.csv"
    path.write_text("a\n" + "x" * 200_000 + "\n")
    assert [len(str(row["a"])) for row in read_csv(path)] == [200_000]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "is empty; it should begin with a line of column names"),
        (b"a,b\n1,2\n1\n", "rows.csv, line 3: 1 cells stand under 2 column names"),
        (b'a\n"x" y\n', "rows.csv, line 2: not CSV ("),
        (b"a\n\xfc\n", "rows.csv, line 2: byte 0xfc is not UTF-8"),
    ],
)
def test_a_broken_table_is_one_line(content: bytes, line: str, tmp_path: Path) -> None:
    """The file and the line."""
    path = tmp_path / "rows.csv"
    path.write_bytes(content)
    with pytest.raises(DatasetError) as caught:
        list(read_csv(path))
    assert line in str(caught.value)
