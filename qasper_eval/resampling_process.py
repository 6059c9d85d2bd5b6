"""The bootstrap in a second process, which gets ready while this one loads."""

from __future__ import annotations

import marshal
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorers.interval import Interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType
    from typing import BinaryIO, Self

_EXPECT, _ASK = "expect", "ask"
_LENGTH_BYTES = 8
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
        self._is_asked = False

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
            self._send(_EXPECT, papers, seed, resamples)

    def intervals(
        self,
        paper_sums: Sequence[Sequence[float]],
        paper_counts: Sequence[Sequence[int]],
        *,
        seed: int,
        resamples: int,
    ) -> Callable[[], list[Interval | None]]:
        """Ask for what ``paper_bootstrap`` returns for the same arguments, and return what waits for it.

        The second process answers once and ends while this one goes on; what is asked later is computed here.
        """
        sums = [list(map(float, row)) for row in paper_sums]
        counts = [list(map(int, row)) for row in paper_counts]
        is_asked, self._is_asked = self._is_asked, True
        if not is_asked:
            self._send(_ASK, sums, counts, seed, resamples)

        def answer() -> list[Interval | None]:
            found = None if is_asked or self._from is None else _read(self._from)
            if not is_asked:
                self._hang_up()
            if found is None:
                from scorers.bootstrap import paper_bootstrap

                return paper_bootstrap(paper_sums, paper_counts, seed=seed, resamples=resamples)
            return [None if limits is None else Interval(*limits) for limits in found]

        return answer

    def _start(self) -> None:
        ends: list[int] = []
        here, pid = os.getpid(), 0
        try:
            ends += os.pipe()
            ends += os.pipe()
            pid = os.fork()
            if not pid:
                _serve(*ends)
        except OSError:  # too many files or processes; then the work is done here
            pass
        finally:
            # Asked of the system, because Ctrl-C may come in both processes before the fork's answer is kept.
            if os.getpid() != here:
                os._exit(0)
            if not pid:
                for end in ends:
                    os.close(end)
        if pid:
            asking, asked, answering, answered = ends
            os.close(asking)
            os.close(answered)
            self._pid, self._to, self._from = pid, os.fdopen(asked, "wb"), os.fdopen(answering, "rb")

    def _send(self, *value: Any) -> None:
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
            with suppress(OSError):  # where the caller ignores the ends of its children, it may be gone already
                if os.waitpid(self._pid, os.WNOHANG) == (0, 0):
                    os.kill(self._pid, signal.SIGKILL)
                    os.waitpid(self._pid, 0)
        self._pid = 0


def _is_worth_it() -> bool:
    """Whether a second core is there, and forking is safe: on Linux, with a single thread of whatever kind."""
    if sys.platform != "linux" or "numpy" in sys.modules or len(os.sched_getaffinity(0)) < 2:
        return False
    try:
        return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208  # because only the number is wanted
    except OSError:
        return False


def _serve(asking: int, asked: int, answering: int, answered: int) -> None:
    """Draw what is announced and answer what is asked, until the other side closes its ends."""
    os.close(asked)
    os.close(answering)
    from scorers.bootstrap import drawn_papers, import_numpy, paper_bootstrap

    np = import_numpy()
    _ = np.random  # which numpy imports when it is first asked for
    ahead: dict[tuple[int, int, int], list[Any]] = {}
    with os.fdopen(asking, "rb") as requests, os.fdopen(answered, "wb") as answers:
        while (request := _read(requests)) is not None:
            kind, *values = request
            if kind == _EXPECT:
                papers, seed, resamples = values
                # Kept small, because reading eight bytes a number takes longer than making floats of two.
                smallest = np.min_scalar_type(papers)
                drawn = [chunk.astype(smallest) for chunk in drawn_papers(papers, seed, resamples)]
                ahead = {(papers, seed, resamples): drawn}
                continue
            sums, counts, seed, resamples = values
            known = ahead.get((len(sums[0]), seed, resamples)) if sums else None
            found = paper_bootstrap(sums, counts, seed=seed, resamples=resamples, drawn=known)
            _write(answers, [limits and tuple(limits) for limits in found])


def _write(pipe: BinaryIO, value: Any) -> None:
    content = marshal.dumps(value)
    pipe.write(len(content).to_bytes(_LENGTH_BYTES, "little") + content)
    pipe.flush()


def _read(pipe: BinaryIO) -> Any:
    """Return what the other side wrote; None where it has ended."""
    start = pipe.read(_LENGTH_BYTES)
    length = int.from_bytes(start, "little")
    content = pipe.read(length)
    if not start or len(content) < length:
        return None
    return marshal.loads(content)  # noqa: S302  # because both ends are this program
