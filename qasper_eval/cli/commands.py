"""The commands, and errors as one clear line with an exit code."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from loaders.errors import DatasetError
from qasper_eval import __version__
from qasper_eval.errors import QasperEvalError

from .entry import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE = 2
_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO}


_COMMANDS = {
    "run": "Run a config, or go on where an earlier run of it stopped.",
    "runs": "List the runs here, and the command to go on with each.",
    "plan": "Calls, tokens, cost and months of a config; sends nothing.",
    "score": "Score a run, or a predictions file against a gold file.",
    "datasets": "List datasets, show an example, check one before a run.",
    "inspect": "Show one question of a run.",
    "compare": "Compare two runs, paired by question.",
    "report": "Make one HTML page of a run.",
    "publish": "Publish runs as a write-once folder.",
    "verify": "Re-derive every number of a published folder, offline.",
    "table": "The leaderboard over published results.",
    "gate": "Hold a run against thresholds: pass, fail, undetermined.",
    "export": "Export a run or a published folder for other tools.",
    "memo": "Forget what is remembered across runs.",
}
"""What each command does, in the order of the help, which is told without importing it; ``cli/NAME.py`` holds it."""


class _Commands(click.Group):
    """Imports a command when it is asked for, because imports are most of the time of a short command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(f".{cmd_name}", __package__), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="qasper-eval")
def cli() -> None:
    """Measure how faithfully a question-answering agent cites.

    An agent answers questions about papers zero-shot, citing paragraphs; the answers and citations are scored
    against human annotators.
    """


def exit_code(arguments: Sequence[str] | None, held: list[object]) -> int:  # noqa: PLR0911  # because each error has its own exit
    """Run the command line and return the process's exit code (design.md, Commands).

    A command puts into ``held`` what may live until the process ends; as click's object it reaches every command.
    """
    try:
        code = cli.main(arguments, prog_name="qasper-eval", standalone_mode=False, obj=held)
        _flush()
    except click.exceptions.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except QasperEvalError as error:
        return _say(error, error.exit_code)
    except DatasetError as error:
        return _say(error, USAGE)
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as error:
        if error.errno not in _DISK_ERRORS:
            raise
        where = f" ({error.filename})" if error.filename else ""
        return _say(f"{error.strerror}{where}; what was finished is safe, mend this and run the same command", USAGE)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _flush() -> None:
    if sys.stdout is not None:  # the caller may have closed it
        sys.stdout.flush()


def _forget_output() -> None:
    """Point stdout elsewhere when its reader has gone, so that the exit does not complain again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(error: object, code: int) -> int:
    click.echo(f"qasper-eval: {error}", err=True)
    return code
