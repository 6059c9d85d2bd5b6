"""What a run would come to, before anything is sent."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from qasper_eval.providers.prices import Price

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Range(Generic[Number]):
    """From the least to the most."""

    low: Number
    """At least about so much."""
    high: Number
    """At most about so much."""


@dataclass(frozen=True, slots=True)
class MonthQuota:
    """The calls that a key has in a UTC calendar month (``limits.requests_per_month``)."""

    month: str
    """This month, such as ``2026-11``."""
    most: int
    """Calls a month."""
    used: int | None
    """Calls that the ledger counts this month; None where it cannot be asked, and then none are assumed."""
    left: int
    """Calls left this month."""
    months: int
    """Months in which the run makes calls, this one included; 0 when it makes none."""
    last: str
    """The last of them."""


@dataclass(frozen=True, slots=True)
class Affordable:
    """How far something that is limited goes."""

    what: str
    """What limits: ``300 calls left in 2026-11``, ``whole slice``."""
    n: int
    """Questions measured then, those already done included."""
    papers: int
    """Papers that they are about."""
    half_width: float | None
    """Half the 95 % interval of evidence F1 then; None below two papers."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The slice to take."""

    options: tuple[str, ...]
    """Options of ``run`` that ask for it; empty for the slice as it is."""
    n: int
    """Questions measured then, those already done included."""
    papers: int
    """Papers that they are about."""
    half_width: float | None
    """Half the 95 % interval of evidence F1 then; None below two papers."""
    needs_yes: bool
    """Whether ``run`` will want ``--yes``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls that a run has left, and what they buy."""

    run: str
    """Name of the run."""
    agent: str
    """Who answers."""
    model: str
    """Model asked."""
    host: str
    """Server asked."""
    is_loopback: bool
    """Whether that is this machine, where spending needs no ``--yes``."""
    questions: int
    """Questions of the slice."""
    done: int
    """Of them, finished before."""
    left: int
    """Of them, to be asked."""
    papers_left: int
    """Papers that those are about."""
    unfit: int
    """Of those left, questions that nothing is sent for, because nothing fits into the model's context."""
    counted: int
    """Of those left, questions whose prompt was made; the others are extrapolated. 0 when the agent shows none."""
    calls: Range[int]
    """Calls left, without second tries and replays."""
    uncounted: tuple[str, ...]
    """Kinds of calls that searching adds and no figure here holds: ``embedding``, ``reranking``."""
    input_tokens: Range[int] | None
    """Tokens left to send; None when the agent shows no request."""
    cached_tokens: int | None
    """Of ``input_tokens.low``, those that a prefix cache may serve."""
    output_tokens: Range[int] | None
    """Tokens left to receive."""
    price: Price | None
    """Price of the model; None when unknown."""
    cost_usd: Range[float] | None
    """Cost of what is left in US dollars; None when unknown."""
    minutes: Range[float] | None
    """Time that the known limits take; None when no limit is known."""
    quota: MonthQuota | None
    """The monthly quota; None where the config names none."""
    affordable: tuple[Affordable, ...]
    """What each limit buys, the whole slice last."""
    width_source: str
    """Where the half-widths come from, one sentence."""
    advice: Advice | None
    """The slice to take; None when nothing is left to ask."""

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``plan --json`` prints; unknown values are null."""
        return asdict(self)
