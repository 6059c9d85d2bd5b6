"""Puts together what is known of one question of a run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from qasper_eval.checkpoint import find_run
from qasper_eval.scoring import Gold, ScoringOptions
from qasper_eval.scoring.measure import measure

from .inspect_calls import calls_of
from .inspect_evidence import Evidence
from .inspect_find import find_question
from .inspect_record import Annotation, Inspection, QuestionNumbers
from .inspect_standing import FINISHED, last_words, standing_of
from .score_run import dataset_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from loaders.records import Dataset, Paper, Question, Reference
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.records import Prediction
    from qasper_eval.scoring import Mode
    from qasper_eval.scoring.question_score import QuestionScore


def inspect_question(name: str, root: Path, wanted: str, say: Callable[[str], None]) -> Inspection:
    """Return one question of a stored run, found by its id or the beginning of it.

    Raises:
        UsageError: there is no such run, or no such question in its dataset.
        CheckpointError: the run cannot be read, or its dataset has changed since.
        DatasetError: its dataset cannot be loaded.
    """
    run = find_run(name, root)
    dataset = dataset_of(run)
    paper, question = find_question(dataset, wanted)
    prediction = next((entry for entry in run.predictions(say) if entry.question_id == question.id), None)
    standing = standing_of(run, dataset, question.id, is_finished=prediction is not None)
    evidence = Evidence(paper, question, prediction)
    scorer = _Scorer(dataset, paper, question, prediction, _options(run))
    return Inspection(
        run=run.name,
        agent=str(run.config["agent"]["name"]),
        dataset=f"{dataset.name} ({dataset.split})",
        question_id=question.id,
        question=question.text,
        answer_class=question.answer_class,
        paper_id=paper.id,
        title=paper.title,
        standing=standing,
        why="" if standing.startswith(FINISHED) else last_words(run.path / "run.log", question.id),
        prediction=prediction,
        numbers=scorer.numbers(),
        cited=evidence.cited(),
        missed=evidence.missed(),
        annotations=scorer.annotations(evidence),
        retrieved=evidence.ranked(),
        calls=calls_of(run.path / "calls.jsonl", question.id, say),
    )


def _options(run: StoredRun) -> ScoringOptions:
    """Return the mode and form that the run was asked for last."""
    progress, scoring = run.progress(), run.config["scoring"]
    mode = scoring["mode"] if progress is None else progress.mode
    text_only = scoring["text_evidence_only"] if progress is None else progress.text_evidence_only
    return ScoringOptions(mode=cast("Mode", mode), text_evidence_only=text_only)


class _Scorer:
    """Scores one prediction against all annotators, and against each alone."""

    def __init__(
        self,
        dataset: Dataset,
        paper: Paper,
        question: Question,
        prediction: Prediction | None,
        options: ScoringOptions,
    ) -> None:
        self._dataset, self._paper, self._question = dataset, paper, question
        self._prediction, self._options = prediction, options

    def numbers(self) -> QuestionNumbers | None:
        """Return the scores in the run's own mode and form; None without a prediction."""
        row = self._measured(self._question.references, self._options)
        if row is None:
            return None
        return QuestionNumbers(
            mode=self._options.mode,
            text_evidence_only=self._options.text_evidence_only,
            answer_f1=row.answer_f1,
            evidence_f1=row.evidence_f1,
            evidence_precision=row.evidence_precision,
            evidence_recall=row.evidence_recall,
            exact=row.exact,
            outcome=row.outcome,
            excluded=row.excluded,
        )

    def annotations(self, evidence: Evidence) -> tuple[Annotation, ...]:
        """Return each annotator's answer with the official F1 against it alone, in the run's form."""
        official = self._options._replace(mode="official")
        found: list[Annotation] = []
        for number, reference in enumerate(self._question.references, start=1):
            row = self._measured((reference,), official)
            found.append(
                Annotation(
                    number=number,
                    annotator=reference.annotator,
                    answer=reference.answer,
                    type=reference.type,
                    evidence=tuple(evidence.first_ordinal(text) for text in reference.evidence),
                    answer_f1=None if row is None else row.answer_f1,
                    evidence_f1=None if row is None else row.evidence_f1,
                )
            )
        return tuple(found)

    def _measured(self, references: tuple[Reference, ...], options: ScoringOptions) -> QuestionScore | None:
        if self._prediction is None:
            return None
        question = replace(self._question, references=references)
        alone = replace(self._dataset, papers=(replace(self._paper, questions=(question,)),))
        return measure(Gold(alone, options).questions[0], self._prediction, options.mode)
