"""Which failure a real error body is: the table that the classification answers to.

Sources: the vendors' documentation and logs pasted in public issues of their SDKs.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopback_wire import CONTEXT, HTML, NO_TEMPERATURE, QUOTA, TRIAL_MINUTE, TRIAL_MONTH, openai_error
from qasper_eval.providers.cohere_replies import parse_chat, parse_embed, parse_rerank
from qasper_eval.providers.faults import Fault
from qasper_eval.providers.openai_replies import parse_completion, parse_response
from qasper_eval.providers.outcomes import judge_error
from qasper_eval.providers.wire import WireReply, decode

GOOGLE_MINUTE = [
    {
        "error": {
            "code": 429,
            "message": "You exceeded your current quota, please check your plan and billing details.",
            "status": "RESOURCE_EXHAUSTED",
            "details": [
                {"violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"},
            ],
        }
    }
]
GOOGLE_DAY = json.loads(json.dumps(GOOGLE_MINUTE).replace("PerMinute", "PerDay"))
TPM = (
    "Rate limit reached for gpt-4o in organization org-X on tokens per min (TPM): Limit 200000, Used 170633, "
    "Requested 180002. Please try again in 45.19s."
)

TABLE: list[tuple[str, int, Any, str, str]] = [
    ("openai tokens a minute", 429, openai_error(TPM, "tokens", "rate_limit_exceeded"), "throttled", "rate_limit"),
    (
        "openai requests a day",
        429,
        openai_error(
            "... on requests per day (RPD): Limit 200, Used 200, Requested 1.", "requests", "rate_limit_exceeded"
        ),
        "exhausted",
        "daily",
    ),
    (
        "openai request larger than the limit",
        429,
        openai_error(
            "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 41206.",
            "tokens",
            "rate_limit_exceeded",
        ),
        "refused",
        "context_length",
    ),
    ("openai quota", 429, QUOTA, "exhausted", "quota"),
    (
        "openai credit, newer code",
        429,
        openai_error("Your credit balance is used up.", "insufficient_quota", "credit_balance_exhausted"),
        "exhausted",
        "quota",
    ),
    ("openai slow down", 503, openai_error("Slow down.", "server_error", "slow_down"), "transient", "server_error"),
    ("openai context", 400, CONTEXT, "refused", "context_length"),
    (
        "openai key",
        401,
        {**openai_error("Incorrect API key provided.", "invalid_request_error", "invalid_api_key"), "status": 401},
        "rejected",
        "invalid_key",
    ),
    (
        "openai model",
        404,
        openai_error("The model `X` does not exist or you do not have access to it.", None, "model_not_found"),
        "rejected",
        "not_found",
    ),
    ("openai temperature", 400, NO_TEMPERATURE, "parameter", "unsupported_parameter"),
    (
        "openai max_tokens",
        400,
        openai_error(
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            "invalid_request_error",
            "unsupported_parameter",
            "max_tokens",
        ),
        "parameter",
        "unsupported_parameter",
    ),
    (
        "openai json_schema on an old model",
        400,
        openai_error("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
        "parameter",
        "unsupported_parameter",
    ),
    (
        "openai temperature out of range",
        400,
        openai_error("Invalid 'temperature': above maximum value.", None, "decimal_above_max_value", "temperature"),
        "refused",
        "invalid_request",
    ),
    ("openai content filter", 400, openai_error("...", None, "content_filter"), "refused", "filtered"),
    ("openai 500", 500, openai_error("The server had an error", "server_error"), "transient", "server_error"),
    ("openai 409", 409, openai_error("Conflict"), "transient", "server_error"),
    ("request time-out", 408, openai_error("Timed out"), "transient", "server_error"),
    ("cohere trial month", 429, {"id": "1", "message": TRIAL_MONTH}, "exhausted", "monthly"),
    ("cohere trial minute", 429, {"id": "1", "message": TRIAL_MINUTE}, "throttled", "rate_limit"),
    (
        "cohere tokens a minute",
        429,
        {"message": "trial token rate limit exceeded, limit is 100000 tokens per minute"},
        "throttled",
        "rate_limit",
    ),
    ("cohere later", 429, {"message": "Please wait and try again later"}, "throttled", "rate_limit"),
    ("cohere billing", 402, {"message": "Please add or update your payment method at ..."}, "exhausted", "credit"),
    ("cohere billing without JSON", 402, "Payment Required", "exhausted", "credit"),
    ("cohere token", 498, {"message": "invalid token"}, "rejected", "invalid_key"),
    ("cohere unknown model", 404, {"message": "model 'x' not found"}, "rejected", "not_found"),
    (
        "cohere context",
        400,
        {"message": "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292."},
        "refused",
        "context_length",
    ),
    (
        "cohere temperature",
        400,
        {"message": "invalid request: temperature must be between 0 and 1.0 inclusive"},
        "refused",
        "invalid_request",
    ),
    (
        "cohere no valid response",
        422,
        {"message": "no valid response generated", "error_type": "NO_VALID_RESPONSE_GENERATED"},
        "transient",
        "server_error",
    ),
    ("openrouter credits", 402, {"error": {"code": 402, "message": "Insufficient credits"}}, "exhausted", "credit"),
    ("openrouter credits in a 200", 200, {"error": {"code": 402, "message": "x"}}, "exhausted", "credit"),
    ("openrouter upstream in a 200", 200, {"error": {"code": 502, "message": "x"}}, "transient", "server_error"),
    ("openrouter limit in a 200", 200, {"error": {"code": 429, "message": "x"}}, "throttled", "rate_limit"),
    (
        "openrouter free day",
        429,
        {
            "error": {
                "code": 429,
                "message": "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000",
            }
        },
        "exhausted",
        "daily",
    ),
    (
        "openrouter free minute",
        429,
        {"error": {"code": 429, "message": "Rate limit exceeded: free-models-per-min."}},
        "throttled",
        "rate_limit",
    ),
    (
        "openrouter moderation",
        403,
        {"error": {"code": 403, "message": "Your input was flagged", "metadata": {"reasons": ["x"]}}},
        "refused",
        "filtered",
    ),
    (
        "openrouter model",
        400,
        {"error": {"code": 400, "message": "foo is not a valid model ID"}},
        "rejected",
        "not_found",
    ),
    (
        "vllm context, flat",
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
            "type": "BadRequestError",
            "param": None,
            "code": 400,
        },
        "refused",
        "context_length",
    ),
    ("vllm key", 401, {"error": "Unauthorized"}, "rejected", "invalid_key"),
    (
        "llama.cpp context",
        400,
        {
            "error": {
                "code": 400,
                "type": "exceed_context_size_error",
                "message": "request (9000 tokens) exceeds the available context size (4096 tokens)",
                "n_prompt_tokens": 9000,
                "n_ctx": 4096,
            }
        },
        "refused",
        "context_length",
    ),
    (
        "ollama model",
        404,
        {"error": {"message": 'model "x" not found, try pulling it first'}},
        "rejected",
        "not_found",
    ),
    ("ollama wrong path", 404, "404 page not found", "rejected", "not_found"),
    (
        "fastapi extra field",
        422,
        {"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]},
        "parameter",
        "unsupported_parameter",
    ),
    ("google minute: same words as openai's quota", 429, GOOGLE_MINUTE, "throttled", "rate_limit"),
    ("google day", 429, GOOGLE_DAY, "exhausted", "daily"),
    (
        "google key",
        400,
        [{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}],
        "rejected",
        "invalid_key",
    ),
    (
        "azure limit",
        429,
        {"error": {"code": "429", "message": "... exceeded token rate limit. Please retry after 6 seconds."}},
        "throttled",
        "rate_limit",
    ),
    (
        "alibaba limit: a code with quota in it",
        429,
        {"error": {"code": "Throttling.RateQuota", "message": "Requests rate limit exceeded"}},
        "throttled",
        "rate_limit",
    ),
    (
        "moonshot quota",
        429,
        {"error": {"type": "exceeded_current_quota_error", "message": "..."}},
        "exhausted",
        "quota",
    ),
    ("proxy page", 502, HTML, "transient", "server_error"),
    ("proxy page for a bad request", 400, HTML, "transient", "not_json"),
    ("cloudflare", 524, HTML, "transient", "server_error"),
    ("too large for a proxy", 413, HTML, "refused", "context_length"),
    (
        "overloaded",
        529,
        {"error": {"type": "overloaded_error", "message": "Overloaded"}},
        "transient",
        "server_error",
    ),
]


@pytest.mark.parametrize(
    ("status", "body", "kind", "cause"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_real_bodies(status: int, body: Any, kind: str, cause: str) -> None:
    """T13, T14: what stops a run, what waits, what is tried again, what is this question's own trouble."""
    fault = judge_error(WireReply(status, {}, body, is_json=not isinstance(body, str)))
    assert (fault.kind, fault.cause) == (kind, cause)


@pytest.mark.parametrize(
    ("body", "seconds"),
    [
        (openai_error(TPM), 45.19),
        (openai_error("Please try again in 7m12s."), 432.0),
        (openai_error("Please try again in 120ms."), 0.12),
        ({"error": {"message": "Please retry after 6 seconds."}}, 6.0),
        (GOOGLE_MINUTE, 34.0),
        (openai_error("Please try again later."), None),
    ],
)
def test_waits_named_in_a_body(body: Any, seconds: float | None) -> None:
    assert judge_error(WireReply(429, {}, body, is_json=True)).wait_s == seconds


def test_a_page_is_shown_without_its_tags_on_one_line() -> None:
    fault = judge_error(WireReply(502, {}, HTML, is_json=False))
    assert fault.detail == "502 Bad Gateway Bad Gateway"
    assert not fault.is_structured


def test_a_long_message_is_cut() -> None:
    assert len(judge_error(WireReply(500, {}, openai_error("word " * 999), is_json=True)).detail) == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "error",
                    "choices",
                    "message",
                    "content",
                    "usage",
                    "output",
                    "type",
                    "text",
                    "code",
                    "citations",
                    "sources",
                    "finish_reason",
                    "embeddings",
                    "float",
                    "results",
                    "index",
                    "detail",
                    "loc",
                    "tokens",
                    "status",
                    "start",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON, st.sampled_from([200, 400, 429, 500]))
def test_no_body_of_any_shape_raises(body: Any, status: int) -> None:
    """T14, the whole kind: whatever JSON a server sends, the parsers answer with a reply or a fault."""
    reply = WireReply(status, {}, body, is_json=True)
    for result in (
        parse_completion(reply, "m"),
        parse_response(reply, "m"),
        parse_chat(reply, "m"),
        parse_embed(reply, 1),
        parse_rerank(reply, 1),
    ):
        if status >= 400:
            assert isinstance(result, Fault)


@given(st.binary(max_size=60))
def test_any_bytes_decode(content: bytes) -> None:
    value, is_json = decode(content)
    assert is_json or isinstance(value, str)


def test_a_lone_surrogate_in_a_reply_becomes_a_question_mark() -> None:
    """Models do write half an emoji; no file could hold it."""
    assert decode(b'{"a": "x\\ud83d"}') == ({"a": "x?"}, True)
