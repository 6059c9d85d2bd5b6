"""When two runs do not compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from .source import Source


def refuse_unlike(a: Source, b: Source) -> None:
    """Raise UsageError, naming both values, when dataset, split, metrics version, mode or form differ.

    Source: design.md, Commands; a number compares only with one that was made the same way on the same questions.
    """
    for what, one, other, remedy in (
        ("dataset (sha256)", _dataset(a), _dataset(b), "run both on the same data"),
        ("split", a.dataset["split"], b.dataset["split"], "run both on the same split"),
        (
            "metrics version",
            a.metrics_version,
            b.metrics_version,
            "compare their run folders, which are scored anew, or publish them with one version",
        ),
        ("scoring.mode", a.mode, b.mode, _again("mode", a.mode)),
        (
            "scoring.text_evidence_only",
            a.text_evidence_only,
            b.text_evidence_only,
            _again("text_evidence_only", str(a.text_evidence_only).lower()),
        ),
    ):
        if one != other:
            raise UsageError(f"{what} differs: {a.label} has {one}, {b.label} has {other}; {remedy}")


def _dataset(source: Source) -> str:
    return f"{source.dataset['name']} {source.dataset['sha256']}"


def _again(key: str, value: str) -> str:
    return f"the run command of one with --set scoring.{key}={value} scores it anew and asks nothing again"
