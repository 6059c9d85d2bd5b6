"""Facts of the datasets that ask for a verdict on a statement."""

from __future__ import annotations

from dataclasses import replace

from .dataset_facts import DatasetFacts, Expected

SCIFACT = DatasetFacts(
    name="scifact",
    title="SciFact",
    splits=("train", "validation"),
    hub="allenai/scifact",
    obtain="claims_train.jsonl or claims_dev.jsonl, with corpus.jsonl beside it or in dataset.corpus",
    layout="SciFact's claims, released or the Hub's: id, claim, evidence or evidence_doc_id, cited_doc_ids",
    paragraph=(
        "one sentence of a cited abstract: abstracts have no paragraphs, and with the whole abstract as one every "
        "citation would score 1"
    ),
    evidence_unit="sentence",
    unanswerable="no cited abstract supports or contradicts the claim (NEI)",
    answers="boolean (Yes supports, No contradicts), none",
    references="alternatives",
    license="CC BY-NC 2.0",
    citation=(
        "David Wadden, Shanchuan Lin, Kyle Lo, Lucy Lu Wang, Madeleine van Zuylen, Arman Cohan and Hannaneh "
        "Hajishirzi. 2020. Fact or Fiction: Verifying Scientific Claims. EMNLP."
    ),
    metric="abstract-level and sentence-level precision, recall and F1, label-only and with rationale",
    labels=("SUPPORT", "CONTRADICT", "NEI"),
    is_non_commercial=True,
    license_note="as tagged on the Hub; its authors' repository says CC BY 4.0: the licence of your copy decides",
    has_corpus=True,
    expected={"train": Expected(809), "validation": Expected(300)},
)

CITATION_INTEGRITY = replace(
    SCIFACT,
    name="citation-integrity",
    title="Citation-Integrity",
    splits=("train", "validation", "test"),
    hub=None,
    obtain="the claims file, with its corpus beside it or in dataset.corpus",
    layout="SciFact's claims: id, claim, evidence, cited_doc_ids",
    paragraph="one sentence of the cited paper's text as retrieved; the sentences are not contiguous",
    unanswerable="the cited text neither supports nor refutes the citing sentence (NEI)",
    answers="boolean (Yes supports, No refutes), none",
    license="MIT",
    citation=(
        "Maria Janina Sarol, Shufan Ming, Shruthan Radhakrishna, Jodi Schneider and Halil Kilicoglu. 2024. Assessing "
        "citation integrity in biomedical publications: corpus annotation and NLP models. Bioinformatics 40."
    ),
    metric="micro and macro F1 of the label, F1 of the evidence sentences",
    labels=("SUPPORT", "REFUTE", "NEI"),
    is_non_commercial=False,
    license_note="",
    expected={},
)

WICE = DatasetFacts(
    name="wice",
    title="WiCE (claims)",
    splits=("train", "validation", "test"),
    hub="jon-tow/wice",
    obtain="train.jsonl, dev.jsonl or test.jsonl of data/entailment_retrieval/claim or subclaim",
    layout="WiCE's layout: claim, label, evidence, supporting_sentences, meta",
    paragraph="one sentence of the cited web article, which is released as a list of sentences without paragraphs",
    evidence_unit="sentence",
    unanswerable="the article does not support the claim (not_supported)",
    answers="boolean (Yes supported), abstractive (Partially supported), none",
    references="alternatives",
    license="ODC-BY (annotations)",
    citation=(
        "Ryo Kamoi, Tanya Goyal, Juan Diego Rodriguez and Greg Durrett. 2023. WiCE: Real-World Entailment for Claims "
        "in Wikipedia. EMNLP."
    ),
    metric="F1 and accuracy of the label, F1 of the supporting sentences, the best set counting",
    labels=("supported", "partially_supported", "not_supported"),
    expected={"train": Expected(1260), "validation": Expected(349), "test": Expected(358)},
)

CONTRACTNLI = DatasetFacts(
    name="contractnli",
    title="ContractNLI",
    splits=("train", "validation", "test"),
    hub=None,
    obtain="train.json, dev.json or test.json of the release, because the Hub's copies drop the evidence spans",
    layout="ContractNLI's release: documents with text, spans, annotation_sets, and labels",
    paragraph="one of the contract's spans (a sentence or list item), as released",
    evidence_unit="span",
    unanswerable="the contract does not mention the matter (NotMentioned)",
    answers="boolean (Yes entailed, No contradicted), none",
    references="annotators",
    license="CC BY-NC-SA 4.0",
    citation=(
        "Yuta Koreeda and Christopher Manning. 2021. ContractNLI: A Dataset for Document-level Natural Language "
        "Inference for Contracts. Findings of EMNLP."
    ),
    metric="accuracy and F1 of the label, mean average precision of the evidence spans",
    labels=("Entailment", "Contradiction", "NotMentioned"),
    is_non_commercial=True,
    license_note="as a copy on the Hub is tagged; its authors' page says CC BY 4.0: the licence of your copy decides",
    expected={"train": Expected(7191, 423), "validation": Expected(1037, 61), "test": Expected(2091, 123)},
)

CLAIM_FACTS = (SCIFACT, CITATION_INTEGRITY, WICE, CONTRACTNLI)
"""In the order of lists."""
