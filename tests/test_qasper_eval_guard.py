"""A foreign package called loaders or scorers stops us with one clear error instead of changing scores."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support import qasper_eval

PACKAGE = Path(__import__("qasper_eval").__file__ or "").resolve().parent


def imported(folder: Path, code: str = "import qasper_eval") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["loaders", "scorers"])
@pytest.mark.parametrize("as_package", [True, False])
def test_a_users_own_module_of_that_name_is_named_with_the_remedy(
    tmp_path: Path, name: str, *, as_package: bool
) -> None:
    """`python -c` puts the current folder first on sys.path, where a user's loaders.py wins."""
    if as_package:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('foreign code was run')\n", "utf-8")
    else:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('foreign code was run')\n", "utf-8")
    done = imported(tmp_path)
    assert done.returncode == 1
    assert f"needs its own package {name!r}" in done.stderr
    assert "python -P -m qasper_eval" in done.stderr
    assert str(tmp_path) in done.stderr
    assert "foreign code was run" not in done.stderr


def test_a_foreign_package_already_imported_is_caught(tmp_path: Path) -> None:
    (tmp_path / "loaders.py").write_text("", "utf-8")
    done = imported(tmp_path, "import loaders; import qasper_eval")
    assert done.returncode == 1
    assert "needs its own package 'loaders'" in done.stderr


def test_a_package_that_overwrote_ours_lacks_the_marker(tmp_path: Path) -> None:
    """Installed into the same place, it sits beside our folder, but is not ours."""
    for name in ("qasper_eval", "loaders", "scorers"):
        (tmp_path / name).mkdir()
    for file in ("__init__.py", "_guard.py"):
        (tmp_path / "qasper_eval" / file).write_bytes((PACKAGE / file).read_bytes())
    for name in ("loaders", "scorers"):
        (tmp_path / name / "__init__.py").write_text("", "utf-8")
    done = imported(tmp_path)
    assert done.returncode == 1
    assert "another package's file" in done.stderr


def test_the_safe_way_in_works_beside_a_users_own_module(tmp_path: Path) -> None:
    (tmp_path / "loaders.py").write_text("raise SystemExit('foreign code was run')\n", "utf-8")
    done = qasper_eval("--version", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("qasper-eval, version ")
