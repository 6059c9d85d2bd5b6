"""What readers of papers ask about, and the words in which papers answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Topic:
    """A common subject of questions; written from the field's vocabulary, fitted on no evidence."""

    name: str
    """Short name, for the trace."""
    asked: str
    """Regular expression over the lower-cased question that tells that it is asked about."""
    words: str
    """Words that papers use where they treat it, separated by spaces."""
    sections: str
    """Regular expression over lower-cased section titles under which papers treat it."""

    @cached_property
    def asked_pattern(self) -> re.Pattern[str]:
        """``asked``, compiled."""
        return re.compile(self.asked)

    @cached_property
    def section_pattern(self) -> re.Pattern[str]:
        """``sections``, compiled."""
        return re.compile(self.sections)


TOPICS = (
    Topic(
        name="data",
        asked=r"\bdata ?sets?\b|\bcorpus\b|\bcorpora\b|\bdata\b|\btrained on\b|\bcollect",
        words="dataset corpus corpora data benchmark collect",
        sections=r"data|corpus|corpora|experiment|collect|annotation|setup|setting",
    ),
    Topic(
        name="size",
        asked=r"\bhow (?:big|large|long|many|much)\b|\bsizes?\b|\bnumber of\b",
        words="number total size statistic contain consist",
        sections=r"data|corpus|corpora|statistic|experiment|setup|setting",
    ),
    Topic(
        name="baseline",
        asked=r"\bbaselines?\b|\bcompar|\boutperform|\bstate[ -]of[ -]the[ -]art\b|\bsota\b",
        words="baseline compare state-of-the-art outperform previous",
        sections=r"baseline|compar|experiment|result|evaluation|state",
    ),
    Topic(
        name="metric",
        asked=r"\bmetrics?\b|\bevaluat|\bmeasur|\bassess",
        words="metric evaluate measure score accuracy f1 precision recall",
        sections=r"metric|evaluat|experiment|result|measure",
    ),
    Topic(
        name="result",
        asked=r"\bresults?\b|\bimprov|\bperform|\boutperform|\bbetter\b|\bgains?\b|\baccura|\bscores?\b|\bf1\b",
        words="result improve performance outperform accuracy table",
        sections=r"result|evaluation|experiment|analysis|discussion|perform",
    ),
    Topic(
        name="language",
        asked=r"\blanguages?\b|\benglish\b|\b(?:multi|cross)-?lingual",
        words="english language",
        sections=r"data|corpus|corpora|language|experiment",
    ),
    Topic(
        name="annotation",
        asked=r"\bannotat|\bcrowd|\blabel|\bturk",
        words="annotate annotator label crowdsource mechanical turk agreement",
        sections=r"annot|data|corpus|crowd|label",
    ),
    Topic(
        name="model",
        asked=r"\barchitectur|\bmodels?\b|\bnetwork|\bmethods?\b|\bapproach|\btechniques?\b|\bsystems?\b|\balgorithm",
        words="model architecture network layer",
        sections=r"model|method|approach|architect|system|network|propos",
    ),
    Topic(
        name="experiment",
        asked=r"\bexperiment",
        words="experiment evaluate conduct",
        sections=r"experiment|evaluat|result",
    ),
)
"""Every topic; a question may touch several, or none."""
