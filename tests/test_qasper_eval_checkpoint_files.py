"""Whole files in the place of whole files, and of nothing else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from qasper_eval.checkpoint import write_atomic
from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_or_a_pipe_is_never_replaced(tmp_path: Path) -> None:
    """``--to /dev/full`` once replaced the device, for a user who may; a pipe stands for it here."""
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for path in (pipe, folder):
        with pytest.raises(UsageError, match="no regular file"):
            write_atomic(path, b"x")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert folder.is_dir()
    write_atomic(tmp_path / "new", b"1")
    write_atomic(tmp_path / "new", b"2")
    assert (tmp_path / "new").read_bytes() == b"2"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "new", "pipe"]


def test_two_processes_that_write_one_file_do_not_meet(tmp_path: Path) -> None:
    """Two scores of one run: whoever is last stays, whole, and nobody finds the other's file taken away."""
    script = (
        "import sys\nfrom pathlib import Path\nfrom qasper_eval.checkpoint import write_atomic\n"
        "for _ in range(150):\n    write_atomic(Path(sys.argv[1]), sys.argv[2].encode() * 100_000)\n"
    )
    path = tmp_path / "scores.json"
    writers = [
        subprocess.Popen([sys.executable, "-P", "-c", script, str(path), letter], stderr=subprocess.PIPE)
        for letter in "ab"
    ]
    assert [writer.communicate(timeout=60)[1] for writer in writers] == [b"", b""]
    assert path.read_bytes() in {b"a" * 100_000, b"b" * 100_000}
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_writer_left_goes_with_a_later_write(tmp_path: Path) -> None:
    """Not what another process may be writing now, and no other file's."""
    old, fresh, other = (tmp_path / name for name in (".a[1].json.7.tmp", ".a[1].json.8.tmp", ".b.json.7.tmp"))
    for path in (old, fresh, other):
        path.write_bytes(b"half")
    for path in (old, other):
        os.utime(path, (0, 0))
    write_atomic(tmp_path / "a[1].json", b"{}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [fresh.name, other.name, "a[1].json"]


def test_ctrl_c_while_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    path.write_bytes(b"old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
