"""Real error bodies and what each must be taken for.

Sources: the vendors' documentation and logs pasted in public issues of their SDKs.
"""

from __future__ import annotations

import json
from typing import Any

from loopback_wire import CONTEXT, HTML, NO_TEMPERATURE, QUOTA, TRIAL_MINUTE, TRIAL_MONTH, openai_error

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
