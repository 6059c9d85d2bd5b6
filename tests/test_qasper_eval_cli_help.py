"""The help: every command is there, and none is imported to say so."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

from qasper_eval.cli.commands import cli
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORTED = "import sys\nfrom qasper_eval.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"


def _commands() -> Iterable[str]:
    return cli.list_commands(click.Context(cli))


def test_every_command_of_the_help_exists_and_has_help_of_its_own() -> None:
    context = click.Context(cli)
    for name in _commands():
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert command.help
    assert cli.get_command(context, "nonsense") is None


def test_the_way_in_stays_callable_whatever_is_imported_and_called() -> None:
    """A module of the same name would take its place as soon as it is imported."""
    code = (
        f"{_IMPORTED}import pkgutil, qasper_eval.cli as cli\nfor found in pkgutil.iter_modules(cli.__path__):\n"
        "    __import__(f'qasper_eval.cli.{found.name}')\nfrom qasper_eval.cli import main, program\n"
        "assert callable(main) and callable(program)\nmain(['--version'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].startswith("qasper-eval, version")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_outputs_that_the_caller_closed_are_no_error(closed: str) -> None:
    command = f'"{sys.executable}" -P -m qasper_eval runs {closed}'
    assert subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, check=False).returncode == 0


def test_the_help_imports_no_command() -> None:
    """Importing them all took a third of the time of ``--help``."""
    code = f"{_IMPORTED}print('imported', *[name for name in sys.modules if name.startswith('qasper_eval.cli.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    out, _, imported = done.stdout.rpartition("imported")
    assert set(imported.split()) == {"qasper_eval.cli.entry", "qasper_eval.cli.commands"}
    assert all(f"\n  {name} " in out for name in _commands())
