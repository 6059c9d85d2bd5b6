"""Writing down what became of each attempt of one question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.providers.call_record import CallOutcome, CallRecord
from qasper_eval.providers.clock import utc_text
from qasper_eval.providers.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.providers.call import Attempt
    from qasper_eval.providers.exchange import Metered, ReplyT


class Recorder:
    """Numbers the attempts of one question and hands a record of each to the sink."""

    def __init__(self, sink: Callable[[CallRecord], None], question_id: str, model: str) -> None:
        """``model`` is the one asked for."""
        self._sink = sink
        self._blank = CallRecord(
            time=None, question_id=question_id, operation="", request="", outcome="ok", attempt=0, model=model
        )

    def replayed(self, operation: str, request: str, reply: Metered, epoch: float) -> None:
        """Record a replay from the memo at ``epoch``; it pays nothing."""
        record = self._next(operation, request, "memo", epoch)
        self._sink(_metered(replace(record, cost_usd=0.0), reply))

    def cancelled(self, operation: str, request: str, left_at: float, seconds: float) -> None:
        """Record an attempt cut off by Ctrl-C, whose reply may have been under way."""
        record = self._next(operation, request, "cancelled", left_at)
        self._sink(replace(record, seconds=round(seconds, 4)))

    def completed(self, operation: str, request: str, attempt: Attempt[ReplyT], cause: str | None) -> None:
        """Record a completion: ``ok``, or ``unusable`` with its cause."""
        record = self._answered(operation, request, "unusable" if cause else "ok", attempt)
        result = attempt.result
        self._sink(record if isinstance(result, Fault) else _metered(replace(record, cause=cause), result))

    def failed(self, operation: str, request: str, attempt: Attempt[ReplyT], fault: Fault, note: str | None) -> None:
        """Record a failure, with the note on a parameter given up for it."""
        record = self._answered(operation, request, fault.kind, attempt)
        self._sink(
            replace(
                record,
                cause=fault.cause,
                detail=fault.detail,
                status=fault.status,
                code=fault.code,
                notes=(note,) if note else (),
            )
        )

    def _answered(self, operation: str, request: str, outcome: CallOutcome, attempt: Attempt[ReplyT]) -> CallRecord:
        return replace(
            self._next(operation, request, outcome, attempt.left_at),
            status=attempt.status,
            cost_usd=attempt.cost_usd,
            seconds=round(attempt.seconds, 4),
            headers=attempt.kept,
        )

    def _next(self, operation: str, request: str, outcome: CallOutcome, epoch: float) -> CallRecord:
        self._blank = replace(self._blank, attempt=self._blank.attempt + 1)
        return replace(self._blank, time=utc_text(epoch), operation=operation, request=request, outcome=outcome)


def _metered(record: CallRecord, reply: Metered) -> CallRecord:
    return replace(
        record,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        cached_tokens=reply.cached_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        model_served=reply.model_served,
        system_fingerprint=reply.system_fingerprint,
    )
