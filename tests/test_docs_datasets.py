"""The pages on datasets say what the code does."""

from __future__ import annotations

import importlib.util
import re
import sys
from typing import TYPE_CHECKING

import pytest

from loaders import LOADERS, DatasetError, load
from loaders.dataset_facts import facts_of
from loaders.request import LoadRequest
from qasper_eval.config import load_suites
from row_files import lines_file, parquet_file
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from loaders import Dataset

PAGE = ROOT / "docs" / "datasets.md"
GUIDE = ROOT / "docs" / "add-a-dataset.md"


def table() -> dict[str, str]:
    """Give the rows of the table of datasets by name."""
    rows = re.findall(r"^\| `([a-z0-9-]+)` \|.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return {name: next(line for line in lines if line.startswith(f"| `{name}` |")) for name in rows}


def test_the_table_lists_what_can_be_loaded() -> None:
    """Every dataset with its repository, its sizes and its licence."""
    rows = table()
    assert set(LOADERS) <= set(rows)
    for name in set(LOADERS) - {"custom"}:
        facts = facts_of(name)
        assert facts is not None
        for repo in (facts.hub, *facts.other_hubs):
            assert repo is None or repo in rows[name]
        for split, expected in facts.expected.items():
            size = expected.questions or expected.papers
            assert f"{split} {size:,}" in rows[name], (name, split)
        assert facts.license.split(" as ", maxsplit=1)[0].split(" (", maxsplit=1)[0] in rows[name]


@pytest.fixture
def recipes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[LoadRequest], Dataset]:
    """Give the loader of the guide, made a module of the loaders as the guide says."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    code = next(block for block in blocks if "def " in block)
    path = tmp_path / "recipes.py"
    path.write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("loaders.recipes", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "loaders.recipes", module)
    spec.loader.exec_module(module)
    loader: Callable[[LoadRequest], Dataset] = module.load_recipes
    return loader


def test_the_loader_of_the_guide_loads(recipes: Callable[[LoadRequest], Dataset], tmp_path: Path) -> None:
    """Both layouts, the evidence, the warning, the one-line error."""
    row = {"id": "r1", "recipe": ["Boil water.", "Add tea."], "asked": "What is added?", "answer": "tea", "step": 1}
    dataset = recipes(LoadRequest(path=lines_file(tmp_path, [row])))
    assert dataset.papers[0].questions[0].references[0].evidence == ("Add tea.",)
    assert recipes(LoadRequest(path=parquet_file(tmp_path, [row]))).fingerprint == dataset.fingerprint
    assert recipes(LoadRequest(path=lines_file(tmp_path, [{**row, "step": 5}]))).warnings == (
        "1 number of an evidence paragraph is beyond its context; no citation matches it, and it stays in the gold.",
    )
    with pytest.raises(DatasetError, match=r"row 1 \(r1\): recipe is missing \(expected Recipes' layout"):
        recipes(LoadRequest(path=lines_file(tmp_path, [{"id": "r1"}])))


def test_the_suites_of_the_page_are_a_config(tmp_path: Path) -> None:
    """As it stands there, with the runs that the page names."""
    (block,) = (
        text for text in re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "suites:" in text
    )
    (tmp_path / "c.yaml").write_text(block, "utf-8")
    suites = load_suites(tmp_path / "c.yaml")
    assert [suite.found.base.name for suite in suites] == ["offline-hotpotqa", "offline-squad2", "offline-mine"]
    assert suites[2].found.base.dataset.map == {"question": "q", "paragraphs": "context", "answer": "a"}


def test_the_map_of_the_guide_loads(tmp_path: Path) -> None:
    """The columns of its first example."""
    fields = dict(re.findall(r"^    (\w+): (\w+)", GUIDE.read_text("utf-8"), re.MULTILINE))
    assert fields == {"question": "query", "paragraphs": "context", "answer": "answers", "evidence": "gold"}
    row = {"query": "Why?", "context": ["Because."], "answers": ["Because."], "gold": [0]}
    assert load("custom", path=lines_file(tmp_path, [row]), fields=fields).counts.questions == 1
