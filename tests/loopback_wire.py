"""What OpenAI's and Cohere's servers send, as bodies, for the loopback server and for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

TRIAL_MONTH = (
    "You are using a Trial key, which is limited to 1000 API calls / month. You can continue to use the Trial key "
    "for free or upgrade to a Production key with higher rate limits at 'https://dashboard.cohere.com/api-keys'. "
    "Contact us on 'https://discord.gg/XW44jPfYJu' or email us at support@cohere.com with any questions"
)
TRIAL_MINUTE = TRIAL_MONTH.replace("1000 API calls / month", "20 API calls / minute")


@dataclass(frozen=True)
class Canned:
    """A scripted response."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    content_type: str = "application/json"
    action: str = "reply"
    """``reply``; ``reset`` breaks the connection before, ``cut`` amid the body; ``hang`` and ``drip`` never end."""


def openai_error(message: str, kind: str | None = None, code: Any = None, param: str | None = None) -> Json:
    """Return OpenAI's error body."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


QUOTA = openai_error(
    "You exceeded your current quota, please check your plan and billing details.",
    "insufficient_quota",
    "insufficient_quota",
)
CONTEXT = openai_error(
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 160008 tokens.",
    "invalid_request_error",
    "context_length_exceeded",
    "messages",
)
NO_TEMPERATURE = openai_error(
    "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) value is supported.",
    "invalid_request_error",
    "unsupported_value",
    "temperature",
)
HTML = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"

FAULTS: dict[str, Canned] = {
    "500": Canned(500, openai_error("The server had an error while processing your request.", "server_error")),
    "503": Canned(503, openai_error("The engine is currently overloaded.", "server_error")),
    "429": Canned(429, openai_error("Rate limit reached for requests", "requests", "rate_limit_exceeded")),
    "quota": Canned(429, QUOTA),
    "credit": Canned(402, openai_error("Insufficient credits", None, 402)),
    "monthly": Canned(429, {"id": "1", "message": TRIAL_MONTH}),
    "key": Canned(401, openai_error("Incorrect API key provided.", "invalid_request_error", "invalid_api_key")),
    "model": Canned(404, openai_error("The model `x` does not exist.", "invalid_request_error", "model_not_found")),
    "context": Canned(400, CONTEXT),
    "temperature": Canned(400, NO_TEMPERATURE),
    "error in 200": Canned(200, {"error": {"message": "Provider returned error", "code": 502}}),
    "html": Canned(502, HTML, content_type="text/html"),
    "html in 200": Canned(200, HTML, content_type="text/html"),
    "text": Canned(200, "upstream connect error or disconnect", content_type="text/plain"),
    "json string": Canned(200, "oops"),
    "truncated json": Canned(200, '{"id": "x", "choices": [{"mess', content_type="application/json; cut"),
    "no choices": Canned(200, {"id": "x", "object": "chat.completion", "choices": []}),
    "reset": Canned(action="reset"),
    "cut": Canned(action="cut"),
    "hang": Canned(action="hang"),
    "drip": Canned(action="drip"),
}


def completion(text: str | None, *, finish: str = "stop", model: str = "served-1", usage: Json | None = None) -> Json:
    """Return a chat completion."""
    message: Json = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "finish_reason": finish, "message": message, "logprobs": None}],
        "usage": usage or chat_usage(100, 10),
        "system_fingerprint": "fp_1",
    }


def chat_usage(sent: int, received: int, *, cached: int = 0, reasoning: int = 0) -> Json:
    """Return the usage of a chat completion."""
    return {
        "prompt_tokens": sent,
        "completion_tokens": received,
        "total_tokens": sent + received,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }


def response(text: str, *, incomplete: str | None = None, model: str = "served-1") -> Json:
    """Return a reply of the Responses API, with a reasoning item before the message."""
    content: list[Json] = [{"type": "output_text", "text": text, "annotations": []}]
    message: Json = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
    return {
        "id": "resp_1",
        "object": "response",
        "model": model,
        "status": "incomplete" if incomplete else "completed",
        "error": None,
        "incomplete_details": {"reason": incomplete} if incomplete else None,
        "output": [{"type": "reasoning", "id": "r", "summary": []}, *([message] if text else [])],
        "usage": {
            "input_tokens": 100,
            "output_tokens": 10,
            "total_tokens": 110,
            "input_tokens_details": {"cached_tokens": 64},
            "output_tokens_details": {"reasoning_tokens": 4},
        },
    }


def cohere_chat(
    text: str | None, *, finish: str = "COMPLETE", citations: list[Json] | None = None, thinking: str = ""
) -> Json:
    """Return a Cohere v2 chat reply: no model, counts as floats, thinking as a part of its own."""
    parts: list[Json] = [{"type": "thinking", "thinking": thinking}] if thinking else []
    parts += [{"type": "text", "text": text}] if text is not None else []
    return {
        "id": "c1",
        "finish_reason": finish,
        "message": {"role": "assistant", "content": parts, "citations": citations},
        "usage": {
            "billed_units": {"input_tokens": 90.0, "output_tokens": 9.0},
            "tokens": {"input_tokens": 120.0, "output_tokens": 12.0},
        },
    }


def place_vectors(count: int) -> list[list[float]]:
    """Return vectors of three numbers, the first of which is the place."""
    return [[float(index), 0.5, -1.0] for index in range(count)]


def openai_embeddings(vectors: list[list[float]], *, tokens: int = 7) -> Json:
    """Return vectors out of order, as the API's ``index`` allows."""
    rows = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": rows[::-1], "model": "served-embed-1", "usage": usage}


def cohere_embed(count: int, vectors: list[list[float]] | None = None) -> Json:
    """Return the vectors, or vectors of three numbers."""
    return {
        "id": "e1",
        "embeddings": {"float": vectors or place_vectors(count)},
        "texts": [],
        "meta": {"billed_units": {"input_tokens": 7.0}},
    }


def cohere_rerank(count: int, top_n: int) -> Json:
    """Return the documents in reverse order."""
    order = list(reversed(range(count)))[:top_n]
    results = [{"index": index, "relevance_score": round(0.9 / (place + 1), 3)} for place, index in enumerate(order)]
    return {"id": "r1", "results": results, "meta": {"billed_units": {"search_units": 1.0}}}


def encode(body: Any, content_type: str) -> bytes:
    """Return a body as bytes: a string stands for itself unless it is to be JSON."""
    if isinstance(body, str) and content_type != "application/json":
        return body.encode()
    return b"" if body is None else json.dumps(body).encode()
