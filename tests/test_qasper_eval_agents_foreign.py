"""Anyone's own agent in process: whatever it returns or raises becomes a checked prediction or a named cause."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_fakes import PAPER, question
from qasper_eval.agents.foreign import ForeignAgent
from qasper_eval.agents.foreign_prediction import NO_PREDICTION
from qasper_eval.agents.imported_agent import imported_agent
from qasper_eval.errors import ConfigError, ItemUnmeasuredError, RunStoppedError
from qasper_eval.prediction_json import prediction_from_json, prediction_to_json
from qasper_eval.prediction_parts import Citation, Claim, Retrieved, TraceStep
from qasper_eval.records import Prediction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from loaders.records import Paper, Question

TEXTS = [paragraph.text for paragraph in PAPER.paragraphs]
SECRET = "sk-planted-0123456789"


class Says:
    """An agent that returns what it is given, or calls it."""

    def __init__(self, said: Any) -> None:
        self._said = said

    def answer(self, paper: Paper, question: Question) -> Any:
        return self._said(paper, question) if callable(self._said) else self._said


def ask(said: Any, **settings: Any) -> Prediction:
    return asyncio.run(ForeignAgent(Says(said), **settings).answer(PAPER, question()))


def fault(said: Any) -> str:
    with pytest.raises(ItemUnmeasuredError) as caught:
        ask(said)
    assert caught.value.cause == NO_PREDICTION
    return caught.value.detail


def crash(agent: Any) -> str:
    with pytest.raises(ItemUnmeasuredError) as caught:
        asyncio.run(ForeignAgent(agent).answer(PAPER, question()))
    assert caught.value.cause == "agent error"
    return caught.value.detail


def raising(error: BaseException) -> Callable[[Paper, Question], Any]:
    def answer(paper: Paper, question: Question) -> Any:
        del paper, question
        raise error

    return answer


def test_ordinals_become_citations_and_evidence() -> None:
    """T3, T5: each once; an ordinal out of range, negative, blank or the abstract's is counted, never moved."""
    found = ask({"predicted_answer": "a GRU", "citations": [2, 0, 2, 1, 5, -1, 99]})
    assert found.citations == (Citation(2), Citation(0))
    assert found.predicted_evidence == (TEXTS[2], TEXTS[0])
    assert found.invalid_citations == 4
    assert (found.question_id, found.paper_id, found.status, found.declined) == ("q1", "paper", "answered", False)


def test_the_abstract_is_citable_when_the_config_says_so() -> None:
    found = ask({"predicted_answer": "x", "citations": [5]}, cite_abstract=True)
    assert (found.citations, found.invalid_citations) == ((Citation(5),), 0)


@pytest.mark.parametrize("key", ["citations", "predicted_evidence"])
def test_evidence_texts_stay_texts_and_are_never_looked_up(key: str) -> None:
    """S1: an id is never found by text search; a text that is no paragraph counts against precision, as given."""
    found = ask({"predicted_answer": "x", key: [TEXTS[3], "made up", TEXTS[3]]})
    assert found.predicted_evidence == (TEXTS[3], "made up")
    assert found.citations == ()
    assert found.invalid_citations is None


def test_citation_objects_keep_offsets_and_claims_follow_them() -> None:
    """A dropped citation moves the others' places; the claim that cites it says so no more."""
    quote = TEXTS[2].index("GRU")
    found = ask(
        {
            "predicted_answer": "a GRU",
            "answer_text": "It is a GRU. It hums.",
            "citations": [
                {"paragraph": 99},
                {"paragraph": 2, "start": 0, "end": 12, "quote_start": quote, "quote_end": quote + 3},
                {"paragraph": 0},
            ],
            "claims": [{"start": 0, "end": 12, "citations": [0, 1]}, {"start": 13, "end": 21, "citations": [2, 0]}],
        }
    )
    assert found.citations == (Citation(2, 0, 12, quote, quote + 3), Citation(0))
    assert found.claims == (Claim(0, 12, (0,)), Claim(13, 21, (1,)))
    assert found.invalid_citations == 1


def test_claims_of_repeated_ordinals_share_one_citation() -> None:
    claims = [{"start": 0, "end": 1, "citations": [0]}, {"start": 1, "end": 2, "citations": [1, 2]}]
    found = ask({"predicted_answer": "xy", "citations": [2, 2, 0], "claims": claims})
    assert found.citations == (Citation(2), Citation(0))
    assert [claim.citations for claim in found.claims] == [(0,), (0, 1)]


def test_a_prediction_is_held_against_the_question_and_the_paper() -> None:
    """Wrong ids are replaced, a citation of nothing is counted, evidence is filled in."""
    said = Prediction("other", "x", paper_id="elsewhere", citations=(Citation(3), Citation(77)), invalid_citations=2)
    found = ask(said)
    assert (found.question_id, found.paper_id) == ("q1", "paper")
    assert (found.citations, found.predicted_evidence) == ((Citation(3),), (TEXTS[3],))
    assert found.invalid_citations == 3


def test_numbers_of_numpy_and_our_own_records_are_understood() -> None:
    """What argsort returns is not an int, and a frozen mapping is no dict."""
    said = {
        "predicted_answer": np.str_("x"),
        "citations": np.array([2, 0]),
        "retrieved": [Retrieved(2, 1, 0.5), {"paragraph": np.int64(0), "rank": 2, "score": np.float32(0.25)}],
    }
    found = ask(MappingProxyType(said))
    assert found.citations == (Citation(2), Citation(0))
    assert found.retrieved == (Retrieved(2, 1, 0.5), Retrieved(0, 2, 0.25))
    assert ask({"predicted_answer": "x", "citations": [Citation(2), Citation(3)]}).citations[1] == Citation(3)


@pytest.mark.parametrize(
    ("said", "answer", "declined", "status", "prose"),
    [
        ({"declined": True}, "Unanswerable", True, "declined", None),
        ({"declined": True, "predicted_answer": "Not said."}, "Unanswerable", True, "declined", "Not said."),
        ({"predicted_answer": "unanswerable.", "citations": []}, "Unanswerable", True, "declined", None),
        ({"predicted_answer": "x", "citations": [], "status": "declined"}, "Unanswerable", True, "declined", "x"),
        ({"predicted_answer": "x", "citations": [], "status": "escalated"}, "x", False, "escalated", None),
        ({"predicted_answer": "", "citations": []}, "", False, "answered", None),
    ],
)
def test_declining_is_one_thing_in_field_status_and_text(
    said: dict[str, Any],
    answer: str,
    declined: bool,  # noqa: FBT001  # because pytest passes parameters by name
    status: str,
    prose: str | None,
) -> None:
    """T19: {"declined": true} is enough, and so is the word; an empty answer is no decline."""
    found = ask(said)
    assert (found.predicted_answer, found.declined, found.status) == (answer, declined, status)
    assert found.answer_text == prose


NO_ANSWERS: list[tuple[Any, str]] = [
    (None, "returned NoneType"),
    ("a GRU", "returned str"),
    ([], "returned list"),
    ({}, "give citations"),
    ({"predicted_answer": "x"}, "give citations"),
    ({"citations": [0]}, "predicted_answer is missing"),
    ({"predicted_answer": True, "citations": []}, "predicted_answer must be a string, not true or false"),
    ({"predicted_answer": None, "citations": []}, "predicted_answer must be a string, not null"),
    ({"predicted_answer": "x", "citations": "P1"}, "citations must be a list"),
    ({"predicted_answer": "x", "citations": ["P1", "P2"]}, "cite by ordinal"),
    ({"predicted_answer": "x", "citations": ["[12]"]}, "cite by ordinal"),
    ({"predicted_answer": "x", "citations": [1.0]}, "one is 1.0"),
    ({"predicted_answer": "x", "citations": [True]}, "one is True"),
    ({"predicted_answer": "x", "citations": [0, "text"]}, "one is 'text'"),
    ({"predicted_answer": "x", "citations": [{"ordinal": 0}]}, "one is {'ordinal': 0}"),
    ({"predicted_answer": "x", "predicted_evidence": "text"}, "must be a list of strings"),
    ({"predicted_answer": "x", "predicted_evidence": [None]}, "must be a list of strings"),
    ({"predicted_answer": "x", "citations": [0], "predicted_evidence": ["made up"]}, "give one of them"),
    ({"predicted_answer": "x", "citations": ["a"], "predicted_evidence": ["b"]}, "give one of them"),
    ({"predicted_answer": "x", "citations": [], "decline": True}, "did you mean 'declined'?"),
    ({"predicted_answer": "x", "citations": [], "elapsed": 3}, "goes under 'trace'"),
    ({"predicted_answer": "x", "citations": [], "trace": [{"step": "s", "input": {1, 2}}]}, "set is no JSON"),
    ({"predicted_answer": "x", "citations": [], "cost_usd": float("nan")}, "JSON cannot hold"),
    ({"predicted_answer": "x", "citations": [], "status": "unsure"}, "status must be one of"),
    ({"predicted_answer": "x", "citations": [{"paragraph": 0, "quote_start": 1, "quote_end": 99}]}, "a quote"),
    ({"predicted_answer": "x", "citations": [{"paragraph": 0, "start": 1, "end": 0}]}, "a citation spans 1 to 0"),
    ({"predicted_answer": "x", "citations": [{"paragraph": 0, "start": 1}]}, "spans 1 to None"),
    ({"predicted_answer": "x", "citations": [], "claims": [{"start": 0, "end": 9, "citations": []}]}, "a claim"),
    (
        {"predicted_answer": "x", "citations": [0], "claims": [{"start": 0, "end": 1, "citations": [1]}]},
        "cites 1",
    ),
    (
        {"predicted_answer": "x", "citations": [], "retrieved": [{"paragraph": 6, "rank": 1, "score": 1}]},
        "retrieved paragraph 6 is none of the paper's 6",
    ),
]


@pytest.mark.parametrize(("said", "part"), NO_ANSWERS)
def test_what_is_no_answer_is_unmeasured_and_says_why(said: Any, part: str) -> None:
    assert part in fault(said)


def test_a_prediction_made_of_wrong_parts_is_refused() -> None:
    """A dataclass checks nothing; a bad line in predictions.jsonl would be lost at the next resume."""
    wrong: Any = 7
    assert "predicted_answer must be a string" in fault(Prediction("q", wrong))
    assert "declined must be" in fault(Prediction("q", "x", declined=wrong))
    with pytest.raises(ItemUnmeasuredError, match="unstorable prediction"):
        ask(Prediction("q", "x", trace=(TraceStep("s", object(), None),)))


def test_a_lone_surrogate_never_reaches_a_file() -> None:
    found = ask({"predicted_answer": "\ud800", "citations": []})
    with pytest.raises(ItemUnmeasuredError, match="unstorable prediction"):
        prediction_to_json(found)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "predicted_answer": st.text(max_size=8) | json_values,
        "citations": st.lists(st.integers(-1, 7) | st.fixed_dictionaries({"paragraph": st.integers(-1, 7)}))
        | json_values,
        "predicted_evidence": st.lists(st.sampled_from(TEXTS)) | json_values,
        "claims": json_values,
        "declined": st.booleans() | json_values,
        "retrieved": json_values,
        "trace": json_values,
        "status": st.sampled_from(["answered", "declined", "escalated"]) | json_values,
    },
)


@given(said=fields)
def test_anything_at_all_is_storable_or_unmeasured(said: dict[str, Any]) -> None:
    """Property: an answer either reads back from its own line and cites only what the paper has, or has a cause."""
    try:
        found = ask(said)
        line = prediction_to_json(found)
    except ItemUnmeasuredError as error:
        assert error.cause in {NO_PREDICTION, "unstorable prediction"}, error.detail  # noqa: PT017  # because both ends are right
        return
    assert prediction_from_json(json.loads(line)) == found
    assert all(citation.paragraph in {0, 2, 3, 4} for citation in found.citations)
    if found.citations:
        assert set(found.predicted_evidence) == {TEXTS[citation.paragraph] for citation in found.citations}
    assert (found.predicted_answer == "Unanswerable") >= bool(found.declined)


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("boom"),
        SystemExit(3),
        KeyboardInterrupt("boom"),
        StopIteration("boom"),
        asyncio.CancelledError("boom"),
        GeneratorExit("boom"),
        BaseExceptionGroup("boom", [SystemExit(1)]),
    ],
)
@pytest.mark.parametrize("is_async", [False, True])
def test_whatever_an_agent_raises_costs_its_one_question(
    error: BaseException,
    is_async: bool,  # noqa: FBT001  # because pytest passes parameters by name
) -> None:
    """A StopIteration in a thread used to leave a future that never ends; sys.exit() used to end the whole run."""

    class Async:
        async def answer(self, paper: Paper, question: Question) -> Any:
            del paper, question
            raise error

    assert type(error).__name__ in crash(Async() if is_async else Says(raising(error)))


def test_an_error_is_told_from_the_agents_own_first_line() -> None:
    detail = crash(Says(raising(ValueError("a bad day"))))
    assert "ValueError: a bad day" in detail
    assert "agents/foreign.py" not in detail
    assert "test_qasper_eval_agents_foreign.py" in detail


def test_being_cancelled_by_the_runner_is_no_agent_error() -> None:
    """A full disk cancels what is in flight; that must not be recorded as a fault of the agent."""

    class Waits:
        async def answer(self, paper: Paper, question: Question) -> Any:
            del paper, question
            await asyncio.Event().wait()

    async def run() -> None:
        task = asyncio.create_task(ForeignAgent(Waits()).answer(PAPER, question()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())


def test_an_agents_own_verdicts_keep_their_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", SECRET)
    with pytest.raises(RunStoppedError) as stopped:
        ask(raising(RunStoppedError("quota", f"used up by {SECRET}", reset_at="2030-01-01T00:00:00Z")))
    assert (stopped.value.cause, stopped.value.reset_at) == ("quota", "2030-01-01T00:00:00Z")
    assert stopped.value.detail == "used up by [redacted]"
    with pytest.raises(ItemUnmeasuredError) as unmeasured:
        ask(raising(ItemUnmeasuredError("my cause", "my words")))
    assert (unmeasured.value.cause, unmeasured.value.detail) == ("my cause", "my words")


def test_secrets_of_the_environment_reach_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 4: SDKs quote the key in their errors, and agents put request headers in traces."""
    monkeypatch.setenv("VENDOR_API_KEY", SECRET)
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "harmless-value")
    detail = crash(Says(raising(RuntimeError(f"Incorrect API key: {SECRET} (harmless-value)"))))
    assert SECRET not in detail
    assert "[redacted] (harmless-value)" in detail
    trace = [{"step": "call", "input": {"authorization": f"Bearer {SECRET}"}, "output": None}]
    found = ask({"predicted_answer": "x", "citations": [], "trace": trace})
    assert found.trace[0].input == {"authorization": "Bearer [redacted]"}
    assert SECRET.encode() not in prediction_to_json(found)


def test_an_agent_may_be_async_or_hand_back_something_to_await() -> None:
    class Async:
        async def answer(self, paper: Paper, question: Question) -> Any:
            await asyncio.sleep(0)
            return {"predicted_answer": question.text, "citations": [len(paper.paragraphs) - 2]}

    async def later() -> Any:
        return {"predicted_answer": "later", "citations": []}

    assert asyncio.run(ForeignAgent(Async()).answer(PAPER, question())).citations == (Citation(4),)

    def now(paper: Paper, question: Question) -> Any:
        del paper, question
        return later()

    assert ask(now).predicted_answer == "later"


class Counts:
    """Counts how many calls are under way at once; each waits until ``wanted`` are, or a moment."""

    def __init__(self, wanted: int) -> None:
        self.most = self._now = 0
        self._lock = threading.Lock()
        self._all = threading.Barrier(wanted)

    def answer(self, paper: Paper, question: Question) -> Any:
        del paper, question
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self._all.wait(10)
        with self._lock:
            self._now -= 1
        return {"declined": True}


class CountsAlone(Counts):
    """Says that two calls at once would harm it."""

    thread_safe = False


async def ask_together(agent: ForeignAgent, n: int) -> None:
    await asyncio.gather(*[agent.answer(PAPER, question()) for _ in range(n)])


def test_a_plain_agent_runs_as_wide_as_the_limit_says() -> None:
    """Python's own thread pool would stop at six on two cores."""
    counts = Counts(12)
    asyncio.run(ask_together(ForeignAgent(counts, threads=12), 12))
    assert counts.most == 12


def test_an_agent_that_is_not_thread_safe_is_called_once_at_a_time() -> None:
    counts = CountsAlone(1)
    asyncio.run(ask_together(ForeignAgent(counts, threads=12), 12))
    assert counts.most == 1


def test_a_paper_cannot_be_changed_and_may_be_kept() -> None:
    """Records are frozen: one question's agent cannot change what the next one sees."""
    kept: list[Any] = []

    def answer(paper: Any, question: Any) -> Any:
        kept.append(paper)
        for record, name in ((paper, "title"), (paper.paragraphs[0], "text"), (question, "text")):
            with pytest.raises(AttributeError):
                setattr(record, name, "changed")
        with pytest.raises(TypeError):
            paper.paragraphs[0] = None
        return {"declined": True}

    assert ask(answer).declined is True
    assert kept == [PAPER]


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder that configs may lie in; what it put into the interpreter is taken out again."""
    yield tmp_path
    with pytest.raises(ConfigError):
        imported_agent("nowhere:Agent", {}, tmp_path / "gone")
    assert not any(entry.startswith(str(tmp_path)) for entry in sys.path[:-1])
    assert not any(
        (getattr(module, "__file__", "") or "").startswith(str(tmp_path)) for module in sys.modules.values()
    )


ONE = """
class Agent:
    def __init__(self, k=1):
        self.k = k
    def answer(self, paper, question):
        ...
"""


def made(folder: Path, name: str, text: str | None = None, **options: Any) -> Any:
    if text is not None:
        (folder / f"{name.partition(':')[0]}.py").write_text(text, "utf-8")
    return imported_agent(name, options, folder)


def refused(folder: Path, name: str, text: str | None = None, **options: Any) -> str:
    with pytest.raises(ConfigError) as caught:
        made(folder, name, text, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_module_beside_the_config_is_found_and_given_its_options(beside: Path) -> None:
    assert made(beside, "mine_a:Agent", ONE, k=3).k == 3
    assert sys.path[-1] == str(beside)


@pytest.mark.parametrize(
    ("text", "options", "part"),
    [
        (ONE, {"j": 1}, "agent.options: 'mine_b:Agent' takes other options: got an unexpected keyword argument 'j'"),
        (ONE.replace("k=1", "k"), {}, "missing a required argument: 'k'; give its arguments under agent.options"),
        (ONE.replace("Agent", "Agnet"), {}, "mine_b has no 'Agent'; did you mean 'Agnet'?"),
        ("Agent = 3\n", {}, "mine_b cannot call 'Agent'"),
        (ONE.replace("paper, question", "question"), {}, "must take answer(paper, question): too many positional"),
        (ONE.replace("answer", "reply"), {}, "has no method answer(paper, question)"),
        ("import no_such_thing\n", {}, "No module named 'no_such_thing' ("),
        ("x = 1\nx.y\n", {}, "AttributeError: 'int' object has no attribute 'y' ("),
        ("def f(:\n", {}, "SyntaxError: "),
        ("import sys\nsys.exit('done')\n", {}, "SystemExit: done ("),
        (ONE.replace("self.k = k", "raise SystemExit(4)"), {}, "SystemExit: 4 ("),
        (ONE.replace("self.k = k", "raise ValueError('two\\nlines')"), {}, "ValueError: two lines ("),
    ],
)
def test_what_cannot_be_made_is_one_line_with_its_place(
    beside: Path, text: str, options: dict[str, Any], part: str
) -> None:
    assert part in refused(beside, "mine_b:Agent", text, **options)


def test_the_line_of_an_import_error_is_the_agents_own(beside: Path) -> None:
    assert refused(beside, "mine_c:Agent", "\n\nimport no_such_thing\n").endswith("mine_c.py, line 3)")
    assert refused(beside, "mine_d:Agent", "\n1/0\n").endswith("mine_d.py, line 2)")


def test_a_missing_module_says_where_it_was_looked_for(beside: Path) -> None:
    message = refused(beside, "nowhere:Agent")
    assert f"no module 'nowhere' beside the config ({beside}) or installed" in message
    assert "no module 'nowhere'" in refused(beside, "nowhere.inside:Agent")


@pytest.mark.parametrize("name", [":Agent", "mine:", "mine", "a/b:Agent", "../x:Agent", "mine.py:Agent()", "a..b:C"])
def test_a_name_that_is_no_module_and_class_is_refused(beside: Path, name: str) -> None:
    assert "must be written module:Class" in refused(beside, name)


@pytest.mark.parametrize("module", ["json", "loaders", "scorers", "qasper_eval", "sys", "numpy"])
def test_a_file_that_is_hidden_by_another_module_is_named(beside: Path, module: str) -> None:
    """Neither ours nor Python's is ever replaced by a file beside a config, and its owner is told why."""
    before = sys.modules[module]
    assert "is hidden by another module of that name" in refused(beside, f"{module}:Agent", ONE)
    assert sys.modules[module] is before


def test_two_configs_with_modules_of_one_name_are_not_mixed_up(beside: Path) -> None:
    (beside / "a").mkdir()
    (beside / "b").mkdir()
    first = made(beside / "a", "twin:Agent", ONE)
    second = made(beside / "b", "twin:Agent", ONE.replace("Agent:", "Agent:\n    mark = 'b'"))
    assert not hasattr(first, "mark")
    assert second.mark == "b"
    assert str(beside / "a") not in sys.path
    assert sys.path[-1] == str(beside / "b")


def test_a_file_beside_the_config_shadows_nothing_imported_later(beside: Path) -> None:
    """The folder is last on the path: an installed package wins over a stray file."""
    (beside / "colorsys.py").write_text("raise RuntimeError('shadowed')\n", "utf-8")
    sys.modules.pop("colorsys", None)
    made(beside, "mine_e:Agent", "import colorsys\nassert colorsys.rgb_to_hsv\n" + ONE)


def test_a_secret_in_an_import_error_is_not_shown(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENDOR_TOKEN", SECRET)
    text = "import os\nraise RuntimeError('bad ' + os.environ['VENDOR_TOKEN'])\n"
    assert "bad [redacted]" in refused(beside, "mine_f:Agent", text)


def test_a_factory_function_will_do(beside: Path) -> None:
    text = ONE + "def make(k):\n    return Agent(k)\n"
    assert made(beside, "mine_g:make", text, k=5).k == 5
