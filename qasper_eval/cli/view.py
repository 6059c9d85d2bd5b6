"""What a person sees on stderr while a run goes on."""

from __future__ import annotations

import sys
from typing import Any

import click


class TerminalView:
    """Lines on stderr and a progress bar that is silent where stderr is no terminal."""

    def __init__(self) -> None:
        self._bar: Any = None

    def say(self, text: str) -> None:
        """Show one line, above the bar when there is one."""
        if self._bar is None or self._bar.disable:
            click.echo(text, err=True)
        else:
            self._bar.write(text, file=sys.stderr)

    def status(self, text: str) -> None:
        """Show in the bar what the run waits for; a line of its own where there is no bar."""
        if self._bar is not None and not self._bar.disable:
            self._bar.set_postfix_str(text)
        elif text:
            self.say(text)

    def start(self, *, total: int, done: int) -> None:
        """Show the bar."""
        from tqdm import tqdm

        self._bar = tqdm(total=total, initial=done, unit=" questions", disable=None, file=sys.stderr, leave=False)

    def advance(self) -> None:
        """Count one more question."""
        if self._bar is not None:
            self._bar.update(1)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
