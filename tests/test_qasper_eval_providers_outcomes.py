"""Which failure a real error body is, by the table in ``error_bodies.py``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from error_bodies import GOOGLE_MINUTE, TABLE, TPM
from loopback_wire import HTML, openai_error
from qasper_eval.providers.cohere_replies import parse_chat, parse_embed, parse_rerank
from qasper_eval.providers.faults import Fault
from qasper_eval.providers.openai_replies import parse_completion, parse_embeddings, parse_response
from qasper_eval.providers.outcomes import judge_error
from qasper_eval.providers.wire import WireReply, decode


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
        parse_embeddings(reply, 1),
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
