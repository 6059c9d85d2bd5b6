"""The check that no published result was ever changed, in scratch repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "check_write_once"
pytestmark = pytest.mark.skipif(
    not SCRIPT.exists() or shutil.which("git") is None, reason="needs a checkout with .ci and git"
)


class Repository:
    """A scratch repository with one published result."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")
        self.write("results/one/manifest.json", "{}")
        self.write("results/one/runs/mine/scores.json", "1")
        self.write("README.md", "x")
        self.commit("publish one")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def check(self, code: int) -> str:
        done = subprocess.run(
            [SCRIPT], cwd=self.folder, env=environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stderr


def environment() -> dict[str, str]:
    """Return an environment in which no configuration of this machine counts."""
    names = {f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return kept | names | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    (tmp_path / "repository").mkdir()
    return Repository(tmp_path / "repository")


def test_adding_passes(repository: Repository) -> None:
    """S0-53: more results, and changes outside them, are what the repository is for."""
    repository.check(0)
    repository.write("results/two/manifest.json", "{}")
    repository.write("README.md", "y")
    repository.commit("publish two")
    repository.check(0)


@pytest.mark.parametrize("change", ["modify", "delete", "rename", "rename the folder", "mode", "link"])
def test_each_kind_of_change_fails(repository: Repository, change: str) -> None:
    """S0-53: named with the commit, and also after it was put right again."""
    path = repository.folder / "results" / "one" / "runs" / "mine" / "scores.json"
    if change == "modify":
        path.write_text("2", "utf-8")
    elif change == "delete":
        path.unlink()
    elif change == "rename":
        path.rename(path.with_name("other.json"))
    elif change == "rename the folder":
        (repository.folder / "results" / "one").rename(repository.folder / "results" / "uno")
    elif change == "mode":
        path.chmod(0o755)
    else:
        path.unlink()
        path.symlink_to("/etc/hostname")
    repository.commit("change a result")
    assert "scores.json" in repository.check(1)
    repository.git("revert", "--no-edit", "HEAD")
    assert "were changed or deleted" in repository.check(1)


def test_a_change_inside_a_merge_is_found(repository: Repository) -> None:
    """A merge that itself edits a result shows in neither parent's diff to its own line."""
    repository.git("checkout", "-q", "-b", "side")
    repository.write("side.txt", "x")
    repository.commit("side")
    repository.git("checkout", "-q", "main")
    repository.write("main.txt", "x")
    repository.commit("main")
    repository.git("merge", "-q", "--no-commit", "--no-ff", "side")
    repository.write("results/one/manifest.json", '{"evil": 1}')
    repository.commit("merge side")
    assert "manifest.json" in repository.check(1)


def test_merging_a_branch_that_only_adds_passes(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    repository.write("results/two/manifest.json", "{}")
    repository.commit("publish two")
    repository.git("checkout", "-q", "main")
    repository.write("README.md", "y")
    repository.commit("main")
    repository.git("merge", "-q", "--no-ff", "side")
    repository.check(0)


def test_a_clone_without_history_fails_with_a_clear_line(repository: Repository, tmp_path: Path) -> None:
    repository.write("results/two/manifest.json", "{}")
    repository.commit("publish two")
    shallow = tmp_path / "shallow"
    repository.git("clone", "-q", "--depth", "1", f"file://{repository.folder}", str(shallow))
    done = subprocess.run([SCRIPT], cwd=shallow, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "shallow" in done.stderr
    assert "git fetch --unshallow" in done.stderr


def test_results_of_one_file_are_no_results(repository: Repository) -> None:
    """Only folders below results/ are write-once: a README beside them may change."""
    repository.write("results/README.md", "x")
    repository.commit("a page")
    repository.write("results/README.md", "y")
    repository.commit("the page changes")
    repository.check(0)


def test_a_change_on_a_branch_that_a_merge_undid_is_found(repository: Repository) -> None:
    """Git leaves such a branch out of a path's history, for the merge left the path as it was."""
    repository.git("checkout", "-q", "-b", "side")
    repository.write("results/one/manifest.json", '{"evil": 1}')
    repository.commit("change a result")
    repository.git("checkout", "-q", "main")
    repository.write("main.txt", "x")
    repository.commit("main")
    repository.git("merge", "-q", "-s", "ours", "-m", "merge side", "side")
    assert "manifest.json" in repository.check(1)
