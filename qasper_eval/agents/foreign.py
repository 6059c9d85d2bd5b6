"""Anyone's own agent, as ours."""

from __future__ import annotations

import asyncio
import inspect
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError

from .environment_secrets import environment_redactor
from .foreign_prediction import as_prediction

if TYPE_CHECKING:
    from types import TracebackType

    from loaders.records import Paper, Question
    from qasper_eval.records import Prediction

AGENT_ERROR = "agent error"
_KEPT_TRACE = 4000


class ForeignAgent:
    """Wraps an object with a method ``answer(paper, question)``, async or not.

    A plain method runs in threads, up to ``threads`` at once (``limits.max_concurrency``); one whose object says
    ``thread_safe = False`` is called once at a time. See docs/your-own-agent.md for what it may return. Whatever it
    raises leaves its one question unmeasured, SystemExit and KeyboardInterrupt included: the keyboard reaches the
    runner as a signal, so here they can only come from the agent's own code.
    """

    def __init__(self, made: Any, *, cite_abstract: bool = False, threads: int = 16) -> None:
        self._answer = made.answer
        self._is_async = inspect.iscoroutinefunction(made.answer)
        self._cite_abstract = cite_abstract
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="agent")
        self._turn: AbstractAsyncContextManager[Any] = (
            nullcontext() if getattr(made, "thread_safe", True) else asyncio.Lock()
        )

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Return the agent's prediction, checked; ItemUnmeasuredError when there is none.

        RunStoppedError and ItemUnmeasuredError of the agent's own keep their meaning.
        """
        try:
            async with self._turn:
                said = await self._ask(paper, question)
            return as_prediction(
                said, paper, question, cite_abstract=self._cite_abstract, redactor=environment_redactor()
            )
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError) and _is_being_cancelled():
                raise
            raise _as_ours(error) from None

    async def aclose(self) -> None:
        """Give the threads back."""
        self._threads.shutdown(wait=False)

    async def _ask(self, paper: Paper, question: Question) -> object:
        if self._is_async:
            return await self._answer(paper, question)
        loop = asyncio.get_running_loop()
        ended = await loop.run_in_executor(self._threads, _call, self._answer, paper, question)
        if ended.error is not None:
            raise ended.error
        return await ended.value if inspect.isawaitable(ended.value) else ended.value


@dataclass(frozen=True, slots=True)
class _Ended:
    value: Any = None
    error: BaseException | None = None


def _call(answer: Any, paper: Paper, question: Question) -> _Ended:
    """Call in a thread; an error comes back as a value, because a future cannot carry StopIteration or SystemExit."""
    try:
        return _Ended(answer(paper, question))
    except BaseException as error:  # noqa: BLE001  # because it is raised again in the loop
        return _Ended(error=error)


def _as_ours(error: BaseException) -> Exception:
    """Return what the runner understands, secrets taken out (an SDK's message may quote the key)."""
    clean = environment_redactor().text
    if isinstance(error, ItemUnmeasuredError):
        return ItemUnmeasuredError(clean(error.cause), clean(error.detail))
    if isinstance(error, RunStoppedError):
        detail = clean(error.detail)
        return RunStoppedError(error.cause, detail, reset_at=error.reset_at, exit_code=error.exit_code)
    lines = traceback.format_exception(type(error), error, _theirs(error.__traceback__))
    return ItemUnmeasuredError(AGENT_ERROR, clean("".join(lines).strip())[-_KEPT_TRACE:])


def _is_being_cancelled() -> bool:
    """Whether the runner cancels this task, rather than a CancelledError leaking out of the agent."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _theirs(trace: TracebackType | None) -> TracebackType | None:
    """Return the traceback from the agent's own first frame on."""
    while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace
