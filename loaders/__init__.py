"""Loaders: what a dataset says, as records."""

from .errors import DatasetError
from .hub_wait import Patience
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
from .registry import LOADERS, load

__all__ = [
    "LOADERS",
    "AnswerType",
    "Counts",
    "Dataset",
    "DatasetError",
    "Paper",
    "Paragraph",
    "Patience",
    "Question",
    "Reference",
    "SentenceId",
    "Span",
    "load",
]

QASPER_EVAL_OWNER = "qasper-eval"
