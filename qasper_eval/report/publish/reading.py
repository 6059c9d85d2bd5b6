"""A published folder's inputs as records, ready to be scored again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loaders.records import Counts, Dataset, Paper, Paragraph, Question, Reference
from qasper_eval.errors import PublishedFolderError
from qasper_eval.prediction_json import prediction_from_json
from qasper_eval.report.run_identity import model_that_answered, prompt_mark
from qasper_eval.scoring import ScoringOptions, SignatureFields

from .evidence_key import evidence_key
from .layout import DATASET, PAPERS, PREDICTIONS, REFERENCES, RUN, of_run, strict_json
from .own_metrics import layout_of, with_reference_units, with_units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from qasper_eval.records import Prediction

    from .layout import Files

_MOST_RESAMPLES = 100_000
"""More would keep a verifier busy for hours."""
_FAULTS = (KeyError, TypeError, ValueError, AttributeError, IndexError)


@dataclass(frozen=True, slots=True)
class PublishedRun:
    """One run of a published folder."""

    name: str
    """Name of the run."""
    facts: Mapping[str, Any]
    """run.json."""
    options: ScoringOptions
    """How it is scored."""
    predictions: Mapping[str, Prediction]
    """Predictions by question id; evidence as keys."""
    unmeasured: Mapping[str, str]
    """Questions asked without a prediction, id -> cause."""

    @property
    def asked(self) -> list[str]:
        """Ids of the questions asked, in no order that matters."""
        return [*self.predictions, *self.unmeasured]

    @property
    def other_models(self) -> list[str]:
        """Models that predictions say were asked for, other than the config's; empty without a provider."""
        provider = self.facts["config"].get("provider")
        asked = {prediction.model for prediction in self.predictions.values()} - {None}
        return sorted(str(model) for model in asked - {provider["model"]}) if provider else []

    @property
    def identity(self) -> SignatureFields:
        """Who made the predictions, for signatures."""
        served = {prediction.model_served for prediction in self.predictions.values() if prediction.model is not None}
        config = self.facts["config"]
        return SignatureFields(
            version=self.facts["version"],
            agent=config["agent"]["name"],
            model=model_that_answered(config.get("provider"), served),
            prompt=prompt_mark(self.facts["prompts"]),
        )


@dataclass(frozen=True, slots=True)
class PublishedInputs:
    """What scores and tables of a published folder are derived from."""

    dataset: Dataset
    """The questions asked; paragraphs and evidence as keys, and one paper a question, so that their order stays."""
    facts: Mapping[str, Any]
    """dataset.json; ``questions`` and ``papers`` count the whole dataset."""
    runs: Sequence[PublishedRun]
    """The runs in their order."""
    layouts: Mapping[str, Sequence[str]]
    """Texts as long as the paragraphs, with their tokens, by paper id, for metrics that read these."""


def read_inputs(files: Files, run_names: Sequence[str], *, has_text: bool) -> PublishedInputs:
    """Return the inputs that a folder holds; ``has_text`` says whether evidence is still text.

    Raises:
        PublishedFolderError: a file is missing or damaged, in one line that names it.
    """
    facts: Any = _read(files, DATASET, strict_json)
    papers = _read(files, PAPERS, lambda data: {line["paper_id"]: _paragraphs(line) for line in _lines(data)})
    contexts = _read(files, REFERENCES, lambda data: _contexts(data, papers, has_text=has_text))
    dataset = Dataset(
        name=facts["name"],
        split=facts["split"],
        revision=facts["revision"],
        fingerprint=facts["sha256"],
        license=facts["license"],
        citation=facts["citation"],
        papers=contexts,
        counts=Counts(*[0] * 7),
        is_benchmark=facts["is_benchmark"],
    )
    runs = [_run(files, name, has_text=has_text) for name in run_names]
    return PublishedInputs(dataset, facts, runs, _read(files, PAPERS, _layouts))


def _read(files: Files, name: str, parse: Callable[[bytes], Any]) -> Any:
    if name not in files:
        raise PublishedFolderError(f"{name}: missing")
    try:
        return parse(files[name])
    except _FAULTS as error:
        raise PublishedFolderError(f"{name}: damaged ({type(error).__name__}: {error})") from None


def _lines(data: bytes) -> list[Any]:
    return [strict_json(line) for line in data.split(b"\n") if line]


def _paragraphs(line: Any) -> tuple[Paragraph, ...]:
    """Return paragraphs whose text is their key; blank ones stay blank, those of one key alike."""
    blank: dict[str, str] = {}
    found: list[Paragraph] = []
    for key, kind in line["paragraphs"]:
        if kind == "blank":
            found.append(Paragraph(blank.setdefault(key, " " * (len(blank) + 1))))
        else:
            found.append(Paragraph(key, kind=kind))
    if "units" in line:
        found = [with_units(one, units) for one, units in zip(found, line["units"], strict=True)]
    return tuple(found)


def _layouts(data: bytes) -> dict[str, tuple[str, ...]]:
    return {line["paper_id"]: tuple(map(layout_of, line["units"])) for line in _lines(data) if "units" in line}


def _contexts(data: bytes, papers: Mapping[str, tuple[Paragraph, ...]], *, has_text: bool) -> tuple[Paper, ...]:
    found: list[Paper] = []
    for line in _lines(data):
        references = tuple(_reference(reference, has_text=has_text) for reference in line["references"])
        asked = line["question"] or ""
        question = Question(line["question_id"], line["paper_id"], asked, references, group=line.get("group", ""))
        found.append(Paper(line["paper_id"], "", "", papers[line["paper_id"]], (question,)))
    return tuple(found)


def _reference(line: Any, *, has_text: bool) -> Reference:
    reference = Reference(
        answer=line["answer"],
        type=line["type"],
        evidence=_keys(line["evidence"], has_text=has_text),
        annotator=line["annotator"],
        label=line["label"],
    )
    return with_reference_units(reference, line["units"]) if "units" in line else reference


def _keys(texts: Sequence[str], *, has_text: bool) -> tuple[str, ...]:
    return tuple(evidence_key(text) for text in texts) if has_text else tuple(texts)


def _options(scoring: Mapping[str, Any]) -> ScoringOptions:
    options = ScoringOptions(**scoring)
    if options.mode not in ("official", "strict") or not 0 <= options.resamples <= _MOST_RESAMPLES:
        raise ValueError(f"no such scoring: mode {options.mode}, {options.resamples} resamples")
    return options


def _run(files: Files, name: str, *, has_text: bool) -> PublishedRun:
    facts: Any = _read(files, of_run(name, RUN), strict_json)
    options = _read(files, of_run(name, RUN), lambda _: _options(facts["scoring"]))

    def predictions(data: bytes) -> dict[str, Prediction]:
        found: dict[str, Prediction] = {}
        for line in _lines(data):
            prediction = prediction_from_json(line)
            if prediction.question_id in found:
                raise ValueError(f"{prediction.question_id} is there twice")
            evidence = _keys(prediction.predicted_evidence, has_text=has_text)
            found[prediction.question_id] = replace(prediction, predicted_evidence=evidence)
        return found

    found = _read(files, of_run(name, PREDICTIONS), predictions)
    return PublishedRun(name, facts, options, found, facts["unmeasured"])
