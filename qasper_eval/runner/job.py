"""One run from a config: load, cut the slice, answer what is left, keep the folder true at every moment."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from qasper_eval.agents.base import Closable
from qasper_eval.checkpoint import Progress, RunFolder, Stopped
from qasper_eval.prediction_json import prediction_to_json

from .engine import Item, Outcome, run_items
from .provider import opened
from .stop import INTERRUPTED, StopSignal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from loaders.records import Paper, Question
    from qasper_eval.agents.registry import AgentSpec
    from qasper_eval.agents.retrieval.services import RetrievalServices
    from qasper_eval.checkpoint.progress import State
    from qasper_eval.providers import Provider
    from qasper_eval.records import Prediction

    from .options import RunOptions
    from .prepare import PreparedRun

PROGRESS_EVERY_S = 5.0


class View(Protocol):
    """What a person sees while a run goes on."""

    def say(self, text: str) -> None:
        """Show one line."""
        ...

    def status(self, text: str) -> None:
        """Show what a run waits for, or that it waits no more ("")."""
        ...

    def start(self, *, total: int, done: int) -> None:
        """Show how far the slice is."""
        ...

    def advance(self) -> None:
        """Count one more question, finished or unmeasured."""
        ...

    def close(self) -> None:
        """Stop showing progress."""
        ...


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a run ended."""

    path: Path
    """The run folder."""
    progress: Progress
    """Where it stands."""
    stopped: Stopped | None
    """Why it ended early; None when it did not."""
    exit_code: int
    """0, 2, 75 or 130 (design.md, Commands)."""


def run_config(prepared: PreparedRun, *, root: Path, resume: str, view: View, options: RunOptions) -> JobResult:
    """Run or resume a prepared run, under ``root``.

    Raises:
        QasperEvalError: the provider cannot be opened, or the folder is another run's or locked.
        OSError: the disk is full or fails; what was finished before is safe.
    """
    with RunFolder(root, prepared.manifest, view.say) as folder:
        if prepared.part.note:
            view.say(prepared.part.note)
        _warn_of_changed_source(folder, prepared.spec, view.say)
        job = _Job(prepared, folder, resume, view)
        return asyncio.run(job.run(options))


def _warn_of_changed_source(folder: RunFolder, spec: AgentSpec, say: Callable[[str], None]) -> None:
    before = folder.stored().versions.get("agent_source_sha256")
    if before is not None and before != spec.source_sha256:
        say("warning: the agent's source has changed since this run started; earlier answers are kept as they are")


class _Job:
    def __init__(self, prepared: PreparedRun, folder: RunFolder, resume: str, view: View) -> None:
        self._prepared, self._config, self._folder = prepared, prepared.config, folder
        self._resume, self._view = resume, view
        self._asked = {question.id for _, question in prepared.part.questions}
        self._n_done = len(self._asked & folder.done)
        self._n_todo = len(self._asked) - self._n_done
        self._failures: dict[str, str] = {}
        earlier = folder.stored().progress()
        for key, cause in earlier.failures.items() if earlier else ():
            if key in self._asked and key not in folder.done:
                self._failures[key] = cause
        self._written_at = 0.0

    async def run(self, options: RunOptions) -> JobResult:
        """Answer what is left and leave progress.json and stopped.json true."""
        self._folder.write_progress(self._progress("running"))
        asks = self._prepared.asks_model and self._n_todo > 0  # with nothing to ask, no SDK need be loaded
        config = self._config if asks else self._config.model_copy(update={"provider": None})
        async with AsyncExitStack() as stack:
            stop = stack.enter_context(StopSignal(self._view.say))
            provider = await stack.enter_async_context(
                opened(config, options, self._folder.add_call, self._view.status, self._view.say)
            )
            if provider is not None:
                stop.when_set(provider.interrupt)
                stack.enter_context(options.spent.counted_by(provider.gate.budget.spending))
            services = await self._opened_services(stack, stop, provider, options)
            self._view.start(total=len(self._asked), done=self._n_done)
            stack.callback(self._view.close)
            self._agent = self._prepared.spec.make(provider, services)
            if isinstance(self._agent, Closable):
                stack.push_async_callback(self._agent.aclose)
            outcome = await run_items(
                self._items(),
                self._answer,
                self._store,
                concurrency=self._config.limits.max_concurrency,
                stop=stop.event,
                on_end=self._ended,
                log=self._folder.log,
            )
            return self._finish(outcome, interrupted=stop.event.is_set())

    async def _opened_services(
        self, stack: AsyncExitStack, stop: StopSignal, provider: Provider | None, options: RunOptions
    ) -> RetrievalServices | None:
        searches = self._prepared.spec.uses_retrieval and self._n_todo > 0
        if not searches or (provider is None and self._config.retrieval.embedding is None):
            return None
        from .retrieval import opened_retrieval

        found = await stack.enter_async_context(
            opened_retrieval(
                self._config,
                options,
                provider,
                sink=self._folder.add_call,
                say=self._view.status,
                warn=self._view.say,
            )
        )
        for endpoint in found.providers:
            stop.when_set(endpoint.interrupt)
        return found.services

    def _items(self) -> Iterator[Item[tuple[Paper, Question]]]:
        """Yield what is not done yet; references stay behind, so no agent sees human answers."""
        leader: dict[str, str] = {}
        blind: dict[str, Paper] = {}
        for paper, question in self._prepared.part.questions:
            if question.id in self._folder.done:
                continue
            after = leader.setdefault(paper.id, question.id)
            shown = blind.setdefault(paper.id, replace(paper, questions=()))
            payload = (shown, replace(question, references=()))
            yield Item(question.id, payload, None if after == question.id else after)

    async def _answer(self, payload: tuple[Paper, Question]) -> bytes:
        paper, question = payload
        start = time.perf_counter()
        prediction: Prediction = await self._agent.answer(paper, question)
        prediction = replace(
            prediction, question_id=question.id, paper_id=paper.id, seconds=round(time.perf_counter() - start, 6)
        )
        return prediction_to_json(prediction)

    def _store(self, item: Item[tuple[Paper, Question]], line: bytes) -> None:
        self._folder.add(item.key, line)

    def _ended(self, item: Item[tuple[Paper, Question]], cause: str | None) -> None:
        if cause == "stopped":
            return
        if cause is None:
            self._n_done += 1
            self._failures.pop(item.key, None)
        else:
            self._failures[item.key] = cause
        self._view.advance()
        if time.monotonic() - self._written_at > PROGRESS_EVERY_S:
            self._folder.write_progress(self._progress("running"))

    def _finish(self, outcome: Outcome, *, interrupted: bool) -> JobResult:
        stopped, code = None, 0
        if outcome.stopped is not None:
            stopped = self._stopped(outcome.stopped.cause, outcome.stopped.detail, outcome.stopped.reset_at)
            code = outcome.stopped.exit_code
        elif interrupted and outcome.finished + len(outcome.failures) < self._n_todo:
            stopped, code = (
                self._stopped("interrupted", "stopped from the keyboard or by the system", None),
                INTERRUPTED,
            )
        state: State = "done" if stopped is None else "interrupted" if code == INTERRUPTED else "stopped"
        progress = self._progress(state)
        self._folder.write_progress(progress)
        self._folder.write_stopped(stopped)
        return JobResult(self._folder.path, progress, stopped, code)

    def _stopped(self, cause: str, detail: str, reset_at: str | None) -> Stopped:
        left, spending = len(self._asked) - self._n_done, self._folder.spending
        return Stopped(
            cause=cause,
            detail=detail,
            reset_at=reset_at,
            done=self._n_done,
            left=left,
            calls=spending.calls,
            spent_usd=spending.usd,
            resume=self._resume,
        )

    def _progress(self, state: State) -> Progress:
        self._written_at = time.monotonic()
        cut, scoring, spending = self._config.slice, self._config.scoring, self._folder.spending
        return Progress(
            state=state,
            papers=cut.papers,
            questions=cut.questions,
            order=cut.order,
            seed=cut.seed,
            mode=scoring.mode,
            text_evidence_only=scoring.text_evidence_only,
            n_slice=len(self._asked),
            done=self._n_done,
            failures=dict(self._failures),
            resume=self._resume,
            calls=spending.calls,
            spent_usd=spending.usd,
            input_tokens=spending.input_tokens,
            cached_tokens=spending.cached_tokens,
        )
