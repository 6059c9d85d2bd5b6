"""The journal repairs its own damage and never loses a record."""

from __future__ import annotations

import json
import os
import resource
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.checkpoint import Journal
from qasper_eval.checkpoint.journal import lines_of


def key_of(line: bytes) -> str | None:
    try:
        row: Any = json.loads(line)
    except ValueError:
        return None
    try:
        key: str = row["id"]
    except (KeyError, TypeError):
        return None
    return key


def row(key: str, text: str = "x") -> bytes:
    return json.dumps({"id": key, "text": text}, ensure_ascii=False).encode()


def opened(path: Path) -> tuple[set[str], list[str]]:
    said: list[str] = []
    with Journal(path, key_of, said.append) as journal:
        return set(journal.keys), said


@pytest.mark.parametrize("tail", [b'{"id": "q3", "te', b'{"id": "q3", "te\n\n', b'{"id": "q3"\n', b"\x00\x00\x00"])
def test_a_torn_tail_is_dropped_with_a_warning_and_repaired(tmp_path: Path, tail: bytes) -> None:
    """T17: also when a blank line follows it."""
    path = tmp_path / "p.jsonl"
    path.write_bytes(row("q1") + b"\n" + row("q2") + b"\n" + tail)
    keys, said = opened(path)
    assert keys == {"q1", "q2"}
    assert len(said) == 1
    assert "line 3 was cut off" in said[0]
    assert path.read_bytes() == row("q1") + b"\n" + row("q2") + b"\n"


def test_a_valid_last_row_without_newline_is_kept(tmp_path: Path) -> None:
    """T17."""
    path = tmp_path / "p.jsonl"
    path.write_bytes(row("q1") + b"\n" + row("q2"))
    keys, said = opened(path)
    assert keys == {"q1", "q2"}
    assert said == []
    assert path.read_bytes() == row("q1") + b"\n" + row("q2") + b"\n"


def test_a_damaged_line_elsewhere_is_moved_aside_and_named(tmp_path: Path) -> None:
    """T17, S4-26: its question is answered again; a torn tail beside it is still dropped."""
    path = tmp_path / "p.jsonl"
    path.write_bytes(row("q1") + b"\n{broken}\n" + row("q3") + b'\n{"id": "q4')
    keys, said = opened(path)
    assert keys == {"q1", "q3"}
    assert any("line 2 is damaged" in text for text in said)
    assert any("line 4 was cut off" in text for text in said)
    assert path.read_bytes() == row("q1") + b"\n" + row("q3") + b"\n"
    assert b"{broken}\n" in (tmp_path / "p.jsonl.damaged").read_bytes()
    assert opened(path) == ({"q1", "q3"}, [])


def test_a_second_line_of_a_key_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(row("q1", "first") + b"\n" + row("q1", "second") + b"\n")
    keys, said = opened(path)
    assert keys == {"q1"}
    assert "line 2 repeats q1" in said[0]
    assert path.read_bytes() == row("q1", "first") + b"\n"


def test_only_a_newline_ends_a_record(tmp_path: Path) -> None:
    """T18: U+2028, U+0085 and CRLF inside or after a record."""
    path = tmp_path / "p.jsonl"
    odd = row("q1", "a\u2028b\u0085c\x0cd")
    path.write_bytes(odd + b"\r\n" + row("q2") + b"\r\n")
    keys, said = opened(path)
    assert (keys, said) == ({"q1", "q2"}, [])
    assert [json.loads(line)["text"] for _, line in lines_of(path)] == ["a\u2028b\u0085c\x0cd", "x"]


@given(
    texts=st.lists(st.text(max_size=20), max_size=6),
    cut=st.integers(min_value=0, max_value=400),
)
def test_a_cut_at_any_byte_loses_only_the_record_that_was_cut(texts: list[str], cut: int) -> None:
    """A crash can leave any prefix of the file; every whole record of the prefix survives, none is invented."""
    rows = [json.dumps({"id": str(number), "text": text}).encode() for number, text in enumerate(texts)]
    whole = b"".join(line + b"\n" for line in rows)[:cut]
    survivors = {str(number) for number in range(len(rows)) if whole.startswith(b"\n".join(rows[: number + 1]))}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.jsonl"
        path.write_bytes(whole)
        keys, _ = opened(path)
        assert keys == survivors
        with Journal(path, key_of, lambda _: None) as journal:
            journal.append(row("new"))
        assert opened(path) == (survivors | {"new"}, [])


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """A write that fits only in part is taken back, and the error is raised."""
    path = tmp_path / "p.jsonl"
    child = os.fork()
    if child == 0:  # the limit holds for the whole process, so a child takes it
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
        journal = Journal(path, key_of, lambda _: None)
        journal.append(row("q1"))
        try:
            journal.append(row("q2", "y" * 100))
        except OSError:
            os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert path.read_bytes() == row("q1") + b"\n"
