"""Whole files in the place of whole files, and of nothing else."""

from __future__ import annotations

import os
import stat
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
