"""One run as one self-contained HTML page."""

from .page import report_page
from .source import PageSource, page_source

__all__ = ["PageSource", "page_source", "report_page"]
