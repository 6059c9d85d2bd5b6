"""The reply contract's parser: lets through what has one reading, never guesses, never raises."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.agents.reply import REPLY_SCHEMA, ContractReply, ReplyFault, parse_reply

GOOD = '{"citations": ["P12", "P3"], "answer_type": "extractive", "answer": "a GRU"}'
READ = ContractReply(("P12", "P3"), "extractive", "a GRU")


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here is the object: {GOOD} I hope it helps {{really}}.",
        f"<think>Is it {{P1}}? Or {GOOD.replace('GRU', 'LSTM')}</think>\n{GOOD}",
        f"<THINKING>one</THINKING> <think>two</think>{GOOD}",
        f'It may be {{"citations": []}} or so.</think>{GOOD}',
        GOOD.replace('"P3"]', '"P3", ]').replace("}", ",\n}"),
        GOOD.replace("extractive", " Extractive "),
        GOOD.replace("a GRU", "  a GRU\n"),
        GOOD.replace("}", ', "confidence": {"value": 0.5}}'),
        f'{{"note": "none of the keys"}} {GOOD}',
        f"{GOOD}\n{GOOD}",
        "\ufeff" + GOOD,
    ],
)
def test_what_leaves_one_reading_is_read(text: str) -> None:
    assert parse_reply(text) == READ


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no object"),
        ("The answer is a GRU [P12].", "no object"),
        ("<think>so long that it was cut " + GOOD, "no object"),
        (GOOD[:-1], "ends inside an object"),
        (GOOD[:-3], "ends inside an object"),
        (GOOD + ' {"citations": ["P1', "ends inside an object"),
        (GOOD.replace('"P3"]', '"P3"'), "delimiter"),
        (GOOD.replace('"', "'"), "no object"),
        (GOOD.replace('"citations": ["P12", "P3"], ', ""), "missing: citations"),
        ('{"answer": "a GRU"}', "missing: citations, answer_type"),
        (f'{{"result": {GOOD}}}', "missing: citations, answer_type, answer"),
        (GOOD.replace('["P12", "P3"]', '"P12"'), "not an array"),
        (GOOD.replace('["P12", "P3"]', "null"), "not an array"),
        (GOOD.replace('"P3"', "true"), "wrong type"),
        (GOOD.replace('"P3"', "3.0"), "wrong type"),
        (GOOD.replace('"P3"', '{"id": "P3"}'), "wrong type"),
        (GOOD.replace('"a GRU"', "null"), "wrong type"),
        (GOOD.replace('"a GRU"', '["a GRU"]'), "wrong type"),
        (GOOD.replace("extractive", "extractive|abstractive"), "unknown answer_type"),
        (GOOD.replace("extractive", "unanswerable"), "unknown answer_type"),
        (GOOD.replace("a GRU", "  "), "empty answer"),
        (GOOD.replace("}", ', "answer": "an LSTM"}'), "a key occurs twice"),
        (f"{GOOD} No, rather: {GOOD.replace('GRU', 'LSTM')}", "disagree"),
        (GOOD.replace("a GRU", "a GRU").replace("extractive", "perhaps") + GOOD, "unknown answer_type"),
    ],
)
def test_what_leaves_doubt_is_a_fault(text: str, reason: str) -> None:
    read = parse_reply(text)
    assert isinstance(read, ReplyFault)
    assert reason in read.reason


def test_whole_numbers_are_ids_without_their_letter() -> None:
    """T5: they stay as written; whether they name anything is decided by the table of ids."""
    read = parse_reply('{"citations": [12, "[P3]", -1], "answer_type": "extractive", "answer": "x"}')
    assert read == ContractReply(("12", "[P3]", "-1"), "extractive", "x")


def test_only_none_may_be_without_an_answer() -> None:
    read = parse_reply('{"citations": [], "answer_type": "none", "answer": ""}')
    assert read == ContractReply((), "none", "")


def test_an_answer_that_quotes_braces_commas_and_tags_keeps_them() -> None:
    answer = 'sets {"a",} and [b, ] and "c" and </think> \\'
    text = json.dumps({"citations": ["P1"], "answer_type": "extractive", "answer": answer})
    assert parse_reply(text) == ContractReply(("P1",), "extractive", answer)


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    read = parse_reply('{"citations": ["P\\ud800"], "answer_type": "extractive", "answer": "x\\udc00"}')
    assert read == ContractReply(("P\ufffd",), "extractive", "x\ufffd")


def test_a_number_too_long_and_nesting_too_deep_are_faults() -> None:
    deep = '{"answer": ' * 100_000 + "1" + "}" * 100_000
    assert isinstance(parse_reply(deep), ReplyFault)
    assert isinstance(parse_reply(GOOD.replace('"P3"', "9" * 5000)), ReplyFault)


@pytest.mark.parametrize("piece", ['{"', '\\"', '{"a', "<think>", "{}", '"', '{"answer"', ",", "</think"])
def test_time_does_not_explode(piece: str) -> None:
    """The test run's own time would show it: 400,000 characters of each kind of trouble."""
    assert isinstance(parse_reply('{"' + piece * (400_000 // len(piece))), ReplyFault)


def test_the_schema_says_what_the_parser_asks_for() -> None:
    """Strict mode wants every property required and no other; evidence stands before the answer."""
    assert REPLY_SCHEMA == {
        "type": "object",
        "properties": {
            "citations": {"type": "array", "items": {"type": "string"}},
            "answer_type": {"type": "string", "enum": ["extractive", "abstractive", "boolean", "none"]},
            "answer": {"type": "string"},
        },
        "required": ["citations", "answer_type", "answer"],
        "additionalProperties": False,
    }
    assert list(REPLY_SCHEMA["properties"]) == ["citations", "answer_type", "answer"]


_PIECES = st.sampled_from(
    ["{", "}", "[", "]", '"', "\\", ",", ":", "citations", "answer_type", '"answer"', "none", "P1", "1", "true"]
) | st.sampled_from(["<think>", "</think>", "```", " ", "\n", GOOD, "é", "\ud800"])


@given(st.lists(_PIECES, max_size=30).map("".join))
def test_it_never_raises(text: str) -> None:
    assert isinstance(parse_reply(text), (ContractReply, ReplyFault))


@given(
    st.lists(st.text(max_size=8), max_size=4),
    st.sampled_from(["extractive", "abstractive", "boolean", "none"]),
    st.text(min_size=1, max_size=30).filter(str.strip),
    st.sampled_from(["{}", "```json\n{}\n```", "So: {} .", "<think>{{</think>{}"]),
)
def test_every_object_of_the_contract_is_read_back(names: list[str], kind: str, answer: str, around: str) -> None:
    written = json.dumps({"citations": names, "answer_type": kind, "answer": answer})
    read = parse_reply(around.format(written))
    assert isinstance(read, ContractReply)
    assert (list(read.citations), read.answer_type, read.answer) == (names, kind, answer.strip())
