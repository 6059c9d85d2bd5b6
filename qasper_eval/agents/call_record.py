"""What a model agent records beside its answer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import TraceStep

from .text import well_formed

if TYPE_CHECKING:
    from qasper_eval.providers.base import ChatReply, ChatRequest, ChatSession
    from qasper_eval.records import Prediction

    from .paragraph_ids import ParagraphIds


def with_call_record(
    prediction: Prediction,
    session: ChatSession,
    request: ChatRequest,
    reply: ChatReply,
    ids: ParagraphIds,
    prompt: str,
) -> Prediction:
    """Add model, usage, cost and a trace: what was shown and left out, the prompt's hash, the raw reply."""
    shown = sorted(ids.shown) if ids.left_out else None
    return replace(
        prediction,
        model=reply.model_requested or None,
        model_served=session.model_served,
        usage=session.usage,
        cost_usd=session.cost_usd,
        trace=(
            TraceStep(
                step="context",
                input={"paragraphs": len(ids.numbered)},
                output={"shown": len(ids.shown), "left_out": ids.left_out, "ordinals": shown},
            ),
            TraceStep(
                step="generate",
                input={"prompt": prompt, "sha256": request_sha256(request)},
                output=well_formed(reply.text),
            ),
        ),
    )


def request_sha256(request: ChatRequest) -> str:
    """Return the sha256 (hex) of every word that is sent, messages and documents, roles, ids and titles included."""
    sent = [
        [(message.role, message.content) for message in request.messages],
        [(document.id, document.title, document.text) for document in request.documents],
    ]
    return hashlib.sha256(json.dumps(sent).encode()).hexdigest()
