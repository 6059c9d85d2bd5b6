#!/usr/bin/env python3
"""Re-derives what each question adds to the metrics of the dataset's own authors: ``python3 verify_own.py [FOLDER]``.

Standard library only, offline; a second implementation that shares no code with qasper-eval. From the citations,
answers and marked units of a published folder to the ``ratios`` in questions.jsonl; verify.py goes on from there to
means and intervals. Exit 0: all agrees; 3: it does not.
"""

# ruff: noqa: D101, D102, D103, E501, EXE001, T201  # because a hostile reader shall reach the end: < 300 lines
# pyright: basic
# fmt: off
from __future__ import annotations

import hashlib
import json
import re
import string
import sys
from collections import Counter
from pathlib import Path
from typing import Any

NAMES = {
    "HotpotQA": "hops", "2WikiMultihopQA": "hops", "SQuAD 2.0": "squad", "MuSiQue": "musique", "SciFact": "rationales",
    "Citation-Integrity": "rationales", "WiCE": "wice", "ContractNLI": "contractnli", "PubMedQA": "pubmedqa",
    "Natural Questions": "long_answer", "Evidence Inference": "effect", "PeerQA": "peerqa"}
YES, NO = "yes/support/supports/supported/true", "no/contradict/contradicts/contradicted/refute/refutes/refuted/false"
NEI, PARTLY = "nei/not enough info/not enough information", "partially supported/partiallysupported/partially"
LABELS: dict[str, dict[str, str]] = {  # label -> the normalised answers that stand for it
    "SciFact": {"SUPPORT": YES, "CONTRADICT": NO, "NEI": NEI},
    "Citation-Integrity": {"SUPPORT": YES, "REFUTE": NO, "NEI": NEI},
    "WiCE": {"supported": YES, "partially_supported": PARTLY, "not_supported": f"{NO}/not supported/notsupported/unsupported"},
    "ContractNLI": {"Entailment": "yes/entailment/entailed/true", "Contradiction": "no/contradiction/contradicted/false",
                    "NotMentioned": "notmentioned/not mentioned/neutral"},
    "PubMedQA": {"yes": "yes", "no": "no", "maybe": "maybe"},
    "Evidence Inference": {
        "significantly_decreased": "significantly decreased/decreased/significant decrease",
        "no_significant_difference": "no significant difference/no difference",
        "significantly_increased": "significantly increased/increased/significant increase"}}
DECLINED = {"SciFact": "NEI", "Citation-Integrity": "NEI", "WiCE": "not_supported", "ContractNLI": "NotMentioned"}
Ratios = dict[str, tuple[float, int]]

def normal(text: str) -> str:
    bare = "".join(char for char in text.lower() if char not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())

def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

def overlap(prefix: str, said: set[Any], marked: set[Any]) -> dict[str, float]:
    both = len(said & marked)
    p, r = both / len(said) if said else 0.0, both / len(marked) if marked else 0.0
    return {f"{prefix}_f1": f1(p, r), f"{prefix}_precision": p, f"{prefix}_recall": r, f"{prefix}_em": said == marked}

def best(prefix: str, said: set[Any], sets: list[set[Any]]) -> Ratios:
    found = max((overlap(prefix, said, one) for one in sets), key=lambda one: one[f"{prefix}_f1"])
    return means({key: value for key, value in found.items() if not key.endswith("_em")})

def means(values: dict[str, float]) -> Ratios:
    return {key: (float(value), 1) for key, value in values.items()}

def pooled(prefix: str, right: int, said: int, marked: int) -> Ratios:
    return {f"{prefix}_f1": (2 * right, said + marked), f"{prefix}_precision": (right, said), f"{prefix}_recall": (right, marked)}

def words_f1(said: str, gold: str) -> tuple[float, float]:
    left, right = normal(said).split(), normal(gold).split()
    same = sum((Counter(left) & Counter(right)).values())
    return (same / len(left), same / len(right)) if same else (0.0, 0.0)

class Question:  # one question with its paper and what was said
    def __init__(self, title: str, line: Any, paper: Any, said: Any) -> None:
        self.title, self.line, self.said, self.text = title, line, said, said["predicted_answer"]
        self.keys, self.units, self.refs = [key for key, _ in paper["paragraphs"]], paper["units"], line["references"]
        is_told = said["declined"] is not None
        self.declined = said["declined"] if is_told else said["status"] == "declined" or normal(self.text) == "unanswerable"
        self.cited: list[tuple[int | None, int, int]] = []  # paragraph, and the quote in it; 0, 0 for all of it
        for one in said["citations"]:
            start, end = (-1 if one[key] is None else one[key] for key in ("quote_start", "quote_end"))
            self.cited.append((one["paragraph"], start, end) if 0 <= start < end else (one["paragraph"], 0, 0))
        for text in said["predicted_evidence"] if not said["citations"] else ():
            key = ("FLOAT SELECTED " if "FLOAT SELECTED" in text else "") + hashlib.sha256(text.encode()).hexdigest()
            self.cited.append((self.keys.index(key) if key in self.keys else None, 0, 0))

    def sentences(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for number, (paragraph, start, end) in enumerate(self.cited):
            if paragraph is None:
                found.append((-1, number))
                continue
            bounds = self.units[paragraph].get("sentences", [])
            held = [at for at, (s, e) in enumerate(bounds) if s < end and start < e]
            found += [(paragraph, at) for at in held or range(max(1, len(bounds)))]
        return list(dict.fromkeys(found))

    def marked(self, reference: Any) -> set[Any]:
        return {tuple(unit) for unit in reference["units"]["sentences"]} | self.lost(reference)

    def lost(self, reference: Any) -> set[Any]:
        return {("lost", number) for number in range(reference["units"]["unplaced"])}

    def document(self, paragraph: int) -> Any:
        return self.units[paragraph].get("document", "") if paragraph >= 0 else ("none", paragraph)

    def label_of(self, answer: str) -> str | None:
        if normal(answer) == "unanswerable":
            return DECLINED.get(self.title)
        for label, answers in LABELS[self.title].items():
            if normal(answer) in answers.split("/"):
                return label
        return None

    def labels(self, kept: int = 9) -> tuple[str | None, Ratios]:
        said = DECLINED.get(self.title) if self.declined else self.label_of(self.text)
        golds = [label for one in self.refs if one["label"] and (label := self.label_of(one["answer"]))]
        if not golds:
            return said, {}
        gold = max(dict.fromkeys(golds), key=golds.count)
        found = label_ratios(said, gold, list(LABELS[self.title])[:kept])
        return said, {**found, "answers_without_label": (said is None, 1)}

    def hops(self) -> Ratios:
        gold = self.refs[0]
        closed, said, wanted = {"yes", "no", "noanswer"}, normal(self.text), normal(gold["answer"])
        p, r = (0.0, 0.0) if said != wanted and {said, wanted} & closed else words_f1(self.text, gold["answer"])
        found = {"answer_f1": f1(p, r), "answer_em": said == wanted}
        facts, marked = (
            {self.fact(unit) for unit in some} for some in (self.sentences(), gold["units"]["sentences"])
        )
        marked |= self.lost(gold)
        if marked:
            found |= overlap("sp", facts, marked)
            both = p * found["sp_precision"], r * found["sp_recall"]
            end = "" if self.title == "HotpotQA" else "_without_triples"
            found |= {f"joint_f1{end}": f1(*both), f"joint_precision{end}": both[0], f"joint_recall{end}": both[1]}
            found[f"joint_em{end}"] = found["answer_em"] * found["sp_em"]
        return means(found)

    def fact(self, unit: Any) -> Any:
        title = self.document(unit[0])
        return (unit[0] if title == "" else ("document", title), unit[1])

    def answers(self) -> list[str]:
        return [one["answer"] for one in self.refs if one["type"] != "none"]

    def short(self, golds: list[str]) -> tuple[float, float]:  # exact match and F1, no answer being an answer
        text = "" if self.declined else self.text
        values = [f1(*words_f1(text, one)) if normal(text) and normal(one) else normal(text) == normal(one) for one in golds]
        return any(normal(text) == normal(one) for one in golds), max(values)

    def squad(self) -> Ratios:
        exact, score = self.short([one for one in self.answers() if normal(one)] or [""])
        kind = "has_ans" if self.answers() else "no_ans"
        return means({"exact": exact, "f1": score, f"{kind}_exact": exact, f"{kind}_f1": score})

    def musique(self) -> Ratios:
        if not self.answers():
            return {"right": (self.declined, 1)}
        exact, score = self.short(self.answers())
        found = {"right": not self.declined, "answer_f1": score, "answer_em": exact}
        marked = {one if one is not None else f"lost {at}" for at, one in enumerate(self.refs[0]["paragraphs"])}
        marked |= self.lost(self.refs[0])
        said = {-1 - at if one is None else self.keys.index(self.keys[one]) for at, (one, _, _) in enumerate(self.cited)}
        return means(found | (overlap("support", said, marked) if marked else {}))

    def rationales(self) -> Ratios:
        label, found = self.labels()
        gold: dict[Any, tuple[set[Any], list[set[Any]]]] = {}
        for number, one in enumerate(self.refs):
            units, verdict = self.marked(one), self.label_of(one["answer"])
            if one["type"] != "none" and units and verdict:
                placed = one["units"]["sentences"]
                held = gold.setdefault(self.document(placed[0][0]) if placed else ("lost", number), (set(), []))
                held[0].add(verdict)
                held[1].append(units)
        cited: dict[Any, list[Any]] = {}
        for unit in self.sentences() if label != "NEI" else ():
            cited.setdefault(self.document(unit[0]), []).append(unit)
        right: Counter[str] = Counter()
        for document, some in cited.items():
            labels, sets = gold.get(document, (set(), []))
            n = sum(any(unit in one and one <= set(some) for one in sets) for unit in some)
            first = set(some[: max(3, min(map(len, sets), default=0))])
            right["sentence_selection"] += n
            if label in labels:
                right += Counter({"sentence_label": n, "abstract_label_only": 1})
                right["abstract_rationalized"] += any(one <= first for one in sets)
        for name in ("sentence_selection", "sentence_label"):
            marked = sum(len(one) for _, sets in gold.values() for one in sets)
            found |= pooled(name, right[name], sum(map(len, cited.values())), marked)
        for name in ("abstract_label_only", "abstract_rationalized"):
            found |= pooled(name, right[name], len(cited), len(gold))
        return found

    def wice(self) -> Ratios:
        sets = [units for one in self.refs if one["type"] != "none" and (units := self.marked(one))]
        return (best("support", set(self.sentences()), sets) if sets else {}) | self.labels()[1]

    def pubmedqa(self) -> Ratios:
        return self.labels()[1]

    def contractnli(self) -> Ratios:
        gold, found = self.refs[0], self.labels(2)[1]
        marked = {span[0] for span in gold["units"]["spans"]} | self.lost(gold)
        if gold["type"] == "none" or not marked:
            return found
        said = {-1 - at if one is None else one for at, (one, _, _) in enumerate(self.cited)}
        return found | pooled("span", len(said & marked), len(said), len(marked))

    def long_answer(self) -> Ratios:
        marked = [{tuple(span) for span in one["units"]["spans"]} | self.lost(one) for one in self.refs if one["type"] != "none"]
        sets = [units for units in marked if units]
        said: set[Any] = set()
        if self.cited and not self.declined:
            paragraph, start, end = self.cited[0]
            said = {"none"} if paragraph is None else {(paragraph, 0, self.units[paragraph]["length"])}
            said |= {(paragraph, start, end)} if end else set()
        has_gold = len(sets) >= min(2, max(1, len(self.refs)))
        return pooled("long_answer", has_gold and any(said & one for one in sets), bool(said), has_gold)

    def effect(self) -> Ratios:
        sets = [units for one in self.refs if (units := self.tokens(one["units"]["spans"]) | self.lost(one))]
        if not sets:
            return self.labels()[1]
        whole = [(p, s, e) if e else (p, 0, self.units[p]["length"]) for p, s, e in self.cited if p is not None]
        said = self.tokens(whole) | {("none", at) for at, one in enumerate(self.cited) if one[0] is None}
        return best("token", said, sets) | self.labels()[1]

    def tokens(self, spans: Any) -> set[Any]:
        found: set[Any] = set()
        for paragraph, start, end in spans:
            at = 0
            for number, length in enumerate(self.units[paragraph]["tokens"]):
                if number % 2 and max(start, at) < min(end, at + length):
                    found.add((paragraph, at))
                at += length
        return found

    def peerqa(self) -> Ratios:
        kinds = ("answerable", "unanswerable")
        found = label_ratios(kinds[bool(self.declined)], kinds[not self.answers()], list(kinds))
        sets = [units for one in self.refs if one["type"] != "none" and (units := self.marked(one))]
        return found | (best("evidence", set(self.sentences()), sets) if sets else {})

def label_ratios(said: str | None, gold: str, labels: list[str]) -> Ratios:
    found: Ratios = {"label_accuracy": (float(said == gold), 1)}
    for label in labels:
        found[f"label_f1_{label.lower()}"] = (2 * (said == gold == label), (said == label) + (gold == label))
    return found

def paired(found: dict[str, Ratios], groups: dict[str, str]) -> None:  # MuSiQue's two questions of one id
    for twin, first in groups.items():
        if first in found and twin in found and first != twin:
            is_right = found[first]["right"][0] and found[twin]["right"][0]
            for name in ("answer", "support"):
                if f"{name}_f1" in found[first]:
                    value = found[first][f"{name}_f1"][0] if is_right else 0.0
                    found[first] = {**found[first], f"group_{name}_sufficiency_f1": (value, 1)}

def agrees(new: Ratios, row: Any) -> bool:
    old, prefix = row.get("ratios", {}), "dataset_metrics."
    label = new.pop("answers_without_label", None)
    new.pop("right", None)
    counts = {key: n for key, n in row["counts"].items() if key.startswith(prefix)}
    path = f"{prefix}answers_without_label"
    is_same = counts == ({} if label is None else {f"{path}.count": int(label[0]), f"{path}.n": 1})
    pairs = [(old.get(f"{prefix}{key}", (9, 9)), ratio) for key, ratio in new.items()]
    return is_same and len(old) == len(new) and all(abs(was[0] - now[0]) < 1e-12 and was[1] == now[1] for was, now in pairs)

def differences(folder: Path) -> list[str]:
    def lines(name: str) -> list[Any]:
        return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").split("\n") if line]

    title, wrong = json.loads((folder / "dataset.json").read_bytes()).get("own", {}).get("metrics"), list[str]()
    papers, references = {line["paper_id"]: line for line in lines("papers.jsonl")}, lines("references.jsonl")
    for run in json.loads((folder / "manifest.json").read_bytes())["runs"] if title else ():
        home, found = f"runs/{run}/questions.jsonl", dict[str, Ratios]()
        said = {line["question_id"]: line for line in lines(f"runs/{run}/predictions.jsonl")}
        rows = {row["question_id"]: row for row in lines(home)}
        for line in references:
            key = line["question_id"]
            if key in said and rows[key]["counts"].get("questions"):
                found[key] = getattr(Question(title, line, papers[line["paper_id"]], said[key]), NAMES[title])()
        paired(found, {line["question_id"]: line["group"] for line in references})
        wrong += [f"{home}: {key}: ratios differ" for key in found if not agrees(found[key], rows[key])]
        wrong += [f"{home}: {key}: ratios of nothing" for key in rows.keys() - found.keys() if "ratios" in rows[key]]
    return wrong

if __name__ == "__main__":
    home = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    try:
        problems = differences(home)
    except Exception as error:  # noqa: BLE001  # because whatever a damaged folder brings about, it is damaged
        problems = [f"this is no published folder, or it is damaged: {error!r:.200}"]
    print(*map(ascii, problems[:12]), f"differences: {len(problems)}" if problems else "all is re-derived", sep="\n")
    sys.exit(3 if problems else 0)
