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
    Topic(
        name="source",
        asked=r"\bwhere\b|\bsources?\b|\bcomes? from\b|\bobtain|\bgather|\bcrawl|\bscrap",
        words="source collect crawl gather obtain download web",
        sections=r"data|corpus|corpora|collect|source",
    ),
    Topic(
        name="human",
        asked=r"\bhumans?\b|\bjudg|\braters?\b|\buser stud|\bparticipants?\b|\bmanual",
        words="human judge rater participant manual rate",
        sections=r"human|evaluat|annot|stud|result",
    ),
    Topic(
        name="training",
        asked=r"\bhyper-?parameters?\b|\boptimi[sz]|\blearning rate|\bepochs?\b|\bbatch|\bsettings?\b",
        words="hyperparameter learning rate adam optimizer batch epoch dropout",
        sections=r"setting|setup|training|implementation|detail|hyper|experiment|configur",
    ),
    Topic(
        name="limitation",
        asked=r"\blimitations?\b|\bchalleng|\bdifficult|\berrors?\b|\bproblems?\b|\bweakness|\bdrawback|\bfail",
        words="limitation challenge error difficult problem",
        sections=r"error|discussion|limitation|challenge|analysis|conclusion|introduction",
    ),
    Topic(
        name="definition",
        asked=r"\bdefin|\bwhat (?:is|are|does)\b.*\bmean|\bmeaning\b|^what is an? ",
        words="define definition refer",
        sections=r"definition|introduction|background|task|problem",
    ),
    Topic(
        name="availability",
        asked=r"\bpublicly\b|\bopen[- ]?source|\breleas|\bavailable\b|\bcode\b|\bgithub",
        words="release publicly available github code",
        sections=r"introduction|data|conclusion|resource",
    ),
    Topic(
        name="split",
        asked=r"\btraining (?:set|data)|\btest (?:set|data)|\bsplits?\b|\bvalidation\b",
        words="train test validation development split",
        sections=r"data|corpus|experiment|setup|setting|split",
    ),
    Topic(
        name="agreement",
        asked=r"\bagreement\b|\bkappa\b|\breliab|\bquality\b",
        words="agreement kappa inter annotator quality",
        sections=r"annot|agree|quality|data",
    ),
)
"""Every topic; a question may touch several, or none."""
