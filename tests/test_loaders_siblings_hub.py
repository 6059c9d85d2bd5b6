"""The other datasets from a Hub on loopback, in the columns and files that their repositories have there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

import test_loaders_evidence_inference as evidence_inference
import test_loaders_multi_hop as multi_hop
import test_loaders_musique as musique
import test_loaders_natural_questions as natural_questions
import test_loaders_peerqa as peerqa
import test_loaders_pubmedqa as pubmedqa
import test_loaders_scifact as scifact
import test_loaders_squad2 as squad2
import test_loaders_wice as wice
from loaders import load
from loopback_client import HubClient
from loopback_hub import LoopbackHub
from qasper_documents import parquet
from row_files import columns_of, json_file, lines_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from qasper_documents import Json

MAIN, CONVERTED = "main", "refs/convert/parquet"
SCRIPT = {"loader.py": b"raise SystemExit('a dataset script was run')", "README.md": b"# Card\n"}


@dataclass(frozen=True, slots=True)
class Case:
    """A dataset as its repository holds it, and the same rows as a local file."""

    name: str
    """Registry name."""
    repo: str
    """Repository."""
    files: Mapping[str, bytes]
    """Files of the revision that is read."""
    local: object
    """The same rows as released."""
    split: str | None = None
    """Split asked for."""
    ref: str = MAIN
    """Branch that holds the files; main holds a script where it is another one."""
    corpus: Sequence[Json] = ()
    """The texts as released, where they are a file of their own."""


def lines(rows: Sequence[object]) -> bytes:
    """Give rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


HOPS = [multi_hop.released(), multi_hop.released(_id="5a8", answer="no")]
HOP_ROWS = parquet([multi_hop.on_the_hub(row) for row in HOPS])
OTHER = parquet([{"id": "other"}])
SQUAD = squad2.released()
CLAIM_ROWS = parquet(scifact.hub_rows(scifact.claims()))
ABSTRACTS = {"11": pubmedqa.released(), "12": pubmedqa.released("maybe")}
PUBMED_ROWS = parquet([pubmedqa.on_the_hub(found, row) for found, row in ABSTRACTS.items()])
PAGES = [natural_questions.released(natural_questions.annotation((3, 11)), natural_questions.annotation())]
PAGE_ROWS = parquet([natural_questions.on_the_hub(row) for row in PAGES])
PROMPT = {**evidence_inference.prompt(), "Annotations": columns_of([evidence_inference.annotation()])}
TRIAL: Json = {"Text": evidence_inference.ARTICLE, "PMCID": 99, "Prompts": columns_of([PROMPT])}
ANSWERED = peerqa.asked()
ANSWER_ROWS = parquet([{**ANSWERED, "answer_evidence_mapped": columns_of(ANSWERED["answer_evidence_mapped"])}])
CLAIM = wice.released("supported", [1, 3], [3])

CASES = [
    Case(
        "hotpotqa",
        "hotpotqa/hotpot_qa",
        {
            "distractor/train-00000-of-00002.parquet": OTHER,
            "distractor/validation-00000-of-00001.parquet": HOP_ROWS,
            "fullwiki/validation-00000-of-00001.parquet": OTHER,
        },
        HOPS,
    ),
    Case(
        "hotpotqa",
        "hotpotqa/hotpot_qa",
        {"distractor/validation/0000.parquet": HOP_ROWS, "fullwiki/validation/0000.parquet": OTHER},
        HOPS,
        ref=CONVERTED,
    ),
    Case("2wiki", "framolfese/2WikiMultihopQA", {"data/validation-00000-of-00001.parquet": HOP_ROWS}, HOPS),
    Case(
        "2wiki",
        "framolfese/2WikiMultihopQA",
        {"dev.parquet": parquet([multi_hop.with_content(row) for row in HOPS])},
        HOPS,
    ),
    Case(
        "musique",
        "dgslibisey/MuSiQue",
        {"musique_ans_v1.0_dev.jsonl": lines([musique.released()]), "musique_ans_v1.0_train.jsonl": b"no JSON"},
        [musique.released()],
    ),
    Case(
        "musique",
        "dgslibisey/MuSiQue",
        {"default/validation/0000.parquet": parquet([musique.released()])},
        [musique.released()],
        ref=CONVERTED,
    ),
    Case(
        "musique",
        "bdsaglam/musique",
        {
            "musique_ans_v1.0_dev.jsonl": b"no JSON",
            "musique_full_v1.0_dev.jsonl": lines([musique.released(), musique.released(answerable=False)]),
        },
        [musique.released(), musique.released(answerable=False)],
        "full-validation",
    ),
    Case(
        "squad2",
        "rajpurkar/squad_v2",
        {"squad_v2/validation-00000-of-00001.parquet": parquet(list(squad2.hub_rows(SQUAD)))},
        SQUAD,
    ),
    Case(
        "scifact",
        "allenai/scifact",
        {
            "claims/validation/0000.parquet": CLAIM_ROWS,
            "claims/train/0000.parquet": OTHER,
            "corpus/train/0000.parquet": parquet(scifact.CORPUS),
        },
        scifact.claims(),
        ref=CONVERTED,
        corpus=scifact.CORPUS,
    ),
    Case(
        "peerqa",
        "UKPLab/PeerQA",
        {
            "qa/test/0000.parquet": ANSWER_ROWS,
            "papers/test/0000.parquet": parquet(peerqa.TEXT),
            "papers-all/test/0000.parquet": OTHER,
            "qrels-sentences/test/0000.parquet": OTHER,
        },
        [ANSWERED],
        ref=CONVERTED,
        corpus=peerqa.TEXT,
    ),
    Case(
        "wice",
        "jon-tow/wice",
        {"data/claim_dev.jsonl": lines([CLAIM]), "data/subclaim_dev.jsonl": b"no JSON"},
        [CLAIM],
    ),
    Case(
        "wice",
        "jon-tow/wice",
        {"claim/validation/0000.parquet": parquet([CLAIM]), "subclaim/validation/0000.parquet": OTHER},
        [CLAIM],
        ref=CONVERTED,
    ),
    Case(
        "evidence-inference",
        "jaydeyoung/evidence_infer_treatment",
        {"2.0/validation/0000.parquet": parquet([TRIAL]), "1.1/validation/0000.parquet": OTHER},
        [TRIAL],
        ref=CONVERTED,
    ),
    Case(
        "pubmedqa",
        "qiaojin/PubMedQA",
        {
            "pqa_artificial/train-00000-of-00001.parquet": OTHER,
            "pqa_labeled/train-00000-of-00001.parquet": PUBMED_ROWS,
            "pqa_unlabeled/train-00000-of-00001.parquet": OTHER,
        },
        ABSTRACTS,
    ),
    Case(
        "natural-questions",
        "google-research-datasets/natural_questions",
        {
            "default/validation-00000-of-00001.parquet": PAGE_ROWS,
            "dev/validation-00000-of-00001.parquet": OTHER,
        },
        PAGES,
    ),
]


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
def process(hub: LoopbackHub, home: Path) -> Iterator[HubClient]:
    """Start one process for the module; it must keep stderr to itself."""
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
def online(hub: LoopbackHub, process: HubClient) -> HubClient:
    """Give the online process with an empty Hub and empty caches."""
    hub.reset()
    process.forget()
    return process


def local_fingerprint(case: Case, folder: Path) -> str:
    """Give the fingerprint of the same rows as released."""
    if not case.corpus:
        return load(case.name, path=json_file(folder, case.local)).fingerprint
    corpus = lines_file(folder, case.corpus, "texts.jsonl")
    return load(case.name, path=json_file(folder, case.local), corpus=corpus).fingerprint


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{len(case.files)}-{case.ref[-4:]}")
def test_the_hub_gives_the_records_of_the_release(
    case: Case, hub: LoopbackHub, online: HubClient, offline: HubClient, tmp_path: Path
) -> None:
    """From the right config, pinned, never by a script; offline the same again without a request."""
    if case.ref != MAIN:
        hub.commit(case.repo, MAIN, SCRIPT)
    sha = hub.commit(case.repo, case.ref, {**case.files, "README.md": b""})
    outcome = online.load(case.split, name=case.name)
    assert (outcome.error, outcome.name, outcome.revision) == ("", case.repo, sha)
    assert outcome.fingerprint == local_fingerprint(case, tmp_path)
    assert not [request for request in hub.requests if ".py" in request]
    incomplete = [warning for warning in outcome.warnings if "is not the whole split: it holds" in warning]
    assert len(incomplete) == 1
    hub.requests.clear()
    assert offline.load(case.split, name=case.name) == outcome
    assert hub.requests == []


def test_a_whole_split_is_not_called_incomplete(hub: LoopbackHub, online: HubClient) -> None:
    """1,000 labelled abstracts are all there are."""
    row = pubmedqa.on_the_hub("11", pubmedqa.released())
    hub.commit(
        "qiaojin/PubMedQA", MAIN, {"pqa_labeled/train.parquet": parquet([{**row, "pubid": n} for n in range(1000)])}
    )
    assert online.load(name="pubmedqa").warnings == ()
    hub.commit(
        "qiaojin/PubMedQA", MAIN, {"pqa_labeled/train.parquet": parquet([{**row, "pubid": n} for n in range(999)])}
    )
    assert online.load(name="pubmedqa").warnings == (
        "qiaojin/PubMedQA (train) is not the whole split: it holds 999 questions, not 1,000.",
    )


def test_a_script_without_a_copy_points_to_the_released_file(hub: LoopbackHub, online: HubClient) -> None:
    """PeerQA's viewer is switched off, so that the Hub has made none."""
    hub.commit("UKPLab/PeerQA", MAIN, SCRIPT)
    assert online.load(name="peerqa").error == (
        "UKPLab/PeerQA at main cannot be loaded: it holds a dataset script, which is never run, and no parquet "
        "(the Hub has made no parquet copy either); "
        "or set dataset.path to qa.jsonl, with papers.jsonl beside it or in dataset.corpus"
    )


def test_another_config_is_never_taken_for_the_wanted_one(hub: LoopbackHub, online: HubClient) -> None:
    """The artificial questions of PubMedQA are no labelled ones; a repository without configs is fine."""
    hub.commit("qiaojin/PubMedQA", MAIN, {"pqa_artificial/train-00000-of-00001.parquet": OTHER})
    assert "qiaojin/PubMedQA at main cannot be loaded: it holds no parquet" in online.load(name="pubmedqa").error
    hub.commit("hotpotqa/hotpot_qa", MAIN, {"data/validation-00000-of-00001.parquet": HOP_ROWS})
    assert online.load(name="hotpotqa").error == ""


def test_a_blind_or_unknown_split_is_refused_before_the_hub_is_asked(hub: LoopbackHub, online: HubClient) -> None:
    """The test set of SciFact has no labels, HotpotQA's neither."""
    for name, title in (("scifact", "SciFact"), ("hotpotqa", "HotpotQA (distractor)")):
        assert online.load("test", name=name).error == (
            f"{title} has no split 'test' that can be scored, only train, validation; check dataset.split"
        )
    assert hub.requests == []


def test_a_split_that_the_repository_lacks_is_named_with_those_it_has(hub: LoopbackHub, online: HubClient) -> None:
    """By the names of its files where it has no parquet."""
    hub.commit("dgslibisey/MuSiQue", MAIN, {"musique_ans_v1.0_dev.jsonl": b""})
    assert online.load("train", name="musique").error == (
        "dgslibisey/MuSiQue at main has no split 'train', only validation; check dataset.split"
    )


def test_both_parts_of_a_dataset_come_from_one_commit(hub: LoopbackHub, online: HubClient) -> None:
    """The corpus of SciFact is asked by the commit of its claims, also when a branch was named."""
    files = {"claims/validation/0000.parquet": CLAIM_ROWS, "corpus/train/0000.parquet": parquet(scifact.CORPUS)}
    sha = hub.commit("allenai/scifact", "v1", files)
    outcome = online.load(revision="v1", name="scifact")
    assert (outcome.error, outcome.revision) == ("", sha)
    assert [request for request in hub.requests if "/revision/" in request] == [
        "GET /api/datasets/allenai/scifact/revision/v1",
        f"GET /api/datasets/allenai/scifact/revision/{sha}",
    ]


def test_a_dataset_of_ones_own_comes_from_the_hub(hub: LoopbackHub, online: HubClient) -> None:
    """Any repository, any split, a config by its folder."""
    rows = parquet([{"q": "Why?", "ctx": ["Because."], "a": "Because."}])
    fields = {"question": "q", "paragraphs": "ctx", "answer": "a"}
    sha = hub.commit("me/mine", MAIN, {"a/dev-00000-of-00001.parquet": rows, "b/dev-00000-of-00001.parquet": OTHER})
    outcome = online.load("dev", name="custom", hub="me/mine/a", fields=fields)
    assert (outcome.error, outcome.name, outcome.revision, outcome.papers) == ("", "me/mine", sha, ("1",))
    assert (
        "holds the split dev in several folders"
        in online.load("dev", name="custom", hub="me/mine", fields=fields).error
    )
