"""Reading Cohere's replies, which the SDK does not validate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qasper_eval.providers.base import ChatReply, FinishReason, NativeCitation
from qasper_eval.providers.endpoint_replies import EmbedReply, RerankReply
from qasper_eval.providers.outcomes import judge_error, misshapen
from qasper_eval.providers.reply_text import content_text
from qasper_eval.providers.shapes import count_of, field_of, is_array, is_object, objects, vector_of

if TYPE_CHECKING:
    from qasper_eval.providers.faults import Fault
    from qasper_eval.providers.wire import WireReply

_FINISH: dict[str, FinishReason] = {"COMPLETE": "stop", "STOP_SEQUENCE": "stop", "MAX_TOKENS": "length"}
_FAILED = frozenset({"ERROR", "TIMEOUT"})


def parse_chat(reply: WireReply, requested: str) -> ChatReply | Fault:
    """Read a chat reply, or the fault that it is.

    Thinking is left out by the type of its part; the response names no model. ``usage.tokens`` is what was processed,
    ``usage.billed_units`` what is charged.
    """
    body = reply.body
    if reply.status >= 400 or field_of(body, "error"):
        return judge_error(reply)
    message = field_of(body, "message")
    reason = str(field_of(body, "finish_reason")).upper()
    if not is_object(message) or reason in _FAILED:
        return misshapen(reply, f"a reply without a message (finish_reason {reason})")
    finish = _FINISH.get(reason, "other")
    text = content_text(message.get("content"))
    if text is None and finish != "length":
        return misshapen(reply, "a message without text")
    usage = field_of(body, "usage")
    return ChatReply(
        text=text or "",
        finish_reason=finish,
        citations=_citations(message, text or ""),
        model_requested=requested,
        input_tokens=count_of(field_of(usage, "tokens", "input_tokens")),
        output_tokens=count_of(field_of(usage, "tokens", "output_tokens")),
        cached_tokens=count_of(field_of(usage, "cached_tokens")),
        billed_input_tokens=count_of(field_of(usage, "billed_units", "input_tokens")),
        billed_output_tokens=count_of(field_of(usage, "billed_units", "output_tokens")),
    )


def parse_embed(reply: WireReply, texts: int) -> EmbedReply | Fault:
    """Read vectors, or the fault that the reply is; a count other than ``texts`` is one."""
    if reply.status >= 400 or field_of(reply.body, "error"):
        return judge_error(reply)
    rows = field_of(reply.body, "embeddings", "float")
    vectors = [vector_of(row) for row in rows] if is_array(rows) else []
    found = tuple(vector for vector in vectors if vector)
    if len(found) != texts:
        return misshapen(reply, f"{len(found)} vectors for {texts} texts")
    tokens = count_of(field_of(reply.body, "meta", "billed_units", "input_tokens"))
    return EmbedReply(vectors=found, input_tokens=tokens, output_tokens=0 if tokens is not None else None)


def parse_rerank(reply: WireReply, documents: int) -> RerankReply | Fault:
    """Read a ranking, or the fault that the reply is; an index outside ``documents`` is one."""
    if reply.status >= 400 or field_of(reply.body, "error"):
        return judge_error(reply)
    results = objects(field_of(reply.body, "results"))
    ranking = [(count_of(item.get("index")), item.get("relevance_score")) for item in results]
    valid = tuple(
        (index, float(score))
        for index, score in ranking
        if index is not None and index < documents and isinstance(score, (int, float))
    )
    if not valid or len(valid) != len(ranking):
        return misshapen(reply, "no valid ranking")
    return RerankReply(ranking=valid)


def _citations(message: dict[str, Any], text: str) -> tuple[NativeCitation, ...]:
    """Return the citations of the answer itself.

    Offsets are only kept where they slice the cited words out of the text: their unit is undocumented for characters
    outside the basic plane. Elsewhere the words are looked up, and a citation that is nowhere covers nothing (0, 0).
    """
    found: list[NativeCitation] = []
    for item in objects(message.get("citations")):
        if item.get("type") in {"THINKING_CONTENT", "PLAN"}:
            continue
        ids = [source.get("id") for source in objects(item.get("sources"))]
        start, end = _span(item, text)
        found.append(NativeCitation(start, end, tuple(identity for identity in ids if isinstance(identity, str))))
    return tuple(found)


def _span(item: dict[str, Any], text: str) -> tuple[int, int]:
    words = item.get("text")
    start, end = count_of(item.get("start")), count_of(item.get("end"))
    if start is not None and end is not None and text[start:end] == words:
        return start, end
    if isinstance(words, str) and words and text.count(words) == 1:
        place = text.index(words)
        return place, place + len(words)
    return 0, 0
