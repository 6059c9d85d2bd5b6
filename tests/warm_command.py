"""Our command line in fresh processes that start warm: forked from one that has the slow imports behind it.

``python warm_command.py OUTPUT`` reads a JSON list of arguments a line, forks, writes the child's process id, and
when the child has ended its exit code. What children print is appended to OUTPUT.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module

SLOW_IMPORTS = (
    "anyio._backends._asyncio",
    "filelock",
    "loaders.qasper",
    "numpy",
    "qasper_eval.agents.full_paper",
    "qasper_eval.cli.plan",
    "qasper_eval.config",
    "qasper_eval.providers.openai",
    "qasper_eval.report.plan_making",
    "qasper_eval.report.score_run",
    "qasper_eval.runner",
    "ruamel.yaml",
    "tqdm",
)


def warm_up() -> None:
    """Import what a run against a model imports."""
    for name in SLOW_IMPORTS:
        import_module(name)
    from openai import AsyncOpenAI

    _ = AsyncOpenAI(api_key="none").chat.completions


def run(arguments: list[str], output: str) -> int:
    """Run one command in this process and return its exit code."""
    from qasper_eval.cli import main

    for target, source, flags in ((0, os.devnull, os.O_RDONLY), (1, output, os.O_APPEND | os.O_WRONLY)):
        os.dup2(os.open(source, flags), target)
    os.dup2(1, 2)
    sys.argv = ["qasper-eval", *arguments]
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001  # because a fork must never fall back into its parent's loop
        traceback.print_exc()
    return 1


def serve(output: str) -> None:
    """Fork a command for each line of standard input."""
    open(output, "a").close()  # noqa: PTH123  # because it only has to exist
    warm_up()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            code = run(json.loads(line), output)
            sys.stdout.flush()
            os._exit(code)
        print(child, flush=True)  # noqa: T201  # because it is the reply
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201  # because it is the reply


if __name__ == "__main__":
    serve(sys.argv[1])
