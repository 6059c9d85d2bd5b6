"""Errors that a user can cause or must act on; the command line turns each into one line and an exit code."""

from __future__ import annotations


class QasperEvalError(Exception):
    """Base of all our errors: one clear line saying what, where and what to do."""

    exit_code = 2


class UsageError(QasperEvalError):
    """The command cannot do what was asked with these arguments or files (exit 2)."""


class ConfigError(QasperEvalError):
    """A config is missing, unreadable or faulty; every fault is listed (exit 2)."""


class PredictionsFileError(QasperEvalError):
    """A predictions file given by the user is not usable; it is never repaired (exit 2)."""


class CheckpointError(QasperEvalError):
    """A run folder cannot be opened, resumed or locked (exit 2)."""


class PublishedFolderError(QasperEvalError):
    """A published folder is missing, damaged or not what it says (exit 3)."""

    exit_code = 3


class ItemUnmeasuredError(Exception):
    """This one item has no result; it is counted under ``cause`` and tried again on resume.

    ``cause`` is a short stable key (``truncated``, ``not in file``), ``detail`` the provider's or agent's own words.
    """

    def __init__(self, cause: str, detail: str = "") -> None:
        super().__init__(f"{cause}: {detail}" if detail else cause)
        self.cause = cause
        self.detail = detail


class RunStoppedError(Exception):
    """The whole run must stop: what is in flight is drained, nothing new starts, and it can be resumed.

    ``cause`` is ``quota``, ``budget``, ``unreachable`` (exit 75) or ``rejected`` (exit 2); ``detail`` holds the
    provider's own words, ``reset_at`` an ISO 8601 UTC time where the provider names one.
    """

    def __init__(self, cause: str, detail: str = "", *, reset_at: str | None = None, exit_code: int = 75) -> None:
        super().__init__(f"{cause}: {detail}" if detail else cause)
        self.cause = cause
        self.detail = detail
        self.reset_at = reset_at
        self.exit_code = exit_code
