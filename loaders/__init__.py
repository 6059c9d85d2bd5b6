"""Loaders: what a dataset says, as records."""

from .dataset_facts import DatasetFacts, facts_of
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
    "DatasetFacts",
    "Paper",
    "Paragraph",
    "Patience",
    "Question",
    "Reference",
    "SentenceId",
    "Span",
    "facts_of",
    "load",
]

QASPER_EVAL_OWNER = "qasper-eval"
