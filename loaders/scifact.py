"""SciFact (Wadden et al. 2020) and its layout twin Citation-Integrity (Sarol et al. 2024)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anomalies import Anomalies
from .assembly import assemble, faults_named
from .dataset_source import companion, hub_rows, local_origin, local_rows
from .facts_claims import CITATION_INTEGRITY, SCIFACT
from .hub_selection import HubSelection
from .scifact_claims import read_claims
from .scifact_corpus import read_corpus
from .scifact_papers import claim_papers

if TYPE_CHECKING:
    from .dataset_facts import DatasetFacts
    from .records import Dataset
    from .request import LoadRequest

_CLAIMS = HubSelection("claims", is_strict=True)
_CORPUS = HubSelection("corpus", is_strict=True)
_CORPUS_LAYOUT = "a corpus in SciFact's layout: doc_id, title, abstract as a list of sentences"


def load_scifact(request: LoadRequest) -> Dataset:
    """Load claims with the abstracts they cite, from the released files, parquet or the Hub.

    Raises DatasetError in one line.
    """
    return _load(request, SCIFACT)


def load_citation_integrity(request: LoadRequest) -> Dataset:
    """Load citing sentences with the sentences of the paper they cite, from local files in SciFact's layout.

    Raises DatasetError in one line.
    """
    return _load(request, CITATION_INTEGRITY)


def _load(request: LoadRequest, facts: DatasetFacts) -> Dataset:
    path = request.path
    if path is None:
        origin, claim_rows = hub_rows(request, facts, _CLAIMS)
        texts, corpus_rows = hub_rows(request, facts, _CORPUS, split="train", revision=origin.revision)
        corpus_source = texts.source
    else:
        origin, claim_rows = local_origin(request, facts, path), local_rows(path, facts)
        corpus = companion(request, path, "claims", "corpus")
        corpus_source, corpus_rows = str(corpus), local_rows(corpus, facts)
    anomalies = Anomalies()
    with faults_named(origin.source, facts.layout):
        claims = read_claims(claim_rows, anomalies)
    with faults_named(corpus_source, _CORPUS_LAYOUT):
        documents = read_corpus(corpus_rows, anomalies)
    return assemble(claim_papers(claims, documents, anomalies), facts, origin, anomalies)
