"""Replies read back from the JSON objects of their fields, for the memo."""

from __future__ import annotations

from typing import Any

from qasper_eval.providers.base import ChatReply, NativeCitation
from qasper_eval.providers.endpoint_replies import EmbedReply, RerankReply


def load_chat_reply(value: Any) -> ChatReply:
    """Return a chat reply; raises TypeError or KeyError for anything else's JSON value."""
    citations = tuple(
        NativeCitation(item["start"], item["end"], tuple(item["document_ids"])) for item in value["citations"]
    )
    fields: dict[str, Any] = {**value, "citations": citations}
    return ChatReply(**fields)


def load_embed_reply(value: Any) -> EmbedReply:
    """Return vectors; raises TypeError or KeyError for anything else's JSON value."""
    fields: dict[str, Any] = {**value, "vectors": tuple(tuple(vector) for vector in value["vectors"])}
    return EmbedReply(**fields)


def load_rerank_reply(value: Any) -> RerankReply:
    """Return a ranking; raises TypeError or KeyError for anything else's JSON value."""
    fields: dict[str, Any] = {**value, "ranking": tuple((index, score) for index, score in value["ranking"])}
    return RerankReply(**fields)
