"""Whether a published folder's inputs are written as published and fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qasper_eval.prediction_json import prediction_from_json, prediction_to_json

from .publish.evidence_key import evidence_key
from .publish.inputs import pretty
from .publish.layout import DATASET, PAPERS, PREDICTIONS, REFERENCES, RUN, json_lines, of_run, strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .publish.layout import Files

_KEYS = {
    DATASET: "name split revision sha256 questions papers license citation is_benchmark",
    RUN: "run version config fingerprint prompts versions git_commit scoring slice stopped unmeasured",
    REFERENCES: "question_id paper_id question references",
    PAPERS: "paper_id paragraphs",
}
_OF_SOME = {"units", "group", "own"}
"""Keys that only datasets with metrics of their own have."""
_REFERENCE_KEYS = "answer type evidence paragraphs annotator label"


def input_differences(files: Files, runs: Sequence[str], *, has_text: bool) -> Iterator[str]:
    """Yield what is unknown, repeated, out of order or at odds in the files that nothing else is derived for.

    Numbers cannot show these: an unknown key, a line of no run, a paragraph ordinal that is not the evidence's.
    """
    references, papers = _lines(files, REFERENCES), _lines(files, PAPERS)
    yield from _forms(files, runs, references, papers)
    ids = [line["question_id"] for line in references]
    of_paper = {line["question_id"]: line["paper_id"] for line in references}
    asked: set[str] = set()
    for run in runs:
        facts = strict_json(files[of_run(run, RUN)])
        predicted = _lines(files, of_run(run, PREDICTIONS))
        asked |= {line["question_id"] for line in predicted} | facts["unmeasured"].keys()
        yield from _run_differences(run, facts, predicted, of_paper)
    if len(set(ids)) < len(ids) or asked != set(ids):
        yield f"{REFERENCES}: its questions are not those asked, each once"
    if [line["paper_id"] for line in papers] != list(dict.fromkeys(line["paper_id"] for line in references)):
        yield f"{PAPERS}: its papers are not those of the questions, each once and in their order"
    yield from _ordinals(references, papers, has_text=has_text)


def _lines(files: Files, name: str) -> list[Any]:
    return [strict_json(line) for line in files[name].split(b"\n") if line]


def _known(value: Any) -> list[str]:
    """Return the keys of a line in their order, without those that only some datasets have."""
    return [key for key in value if key not in _OF_SOME]


def _forms(files: Files, runs: Sequence[str], references: Sequence[Any], papers: Sequence[Any]) -> Iterator[str]:
    """Yield files whose bytes are not the one way to write what they hold, or that hold unknown keys."""
    for name, lines in ((REFERENCES, references), (PAPERS, papers)):
        if json_lines(lines) != files[name] or any(_known(line) != _KEYS[name].split() for line in lines):
            yield f"{name}: is not written as published"
    has_own = strict_json(files[DATASET]).get("own", {}).get("metrics") is not None
    marked = [one for line in references for one in line["references"]]
    wrong = [one for one in (*marked, *papers) if ("units" in one) != has_own]
    wrong += [line for line in references if ("group" in line) != has_own or "own" in line]
    if wrong or any(_known(one) != _REFERENCE_KEYS.split() for one in marked):
        yield f"{REFERENCES}: holds unknown keys, or misses some"
    for name, key in ((DATASET, DATASET), *((of_run(run, RUN), RUN) for run in runs)):
        value = strict_json(files[name])
        if pretty(value) != files[name] or _known(value) != _KEYS[key].split():
            yield f"{name}: is not written as published"
    for name in (of_run(run, PREDICTIONS) for run in runs):
        for number, line in enumerate(files[name].removesuffix(b"\n").split(b"\n") if files[name] else (), 1):
            if not line or prediction_to_json(prediction_from_json(strict_json(line))) != line:
                yield f"{name}: line {number} is not written as published"
                break
        if files[name] and not files[name].endswith(b"\n"):
            yield f"{name}: its last line does not end"


def _run_differences(run: str, facts: Any, predicted: Sequence[Any], of_paper: dict[str, str]) -> Iterator[str]:
    settings = facts["config"]["agent"]["cite_abstract"], facts["slice"]["seed"]
    if facts["run"] != run:
        yield f"{of_run(run, RUN)}: names run {facts['run']!r}"
    if (facts["scoring"]["cite_abstract"], facts["scoring"]["seed"]) != settings:
        yield f"{of_run(run, RUN)}: scoring and config do not agree on cite_abstract or seed"
    ids = [line["question_id"] for line in predicted]
    if ids != [key for key in of_paper if key in set(ids)]:
        yield f"{of_run(run, PREDICTIONS)}: is not in the order of {REFERENCES}"
    for line in predicted:
        if line["paper_id"] not in ("", of_paper.get(line["question_id"])):
            yield f"{of_run(run, PREDICTIONS)}: {line['question_id']} names paper {line['paper_id']!r}"


def _ordinals(references: Sequence[Any], papers: Sequence[Any], *, has_text: bool) -> Iterator[str]:
    """Yield references whose paragraph ordinals are not the places of their evidence."""
    firsts: dict[str, dict[str, int]] = {}
    for line in papers:
        places = firsts[line["paper_id"]] = {}
        for ordinal, (key, _) in enumerate(line["paragraphs"]):
            places.setdefault(key, ordinal)
    for line in references:
        places = firsts[line["paper_id"]]
        for one in line["references"]:
            keys = [evidence_key(text) if has_text else text for text in one["evidence"]]
            if [places.get(key) for key in keys] != one["paragraphs"]:
                yield f"{REFERENCES}: {line['question_id']}: paragraphs are not those of the evidence"
