"""Retrieval: which paragraphs of a paper a question is about."""

from .bm25 import Bm25 as Bm25
from .fusion import reciprocal_rank_fusion as reciprocal_rank_fusion
from .hybrid import Hybrid as Hybrid
from .index import PaperIndex as PaperIndex
from .modes import RETRIEVERS as RETRIEVERS
from .modes import RetrievalMode as RetrievalMode
from .query import Query as Query
from .ranking import ranking as ranking
from .retriever import Retriever as Retriever
from .terms import stem as stem
from .terms import terms as terms
from .tfidf import TfIdf as TfIdf
