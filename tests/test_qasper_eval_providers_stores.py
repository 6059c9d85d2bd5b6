"""The memo and the ledger: shared by runs and processes, and never a place for a key."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from qasper_eval.providers.clock import next_day, next_month, utc_month, utc_text
from qasper_eval.providers.ledger import FILE_NAME as LEDGER
from qasper_eval.providers.ledger import Ledger
from qasper_eval.providers.memo import FILE_NAME as MEMO
from qasper_eval.providers.memo import Memo, clear_memo

if TYPE_CHECKING:
    from pathlib import Path

NOVEMBER = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC).timestamp()
DECEMBER = NOVEMBER + 1
KEY = "sk-planted-0123456789abcdef"


def silent(_message: str) -> None:
    """Say nothing."""


def test_a_reply_survives_closing_and_another_opener(tmp_path: Path) -> None:
    """S1-41."""
    memo, other = Memo(tmp_path, silent), Memo(tmp_path, silent)
    memo.put("k", {"text": "a b"})
    assert other.get("k") == {"text": "a b"}
    assert other.get("j") is None
    memo.close()
    other.close()
    again = Memo(tmp_path, silent)
    assert again.get("k") == {"text": "a b"}
    again.close()


def test_clearing_counts_what_it_forgets(tmp_path: Path) -> None:
    memo = Memo(tmp_path, silent)
    memo.put("k", 1)
    memo.put("l", 2)
    memo.close()
    assert clear_memo(tmp_path) == 2
    assert clear_memo(tmp_path) == 0
    assert clear_memo(tmp_path / "nowhere") == 0


def test_a_damaged_memo_is_moved_aside(tmp_path: Path) -> None:
    (tmp_path / MEMO).write_bytes(b"this is no database, although it is long enough to look like one" * 99)
    memo = Memo(tmp_path, silent)
    memo.put("k", 1)
    assert memo.get("k") == 1
    memo.close()
    assert (tmp_path / f"{MEMO}.damaged").exists()


def test_a_memo_that_cannot_be_opened_is_done_without_and_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said: list[str] = []
    memo = Memo(tmp_path / "file", said.append)
    memo.put("k", 1)
    assert memo.get("k") is None
    memo.close()
    assert len(said) == 1
    assert "cannot open the call memo" in said[0]


def test_a_memo_that_stops_working_loses_no_reply(tmp_path: Path) -> None:
    said: list[str] = []
    memo = Memo(tmp_path, said.append)
    with sqlite3.connect(tmp_path / MEMO) as store:
        store.execute("DROP TABLE replies")
    store.close()
    memo.put("k", 1)
    memo.put("l", 1)
    assert said == ["cannot write the call memo: no such table: replies; replies are not remembered from here on"]


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    Memo(tmp_path, silent).close()
    Ledger(tmp_path, "h", KEY).close()
    assert {(tmp_path / name).stat().st_mode & 0o077 for name in (MEMO, LEDGER)} == {0}


def test_the_ledger_counts_by_host_key_and_utc_month(tmp_path: Path) -> None:
    """A month ends at midnight UTC; other keys and hosts have months of their own; a second run goes on counting."""
    ledger = Ledger(tmp_path, "api.cohere.com", KEY)
    assert [ledger.take(NOVEMBER, 2) for _ in range(3)] == [True, True, False]
    assert ledger.take(DECEMBER, 2)
    ledger.close()
    again = Ledger(tmp_path, "api.cohere.com", KEY)
    other_key = Ledger(tmp_path, "api.cohere.com", KEY + "x")
    other_host = Ledger(tmp_path, "localhost:1/v1", KEY)
    assert (again.count(NOVEMBER), again.count(DECEMBER)) == (2, 1)
    assert (other_key.count(NOVEMBER), other_host.count(NOVEMBER)) == (0, 0)
    for ledger in (again, other_key, other_host):
        ledger.close()


def test_a_call_given_back_may_be_taken_again_and_never_below_zero(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, "h", None)
    ledger.take(NOVEMBER, 1)
    for _ in range(3):
        ledger.give_back(NOVEMBER)
    assert ledger.count(NOVEMBER) == 0
    assert ledger.take(NOVEMBER, 1)
    ledger.close()


def test_many_writers_never_exceed_the_limit(tmp_path: Path) -> None:
    """Eight openers at once, as eight processes would be: exactly the limit is granted."""

    def work(_number: int) -> int:
        ledger = Ledger(tmp_path, "h", KEY)
        granted = sum(ledger.take(NOVEMBER, 100) for _ in range(40))
        ledger.close()
        return granted

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 100


def test_no_key_in_the_ledger(tmp_path: Path) -> None:
    """S0-32: a salted fingerprint, another one in another user's ledger."""
    for name in ("one", "two"):
        ledger = Ledger(tmp_path / name, "h", KEY)
        ledger.take(NOVEMBER, None)
        ledger.close()
    stored = [sqlite3.connect(tmp_path / name / LEDGER) for name in ("one", "two")]
    keys = [store.execute("SELECT key FROM calls").fetchone()[0] for store in stored]
    for store in stored:
        store.close()
    assert keys[0] != keys[1]
    assert KEY.encode() not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize(("epoch", "month", "reset"), [(NOVEMBER, "2026-11", DECEMBER)])
def test_months_and_days_in_utc(epoch: float, month: str, reset: float) -> None:
    assert utc_month(epoch) == month
    assert next_month(epoch) == reset == next_day(epoch)
    assert utc_text(next_month(DECEMBER)) == "2027-01-01T00:00:00Z"
    assert utc_text(1e13) is None
