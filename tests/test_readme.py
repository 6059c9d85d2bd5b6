"""The README shows what the program really prints."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from support import ROOT, qasper_eval

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = re.compile(r"(<!-- output of .*? -->\n```\n)(.*?)(```\n<!-- end of output -->)", re.DOTALL)


def test_the_output_in_the_readme_is_the_real_output(tmp_path: Path) -> None:
    """Regenerate it with: QASPER_EVAL_WRITE_README=1 make test."""
    done = qasper_eval("run", ROOT / "configs" / "quickstart.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    shown = BLOCK.search(text)
    assert shown is not None
    if os.environ.get("QASPER_EVAL_WRITE_README"):
        readme.write_text(BLOCK.sub(lambda found: found[1] + done.stdout + found[3], text), "utf-8")
    else:
        assert shown[2] == done.stdout
    assert "not a benchmark" in done.stdout
    assert (tmp_path / "runs" / "quickstart" / "table.md").read_text("utf-8") == done.stdout
