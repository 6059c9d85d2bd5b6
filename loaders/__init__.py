"""Loaders: what a dataset says, as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dataset_facts import DatasetFacts, facts_of
    from .errors import DatasetError
    from .hub_wait import Patience
    from .records import AnswerType, Counts, Dataset, Paper, Paragraph, Question, Reference, SentenceId, Span
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

_HOMES = {
    "LOADERS": "registry",
    "DatasetError": "errors",
    "DatasetFacts": "dataset_facts",
    "Patience": "hub_wait",
    "facts_of": "dataset_facts",
    "load": "registry",
}
"""Where a name stands, where that is not in the records; each is imported when first used."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f".{_HOMES.get(name, 'records')}", __name__), name)
    globals()[name] = value
    return value
