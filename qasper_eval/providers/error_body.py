"""The many shapes in which servers say that something went wrong, read into one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval.providers.headers import go_duration
from qasper_eval.providers.shapes import field_of, is_array, is_object, objects, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHOWN = 400
_TAG = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_WAIT = re.compile(
    r"(?:try again|retry|wait)(?: in| after)? ((?:\d+(?:\.\d+)?(?:ms|d|h|m|s))+|\d+(?:\.\d+)?(?= ?sec))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """An error as a server words it; empty strings where it says nothing."""

    message: str = ""
    """Whole message."""
    type: str = ""
    """Its class of errors."""
    code: str = ""
    """Its code; a number as digits."""
    param: str = ""
    """Parameter that it complains of."""
    quota_id: str = ""
    """Name of the quota violated, where named (Google)."""
    wait_s: float | None = None
    """Seconds that it asks to wait."""

    @property
    def detail(self) -> str:
        """The message on one line, cut for people."""
        return one_line(self.message)


def one_line(text: str) -> str:
    """Return text without tags and line breaks, cut to a length that people read."""
    flat = " ".join(_TAG.sub(" ", text).split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1]}…"


def error_body(body: Any) -> ErrorBody:
    """Read an error out of any body: OpenAI's, vLLM's flat one, Cohere's, FastAPI's, Google's list, plain text."""
    if isinstance(body, str):
        return ErrorBody(message=body)
    if is_array(body):
        return error_body(body[0]) if body else ErrorBody()
    if not is_object(body):
        return ErrorBody(message=text_of(body))
    inner = body.get("error")
    if is_object(inner):
        return _from_mapping(inner)
    if isinstance(inner, str) and inner:
        return _from_mapping({**body, "message": inner})
    return _from_mapping(body)


def _from_mapping(error: Mapping[str, Any]) -> ErrorBody:
    message, param = _message(error)
    return ErrorBody(
        message=message,
        type=text_of(error.get("type") or error.get("error_type") or error.get("status")),
        code=text_of(error.get("code") or error.get("statusCode")),
        param=text_of(error.get("param")) or param,
        quota_id=_named(error, "quotaId"),
        wait_s=_wait(error, message),
    )


def _message(error: Mapping[str, Any]) -> tuple[str, str]:
    """Return the message, and the parameter that FastAPI's list of faults names."""
    message = error.get("message")
    if isinstance(message, str):
        return message, ""
    detail = error.get("detail")
    if isinstance(detail, str):
        return detail, ""
    for fault in objects(detail):
        where = field_of(fault, "loc")
        last = text_of(where[-1]) if is_array(where) and where else ""
        return f"{last}: {text_of(fault.get('msg'))}", last
    return text_of(message), ""


def _wait(error: Mapping[str, Any], message: str) -> float | None:
    asked = _WAIT.search(message)
    text = _named(error, "retryDelay") or (asked.group(1) if asked else "")
    if not text:
        return None
    return float(text) if text.replace(".", "", 1).isdigit() else go_duration(text)


def _named(value: Any, name: str) -> str:
    """Return the first string under ``name`` at any depth of ``details``."""
    if is_object(value):
        if isinstance(value.get(name), str):
            return text_of(value[name])
        parts = [part for key, part in value.items() if key != "message"]
    elif is_array(value):
        parts = value
    else:
        return ""
    return next((found for part in parts if (found := _named(part, name))), "")
