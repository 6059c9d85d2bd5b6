"""One run, or two held against each other, as one self-contained HTML page."""

from .page import report_page
from .paired import compare_page
from .paired_source import PairedSource, paired_source
from .source import PageSource, page_source

__all__ = ["PageSource", "PairedSource", "compare_page", "page_source", "paired_source", "report_page"]
