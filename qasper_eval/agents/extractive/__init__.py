"""The offline agent ``extractive``."""

from .agent import ExtractiveAgent as ExtractiveAgent
from .options import ExtractiveOptions as ExtractiveOptions
