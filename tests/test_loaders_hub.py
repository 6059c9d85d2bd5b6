"""Qasper from a Hub on loopback, through the real ``huggingface_hub`` and ``datasets``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from loaders import load
from loopback_client import HubClient
from loopback_hub import Fault, LoopbackHub
from qasper_documents import Json, as_released, hub_rows, paper, parquet, two_papers
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPO = "allenai/qasper"
CONVERTED = "refs/convert/parquet"
SCRIPT = {"qasper.py": b"raise SystemExit('a dataset script was run')", "README.md": b"# Qasper\n"}
VALIDATION = "data/validation-00000-of-00001.parquet"


@pytest.fixture(scope="module")
def hub() -> Iterator[LoopbackHub]:
    """Serve on one port for the whole module."""
    with LoopbackHub() as served:
        yield served


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that holds the caches of both clients."""
    return tmp_path_factory.mktemp("hub") / "home"


@pytest.fixture(scope="module")
def online_process(hub: LoopbackHub, home: Path) -> Iterator[HubClient]:
    """Start one process for the module; it must keep stderr to itself: no bar, no log line of a library."""
    with HubClient(hub.endpoint, home) as client:
        yield client
    assert client.noise() == ""


@pytest.fixture(scope="module")
def offline(hub: LoopbackHub, home: Path) -> Iterator[HubClient]:
    """Start a process with the Hub switched off, on the caches of the other."""
    with HubClient(hub.endpoint, home, HF_HUB_OFFLINE="1") as client:
        yield client
    assert client.noise() == ""


@pytest.fixture
def online(hub: LoopbackHub, online_process: HubClient) -> HubClient:
    """Give the online process with an empty Hub and empty caches."""
    hub.reset()
    online_process.forget()
    return online_process


def fingerprint_of(document: dict[str, Json], folder: Path) -> str:
    """Give the fingerprint of the same papers as released JSON."""
    path = folder / "released.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return load("qasper", path=path).fingerprint


def variant(title: str) -> dict[str, Json]:
    """Give the two papers with another title, so that other bytes are other content."""
    document = two_papers()
    document["2001.00001"]["title"] = title
    return document


def stored(document: dict[str, Json]) -> bytes:
    """Give a released document as the Hub's parquet."""
    return parquet(hub_rows(document))


def test_parquet_on_main_is_pinned_and_gives_the_records_of_the_released_json(
    hub: LoopbackHub, online: HubClient, tmp_path: Path
) -> None:
    """The revision is resolved once; the file is asked by commit, never by branch."""
    sha = hub.commit(REPO, "main", {"README.md": b"", VALIDATION: stored(two_papers())})
    outcome = online.load()
    assert (outcome.error, outcome.name, outcome.split, outcome.revision) == ("", REPO, "validation", sha)
    assert outcome.fingerprint == fingerprint_of(two_papers(), tmp_path)
    assert outcome.papers == ("2001.00001", "2001.00002")
    assert hub.requests == [
        f"GET /api/datasets/{REPO}/revision/main",
        f"HEAD /datasets/{REPO}/resolve/{sha}/{VALIDATION}",
        f"GET /datasets/{REPO}/resolve/{sha}/{VALIDATION}",
    ]


def test_a_script_on_main_is_never_run_and_the_converted_branch_is_read(
    hub: LoopbackHub, online: HubClient, tmp_path: Path
) -> None:
    """T20: ``datasets`` 4 and newer refuse scripts; the Hub's own parquet copy holds the same papers."""
    hub.commit(REPO, "main", SCRIPT)
    sha = hub.commit(REPO, CONVERTED, {"qasper/validation/0000.parquet": stored(two_papers())})
    outcome = online.load()
    assert (outcome.error, outcome.revision) == ("", sha)
    assert outcome.fingerprint == fingerprint_of(two_papers(), tmp_path)
    assert not [request for request in hub.requests if ".py" in request]


def test_parquet_on_main_wins_over_the_converted_branch(hub: LoopbackHub, online: HubClient, tmp_path: Path) -> None:
    """The copy is not even asked for."""
    sha = hub.commit(REPO, "main", {**SCRIPT, "qasper/validation-00000-of-00001.parquet": stored(variant("main"))})
    hub.commit(REPO, CONVERTED, {"qasper/validation/0000.parquet": stored(variant("converted"))})
    outcome = online.load()
    assert (outcome.revision, outcome.fingerprint) == (sha, fingerprint_of(variant("main"), tmp_path))
    assert not [request for request in hub.requests if "convert" in request]


def test_shards_keep_the_order_of_their_numbers(hub: LoopbackHub, online: HubClient, tmp_path: Path) -> None:
    """Eleven shards, so that an order by text (1, 10, 2) would show."""
    document = {f"p{number}": paper([("S", [f"Text {number}."])], []) for number in range(11)} | two_papers()
    rows = hub_rows(document)
    shards = [*([row] for row in rows[:10]), rows[10:]]
    files = {f"data/train-{n}-of-{len(shards)}.parquet": parquet(shard) for n, shard in enumerate(shards)}
    hub.commit(REPO, "main", dict(reversed(files.items())))
    outcome = online.load("train")
    assert (outcome.error, outcome.papers) == ("", tuple(document))
    assert outcome.fingerprint == fingerprint_of(document, tmp_path)


@needs_shared
@pytest.mark.parametrize("name", ["qasper-train10", "qasper-train6-merged"])
def test_real_papers_are_the_same_from_json_and_from_the_hub(hub: LoopbackHub, online: HubClient, name: str) -> None:
    """Ten and six real papers, warnings included."""
    path = SHARED / "data" / "qasper" / f"{name}.json"
    hub.commit(REPO, "main", SCRIPT)
    document = as_released(json.loads(path.read_bytes()))
    hub.commit(REPO, CONVERTED, {"qasper/train/0000.parquet": stored(document)})
    outcome = online.load("train")
    local = load("qasper", path=path)
    assert (outcome.fingerprint, outcome.warnings) == (local.fingerprint, local.warnings)


def test_rate_limits_are_waited_out_as_the_hub_asks(hub: LoopbackHub, online: HubClient) -> None:
    """The listing is refused once, then the file's head and its content, each with another way of saying how long."""
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    hub.faults = [
        Fault("GET /api/", 429, headers={"RateLimit": '"api";r=0;t=55', "Retry-After": "9"}),
        Fault("HEAD /datasets/", 429, headers={"Retry-After": "7"}),
        Fault("GET /datasets/", 503),
    ]
    outcome = online.load()
    assert (outcome.error, outcome.papers) == ("", ("2001.00001", "2001.00002"))
    assert outcome.waits_s == (56.0, 7.0, 2.0)
    assert outcome.said == (
        "The Hub answers 429 (too many requests); waiting 56 s before asking again.",
        "The Hub answers 429 (too many requests); waiting 7 s before asking again.",
        "The Hub answers 503; waiting 2 s before asking again.",
    )


@pytest.mark.parametrize("requests", ["/api/", "HEAD /datasets/", "GET /datasets/"])
def test_an_outage_ends_within_the_bound(hub: LoopbackHub, online: HubClient, requests: str) -> None:
    """Whichever request meets it, ten minutes of 500 end in one line, and the client's own back-off never starts."""
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    hub.faults = [Fault(requests, 500, times=-1)]
    outcome = online.load()
    assert 540 < sum(outcome.waits_s) <= 600
    assert outcome.error == (
        f"{REPO} (validation) cannot be loaded: the Hub answers 500, and nothing of it is in the cache; "
        "try again later, or set dataset.path to a local file"
    )


def test_a_wait_longer_than_the_bound_is_reported_at_once(hub: LoopbackHub, online: HubClient) -> None:
    """An hour is not waited for ten minutes in vain."""
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    hub.faults = [Fault("/api/", 429, headers={"Retry-After": "3600"}, times=-1)]
    outcome = online.load()
    assert outcome.waits_s == ()
    assert "the Hub answers 429 (too many requests) and asks to wait 3600 s" in outcome.error


def test_an_unreachable_hub_is_reported_in_one_line_when_nothing_is_cached(
    hub: LoopbackHub, online: HubClient
) -> None:
    """A refused connection is tried again for seconds, not minutes."""
    hub.stop()
    try:
        outcome = online.load()
    finally:
        hub.start()
    assert outcome.error.startswith(f"{REPO} (validation) cannot be loaded: the Hub cannot be reached (")
    assert "\n" not in outcome.error
    assert 0 < sum(outcome.waits_s) <= 10


def test_an_unreachable_hub_leaves_the_cache_with_a_warning(hub: LoopbackHub, online: HubClient) -> None:
    """What is cached is used at once, whether nobody listens or the Hub answers with a 429."""
    sha = hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    first = online.load()
    hub.stop()
    try:
        unreachable = online.load()
    finally:
        hub.start()
    hub.faults = [Fault("", 429, times=-1)]
    refused = online.load()
    for outcome, reason in ((unreachable, "the Hub cannot be reached ("), (refused, "the Hub answers 429 (")):
        assert (outcome.error, outcome.revision, outcome.fingerprint) == ("", sha, first.fingerprint)
        assert outcome.waits_s == ()
        extra = set(outcome.warnings) - set(first.warnings)
        assert len(extra) == 1
        assert f"{REPO} (validation) was read from the cache at {sha[:8]} because {reason}" in extra.pop()


def test_offline_reads_what_was_loaded_online(hub: LoopbackHub, online: HubClient, offline: HubClient) -> None:
    """HF_HUB_OFFLINE=1: the same dataset without a request and without a warning; another split in one line."""
    hub.commit(REPO, "main", SCRIPT)
    hub.commit(REPO, CONVERTED, {"qasper/validation/0000.parquet": stored(two_papers())})
    first = online.load()
    hub.requests.clear()
    assert offline.load() == first
    assert offline.load(revision=first.revision) == first
    assert offline.load("train").error == (
        f"{REPO} (train) at main is not in the cache, and HF_HUB_OFFLINE is set; "
        "load it once without HF_HUB_OFFLINE, or set dataset.path to a local file"
    )
    assert hub.requests == []


def test_a_note_whose_files_are_gone_is_no_cache(hub: LoopbackHub, online: HubClient, offline: HubClient) -> None:
    """The Hub's cache was emptied, ours was not: nothing is there, and online the files come again."""
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    first = online.load()
    for blob in (online.home / "huggingface" / "hub").glob("*/blobs/*"):
        blob.unlink()
    assert "is not in the cache" in offline.load().error
    assert online.load() == first
    assert offline.load() == first


def test_a_pinned_commit_stays_when_main_moves(
    hub: LoopbackHub, online: HubClient, offline: HubClient, tmp_path: Path
) -> None:
    """A commit is loaded again without a request; no revision means the newest, and offline the last one seen."""
    old = hub.commit(REPO, "main", {VALIDATION: stored(variant("old"))})
    first = online.load()
    new = hub.commit(REPO, "main", {VALIDATION: stored(variant("new"))})
    hub.requests.clear()
    assert online.load(revision=old) == first
    assert hub.requests == []
    newest = online.load()
    assert (newest.revision, newest.fingerprint) == (new, fingerprint_of(variant("new"), tmp_path))
    assert offline.load() == newest
    assert offline.load(revision=old) == first


def test_a_named_revision_is_honoured(hub: LoopbackHub, online: HubClient, offline: HubClient) -> None:
    """A branch, a pull request's ref and a commit never seen before; the branch is found again offline."""
    hub.commit(REPO, "main", {VALIDATION: stored(variant("main"))})
    branch = hub.commit(REPO, "v0.3", {VALIDATION: stored(variant("branch"))})
    request = hub.commit(REPO, "refs/pr/4", {VALIDATION: stored(variant("request"))})
    assert online.load(revision="v0.3").revision == branch
    assert online.load(revision=request).revision == request
    assert online.load(revision="refs/pr/4").revision == request
    assert offline.load(revision="v0.3").revision == branch


def test_a_named_revision_without_parquet_is_not_replaced_by_another(hub: LoopbackHub, online: HubClient) -> None:
    """The converted branch is a copy of main, so it stands for no other revision."""
    old = hub.commit(REPO, "main", SCRIPT)
    hub.commit(REPO, "main", {**SCRIPT, "LICENSE": b""})
    hub.commit(REPO, CONVERTED, {"qasper/validation/0000.parquet": stored(two_papers())})
    outcome = online.load(revision=old)
    assert outcome.error == (
        f"{REPO} at {old} cannot be loaded: it holds a dataset script, which is never run, and no parquet "
        "(leave out dataset.revision); or set dataset.path to the released JSON"
    )


def test_no_parquet_anywhere_is_one_line(hub: LoopbackHub, online: HubClient) -> None:
    """T20: the user reads what to do, not what ``datasets`` thinks of scripts."""
    hub.commit(REPO, "main", SCRIPT)
    assert online.load().error == (
        f"{REPO} at main cannot be loaded: it holds a dataset script, which is never run, and no parquet "
        "(the Hub has made no parquet copy either); or set dataset.path to the released JSON"
    )


def test_what_the_hub_does_not_have_is_named(hub: LoopbackHub, online: HubClient) -> None:
    """Repository, revision and split, each in a line of its own."""
    absent = online.load().error
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers()), "data/test.parquet": stored(variant("test"))})
    assert absent == f"{REPO}: the Hub has no such dataset for this token (404); check the name and HF_TOKEN"
    assert online.load(revision="v9").error == f"{REPO} has no revision 'v9' on the Hub; check dataset.revision"
    assert online.load("train").error == (
        f"{REPO} at main has no split 'train', only validation, test; check dataset.split"
    )


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (Fault("/api/", 401), f"{REPO}: the Hub does not accept the token (401); check HF_TOKEN"),
        (
            Fault("/api/", 403),
            f"{REPO}: the Hub refuses access (403); accept the dataset's terms there and set HF_TOKEN",
        ),
        (
            Fault("/api/", 403, headers={"X-Error-Code": "GatedRepo"}),
            f"{REPO}: the Hub refuses access (403); accept the dataset's terms there and set HF_TOKEN",
        ),
        (Fault("HEAD /datasets/", 401), "the Hub does not accept the token (401); check HF_TOKEN"),
        (Fault("HEAD /datasets/", 404, headers={"X-Error-Code": "EntryNotFound"}), "the Hub no longer has this file"),
        (Fault("/api/", 418), f"{REPO}: the Hub answers 418"),
        (Fault("/api/", 200, body=b"<html>Sign in</html>"), "does not answer like a Hugging Face Hub"),
        (Fault("/api/", 200, body=b"[1]"), "does not answer like a Hugging Face Hub"),
        (Fault("/api/", 200, body=b'{"id": "allenai/qasper"}'), "does not answer like a Hugging Face Hub"),
        (Fault("HEAD /datasets/", 200), "does not answer like a Hugging Face Hub"),
    ],
    ids=lambda value: f"{value.requests} {value.status}" if isinstance(value, Fault) else "",
)
def test_a_refusal_is_one_line_and_not_waited_for(
    hub: LoopbackHub, online: HubClient, fault: Fault, line: str
) -> None:
    """Asking again would not help."""
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    hub.faults = [Fault(fault.requests, fault.status, -1, fault.headers, fault.body)]
    outcome = online.load()
    assert line in outcome.error
    assert "\n" not in outcome.error
    assert outcome.waits_s == ()


def test_an_endpoint_without_a_scheme_is_one_line(tmp_path: Path) -> None:
    """HF_ENDPOINT is the user's text."""
    with HubClient("hub.example.org", tmp_path / "home") as client:
        error = client.load().error
    assert error.startswith(
        f"{REPO} (validation) cannot be loaded: the Hub cannot be reached (Request URL is missing"
    )
    assert "\n" not in error


def test_a_file_on_the_hub_that_is_no_parquet_is_named(hub: LoopbackHub, online: HubClient) -> None:
    """The line names the file in the cache, so that it can be deleted."""
    hub.commit(REPO, "main", {VALIDATION: b"version https://git-lfs.github.com/spec/v1\n"})
    assert online.load().error.endswith(f"{VALIDATION} is not a parquet file")


def test_a_cache_that_cannot_be_written_only_costs_the_way_back(
    hub: LoopbackHub, online: HubClient, offline: HubClient
) -> None:
    """The dataset loads and says that it will not be found offline."""
    hub.commit(REPO, "main", {VALIDATION: stored(two_papers())})
    online.home.mkdir()
    (online.home / "xdg").write_text("a file where a folder should be")
    outcome = online.load()
    assert outcome.papers == ("2001.00001", "2001.00002")
    assert "will not be found offline: its note cannot be written (" in outcome.warnings[0]
    assert "is not in the cache" in offline.load().error
