"""Reading OpenAI's two reply formats, which the SDK does not validate."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qasper_eval.providers.base import ChatReply, FinishReason
from qasper_eval.providers.endpoint_replies import EmbedReply
from qasper_eval.providers.outcomes import judge_error, misshapen
from qasper_eval.providers.reply_text import content_text, without_thinking
from qasper_eval.providers.shapes import count_of, field_of, is_object, objects, vector_of

if TYPE_CHECKING:
    from qasper_eval.providers.faults import Fault
    from qasper_eval.providers.wire import WireReply

_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "length": "length",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "content_filter": "filter",
}


def parse_completion(reply: WireReply, requested: str) -> ChatReply | Fault:
    """Read a chat completion, or the fault that an error status, an error in a 200 or a wrong shape is."""
    body = reply.body
    if reply.status >= 400 or field_of(body, "error") or field_of(body, "object") == "error":
        return judge_error(reply)
    choices = objects(field_of(body, "choices"))
    if not choices:
        return misshapen(reply, "a completion without choices")
    choice = choices[0]
    if choice.get("error"):
        return judge_error(replace(reply, body={"error": choice["error"]}))
    message = choice.get("message")
    if not is_object(message) or choice.get("finish_reason") == "error":
        return misshapen(reply, "a choice without a message")
    finish = _FINISH.get(str(choice.get("finish_reason")), "other")
    text = content_text(message.get("content"))
    if not text and message.get("refusal"):
        text, finish = "", "filter"
    if text is None and finish not in {"length", "filter"}:
        return misshapen(reply, "a message without content")
    return _reply(body, without_thinking(text or ""), finish, requested)


def parse_response(reply: WireReply, requested: str) -> ChatReply | Fault:
    """Read a Responses API reply, or the fault that it is."""
    body = reply.body
    if reply.status >= 400 or field_of(body, "error"):
        return judge_error(reply)
    items = objects(field_of(body, "output"))
    messages = [item for item in items if item.get("type") == "message"]
    parts = [part for message in messages for part in objects(message.get("content"))]
    reason = str(field_of(body, "incomplete_details", "reason"))
    finish: FinishReason = _FINISH.get(reason, "other") if field_of(body, "status") == "incomplete" else "stop"
    text = content_text(parts)
    if not text and any(part.get("type") == "refusal" for part in parts):
        text, finish = "", "filter"
    if text is None and finish not in {"length", "filter"}:
        return misshapen(reply, "a response without text")
    return _reply(body, without_thinking(text or ""), finish, requested)


def parse_embeddings(reply: WireReply, texts: int) -> EmbedReply | Fault:
    """Read vectors by their index, or the fault that the reply is; any that is missing or no vector is one."""
    body = reply.body
    if reply.status >= 400 or field_of(body, "error") or field_of(body, "object") == "error":
        return judge_error(reply)
    rows = {count_of(item.get("index")): vector_of(item.get("embedding")) for item in objects(field_of(body, "data"))}
    vectors = [rows.get(index, ()) for index in range(texts)]
    if len(rows) != texts or not all(vectors):
        return misshapen(reply, f"{sum(map(bool, vectors))} vectors for {texts} texts")
    served = field_of(body, "model")
    tokens = count_of(field_of(body, "usage", "prompt_tokens"))
    return EmbedReply(
        vectors=tuple(vectors),
        model_served=served if isinstance(served, str) and served else None,
        input_tokens=tokens,
        output_tokens=None if tokens is None else 0,
    )


def _reply(body: Any, text: str, finish: FinishReason, requested: str) -> ChatReply:
    usage = field_of(body, "usage")
    served, fingerprint = field_of(body, "model"), field_of(body, "system_fingerprint")
    return ChatReply(
        text=text,
        finish_reason=finish,
        model_requested=requested,
        model_served=served if isinstance(served, str) and served else None,
        system_fingerprint=fingerprint if isinstance(fingerprint, str) and fingerprint else None,
        input_tokens=_first(usage, ("prompt_tokens",), ("input_tokens",)),
        output_tokens=_first(usage, ("completion_tokens",), ("output_tokens",)),
        cached_tokens=_first(
            usage, ("prompt_tokens_details", "cached_tokens"), ("input_tokens_details", "cached_tokens")
        ),
        reasoning_tokens=_first(
            usage,
            ("completion_tokens_details", "reasoning_tokens"),
            ("output_tokens_details", "reasoning_tokens"),
        ),
    )


def _first(usage: Any, *paths: tuple[str, ...]) -> int | None:
    counts = (count_of(field_of(usage, *path)) for path in paths)
    return next((count for count in counts if count is not None), None)
