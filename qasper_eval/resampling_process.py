"""The bootstrap in a second process, which gets ready while this one loads."""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorers.interval import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import BinaryIO, Self

_LENGTH_BYTES = 8
_KILL = 9
_CELLS_AHEAD = 2**24
"""Resamples times papers drawn ahead, 32 MB at two bytes; beyond that they are drawn in turn when they are needed."""


class ResamplingProcess:
    """Makes intervals on another core, with the resamples already drawn when their values come.

    Importing numpy and drawing take as long as loading and scoring a thousand questions. The second process only
    computes: the numbers are those of ``paper_bootstrap`` to the last bit. Where there is one core, no fork, or numpy
    at hand already, and where the second process ends early, ``paper_bootstrap`` is called here.
    """

    def __init__(self) -> None:
        self._pid = 0
        self._to: BinaryIO | None = None
        self._from: BinaryIO | None = None

    def __enter__(self) -> Self:
        if _is_worth_it():
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        del kind, error, trace
        self._hang_up()
        self._wait()

    def expect(self, papers: int, *, seed: int, resamples: int) -> None:
        """Say how many papers there will be, so that they are drawn meanwhile; a wrong guess costs only time."""
        if 0 < papers * resamples <= _CELLS_AHEAD:
            self._send((papers, seed, resamples))

    def intervals(
        self,
        paper_sums: Sequence[Sequence[float]],
        paper_counts: Sequence[Sequence[int]],
        *,
        seed: int,
        resamples: int,
    ) -> list[Interval | None]:
        """Return what ``paper_bootstrap`` returns for the same arguments.

        The second process answers once and ends while this one goes on; what is asked later is computed here.
        """
        self._send((list(paper_sums), list(paper_counts), seed, resamples))
        found = None if self._from is None else _read(self._from)
        self._hang_up()
        if found is None:
            from scorers.bootstrap import paper_bootstrap

            return paper_bootstrap(paper_sums, paper_counts, seed=seed, resamples=resamples)
        return [None if limits is None else Interval(*limits) for limits in found]

    def _start(self) -> None:
        ends: list[int] = []
        try:
            ends += os.pipe()
            ends += os.pipe()
            pid = os.fork()
        except OSError:  # too many files or processes; then the work is done here
            for end in ends:
                os.close(end)
            return
        asking, asked, answering, answered = ends
        if not pid:
            try:
                os.close(asked)
                os.close(answering)
                _serve(os.fdopen(asking, "rb"), os.fdopen(answered, "wb"))
            finally:
                os._exit(0)
        os.close(asking)
        os.close(answered)
        self._pid, self._to, self._from = pid, os.fdopen(asked, "wb"), os.fdopen(answering, "rb")

    def _send(self, value: Any) -> None:
        if self._to is not None:
            try:
                _write(self._to, value)
            except OSError:  # it has ended, and what it was asked for is computed here
                self._hang_up()

    def _hang_up(self) -> None:
        """Close both pipes, whereupon the second process ends."""
        for pipe in (self._to, self._from):
            with suppress(OSError):  # what could not be sent is not needed any more
                if pipe is not None:
                    pipe.close()
        self._to = self._from = None

    def _wait(self) -> None:
        """Leave no process behind; one that is still drawing holds nothing worth keeping."""
        if self._pid:
            with suppress(OSError):  # where the caller ignores the ends of its children, it is gone already
                os.kill(self._pid, _KILL)
                os.waitpid(self._pid, 0)
        self._pid = 0


def _is_worth_it() -> bool:
    """Whether a second core is there, and forking is safe: on Linux, with a single thread."""
    if sys.platform != "linux" or "numpy" in sys.modules or len(os.sched_getaffinity(0)) < 2:
        return False
    threading = sys.modules.get("threading")
    return threading is None or threading.active_count() == 1


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Draw what is announced and answer what is asked, until the other side closes its end."""
    ahead: dict[tuple[int, int, int], list[Any]] = {}
    from scorers.bootstrap import drawn_papers, import_numpy, paper_bootstrap

    np = import_numpy()
    _ = np.random  # which numpy imports when it is first asked for
    while (request := _read(requests)) is not None:
        if len(request) == 3:
            smallest = np.min_scalar_type(request[0])
            ahead = {request: [chunk.astype(smallest) for chunk in drawn_papers(*request)]}
            continue
        sums, counts, seed, resamples = request
        drawn = ahead.get((len(sums[0]), seed, resamples)) if sums else None
        found = paper_bootstrap(sums, counts, seed=seed, resamples=resamples, drawn=drawn)
        _write(answers, [limits and tuple(limits) for limits in found])


def _write(pipe: BinaryIO, value: Any) -> None:
    content = marshal.dumps(value)
    pipe.write(len(content).to_bytes(_LENGTH_BYTES, "little") + content)
    pipe.flush()


def _read(pipe: BinaryIO) -> Any:
    """Return what the other side wrote; None where it has ended."""
    length = pipe.read(_LENGTH_BYTES)
    content = pipe.read(int.from_bytes(length, "little"))
    whole = length and len(content) == int.from_bytes(length, "little")
    return marshal.loads(content) if whole else None  # noqa: S302  # because both ends are this process
