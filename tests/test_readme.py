"""The README shows what the program really prints."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from fire_support import Fire
from loopback_llm import LoopbackLLM
from support import ROOT, qasper_eval

if TYPE_CHECKING:
    from pathlib import Path

README = ROOT / "README.md"


def check(command: str, output: str) -> None:
    """Compare a command's output with the README's, or write it there where QASPER_EVAL_WRITE_README is set."""
    text = README.read_text("utf-8")
    block = re.compile(
        rf"(<!-- output of `{re.escape(command)}`.*? -->\n```\n)(.*?)(```\n<!-- end of output -->)", re.DOTALL
    )
    shown = block.search(text)
    assert shown is not None, command
    if os.environ.get("QASPER_EVAL_WRITE_README"):
        README.write_text(block.sub(lambda found: found[1] + output + found[3], text), "utf-8")
    else:
        assert shown[2] == output


def test_the_output_in_the_readme_is_the_real_output(tmp_path: Path) -> None:
    """Regenerate it with: QASPER_EVAL_WRITE_README=1 make test."""
    done = qasper_eval("run", ROOT / "configs" / "quickstart.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    check("qasper-eval run configs/quickstart.yaml", done.stdout)
    assert "not a benchmark" in done.stdout
    assert (tmp_path / "runs" / "quickstart" / "table.md").read_text("utf-8") == done.stdout


def test_the_quota_stop_in_the_readme_is_a_real_one(tmp_path: Path) -> None:
    """A loopback server stands in for the provider; its port and the month are those of the README."""
    fire = Fire(tmp_path)
    with LoopbackLLM() as server:
        fire.config(
            server,
            "trial",
            provider={"model": "gpt-4o-mini", "price": {"input": 0.15, "output": 0.6, "cached_input": 0.075}},
            limits={"max_concurrency": 1, "requests_per_month": 50},
        )
        stopped = fire("run", "trial.yaml", code=75).stderr
        fire("run", "trial.yaml", "--set", "limits.requests_per_month=null")
        assert server.paid == 74
    said = stopped[stopped.index("plan: ") :].replace(server.url.removeprefix("http://"), "127.0.0.1:8000")
    said = re.sub(r"in \d{4}-\d\d$", "in 2026-11", said, flags=re.MULTILINE)
    check("qasper-eval run trial.yaml", re.sub(r"\d{4}-\d\d-01T00:00:00Z", "2026-12-01T00:00:00Z", said))
