"""One request to the Hub through ``huggingface_hub``, with every way of failing told apart."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from .errors import DatasetError
from .hub_retry_after import retry_after_s
from .hub_wait import HubOutageError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Protocol

    class _Response(Protocol):
        status_code: int

        @property
        def headers(self) -> Mapping[str, str]: ...


_Result = TypeVar("_Result")


def ask(request: Callable[[], _Result], subject: str) -> _Result:
    """Return what the request returns.

    Raises HubOutageError when asking again later may help (no answer, 408, 429, 5xx, a cut download), else
    DatasetError in one line. ``subject`` names what is asked for, such as ``allenai/qasper``.
    """
    try:
        with _outages_raised(), _bars_hidden():
            return request()
    except HubOutageError:
        raise
    except Exception as error:  # noqa: BLE001  # because the library raises nearly anything on an odd answer
        raise _explained(_cause(error), subject) from None


def _http_error() -> type[Exception]:
    """Return the root of the HTTP client's errors, whichever client this version of the library uses."""
    from huggingface_hub.errors import HfHubHTTPError

    return next(base for base in HfHubHTTPError.__mro__ if base.__name__ == "HTTPError")


@contextmanager
def _outages_raised() -> Generator[None]:
    """Raise at the first 408, 429 or 5xx, before the library sleeps on it by itself without a bound of ours."""
    from huggingface_hub import get_session

    session = get_session()
    hooks = session.event_hooks
    session.event_hooks = {**hooks, "response": [*hooks.get("response", []), _raise_outage]}
    try:
        yield
    finally:
        session.event_hooks = hooks


def _raise_outage(response: _Response) -> None:
    status = response.status_code
    if status in {408, 429} or status >= 500:
        wait = retry_after_s(response.headers, datetime.now(UTC))
        reason = " (too many requests)" if status == 429 else ""
        raise HubOutageError(f"the Hub answers {status}{reason}", answered=True, retry_after_s=wait)


@contextmanager
def _bars_hidden() -> Generator[None]:
    from huggingface_hub import constants
    from huggingface_hub.utils.tqdm import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars

    if constants.HF_HUB_DISABLE_PROGRESS_BARS is not None or are_progress_bars_disabled():
        yield
        return
    disable_progress_bars()
    try:
        yield
    finally:
        enable_progress_bars()


def _cause(error: Exception) -> Exception:
    """Return the failure behind the library's "not in the cache either"."""
    from huggingface_hub.errors import LocalEntryNotFoundError

    if isinstance(error, LocalEntryNotFoundError) and isinstance(error.__cause__, Exception):
        return error.__cause__
    return error


def _explained(error: Exception, subject: str) -> Exception:
    from huggingface_hub.errors import FileMetadataError, HfHubHTTPError

    if isinstance(error, HfHubHTTPError):
        return DatasetError(_refusal(error, subject))
    if isinstance(error, _http_error()):
        return HubOutageError(f"the Hub cannot be reached ({_first_line(error)})", answered=False)
    if isinstance(error, OSError) and error.errno is not None:
        return DatasetError(f"{subject} cannot be written to the Hub's cache: {error.strerror}: {error.filename}")
    if isinstance(error, (OSError, RuntimeError)) and not isinstance(error, FileMetadataError):
        return HubOutageError(f"the download of {subject} broke off ({_first_line(error)})", answered=False)
    return DatasetError(
        f"the server asked for {subject} does not answer like a Hugging Face Hub ({_first_line(error)}); "
        "check HF_ENDPOINT and any proxy"
    )


def _refusal(error: Exception, subject: str) -> str:
    from huggingface_hub.errors import (
        EntryNotFoundError,
        GatedRepoError,
        HfHubHTTPError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    status = error.response.status_code if isinstance(error, HfHubHTTPError) else 0
    if isinstance(error, RevisionNotFoundError):
        return f"{subject}: the Hub has no such revision; check dataset.revision"
    if isinstance(error, GatedRepoError) or status == 403:
        return f"{subject}: the Hub refuses access ({status}); accept the dataset's terms there and set HF_TOKEN"
    if isinstance(error, RepositoryNotFoundError):
        return f"{subject}: the Hub has no such dataset for this token ({status}); check the name and HF_TOKEN"
    if status == 401:
        return f"{subject}: the Hub does not accept the token ({status}); check HF_TOKEN"
    if isinstance(error, EntryNotFoundError):
        return f"{subject}: the Hub no longer has this file"
    return f"{subject}: the Hub answers {status}"


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
