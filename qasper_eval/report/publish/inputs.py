"""The files of a published folder that everything else in it is derived from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import orjson

from qasper_eval import __version__
from qasper_eval.prediction_json import prediction_to_json

from .evidence_key import evidence_key
from .layout import DATASET, PAPERS, PREDICTIONS, REFERENCES, RUN, json_lines, of_run
from .own_metrics import metrics_of, own_facts, paragraph_units, reference_units
from .privacy import public_value
from .without_text import prediction_without_text, question_without_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from loaders.records import Dataset, Paper, Question
    from qasper_eval.scoring import Mode
    from qasper_eval.scoring.dataset_metrics import MetricSet

    from .privacy import PrivateWords
    from .source import SourceRun


def input_files(
    dataset: Dataset, runs: Sequence[SourceRun], private: PrivateWords, *, has_text: bool
) -> dict[str, bytes]:
    """Return dataset.json, references.jsonl, papers.jsonl, each run's run.json and predictions.jsonl by name.

    ``runs`` share dataset and scoring. Without text, questions, answers and paragraphs are replaced as in
    ``without_text``. Lines follow the dataset's order of questions.
    """
    asked = {question_id for run in runs for question_id in run.asked}
    own = own_facts(dataset.name, has_text=has_text)
    files = {DATASET: pretty({**_dataset(dataset), **own})}
    files |= question_files(dataset, asked, runs[0].options.mode, has_text=has_text, metrics=metrics_of(own, dataset))
    questions = [question for _, question in dataset.questions() if question.id in asked]
    for run in runs:
        files[of_run(run.stored.name, RUN)] = pretty(_run(run, private))
        lines = _predictions(run, questions, private, has_text=has_text)
        files[of_run(run.stored.name, PREDICTIONS)] = b"".join(line + b"\n" for line in lines)
    return files


def question_files(
    dataset: Dataset, asked: Collection[str], mode: Mode, *, has_text: bool, metrics: MetricSet | None
) -> dict[str, bytes]:
    """Return references.jsonl and papers.jsonl of the questions asked, with the units that ``metrics`` are about."""
    pairs = [(paper, question) for paper, question in dataset.questions() if question.id in asked]
    return {
        PAPERS: json_lines(_papers((paper for paper, _ in pairs), metrics)),
        REFERENCES: json_lines(_references(pairs, mode, metrics, has_text=has_text)),
    }


def pretty(value: Mapping[str, Any]) -> bytes:
    """Return JSON for people, keys as given, one trailing newline."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _dataset(dataset: Dataset) -> dict[str, Any]:
    return {
        "name": dataset.name,
        "split": dataset.split,
        "revision": dataset.revision,
        "sha256": dataset.fingerprint,
        "questions": sum(1 for _ in dataset.questions()),
        "papers": len(dataset.papers),
        "license": dataset.license,
        "citation": dataset.citation,
        "is_benchmark": dataset.is_benchmark,
    }


def _papers(papers: Iterable[Paper], metrics: MetricSet | None) -> list[dict[str, Any]]:
    """Return each paper once: what its paragraphs are, by key and kind, never their text."""
    return [
        {
            "paper_id": paper.id,
            "paragraphs": [
                [evidence_key(paragraph.text), "blank" if paragraph.is_blank else paragraph.kind]
                for paragraph in paper.paragraphs
            ],
            **({} if metrics is None else {"units": paragraph_units(paper, metrics)}),
        }
        for paper in {paper.id: paper for paper in papers}.values()
    ]


def _references(
    pairs: Sequence[tuple[Paper, Question]], mode: Mode, metrics: MetricSet | None, *, has_text: bool
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for paper, question in pairs:
        first: dict[str, int] = {}
        for ordinal, paragraph in enumerate(paper.paragraphs):
            first.setdefault(paragraph.text, ordinal)
        shown = question if has_text else question_without_text(question, mode)
        rows.append(
            {
                "question_id": question.id,
                "paper_id": paper.id,
                "question": shown.text if has_text else None,
                **({} if metrics is None else {"group": question.group}),
                "references": [
                    {
                        "answer": public.answer,
                        "type": public.type,
                        "evidence": public.evidence,
                        "paragraphs": [first.get(text) for text in reference.evidence],
                        "annotator": public.annotator,
                        "label": public.label,
                        **({} if metrics is None else {"units": reference_units(reference)}),
                    }
                    for public, reference in zip(shown.references, question.references, strict=True)
                ],
            }
        )
    return rows


def _run(run: SourceRun, private: PrivateWords) -> dict[str, Any]:
    stored, options = run.stored, run.options
    return {
        "run": stored.name,
        "version": __version__,
        "config": private.without(public_value(stored.config)),
        "fingerprint": stored.fingerprint,
        "prompts": dict(stored.prompts),
        "versions": dict(stored.versions),
        "git_commit": stored.git_commit,
        "scoring": {
            "mode": options.mode,
            "text_evidence_only": options.text_evidence_only,
            "seed": options.seed,
            "resamples": options.resamples,
            "cite_abstract": options.cite_abstract,
        },
        "slice": dict(run.slice),
        "stopped": run.stopped,
        "unmeasured": dict(run.unmeasured),
    }


def _predictions(
    run: SourceRun, questions: Iterable[Question], private: PrivateWords, *, has_text: bool
) -> Iterable[bytes]:
    for question in questions:
        prediction = run.predictions.get(question.id)
        if prediction is None:
            continue
        if has_text:
            steps = [
                replace(step, input=private.without(step.input), output=private.without(step.output))
                for step in prediction.trace
            ]
            prediction = replace(prediction, trace=tuple(steps))
        else:
            prediction = prediction_without_text(prediction, question, run.options.mode)
        yield prediction_to_json(prediction)
