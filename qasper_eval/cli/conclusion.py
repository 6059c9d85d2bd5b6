"""What a run says when it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.money import dollars

if TYPE_CHECKING:
    from qasper_eval.checkpoint import Progress, Stopped
    from qasper_eval.runner import JobResult, View


def conclude(result: JobResult, view: View, resume: str) -> None:
    """Say where the run lies, what it spent, what is unmeasured and how to go on."""
    progress, stopped = result.progress, result.stopped
    view.say(f"run folder: {result.path}")
    if progress.calls:
        view.say(_spent(progress))
    if progress.failures:
        causes = ", ".join(f"{cause} {count}" for cause, count in progress.causes().items())
        view.say(
            f"{len(progress.failures)} of {progress.n_slice} questions are unmeasured ({causes}); retry: {resume}"
        )
    if stopped is not None:
        for line in _stop_lines(stopped):
            view.say(line)


def _spent(progress: Progress) -> str:
    text = f"calls: {progress.calls:,} sent over the whole run, {_cost(progress.spent_usd)}"
    if progress.cached_tokens:
        share = progress.cached_tokens / progress.input_tokens
        text += f"; {share:.0%} of {progress.input_tokens:,} input tokens came from the provider's prefix cache"
    return text


def _stop_lines(stopped: Stopped) -> list[str]:
    detail = f": {stopped.detail}" if stopped.detail else ""
    spent = f"; {stopped.calls:,} calls sent, {_cost(stopped.spent_usd)}" if stopped.calls else ""
    lines = [
        f"stopped ({stopped.cause}){detail}",
        f"done {stopped.done:,}, left {stopped.left:,}{spent}",
    ]
    if stopped.reset_at:
        lines.append(f"the quota is back at {stopped.reset_at}")
    elif stopped.cause == "quota":
        lines.append("the provider does not say when the quota is back")
    return [*lines, f"go on with: {stopped.resume}"]


def _cost(spent: float | None) -> str:
    return "at an unknown price" if spent is None else dollars(spent)
