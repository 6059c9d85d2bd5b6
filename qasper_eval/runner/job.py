"""One run from a config: load, cut the slice, answer what is left, keep the folder true at every moment."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from qasper_eval.agents.registry import AgentSpec, agent_spec
from qasper_eval.checkpoint import Progress, RunFolder, Stopped
from qasper_eval.prediction_json import prediction_to_json
from qasper_eval.slicing import Slice, cut_slice

from .engine import Item, Outcome, run_items
from .manifest import build_manifest
from .provider import opened
from .stop import INTERRUPTED, StopSignal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from loaders.records import Dataset, Paper, Question
    from qasper_eval.checkpoint.progress import State
    from qasper_eval.config import RunConfig
    from qasper_eval.records import Prediction

    from .options import RunOptions

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


@dataclass(frozen=True, slots=True)
class _Answered:
    line: bytes
    cost_usd: float | None


def run_config(
    config: RunConfig,
    dataset: Dataset,
    *,
    root: Path,
    config_folder: Path,
    resume: str,
    view: View,
    options: RunOptions,
) -> JobResult:
    """Run or resume the run that a config describes, under ``root``.

    Raises:
        QasperEvalError: the agent cannot be built, or the folder is another run's or locked.
        OSError: the disk is full or fails; what was finished before is safe.
    """
    spec = agent_spec(config, config_folder)
    manifest = build_manifest(config, dataset, spec)
    part = cut_slice(
        dataset,
        order=config.slice.order,
        seed=config.slice.seed,
        papers=config.slice.papers,
        questions=config.slice.questions,
    )
    with RunFolder(root, manifest, view.say) as folder:
        if part.note:
            view.say(part.note)
        _warn_of_changed_source(folder, spec, view.say)
        job = _Job(config, folder, part, resume, view)
        return asyncio.run(job.run(spec, options))


def _warn_of_changed_source(folder: RunFolder, spec: AgentSpec, say: Callable[[str], None]) -> None:
    before = folder.stored().versions.get("agent_source_sha256")
    if before is not None and before != spec.source_sha256:
        say("warning: the agent's source has changed since this run started; earlier answers are kept as they are")


class _Job:
    def __init__(self, config: RunConfig, folder: RunFolder, part: Slice, resume: str, view: View) -> None:
        self._config, self._folder, self._part = config, folder, part
        self._resume, self._view = resume, view
        self._asked = {question.id for _, question in part.questions}
        self._n_done = len(self._asked & folder.done)
        self._n_todo = len(self._asked) - self._n_done
        self._failures: dict[str, str] = {}
        earlier = folder.stored().progress()
        for key, cause in earlier.failures.items() if earlier else ():
            if key in self._asked and key not in folder.done:
                self._failures[key] = cause
        self._written_at = 0.0

    async def run(self, spec: AgentSpec, options: RunOptions) -> JobResult:
        """Answer what is left and leave progress.json and stopped.json true."""
        self._folder.write_progress(self._progress("running"))
        config = self._config if spec.uses_provider else self._config.model_copy(update={"provider": None})
        async with AsyncExitStack() as stack:
            stop = stack.enter_context(StopSignal(self._view.say))
            provider = await stack.enter_async_context(
                opened(config, options, self._folder.add_call, self._view.status)
            )
            if provider is not None:
                stop.when_set(provider.interrupt)
            self._view.start(total=len(self._asked), done=self._n_done)
            stack.callback(self._view.close)
            self._agent = spec.make(provider)
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

    def _items(self) -> Iterator[Item[tuple[Paper, Question]]]:
        """Yield what is not done yet; references stay behind, so no agent sees human answers."""
        leader: dict[str, str] = {}
        blind: dict[str, Paper] = {}
        for paper, question in self._part.questions:
            if question.id in self._folder.done:
                continue
            after = leader.setdefault(paper.id, question.id)
            shown = blind.setdefault(paper.id, replace(paper, questions=()))
            payload = (shown, replace(question, references=()))
            yield Item(question.id, payload, None if after == question.id else after)

    async def _answer(self, payload: tuple[Paper, Question]) -> _Answered:
        paper, question = payload
        start = time.perf_counter()
        prediction: Prediction = await self._agent.answer(paper, question)
        prediction = replace(
            prediction, question_id=question.id, paper_id=paper.id, seconds=round(time.perf_counter() - start, 6)
        )
        return _Answered(prediction_to_json(prediction), prediction.cost_usd)

    def _store(self, item: Item[tuple[Paper, Question]], answered: _Answered) -> None:
        self._folder.add(item.key, answered.line)

    def _ended(self, item: Item[tuple[Paper, Question]], cause: str | None) -> None:
        if cause is None:
            self._n_done += 1
            self._failures.pop(item.key, None)
        elif cause != "stopped":
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
        left = len(self._asked) - self._n_done
        return Stopped(cause, detail, reset_at, self._n_done, left, None, self._resume)

    def _progress(self, state: State) -> Progress:
        self._written_at = time.monotonic()
        cut, scoring = self._config.slice, self._config.scoring
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
        )
