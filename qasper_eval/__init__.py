"""qasper-eval: how faithfully a question-answering agent cites, measured against human evidence."""

from ._guard import check_siblings

__version__ = "0.1.0"

check_siblings()
