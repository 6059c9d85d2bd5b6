"""Loaders: what a dataset says, as records."""

from .errors import DatasetError
from .records import (
    AnswerType,
    Counts,
    Dataset,
    Paper,
    Paragraph,
    Question,
    Reference,
    SentenceId,
    Span,
)

__all__ = [
    "AnswerType",
    "Counts",
    "Dataset",
    "DatasetError",
    "Paper",
    "Paragraph",
    "Question",
    "Reference",
    "SentenceId",
    "Span",
]

QASPER_EVAL_OWNER = "qasper-eval"
