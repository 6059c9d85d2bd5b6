"""The agent that plays back a predictions file made elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.predictions_file import read_predictions_file

if TYPE_CHECKING:
    from pathlib import Path

    from loaders.records import Paper, Question
    from qasper_eval.records import Prediction

NOT_IN_FILE = "not in file"


class PredictionsAgent:
    """Answers from a file in the official format, as if it had been run.

    Raises:
        PredictionsFileError: on construction, when the file is faulty; it is never repaired.
    """

    def __init__(self, file: Path) -> None:
        self._predictions = read_predictions_file(file)

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Return the file's prediction; a question absent from it is unmeasured ("not in file")."""
        found = self._predictions.get(question.id)
        if found is None:
            raise ItemUnmeasuredError(NOT_IN_FILE)
        return replace(found, paper_id=paper.id)
