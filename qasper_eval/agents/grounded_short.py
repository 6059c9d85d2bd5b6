"""The second step of grounded generation: a prose answer to the short form that answer F1 compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import TraceStep
from qasper_eval.providers.base import ChatRequest, Message

from .call_record import request_sha256
from .contract_prediction import yes_no
from .declining import is_decline_word
from .prompt import fence_mark
from .reply import ReplyFault
from .short_reply import SHORT_SCHEMA, ShortReply, parse_short
from .text import well_formed

if TYPE_CHECKING:
    from loaders.records import Question
    from qasper_eval.providers.base import ChatReply, ChatSession

    from .prompt_file import PromptFile

SECTION = "short system"
"""Section that a prompt version has when it asks for a short answer."""


async def shorten(
    session: ChatSession, prompt: PromptFile, question: Question, answer: str
) -> tuple[ShortReply | None, TraceStep]:
    """Ask for the short form of an answer; None, and the cause in the step, when no usable one comes.

    Raises:
        RunStoppedError: the run must stop; the question is then not finished.
    """
    request = short_request(prompt, question, answer)
    sent = {"prompt": prompt.name, "sha256": request_sha256(request)}
    try:
        reply = await session.chat(request, accept=unusable_short)
    except ItemUnmeasuredError as error:
        return None, TraceStep("shorten", sent, {"failed": error.cause})
    parsed = parse_short(reply.text)
    short = parsed if isinstance(parsed, ShortReply) else None
    return short, TraceStep("shorten", sent, well_formed(reply.text))


def short_request(prompt: PromptFile, question: Question, answer: str) -> ChatRequest:
    """Return the request: the answer fenced as material, the question last."""
    fenced = well_formed(answer).strip()
    ask = prompt.fill(f"short {question.kind}", question=well_formed(question.text).strip())
    user = prompt.fill("short", mark=fence_mark(fenced), answer=fenced, ask=ask)
    return ChatRequest(
        messages=(Message("system", prompt.fill(SECTION)), Message("user", user)), json_schema=SHORT_SCHEMA
    )


def unusable_short(reply: ChatReply) -> str | None:
    """Return None for a reply under the contract, else the cause of the second try."""
    parsed = parse_short(reply.text)
    if isinstance(parsed, ReplyFault):
        return "unparsable"
    says_neither = parsed.answer_type == "boolean" and yes_no(parsed.answer) is None
    return "unparsable" if says_neither and not is_decline_word(parsed.answer) else None
