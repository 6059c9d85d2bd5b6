#!/usr/bin/env python3
"""Re-derives every number of a published folder from the files in it: ``python3 verify.py [FOLDER]``.

Standard library only, offline: a second implementation that shares no code with qasper-eval. Exit 0: all agrees; 3: it does not.
Taken as published: whether prose declines (``outcome``), the words beside the numbers (``qasper-eval verify`` checks both), ``ratios`` (verify_own.py does).
"""

# ruff: noqa: D101, D102, D103, E401, E501, E701, EXE001, I001, T201  # because a hostile reader shall reach the end: < 300 lines
# pyright: basic
# fmt: off
from __future__ import annotations
import csv, hashlib, html, io, json, math, random, re, string, struct, sys
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any
from unicodedata import category, normalize
from urllib.parse import unquote
FLOAT, SCALE, Z, SHOWN, CUTOFFS = "FLOAT SELECTED", 2**32, 1.959964, 12, (1, 3, 5, 10)
HEADLINES, LOADED, CLASSES = ("answer_f1", "evidence_f1"), ("questions", "papers"), ("answerable", "unanswerable", "split")
RATES = dict(zip(CLASSES, ("over_refusal", "recall", "split"), strict=True))
RANKING = (*(f"retrieval.{name}@{k}" for name in ("hit", "recall", "precision", "ndcg") for k in CUTOFFS), "retrieval.mrr")
OWN = {"manifest.json", "dataset.json", "references.jsonl", "papers.jsonl", "verify.py", *(f"table.{form}" for form in ("md", "tex", "html", "csv", "json"))}
OF_RUN = ("run.json", "predictions.jsonl", "questions.jsonl", "scores.json")
KEYS = {"qasper_eval", "published", "text", "runs", "supersedes", "name", "schema", "files", "self_sha256"}
MARKUP = {"html": r"(?s:<style>.*?</style>|<title>.*?</title>)|</?\w+( \w+=\"[^\"]*\")?>|<meta [^>]*>|<!doctype html>",
          "tex": r"\\(begin|end)\{\w+\}(\{[lr]+\})?|\\[a-zA-Z]+|\A%.*"}
def sha256(data: bytes) -> str: return hashlib.sha256(data).hexdigest()
def read(files: dict[str, bytes], name: str) -> Any:  # JSON, or a list of its lines; a key given twice or NaN raises ValueError
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]: return dict(zip(dict(pairs), (value for _, value in pairs), strict=True))
    text, is_lines = files[name].decode().replace("\r", "\0"), name.endswith("l")  # CRLF is not as published
    parts = text.split("\n")[:-1] if is_lines else [text[:-1]]
    return (list if is_lines else next)(json.loads(part, object_pairs_hook=once, parse_constant=int) for part in parts)
def sealed(folder: Path, found: list[str]) -> dict[str, bytes]:  # the files by name, held against the manifest
    def canonical(value: Any) -> bytes: return (json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n").encode()
    paths = [path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() and not path.is_symlink() else b"" for path in paths}
    manifest = json.loads(files["manifest.json"])
    bare = {key: value for key, value in manifest.items() if key != "self_sha256"}
    has_own = json.loads(files["dataset.json"]).get("own", {}).get("metrics")
    own, listed = OWN | {"verify_own.py" if has_own else "verify.py"} | {f"runs/{run}/{name}" for run in bare["runs"] for name in OF_RUN}, bare["files"] | {"manifest.json": None}
    is_ours = {*manifest} == KEYS and bare["schema"] == 1 and type(bare["text"]) is bool and 0 < len(bare["runs"]) == len({*bare["runs"]})
    is_ours &= canonical({**bare, "self_sha256": sha256(canonical(bare))}) == files["manifest.json"]
    found += ["manifest.json: is not as published: canonical JSON (sorted keys, no spaces) of known keys, with its own self_sha256"] * (not is_ours)
    wrong = {name: "is no part of a published folder" if name not in own else "missing" if name not in files else "not listed" if name not in listed
             else "changed" for name in {*files, *listed, *own} if name not in own & {*files} & {*listed} or listed[name] not in (None, sha256(files[name]))}
    found += [f"{name}: {what}" for name, what in sorted(wrong.items())]
    return files
def bag(text: str, mode: str) -> Counter[str]:  # the tokens of an answer, without punctuation and articles
    strict, dropped = mode == "strict", {*string.punctuation}
    text = normalize("NFKC", text).casefold() if strict else text.lower()
    if strict:
        text = "".join(" " if category(c) == "Pd" or c in "\u2212\u2053" else c for c in re.sub(r"(?<!\d)\.|\.(?!\d)", "", text))
        dropped = (dropped | {c for c in text if category(c)[0] == "P"}) - {"."}
    words = "".join(c for c in text if c not in dropped).split()
    return Counter(re.sub(r"\b(a|an|the)\b", " ", " ".join(words)).split() or (words if strict else []))
def f1(overlap: int, predicted: int, relevant: int) -> float:
    p, r = (overlap / predicted, overlap / relevant) if overlap else (0.0, 1.0)
    return (2 * p * r) / (p + r)
def left_out(pairs: list[tuple[list[float], list[float]]], *, strict: bool) -> list[float]:  # human ceiling
    totals = [0.0, 0.0]
    for j, pair in enumerate(pairs):
        a, e = ([value for i, value in enumerate(values) if i != j] for values in pair)
        best = max(range(len(a)), key=[x + y for x, y in zip(a, e, strict=True)].__getitem__)
        totals = [totals[0] + (a[best] if strict else max(a)), totals[1] + (e[best] if strict else max(e))]
    return [total / len(pairs) for total in totals]
def retrieval(ranking: list[int], relevant: set[int]) -> dict[str, float]:
    ranks = sorted(ranking.index(item) + 1 for item in relevant if item in ranking)
    found = [(k, sum(rank <= k for rank in ranks)) for k in CUTOFFS]
    gains, ideal = ([0.0, *accumulate(1 / math.log2(rank + 1) for rank in some)] for some in (ranks, range(1, 11)))
    values = [float(n > 0) for _, n in found] + [n / len(relevant) for _, n in found] + [n / k for k, n in found]
    values += [gains[n] / ideal[min(k, len(relevant))] for k, n in found]
    return dict(zip(RANKING, [*values, 1 / ranks[0] if ranks else 0.0], strict=True))
class Gold:  # one line of references.jsonl, as the mode scores it
    def __init__(self, line: Any, paper: list[Any], o: Any) -> None:
        self.mode, self.strict, self.has_text, self.own = o["mode"], o["mode"] == "strict", o["text"], o["own"]
        text_only, references = o["text_evidence_only"], line["references"]
        full = [self.keys(reference["evidence"]) for reference in references]
        scored = [[key for key in keys if not (text_only and FLOAT in key)] for keys in full]
        kept = [i for i, keys in enumerate(full) if scored[i] or not keys or not (self.strict and text_only)]
        self.answers = [bag(references[i]["answer"], self.mode) for i in kept]
        self.evidence = [[*dict.fromkeys(scored[i])] if self.strict else scored[i] for i in kept]
        types = [reference["type"] for reference in references]
        ranked, n_none = [*Counter(types).most_common(), ("", 0)], types.count("none")
        self.types = [types[i] if not self.strict else "mixed" if ranked[0][1] == ranked[1][1] else ranked[0][0] for i in kept]
        self.kind = CLASSES[0 if not n_none else 1 if n_none == len(types) else 2]
        self.base = {"question_id": line["question_id"], "paper_id": line["paper_id"], "answer_class": self.kind}
        self.sets, self.floats_only = [{*keys} for keys in full], any(full) and all(FLOAT in key for keys in full for key in keys)
        texts, marked = [key for key, _ in paper], {key for keys in self.evidence for key in keys}
        places = [[texts.index(key) if key in texts else None for key in keys] for keys in (texts, *full)]
        self.places, self.is_placed = places[0], places[1:] == [reference["paragraphs"] for reference in references]
        citable = ("text", "caption", "abstract")[: 3 if o["cite_abstract"] else 2]
        self.relevant = {texts.index(key) for key, kind in paper if key in marked and kind in citable}
    def keys(self, texts: list[str]) -> list[str]:  # what stands for evidence texts: hashes, figures and tables marked
        return [(f"{FLOAT} " if FLOAT in text else "") + sha256(text.encode()) for text in texts] if self.has_text else texts
    def against(self, answer: Counter[str], cited: list[str]) -> tuple[list[float], list[float]]:  # evidence overlaps as sets, divided by lengths
        e = [f1(len({*cited} & {*ref}), len(cited), len(ref)) if cited or ref else 1.0 for ref in self.evidence]
        return [f1((answer & ref).total(), answer.total(), ref.total()) for ref in self.answers], e
    def row(self, said: Any, cause: str | None, old: Any) -> dict[str, Any]:  # a line of questions.jsonl
        kept, table = bool(self.answers), f"declining.table.{self.kind}"
        counts: dict[str, Any] = {"n_slice": 1} if kept else {"n_slice": 1, "excluded.no text reference left": 1}
        if said is None:
            counts |= {f"unmeasured.{cause}": 1, "missing_predictions": 1} if kept else {}
            return {**self.base, "cause": cause, "counts": {**counts, f"{table}.unmeasured": 1, f"{table}.n": 1}}
        answer, cited = bag(said["predicted_answer"], self.mode), self.keys(said["predicted_evidence"])
        a, e = self.against(answer, cited := [*dict.fromkeys(cited)] if self.strict else cited)
        joint, human = [x + y for x, y in zip(a, e, strict=True)], [*map(self.against, self.answers, self.evidence)]
        best_a, best_e = (some.index(max(some)) if kept else 0 for some in ((joint, joint) if self.strict else (a, e)))
        best = self.evidence[best_e] if kept else []
        common, agree, exact = len({*cited} & {*best}), float(not cited and not best), {*cited} in self.sets
        decline = bag(said["predicted_answer"], "official") == Counter(["unanswerable"])
        declined = said["declined"] or (said["declined"] is None and (said["status"] == "declined" or decline))
        outcome, unclear = ("declined", False) if declined else (old["outcome"], old["undetermined"])
        p, r = (common / len(cited), common / len(best)) if common else (agree, agree)
        values: dict[str, Any] = {
            "answer_f1": a[best_a], "evidence_f1": e[best_e], f"answer_f1_by_type.{self.types[best_a]}": a[best_a], "evidence_precision": p,
            "evidence_recall": r, f"evidence_f1_{'with' if any(self.evidence) else 'without'}_evidence": e[best_e]} if kept else {}
        for who, pairs in (("human", human), ("system", [(a, e)] * len(a))) if len(a) > 1 else ():
            values |= zip((f"human_ceiling.{who}.{name}" for name in HEADLINES), left_out(pairs, strict=self.strict), strict=True)
        n, wrong = len(said["citations"] or said["predicted_evidence"]), said["invalid_citations"]
        counts |= {
            f"{table}.{outcome}": 1, f"{table}.n": 1, f"{table}.undetermined": int(unclear), "citations.n": 1, "citations.total": n,
            "questions": int(kept), "evidence_exact.n": 1, "evidence_exact.count": int(exact), "evidence_exact.empty": int(exact and not cited),
            "flags.not_answerable_from_text": int(self.floats_only), "flags.empty_after_normalisation": int(not answer or not all(self.answers))}
        for how, some in (("structured", ["declined"]), ("with_prose", ["declined", "declined_in_prose"])):
            yes, path = int(outcome in some), f"declining.{how}"
            right = {f"{path}.precision.count": int(self.kind == "unanswerable"), f"{path}.precision.n": 1}
            counts |= {f"{path}.{RATES[self.kind]}.count": yes, f"{path}.{RATES[self.kind]}.n": 1} | (right if yes and self.kind != "split" else {})
        counts |= {"declining.official.count": int(decline), "declining.official.n": 1} if self.kind == "unanswerable" else {}
        counts |= {} if wrong is None else {"citations.invalid.count": wrong, "citations.invalid.n": n + wrong}
        if said["retrieved"] is not None:
            ranks = sorted(said["retrieved"], key=lambda entry: entry["rank"])
            ranking, places = ([self.places[i["paragraph"]] for i in some] for some in (ranks, said["citations"]))
            missed, found = sum(place not in ranking for place in places), kept and bool(self.relevant)
            counts |= {"retrieval.without_relevant": int(not found)} if kept else {}
            values |= retrieval(ranking, self.relevant) if found else {}
            counts |= {"citations.cited_not_retrieved.count": missed, "citations.cited_not_retrieved.n": n}
        counts |= {"retrieval.without_ranking": 1} if kept and said["retrieved"] is None else {}
        out, is_own = ("~", "human_ceiling.", "evidence_")[: 3 if not self.own["evidence"] else 1 + (not self.own["annotators"])], kept and self.own["metrics"]
        values, counts = ({path: x for path, x in some.items() if not path.startswith(out)} for some in (values, counts))
        counts |= {path: x for path, x in old.get("counts", {}).items() if is_own and path.startswith("dataset_metrics.")}
        return {**self.base, "cause": None, "outcome": outcome, "undetermined": unclear, "values": values, "counts": counts,
                "tokens_predicted": answer.total(), "overlap": [(answer & ref).total() for ref in self.answers],
                "tokens_reference": [ref.total() for ref in self.answers]} | ({"ratios": old.get("ratios")} if is_own else {})
def t_quantile(degrees: int) -> float:  # of 0.975, by halving, from Abramowitz and Stegun 26.7.3-4
    low, high, odd = 1.9, 13.0, degrees % 2
    while high - low > 1e-12:
        theta = math.atan2((low + high) / 2, math.sqrt(degrees))
        ratios = [k / (k + 1) * math.cos(theta) ** 2 for k in range(1 + odd, degrees - 2, 2)]
        terms = accumulate([math.cos(theta) if odd else 1.0, *ratios], lambda term, ratio: term * ratio)
        area = math.sin(theta) * math.fsum(terms) * (degrees > 1)
        low, high = (low, (low + high) / 2) if (2 / math.pi * (theta + area) if odd else area) > 0.95 else ((low + high) / 2, high)
    return round(low, 9)
def limits(drawn: list[float], estimate: float, papers: int, mean: float) -> list[float]:  # percentiles, widened
    drawn, factor = sorted(drawn), t_quantile(papers - 1) / Z * math.sqrt(papers / (papers - 1))
    pairs = [(drawn[int(p)], drawn[min(int(p) + 1, len(drawn) - 1)], p % 1) for p in ((len(drawn) - 1) * share for share in (0.025, 0.975))]
    low, high = (estimate + (below + part * (above - below) - estimate) * factor for below, above, part in pairs)
    return [min(max(0.0, low), mean), max(min(1.0, high), mean)]
def summaries(columns: dict[str, list[tuple[str, float, int]]], o: Any) -> dict[str, tuple[Any, int, Any]]:  # mean, n, interval
    cells = {paper: [0.0] * (2 * len(columns)) for paper, _, _ in columns["answer_f1"]}
    for place, terms in enumerate(columns.values()):
        for paper, top, below in terms:
            cells[paper][2 * place : 2 * place + 2] = cells[paper][2 * place] + top, cells[paper][2 * place + 1] + below
    table = [[round(value * (1 if i % 2 else SCALE)) for i, value in enumerate(row)] for row in cells.values()]
    packed = [int.from_bytes(struct.pack(f"<{len(row)}Q", *row), "little") for row in table]  # adds up all metrics at once
    drawn, found = [list[Any]() for _ in columns], dict[str, tuple[Any, int, Any]]()
    generator, papers = random.Random(o["seed"]), len(packed)  # noqa: S311  # because an interval is no secret
    for _ in range(o["resamples"] if papers > 1 else 0):
        words = struct.unpack(f"<{papers}I", generator.randbytes(4 * papers))
        total = sum([packed[word * papers >> 32] for word in words]).to_bytes(16 * len(columns), "little")
        for place, (units, n) in enumerate(struct.iter_unpack("<QQ", total)):
            drawn[place].append(units / SCALE / n if n else None)
    for place, (name, terms) in enumerate(columns.items()):
        below, held, some = sum(n for _, _, n in terms), sum(row[2 * place + 1] > 0 for row in table), [x for x in drawn[place] if x is not None]
        mean = [*accumulate(top for _, top, _ in terms)][-1] / below if below else None
        estimate = sum(row[2 * place] for row in table) / SCALE / (below or 1)
        found[name] = mean, len(terms), limits(some, estimate, held, mean or 0.0) if held > 1 and some else None
    for name, parts in o["own"]["macro"].items():  # the mean of ratios: of those with a denominator, in each resample anew
        at = [[*columns].index(part) for part in parts]
        held, rows = sum(any(row[2 * i + 1] for i in at) for row in table), zip(*(drawn[i] for i in at), strict=True)
        mean, *some = (sum(x) / len(x) if x else None for x in ([y for y in row if y is not None] for row in ([found[p][0] for p in parts], *rows)))
        found[name] = mean, found[parts[0]][1], limits([x for x in some if x is not None], mean, held, mean) if held > 1 and some and mean is not None else None
    return found
def wilson(k: int, n: int) -> list[float] | None:
    scale, share = 1 + Z * Z / (n or 1), k / (n or 1)
    centre = (share + Z * Z / (2 * (n or 1))) / scale
    half = Z * math.sqrt(share * (1 - share) / (n or 1) + Z * Z / (4 * (n or 1) * (n or 1))) / scale
    return [max(0.0, centre - half) if k else 0.0, min(1.0, centre + half) if k < n else 1.0] if n else None
def flat(value: Any, path: str = "") -> dict[str, Any]:  # a JSON object as one level of dotted paths
    return {path[1:]: value} if not isinstance(value, dict) or not value else {inner: leaf for key, part in value.items() for inner, leaf in flat(part, f"{path}.{key}").items()}
def scores(rows: list[Any], was: dict[str, Any], o: Any, dataset: Any) -> dict[str, Any]:  # scores.json, by dotted path
    new: dict[str, Any] = {key: o[key] for key in ("mode", "text_evidence_only")} | {f"loaded.{key}": dataset[key] for key in LOADED}
    columns: dict[str, list[tuple[str, float, int]]] = {path[:-5]: [] for path in was if path.endswith(".mean")}
    for row in rows:
        new |= {path: new.get(path, 0) + n for path, n in row["counts"].items()}
        for path, (top, below) in ({name: (value, 1) for name, value in row.get("values", {}).items()} | (row.get("ratios") or {})).items():
            columns.setdefault(path, []).append((row["paper_id"], top, below))
    for path, (mean, n, span) in summaries(columns, o).items():
        section, _, rest = path.partition(".")
        is_in, keys = section in ("retrieval", "human_ceiling"), (path, f"{section}.n", f"{section}.intervals.{rest}")
        new |= dict(zip(keys if is_in else [f"{path}.{key}" for key in ("mean", "n", "interval")], (mean, n, span), strict=True))
    for name in HEADLINES[: 1 + o["own"]["evidence"]]:  # with what is unmeasured at 0, and at 1
        some = [r.get("values", {}).get(name) for r in rows if "excluded.no text reference left" not in r["counts"]]
        low, high = ([0.0, *accumulate(x if value is None else value for value in some)][-1] for x in (0.0, 1.0))
        new |= {f"{name}.worst_case": [low / len(some), high / len(some)] if some else None, f"missing_as_zero.{name}": low / len(some) if some else None}
    for path in [path[:-5] for path in was if path.endswith(".rate")]:
        k, n = new.get(f"{path}.count", 0), new.get(f"{path}.n", 0)
        new |= {f"{path}.rate": k / n if n else None, f"{path}.interval": wilson(k, n)}
    for name, key in (("papers", "answer_f1"), ("human_ceiling.papers", "human_ceiling.human.answer_f1")):
        new |= {name: len({paper for paper, _, _ in columns[key]})} if key in columns else {}
    n, k, m, total = (new.get(f"citations.{path}", 0) for path in ("invalid.n", "invalid.count", "n", "total"))
    new |= {"citations.resolution_rate": (n - k) / n if n else None, "citations.per_answer": total / m if m else None}
    new.pop("" if "retrieval.without_relevant" in new else "retrieval.without_ranking", None)  # below: null agrees with nothing
    return {path: x for path, x in was.items() if x in (None, {}) and not any(key.startswith(f"{path}.") for key in new)} | new
def signature(new: dict[str, Any], run: Any, dataset: Any, said: Any, o: Any) -> list[str]:
    served, provider = {line["model_served"] for line in said.values() if line["model"]}, run["config"]["provider"] or {}
    asked = [f"{provider['model']} (requested; not named in the response)"] if provider and None in served else []
    data, model = (dataset["revision"] or dataset["sha256"])[:8], " + ".join([*sorted(served - {None}), *asked])
    prompts = sha256("\n".join(f"{name} {digest}" for name, digest in sorted(run["prompts"].items())).encode())[:8] if run["prompts"] else "none"
    forms = f"refs:{'joint' if o['mode'] == 'strict' else 'max'}", f"float:{'drop' if o['text_evidence_only'] else 'keep'}"
    return [HEADLINES[o["own"]["evidence"]], f"mode:{o['mode']}", *forms, f"data:{dataset['name']}@{data}/{dataset['split']}",
            f"q:{new.get('questions', 0)}/{dataset['questions']}", f"papers:{new['papers']}/{dataset['papers']}", f"agent:{run['config']['agent']['name']}",
            f"model:{model if served else 'none'}", f"prompt:{prompts}", f"seed:{o['seed']}",
            f"ci:{'paper-bootstrap-t-' + str(o['resamples']) if new['answer_f1.interval'] else 'none'}", f"v:{run['version']}"]
def printed(row: Any, s: dict[str, Any]) -> list[Any]:  # what a row of table.json must show, from the scores
    key, (section, _, rest) = row["key"], row["key"].partition(".")
    n = s["n_slice"] if "worst_case" in key else s.get(f"{key}.n", s.get(f"{section}.n", s["n_slice"]))
    k, value = s.get(f"{key}.count"), s.get(f"{key}.mean", s.get(f"{key}.rate", s.get(key)))
    span, digits = s.get(f"{key}.interval", s.get(f"{section}.intervals.{rest}")), 2 if "per_answer" in key else 3
    value, span = (k / n if n else None, wilson(k or 0, n)) if key == "evidence_exact" else (value, span)
    if isinstance(value, list): return [f"{value[0]:.3f} to {value[1]:.3f}", "", None, *value, None, n]
    shown = f"{k}/{n}" if k is not None else f"{value:.{digits}f}" if value is not None else row["cells"][1] if row["cells"][1][:5] == "n/a (" else ""
    shown += f" = {value:.3f}" if k is not None and value is not None else ""
    return [shown, f"[{span[0]:.3f}, {span[1]:.3f}]" if span else "", value, *(span or (None, None)), k, n]
def words(value: Any, form: str = "") -> list[str]:  # the words and numbers of a table in whatever form, in order
    if isinstance(value, str):
        text = re.sub(MARKUP.get(form, r"(?!)"), " ", value).replace("{-}", "-")
        return re.findall(r"-?\d+(?:[.,/]\d+)*|[^\W_]+", html.unescape(text) if form == "html" else text)
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    return [word for key, part in parts if key not in ("run", "key", "numbers") for word in words(part)]
def check_run(home: str, files: dict[str, bytes], gold: Any, block: Any, overview: Any, found: list[str]) -> list[str]:  # returns what was asked
    dataset, references, papers, has_text = gold
    run, lines, questions, scored = (read(files, f"{home}/{kind}") for kind in OF_RUN)
    was, o, lost, provider, rows = flat(scored), {**run["scoring"], "text": has_text, "own": dataset.get("own", {"evidence": True, "annotators": True, "metrics": None, "macro": {}})}, run["unmeasured"], run["config"]["provider"], list[Any]()
    said, old = ({line["question_id"]: line for line in some} for some in (lines, questions))
    if not 0 <= o["resamples"] <= 100_000 or o["mode"] not in ("official", "strict"): raise ValueError(f"{home}/run.json: no such scoring")
    for line in references:
        key, paper = line["question_id"], papers[line["paper_id"]]
        if key in said or key in lost:
            ref, one = Gold(line, paper, o), said.get(key)
            rows.append(ref.row(one, None if one else lost[key], old.get(key, {})))
            cited, texts = (one["citations"], ref.keys(one["predicted_evidence"])) if one else ([], [])
            fits = ref.is_placed and (one is None or one["paper_id"] in ("", line["paper_id"])) and all(
                0 <= c["paragraph"] < len(paper) and paper[c["paragraph"]][0] in texts for c in cited)
            found += [f"{home}: {key}: paper, paragraphs and citations do not fit together"] * (not fits)
    new, order = scores(rows, was, o, dataset), [row["question_id"] for row in rows]
    found += [f"{home}/questions.jsonl: {r['question_id']} differs" for r in rows if r != old.get(r["question_id"])]
    found += [f"{home}/scores.json: {path}: published {was.get(path, 0)!r}, re-derived {new.get(path, 0)!r}"
              for path in sorted({*new, *was} - {"signature"}) if repr(new.get(path, 0)) != repr(was.get(path, 0))]
    missing, told = new.get("missing_predictions", 0), {row["key"] for row in block["rows"] if home == f"runs/{row['run']}"}
    needed = {*HEADLINES, *(f"declining.structured.{key}" for key in ("recall", "over_refusal")), *({"human_ceiling.human.evidence_f1"} & {*new})}
    needed |= {path[:-5] for path in new if path[:16] == "dataset_metrics." and path[-5:] == ".mean"}
    needed, is_partial = needed | {f"{key}.worst_case" for key in HEADLINES[: 1 + o["own"]["evidence"]] if missing}, len(rows) < dataset["questions"] or missing > 0.05 * len(rows)
    is_whole = [*old] == order and [*said] == [key for key in order if key in said] and len(lines) + len(lost) == len(rows) == len(questions)
    is_own = [unquote(part) for part in was["signature"].split("|")] == signature(new, run, dataset, said, o) and home == f"runs/{run['run']}"
    is_own &= (o["cite_abstract"], o["seed"]) == (run["config"]["agent"]["cite_abstract"], run["slice"]["seed"])
    is_own &= not provider or {line["model"] for line in lines} <= {None, provider["model"]}
    holds = {
        "questions are missing, added, repeated or out of order": is_whole, "names, models, settings and signature do not fit together": is_own,
        "a partial run without its stamp": not is_partial or f"Partial run: {new.get('questions', 0):,} of {dataset['questions']:,} questions" in files["table.md"].decode(),
        "its headlines or its signature are not in table.json": block["signature"] == [was["signature"]] and needed <= told}
    found += [f"{home}: {what}" for what in holds if not holds[what]]
    found += [f"table.json: {row['key']} of {home} differs from the scores" for some in (*overview, block) for row in some["rows"]
              if home == f"runs/{row['run']}" and [*row["cells"][1:3], *row["numbers"]] != printed(row, {**was, **new})]
    return order
def check(folder: Path, found: list[str]) -> str:  # adds every difference to found, returns what could not be checked
    files = sealed(folder, found)
    manifest, dataset, table = (read(files, f"{name}.json") for name in ("manifest", "dataset", "table"))
    references, papers = (read(files, f"{name}.jsonl") for name in ("references", "papers"))
    gold: Any = dataset, references, {line["paper_id"]: line["paragraphs"] for line in papers}, manifest["text"]
    asked = {key for name, block in zip(manifest["runs"], table["blocks"], strict=True)
             for key in check_run(f"runs/{name}", files, gold, block, table["overview"], found)}
    is_whole = len(references) == len(asked) and [*gold[2]] == [*dict.fromkeys(line["paper_id"] for line in references)] and len(gold[2]) == len(papers)
    found += ["references.jsonl, papers.jsonl: lines are added, repeated or out of order"] * (not is_whole)
    file, rows = io.StringIO(), [(row["run"], row["key"], *row["numbers"]) for block in table["blocks"] for row in block["rows"]]
    csv.writer(file, lineterminator="\n").writerows([("run", "metric", "value", "low", "high", "count", "n"), *rows])
    found += ["table.csv: is not what table.json says"] * (file.getvalue().encode() != files["table.csv"])
    found += [f"table.{form}: its words and numbers are not those of table.json" for form in ("md", "tex", "html")
              if words(files[f"table.{form}"].decode(), form) != words(table)]
    own = "; for what each question adds to the dataset's own metrics: verify_own.py" * bool(dataset.get("own", {}).get("metrics"))
    return own if manifest["text"] else "; texts are not published: not checked that hashes and tokens are those of the texts"
if __name__ == "__main__":
    differences, note = list[str](), ""
    try:
        note = check(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent, differences)
    except Exception as error:  # noqa: BLE001  # because whatever a damaged folder brings about, it is damaged
        differences.append(f"this is no published folder, or it is damaged: {error!r:.200}")
    for line in (*differences[:SHOWN], f"differences: {len(differences)}" if differences else f"all is re-derived{note}"): print(re.sub(r"[^ -~]", lambda char: ascii(char[0])[1:-1], line))
    sys.exit(3 if differences else 0)
