"""The datasets' official definitions written down directly, one by one, as an independent implementation.

Nothing here is shared with the package: plain dicts and lists as the datasets' own scripts read them.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def normal(text: str) -> str:
    """SQuAD's normalisation, step by step."""
    lowered = text.lower()
    bare = "".join(char for char in lowered if char not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def common(said: Sequence[str], wanted: Sequence[str]) -> int:
    return sum((Counter(said) & Counter(wanted)).values())


def harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def hotpot(said: str, wanted: str, cited: set[Any], marked: set[Any]) -> dict[str, float]:
    """hotpot_evaluate_v1.py on one question."""
    p, r = _hotpot_answer(normal(said), normal(wanted))
    em = float(normal(said) == normal(wanted))
    right = len([fact for fact in cited if fact in marked])
    sp_p = right / len(cited) if cited else 0.0
    sp_r = right / len(marked) if marked else 0.0
    sp_em = float(not (cited - marked) and not (marked - cited))
    return {
        "answer_em": em,
        "answer_f1": harmonic(p, r),
        "sp_em": sp_em,
        "sp_precision": sp_p,
        "sp_recall": sp_r,
        "sp_f1": harmonic(sp_p, sp_r),
        "joint_em": em * sp_em,
        "joint_precision": p * sp_p,
        "joint_recall": r * sp_r,
        "joint_f1": harmonic(p * sp_p, r * sp_r),
    }


def _hotpot_answer(said: str, wanted: str) -> tuple[float, float]:
    closed = ("yes", "no", "noanswer")
    if said != wanted and (said in closed or wanted in closed):
        return 0.0, 0.0
    same = common(said.split(), wanted.split())
    return (same / len(said.split()), same / len(wanted.split())) if same else (0.0, 0.0)


def squad2(said: str, golds: Iterable[str]) -> tuple[float, float]:
    """evaluate-v2.0.py: exact match and F1 of one question."""
    wanted = [gold for gold in golds if normal(gold)] or [""]
    return max(float(normal(said) == normal(gold)) for gold in wanted), max(_squad_f1(said, gold) for gold in wanted)


def _squad_f1(said: str, gold: str) -> float:
    left, right = normal(said).split(), normal(gold).split()
    if not left or not right:
        return float(left == right)
    same = common(left, right)
    return harmonic(same / len(left), same / len(right))


def scifact(golds: Sequence[Mapping[str, Any]], predictions: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The leaderboard's evaluator: F1 of four counts; both sides are lists of {document: {label, sentences}}."""
    total: Counter[str] = Counter()
    for gold, said in zip(golds, predictions, strict=True):
        total["abstracts"] += len(gold)
        total["sentences"] += sum(
            len(rationale) for document in gold.values() for rationale in document["rationales"]
        )
        for key, document in said.items():
            total["said abstracts"] += 1
            total["said sentences"] += len(document["sentences"])
            if key in gold:
                _scifact_document(total, document, gold[key])
    pairs = {
        "abstract_label_only": ("abstracts", "label"),
        "abstract_rationalized": ("abstracts", "rationale"),
        "sentence_selection": ("sentences", "selected"),
        "sentence_label": ("sentences", "labelled"),
    }
    found: dict[str, float] = {}
    for name, (unit, right) in pairs.items():
        precision = total[right] / total[f"said {unit}"] if total[f"said {unit}"] else 0.0
        recall = total[right] / total[unit] if total[unit] else 0.0
        found |= {f"{name}_precision": precision, f"{name}_recall": recall, f"{name}_f1": harmonic(precision, recall)}
    return found


def _scifact_document(total: Counter[str], said: Mapping[str, Any], gold: Mapping[str, Any]) -> None:
    rationales = [set(rationale) for rationale in gold["rationales"]]
    is_right = said["label"] == gold["label"]
    whole = [rationale for rationale in rationales if rationale <= set(said["sentences"])]
    right = sum(any(sentence in rationale for rationale in whole) for sentence in said["sentences"])
    total["selected"] += right
    total["labelled"] += right if is_right else 0
    total["label"] += is_right
    first = set(said["sentences"][: max(3, min(map(len, rationales)))])
    total["rationale"] += is_right and any(rationale <= first for rationale in rationales)


def macro_f1(pairs: Sequence[tuple[str, str | None]], labels: Sequence[str]) -> float:
    """f1_score(average="macro") over the labels that are marked or said, from (marked, said)."""
    values: list[float] = []
    for label in labels:
        marked = sum(gold == label for gold, _ in pairs)
        said = sum(found == label for _, found in pairs)
        right = sum(gold == found == label for gold, found in pairs)
        if marked or said:
            values.append(harmonic(right / said if said else 0.0, right / marked if marked else 0.0))
    return sum(values) / len(values)


def natural_questions(rows: Sequence[tuple[int, int, int]]) -> dict[str, float]:
    """compute_f1 of nq_eval.py from (has gold, has prediction, is correct)."""
    golds, said, right = (sum(row[at] for row in rows) for at in range(3))
    precision, recall = (right / said if said else 0.0), (right / golds if golds else 0.0)
    return {
        "long_answer_precision": precision,
        "long_answer_recall": recall,
        "long_answer_f1": harmonic(precision, recall),
    }
