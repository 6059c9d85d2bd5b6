"""Which failure an error response is: a pure function of its status, code, type and body.

Structured codes and statuses decide; an English sentence is only ever read together with a status that fits, because
the same sentence means different things at different vendors. ``tests/error_bodies.py`` holds
the table of real bodies.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.providers.error_body import ErrorBody, error_body
from qasper_eval.providers.faults import Fault, FaultKind

if TYPE_CHECKING:
    from qasper_eval.providers.wire import TransportError, WireReply

_QUOTA_CODE = re.compile(r"quota|credit|billing|payment|insufficient_(?:funds|balance)|spend_?limit", re.IGNORECASE)
_THROTTLE_CODE = re.compile(r"\bthrottling|rate_?limit|too_many|per_?(?:second|minute)", re.IGNORECASE)
_MONTH = re.compile(r"(?:/|per|this)\s*(?:calendar\s*)?month\b|\bmonthly\b", re.IGNORECASE)
_DAY = re.compile(r"(?:/|per|-per-)\s*day\b|\bdaily\b|\b[RT]PD\b|PerDay", re.IGNORECASE)
_MINUTE = re.compile(
    r"(?:/|per|-per-)\s*(?:min(?:ute)?|second|hour)\b|\b[RT]PM\b|Per(?:Minute|Second)", re.IGNORECASE
)
_CONTEXT_CODE = re.compile(r"context_(?:length|size|window)|string_above_max_length|prompt_too_long", re.IGNORECASE)
_CONTEXT_TEXT = re.compile(
    r"maximum context|context (?:length|size|window)|too many tokens|(?:prompt|input) is too long"
    r"|exceeds? the (?:maximum|available|model).{0,40}(?:tokens|context)|reduce the length",
    re.IGNORECASE,
)
_FILTER_CODE = re.compile(r"content_?(?:filter|policy)|moderation|invalid_prompt|safety", re.IGNORECASE)
_FILTER_TEXT = re.compile(r"moderation|flagged|content (?:policy|filter|management)", re.IGNORECASE)
_KEY_CODE = re.compile(r"invalid_api_key|api_key_invalid|authentication|invalid_token|unauthorized", re.IGNORECASE)
_KEY_TEXT = re.compile(r"api.?key not valid|(?:invalid|incorrect) api.?key", re.IGNORECASE)
_MODEL_CODE = re.compile(r"model_not_found|model_not_available|unknown_model|invalid_model", re.IGNORECASE)
_MODEL_TEXT = re.compile(r"not a valid model|model\b.{0,80}(?:not found|does not exist|not available)", re.IGNORECASE)
_UNSUPPORTED = re.compile(
    r"unsupported|not support|only the default|deprecated|unknown|unrecogni[sz]ed|not (?:permitted|allowed|available)"
    r"|unavailable|unexpected|extra (?:inputs|fields)|not a valid (?:field|parameter)"
    r"|must be '?(?:json_schema|json_object|text)",
    re.IGNORECASE,
)
_PARAMETER = re.compile(
    r"\b(temperature|seed|max_completion_tokens|max_tokens|max_output_tokens|response_format|json_schema|json_object"
    r"|text\.format|citation_options)\b"
)
_SIZE = re.compile(r"Limit:? (\d+).*Requested:? (\d+)")
_TRANSIENT = frozenset({408, 409, 425, 499})


def judge_error(reply: WireReply) -> Fault:
    """Return the fault behind an error response, or behind a 200 that carries an error in its body."""
    found = error_body(reply.body)
    status = reply.status
    if status < 400 and found.code.isdigit() and 400 <= int(found.code) <= 599:
        status = int(found.code)
    kind, cause = _decide(status, found, is_json=reply.is_json)
    return Fault(
        kind,
        cause,
        found.detail or f"HTTP {reply.status} with an empty body",
        status=status,
        code=found.code or found.type or None,
        param=_parameter(found),
        wait_s=found.wait_s,
        is_structured=reply.is_json,
    )


def judge_transport(error: TransportError) -> Fault:
    """Return the fault behind an attempt that got no response."""
    return Fault("transient", error.cause, error.detail, is_structured=False, was_sent=error.was_sent)


def misshapen(reply: WireReply, what: str) -> Fault:
    """Return the fault of a success whose body is not the API's shape."""
    cause = "not_api_shape" if reply.is_json else "not_json"
    shown = error_body(reply.body).detail
    detail = f"{what}: {shown}" if shown else what
    return Fault("transient", cause, detail, status=reply.status, is_structured=reply.is_json)


def _decide(status: int, found: ErrorBody, *, is_json: bool) -> tuple[FaultKind, str]:
    """Ask from the most telling sign to the least: code, then status, then status with words."""
    codes = f"{found.type} {found.code}"
    if status == 402 or (_QUOTA_CODE.search(codes) and not _THROTTLE_CODE.search(codes)):
        return "exhausted", "credit" if status == 402 else "quota"
    if _CONTEXT_CODE.search(codes) or status == 413:
        return "refused", "context_length"
    if status == 429 or (status < 400 and _THROTTLE_CODE.search(codes)):
        return _too_many(found)
    unreadable = status in {400, 422} and not is_json
    if status < 400 or status >= 500 or status in _TRANSIENT or unreadable:
        return "transient", "not_json" if unreadable else "server_error"
    return _client_error(status, found, codes)


def _too_many(found: ErrorBody) -> tuple[FaultKind, str]:
    said = f"{found.message} {found.quota_id}"
    size = _SIZE.search(found.message)
    if size and int(size.group(2)) > int(size.group(1)):
        return "refused", "context_length"
    if not _MINUTE.search(said):
        if _MONTH.search(said):
            return "exhausted", "monthly"
        if _DAY.search(said):
            return "exhausted", "daily"
    return "throttled", "rate_limit"


def _client_error(status: int, found: ErrorBody, codes: str) -> tuple[FaultKind, str]:
    if _FILTER_CODE.search(codes) or (status in {400, 403} and _FILTER_TEXT.search(found.message)):
        return "refused", "filtered"
    if status in {401, 498} or _KEY_CODE.search(codes) or _KEY_TEXT.search(found.message):
        return "rejected", "invalid_key"
    if status in {403, 404}:
        return "rejected", "forbidden" if status == 403 else "not_found"
    return _bad_request(found, codes)


def _bad_request(found: ErrorBody, codes: str) -> tuple[FaultKind, str]:
    if found.code == "NO_VALID_RESPONSE_GENERATED" or found.type == "NO_VALID_RESPONSE_GENERATED":
        return "transient", "server_error"
    if _CONTEXT_TEXT.search(found.message):
        return "refused", "context_length"
    if _MODEL_CODE.search(codes) or _MODEL_TEXT.search(found.message):
        return "rejected", "not_found"
    if _parameter(found) and _UNSUPPORTED.search(f"{codes} {found.message}"):
        return "parameter", "unsupported_parameter"
    return "refused", "invalid_request"


def _parameter(found: ErrorBody) -> str | None:
    """Return the parameter complained of: the structured one, else the first known name in the message."""
    if found.param:
        return found.param
    match = _PARAMETER.search(found.message)
    return match.group(1) if match else None
