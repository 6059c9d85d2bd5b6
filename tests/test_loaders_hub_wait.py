"""Waiting for the Hub: bounded, reported, polite; on a clock that only waiting moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from loaders import Patience
from loaders.hub_wait import HubOutageError, Waiter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass
class Time:
    """A clock, its waits and what was said."""

    now: float = 1000.0
    waits: list[float] = field(default_factory=list[float])
    said: list[str] = field(default_factory=list[str])

    def sleep(self, seconds: float) -> None:
        """Move the clock."""
        self.waits.append(seconds)
        self.now += seconds

    def patience(self, max_wait_s: float = 600.0) -> Patience:
        """Give a patience on this clock."""
        return Patience(max_wait_s, say=self.said.append, clock=lambda: self.now, sleep=self.sleep)


def failing(outages: Iterable[HubOutageError]) -> Callable[[], str]:
    """Give a request that fails so, then succeeds."""
    left = iter(outages)

    def request() -> str:
        for outage in left:
            raise outage
        return "done"

    return request


def busy(retry_after_s: float | None = None) -> HubOutageError:
    """Give an outage that was answered."""
    return HubOutageError("the Hub answers 503", answered=True, retry_after_s=retry_after_s)


def test_pauses_double_up_to_a_minute() -> None:
    """1, 2, 4, … 60, 60 seconds."""
    time = Time()
    assert Waiter(time.patience()).run(failing([busy()] * 9)) == "done"
    assert time.waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert time.said[0] == "The Hub answers 503; waiting 1 s before asking again."


def test_the_bound_is_never_passed() -> None:
    """The wait that would pass it is not begun, and the outage is what the caller learns."""
    time = Time()
    with pytest.raises(HubOutageError, match="503"):
        Waiter(time.patience(100.0)).run(failing([busy()] * 99))
    assert time.waits == [1, 2, 4, 8, 16, 32]


def test_the_bound_holds_over_all_requests_of_a_load() -> None:
    """What the first request waited is gone for the second; time without trouble is not counted."""
    time = Time()
    waiter = Waiter(time.patience(100.0))
    assert waiter.run(failing([busy(60.0)])) == "done"
    time.now += 5000
    assert waiter.run(failing([busy(30.0)])) == "done"
    with pytest.raises(HubOutageError):
        waiter.run(failing([busy(30.0)]))
    assert time.waits == [60, 30]


def test_what_the_hub_asks_for_is_honoured_and_never_undercut() -> None:
    """A longer wait than the pause is waited; "0" again and again does not become a storm of requests."""
    time = Time()
    assert Waiter(time.patience()).run(failing([busy(56.0), busy(0.0), busy(0.0)])) == "done"
    assert time.waits == [56, 2, 4]


def test_no_answer_is_given_up_within_seconds() -> None:
    """A machine without a network learns it soon; an answer in between starts the count anew."""
    time = Time()
    lost = HubOutageError("the Hub cannot be reached (refused)", answered=False)
    with pytest.raises(HubOutageError, match="refused"):
        Waiter(time.patience()).run(failing([lost] * 99))
    assert time.waits == [1, 2, 4]
    time.waits.clear()
    assert Waiter(time.patience()).run(failing([lost, lost, busy(), lost])) == "done"
    assert time.waits == [1, 2, 4, 8]


def test_a_patience_of_zero_never_waits() -> None:
    """One try."""
    time = Time()
    with pytest.raises(HubOutageError):
        Waiter(time.patience(0.0)).run(failing([busy(0.0)]))
    assert time.waits == []


def test_other_errors_pass_at_once() -> None:
    """Only an outage is worth another try."""

    def request() -> str:
        raise LookupError("a bug")

    with pytest.raises(LookupError):
        Waiter(Time().patience()).run(request)
