"""Which label of a dataset an answer stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.normalize import normalize_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.records import Question

    from .dataset_answer import DatasetAnswer


class AnswerLabels(NamedTuple):
    """The table of one dataset."""

    labels: tuple[str, ...]
    """Its labels, in their order."""
    wordings: Mapping[str, str]
    """Answers, in SQuAD's normalisation, by label."""
    declined: str | None
    """Label of a decline; None where declining is no label, so that it is wrong."""

    def of(self, said: DatasetAnswer) -> str | None:
        """Return the label of a prediction; None where it stands for none."""
        return self.declined if said.is_declined else self.of_answer(said.text)

    def marked(self, question: Question) -> str | None:
        """Return the label that most references give, the first of equals; None where the dataset gives none.

        It is read off the reference answer, which loaders write in one wording whatever the file's spelling.
        """
        found = [self.of_answer(reference.answer) for reference in question.references if reference.label]
        known = [label for label in found if label is not None]
        return max(dict.fromkeys(known), key=known.count) if known else None

    def of_answer(self, answer: str) -> str | None:
        """Return the label of a wording, that of a decline for the word Unanswerable; None where it has none."""
        normalized = normalize_answer(answer)
        return self.declined if normalized == "unanswerable" else self.wordings.get(normalized)


def _wordings(**by_label: str) -> dict[str, str]:
    """Return answer -> label from comma-separated answers."""
    return {normalize_answer(answer): label for label, answers in by_label.items() for answer in answers.split(",")}


_SUPPORTED = "yes,support,supports,supported,true"
_REFUTED = "no,contradict,contradicts,contradicted,refute,refutes,refuted,false"
_NEI = "nei,not enough info,not enough information"
SCIFACT_LABELS = AnswerLabels(
    ("SUPPORT", "CONTRADICT", "NEI"), _wordings(SUPPORT=_SUPPORTED, CONTRADICT=_REFUTED, NEI=_NEI), "NEI"
)
CITATION_LABELS = AnswerLabels(
    ("SUPPORT", "REFUTE", "NEI"), _wordings(SUPPORT=_SUPPORTED, REFUTE=_REFUTED, NEI=_NEI), "NEI"
)
WICE_LABELS = AnswerLabels(
    ("supported", "partially_supported", "not_supported"),
    _wordings(
        supported=_SUPPORTED,
        partially_supported="partially supported,partially_supported,partially",
        not_supported=f"{_REFUTED},not supported,not_supported,unsupported",
    ),
    "not_supported",
)
CONTRACT_LABELS = AnswerLabels(
    ("Entailment", "Contradiction", "NotMentioned"),
    _wordings(
        Entailment="yes,entailment,entailed,true",
        Contradiction="no,contradiction,contradicted,false",
        NotMentioned="notmentioned,not mentioned,neutral",
    ),
    "NotMentioned",
)
PUBMED_LABELS = AnswerLabels(("yes", "no", "maybe"), _wordings(yes="yes", no="no", maybe="maybe"), None)
EFFECT_LABELS = AnswerLabels(
    ("significantly_decreased", "no_significant_difference", "significantly_increased"),
    _wordings(
        significantly_decreased="significantly decreased,decreased,significant decrease",
        no_significant_difference="no significant difference,no difference",
        significantly_increased="significantly increased,increased,significant increase",
    ),
    None,
)
