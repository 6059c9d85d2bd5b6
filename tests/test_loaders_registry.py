"""Loading by name, and what importing the loaders costs."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from loaders import LOADERS, DatasetError, load
from loaders.dataset_facts import facts_of
from loaders.qasper import build
from qasper_documents import two_papers

ROOT = Path(__file__).resolve().parents[1]


def test_an_unknown_name_lists_the_known_ones() -> None:
    """One line, and every loader is in it."""
    with pytest.raises(DatasetError) as caught:
        load("quasper")
    assert str(caught.value) == f"no dataset is called 'quasper'; known are {', '.join(sorted(LOADERS))}"


def test_every_dataset_of_the_registry_has_facts_and_a_module() -> None:
    """The names that configs give, in one place; a revision of a local file reaches every loader's own code."""
    names = (
        "qasper sample hotpotqa 2wiki musique squad2 peerqa scifact citation-integrity wice evidence-inference "
        "pubmedqa contractnli natural-questions custom"
    )
    assert sorted(LOADERS) == sorted(names.split())
    for name in LOADERS:
        facts = facts_of(name)
        assert facts is not None
        assert (facts.name, bool(facts.license), bool(facts.citation)) == (name, True, True)
        assert set(facts.expected) <= set(facts.splits)
        fields = {"question": "q", "paragraphs": "p", "answer": "a"} if name == "custom" else None
        with pytest.raises(DatasetError, match=r"revision|reads no file"):
            load(name, revision="main", path=Path("x.json"), fields=fields)


def test_facts_are_found_by_repository_too() -> None:
    """A dataset from the Hub is named by its repository."""
    for name, repo in (("musique", "bdsaglam/musique"), ("qasper", "allenai/qasper"), ("wice", "jon-tow/wice")):
        assert facts_of(repo) == facts_of(name)
    assert facts_of("no/such") is None


def test_a_corpus_is_refused_where_it_would_be_ignored() -> None:
    """By a dataset in one file, and without a file."""
    with pytest.raises(DatasetError, match=r"squad2 keeps its texts and questions in one place; leave out"):
        load("squad2", path=Path("x.json"), corpus=Path("y.json"))
    with pytest.raises(
        DatasetError, match=r"dataset\.corpus belongs to a local file of scifact; set dataset\.path too"
    ):
        load("scifact", corpus=Path("y.json"))


def test_the_sample_is_whole_and_no_benchmark() -> None:
    """At least 8 papers and 48 questions, loaded from beside the module."""
    sample = load("sample")
    assert sample == load("sample", split="validation")
    assert (sample.name, sample.split, sample.revision, sample.is_benchmark) == ("sample", "validation", None, False)
    assert sample.counts.papers >= 8
    assert sample.counts.questions >= 48
    assert build(two_papers(), source="a", name="a", split="a").is_benchmark


@pytest.mark.parametrize(
    ("name", "split", "revision", "path", "line"),
    [
        ("sample", "train", None, None, "the sample has no split 'train', only 'validation'; leave it out"),
        ("sample", None, "main", None, "the sample has no revisions; leave out revision 'main'"),
        ("sample", None, None, "x.json", "set the dataset's name to qasper to load x.json"),
        ("qasper", None, "main", "x.json", "revision 'main' names a commit on the Hub, but x.json is a local file"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    name: str, split: str | None, revision: str | None, path: str | None, line: str
) -> None:
    """Nothing that the user asked for is silently ignored."""
    with pytest.raises(DatasetError) as caught:
        load(name, split=split, revision=revision, path=None if path is None else Path(path))
    assert line in str(caught.value)


@pytest.mark.parametrize("enabled", [True, False])
def test_the_cycle_collector_is_left_as_it_was(*, enabled: bool) -> None:
    """It pauses while records are made, also when that fails."""
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        load("sample")
        assert gc.isenabled() == enabled
        with pytest.raises(DatasetError):
            load("sample", split="none")
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()


def test_importing_the_loaders_imports_no_client() -> None:
    """``--help`` pays for nothing heavy, and scoring a JSON file for nothing but orjson."""
    heavy = "{'orjson', 'datasets', 'huggingface_hub', 'numpy', 'pyarrow', 'pandas', 'httpx', 'pydantic', 'hashlib'}"
    program = (
        "import sys, loaders; from pathlib import Path\n"
        f"heavy = {heavy}; print(sorted(heavy & set(sys.modules)))\n"
        "loaders.load('qasper', path=Path('loaders/sample/sample.json'))\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n['orjson']\n"
