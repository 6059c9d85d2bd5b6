"""Two runs into a comparison."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval import __version__
from qasper_eval.report.publish.privacy import public_value
from qasper_eval.scoring.citation_failures import total_failures
from scorers.bootstrap import RESAMPLES
from scorers.randomisation import ROUNDS

from .compared_arm import ComparedArm
from .comparison import Comparison, Unpaired
from .measured_in_both import measured_in_both
from .metrics_table import compared_metrics, compared_rates
from .notes import notes_of
from .reading import find_source
from .refusals import refuse_unlike
from .settings import demand_only, differences_of, flat
from .volume import volume_of_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .difference import Difference
    from .settings import Settings
    from .source import Content, Source

_FILES = (("agent", "file"), ("dataset", "path"), ("dataset", "corpus"))
NOT_ASKED = "not asked"
"""What became of a question that is not in the other run's slice."""


def compare_runs(a: str, b: str, root: Path, *, only: str | None = None, say: Callable[[str], None]) -> Comparison:
    """Compare B with A, each a run under ``root``, a path of a run folder or of a published one.

    Raises:
        UsageError: there is no such run, the two do not compare, or more than ``only`` differs.
        CheckpointError: a run folder cannot be read, or its dataset has changed since.
        PublishedFolderError: a published folder is not as it was published.
        DatasetError: the dataset of a run cannot be loaded.
    """
    sources = find_source(a, root, say), find_source(b, root, say)
    refuse_unlike(*sources)
    first = sources[0].open(None)
    second = sources[1].open(None if sources[0].is_published else first.dataset)
    contents = first, second
    hides = any(source.is_published for source in sources)
    settings = [_settings(*arm, public=hides) for arm in zip(sources, contents, strict=True)]
    differences, without_effect = differences_of(*settings)
    if only is not None:
        demand_only(only, differences, sorted({*settings[0], *settings[1]}))
    return _comparison(sources, contents, differences, without_effect, only)


def _settings(source: Source, content: Content, *, public: bool) -> Settings:
    """Return every setting by key; beside a published folder only what is told in public compares."""
    config: dict[str, Any] = public_value(source.config) if public else dict(source.config)
    for section, key in _FILES:
        config[section] = {**config[section], key: _base_name(source.config[section].get(key))}
    facts = {key: value for key, value in source.facts.items() if value is not None}
    served = {} if content.model_served is None else {"model_served": content.model_served}
    return {**dict(flat(config)), **facts, **served}


def _base_name(file: Any) -> str | None:
    """Return the base name of a file as a config or a published folder names it."""
    if file is None:
        return None
    return Path(file).name if isinstance(file, str) else str(file["file"])


def _comparison(
    sources: tuple[Source, Source],
    contents: tuple[Content, Content],
    differences: tuple[Difference, ...],
    without_effect: tuple[Difference, ...],
    only: str | None,
) -> Comparison:
    pairing = measured_in_both(contents)
    facts, first, seed = sources[0].dataset, sources[0], contents[0].options.seed
    arms = [_arm(*arm) for arm in zip(sources, contents, strict=True)]
    return Comparison(
        a=arms[0],
        b=arms[1],
        dataset=facts["name"],
        split=facts["split"],
        sha256=facts["sha256"],
        is_benchmark=contents[0].dataset.is_benchmark,
        has_evidence=pairing.has_evidence,
        mode=first.mode,
        text_evidence_only=first.text_evidence_only,
        metrics_version=__version__,
        differences=differences,
        without_effect=without_effect,
        only=only,
        notes=tuple(notes_of(sources, contents, pairing)),
        questions=len(pairing.questions),
        papers=pairing.papers,
        only_a=tuple(_unpaired(pairing.only_a, contents[1])),
        only_b=tuple(_unpaired(pairing.only_b, contents[0])),
        metrics=compared_metrics(pairing.metrics, seed=seed),
        rates=compared_rates(pairing.rates, seed=seed),
        groups=pairing.groups,
        flips=pairing.flips,
        failures_a=total_failures(pairing.failures[0]),
        failures_b=total_failures(pairing.failures[1]),
        volume=volume_of_runs(*pairing.failures, seed=seed),
        seed=seed,
        resamples=RESAMPLES,
        rounds=ROUNDS,
    )


def _arm(source: Source, content: Content) -> ComparedArm:
    return ComparedArm(
        label=source.label,
        run=source.run,
        is_published=source.is_published,
        agent=str(source.config["agent"]["name"]),
        model_served=content.model_served,
        prompt=source.facts["prompt"],
        asked=len(content.predictions) + len(content.unmeasured),
        measured=len(content.predictions),
    )


def _unpaired(ids: Sequence[str], other: Content) -> Iterator[Unpaired]:
    for question_id in ids:
        yield Unpaired(question_id, other.unmeasured.get(question_id, NOT_ASKED))
