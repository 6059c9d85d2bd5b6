"""Whether prose declines, and how often the detector takes a human answer for a decline."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.decline_detector import decline_stance
from scorers.decline_phrases import DECLINES, is_decline
from scorers.normalize import normalize_answer
from support import SHARED, needs_shared

DECLINED = """\
it is impossible to answer from the paper
the text does not contain the number of layers
The text doesn’t contain this information.
Unanswerable
Unanswerable.
**Unanswerable**
unanswerable from the given paragraphs
The question is unanswerable based on the paper.
This question cannot be answered from the provided context.
I cannot answer this question based on the given paper.
I'm sorry, but I can't find the answer in the provided text.
The paper does not mention the size of the dataset.
The paper doesn't specify which optimizer was used.
The authors do not report the inter-annotator agreement.
The authors don't explicitly state how many annotators took part.
Not mentioned in the paper.
Not specified.
Not stated
not mentioned
N/A
n/a.
I don't know.
I do not have enough information to answer this question.
There is no information about the hidden size in the paper.
There's no mention of a baseline in the provided paragraphs.
No information is given about the number of participants.
No mention of BERT.
The paper provides no details on the training time.
The paper makes no mention of human evaluation.
None of the paragraphs mention the learning rate.
None of the provided passages discuss hyperparameters.
Nothing in the paper indicates which GPU was used.
The answer cannot be determined from the text.
Cannot be determined from the given information.
The number of epochs is not specified in the paper.
The exact size of the corpus is not given.
The dataset size is not mentioned.
This information is not available in the paper.
The information is not provided.
It is not possible to determine the answer from the excerpts provided.
It's impossible to tell.
Unable to answer from the given context.
Based on the provided paragraphs, the paper does not specify the batch size.
Unfortunately, the paper does not provide this information.
The provided context does not include any information regarding the annotation guidelines.
The paper lacks details about the hyperparameters.
The paper never mentions the number of GPUs.
The paper fails to specify the evaluation metric.
The paper is silent on this point.
Insufficient information to answer.
Not enough information.
The answer is not in the paper.
The answer is not contained in the provided text.
The question cannot be answered because the paper does not report latency.
The paper does not provide information about annotators. The paragraphs discuss the model, but give no exact number.
The paper gives no number of annotators. It discusses the model, but they do not give the exact number.
While the paper describes the dataset, it does not mention its license.
The paper discusses several baselines but does not say which is strongest.
The paragraphs do not explicitly mention the languages considered.
The given excerpt of the paper does not state whether the code is public.
It is not stated in the text.
It is unclear from the paper.
It is unclear from the paper which tokenizer was used.
The learning rate is left unspecified.
No such information is provided in the paper.
Answer: Unanswerable
The answer is unanswerable.
There is insufficient information in the paper to determine the answer.
Sorry, I could not find this in the paper.
I could not find any information about the corpus size.
The authors did not disclose the annotators' pay.
It does not say.
They do not mention it.
The document does not appear to contain an answer to this question.
The paper doesn't seem to discuss any limitations.
The paper does not address this question.
This cannot be determined from the paper.
Neither the paper nor its appendix states the seed.
No answer can be found in the text.
The retrieved paragraphs do not answer the question.
The article does not give the p-value.
This is not discussed in the paper.
That is not described anywhere in the paper.
Unknown
The authors give no information on that.
there is not enough context to answer
The paper contains no information about runtime.
The given text does not say how the data was split, so the question is unanswerable.
They don't say which languages.
The source does not specify the number of heads [P3].
The size of the vocabulary is not reported.
The information needed to answer this is absent from the passage.
I was unable to find any mention of the sampling rate.
There isn't any information about it.
The passage offers no clue about who labelled the data.
We are not told how many raters took part.
The paper leaves this unspecified.
Details on training are omitted.
The text gives no answer to this question.
This is not something the paper reports.
The question can't be answered with the information given.
Based on the available paragraphs, it is not possible to say.
It isn't mentioned.
Cannot answer.
The excerpts don't provide enough information to determine the number of layers.
The paper does not appear to report this.
No details are provided.
No specific number is mentioned in the paper.
The provided paragraphs do not contain information on X. Therefore, the answer is Unanswerable.
The context doesn't say.
Not answerable.
not enough info
Unfortunately, I couldn't locate that detail.
This detail is missing from the paper.
The paper says nothing about training time.
There is no answer in the text.
Not found in the provided text.
Not available
No information available.
The study does not reveal the identities of the annotators.
I can't tell from the paragraphs shown.
The authors never say which.
The authors do not provide details on the hyperparameters.
The paragraphs provided do not contain any information about the GPU type used.
None of the above paragraphs contain the answer.
the document has no mention of an ablation
The paper does not contain the answer to this question.
The given paper does not explicitly discuss the limitations of the approach.
Based on the provided text, there is no specific mention of the learning rate used.
I could not find the number of parameters in the paragraphs you gave me.
The answer to this question is not provided in the paper.
The paragraphs shown do not name the corpus.
The passage does not indicate whether the model was fine-tuned.
It's not possible to answer this question from the text.
Nothing is said about the annotators.
This information isn't in the paper.
The name of the corpus isn't given.
There is nothing about this in the paper.
The authors make no mention of the batch size.
The paper omits the training details.
""".splitlines()

ANSWERED = """\
The paper does not use BERT; it uses GRU.
GRU
Yes
No
No.
No, they do not use attention.
No, the paper only reports accuracy.
They do not use any pretrained embeddings.
The model does not need labels.
The model cannot answer questions about time.
The dataset contains unanswerable questions.
They add unanswerable questions to SQuAD.
Words that are not mentioned in the vocabulary are replaced by UNK.
No significant difference was found between the two systems.
There is no evidence that pretraining helps.
They found no improvement over the baseline.
The annotators do not see the labels.
BERT does not provide sentence embeddings.
No information about the labels is used during training.
The system fails to detect sarcasm.
The decoder has no information about the source length.
Not only BERT but also ELMo.
The method is not limited to English.
It is impossible to train such a model without more data.
None
None of the systems reach human performance.
None of the annotators were experts.
They do not compare with other work.
The LSTM does not outperform the CRF.
The loss does not include a regularization term.
It does not require parallel data.
They could not find the right threshold.
The unknown words are mapped to a special token.
The baseline lacks attention.
The corpus lacks gold labels.
Missing values are imputed.
hard to detect hate speech
17,833 sentences
Because the model lacks explicit information about syntax
To find which questions are not answerable from a single sentence.
It classifies a claim as supported, refuted or not enough information.
supports, refutes, not enough info
Neutral tweets were not considered.
Stop words are not included.
Not all annotators agreed.
No data augmentation was used.
without any information about the speaker
The paper does not evaluate on English, only on Chinese.
The authors do not consider bigrams.
The authors do not provide the gold labels to the annotators.
users do not mention the product name in most tweets
""".splitlines()

UNDETERMINED = """\
The paper does not mention BERT, but it uses ELMo.
The paper does not explicitly state it, but the model is likely a GRU.
Although the paper does not say so, the code is on GitHub.
No, the paper does not report human evaluation.
The paper does not mention LSTM. They use GRU with 128 units.
It is difficult to say which one is better.
They use 12 layers. The hidden size is not specified in the paper.
The paper does not specify the learning rate; it uses Adam with default settings.
The paper does not give the number and uses a held-out set.
The questions cannot be answered without reading the whole paper, which makes the task hard.
It is unknown whether longer training helps, they trained for 10 epochs.
It is unclear whether a larger model would help.
No, this question cannot be answered from the paper.
""".splitlines()


@pytest.mark.parametrize("text", DECLINED)
def test_prose_that_says_the_source_does_not_answer_is_a_decline(text: str) -> None:
    """T19, S1-32."""
    assert decline_stance(text) == "declined"


@pytest.mark.parametrize("text", ANSWERED)
def test_negations_about_something_else_are_answers(text: str) -> None:
    """T19: "The paper does not use BERT; it uses GRU." is an answer."""
    assert decline_stance(text) == "answered"


@pytest.mark.parametrize("text", UNDETERMINED)
def test_a_decline_beside_an_answer_is_left_to_a_reader(text: str) -> None:
    assert decline_stance(text) == "undetermined"


@pytest.mark.parametrize("text", ["", "  ", "...", "?!", "\u2014", "\u2026", "\n"])
def test_text_without_a_letter_or_digit_is_empty(text: str) -> None:
    """T19."""
    assert decline_stance(text) == "empty"


@pytest.mark.parametrize("text", ["a", "the", "5", "\u6771\u4eac", "\u03b1", "A \x00"])
def test_any_letter_or_digit_is_an_answer(text: str) -> None:
    assert decline_stance(text) == "answered"


def test_markup_and_citations_do_not_hide_a_decline() -> None:
    assert decline_stance("**The paper does not report this** [P3, P4].") == "declined"
    assert decline_stance("# Answer\n\nThe paper does not report this.") == "declined"


def human_answers(data: dict[str, Any]) -> list[str]:
    """Every answer of an annotator who answers; those that normalise to unanswerable are declines themselves."""
    found: list[str] = []
    for paper in data.values():
        for question in paper["qas"]:
            for entry in question["answers"]:
                answer = entry["answer"]
                yes_no = {True: "Yes", False: "No"}.get(answer["yes_no"], "")
                text = ", ".join(answer["extractive_spans"]) or answer["free_form_answer"] or yes_no
                if not answer["unanswerable"] and normalize_answer(text) != "unanswerable":
                    found.append(text)
    return found


@needs_shared
def test_no_human_answer_of_the_real_slices_counts_as_a_decline() -> None:
    """The false-decline rate that metrics.md asks for: 0 of 107, none of them left undetermined either."""
    texts = [
        text
        for name in ("qasper-train10", "qasper-train6-merged")
        for text in human_answers(json.loads((SHARED / "data" / "qasper" / f"{name}.json").read_text("utf-8")))
    ]
    stances = [decline_stance(text) for text in texts]
    assert len(texts) > 100
    assert {stance for stance in stances if stance != "answered"} == set()


def test_no_human_answer_of_the_sample_counts_as_a_decline() -> None:
    from loaders import load

    texts = [
        reference.answer
        for _, question in load("sample").questions()
        for reference in question.references
        if reference.type != "none"
    ]
    assert texts
    assert [text for text in texts if decline_stance(text) == "declined"] == []


@needs_shared
def test_few_sentences_of_real_papers_read_as_declines() -> None:
    """A harder floor: 5,000 sentences of scientific prose; at most 1 in 1,000 may be taken for a decline."""
    sentences: list[str] = []
    for name in ("qasper-train10", "qasper-train6-merged"):
        data: dict[str, Any] = json.loads((SHARED / "data" / "qasper" / f"{name}.json").read_text("utf-8"))
        for paper in data.values():
            for section in paper["full_text"]:
                for paragraph in section["paragraphs"]:
                    sentences.extend(paragraph.split(". "))
    false = [sentence for sentence in sentences if decline_stance(sentence) == "declined"]
    assert len(sentences) > 3000
    assert len(false) <= len(sentences) / 1000, false


@pytest.mark.parametrize(("literals", "pattern"), DECLINES)
@settings(max_examples=10)
@given(data=st.data())
def test_what_a_pattern_matches_holds_one_of_its_literals(
    literals: tuple[str, ...], pattern: str, data: st.DataObject
) -> None:
    """Else a decline would be looked over."""
    found = data.draw(st.from_regex(pattern, alphabet=st.characters(max_codepoint=0x7F)))
    assert any(literal in found for literal in literals), found


VOCABULARY = """\
SRC WHERE IT PPL IS DO SAY SAYS SAID TELL TELLS TOLD LEARN LEARNT NEWS PROOF GONE UNSAID FAILS not no none neither nor
nothing answer mention question this that the i we am unable able to impossible possible way unclear unknown
unanswerable enough any sufficient little lack lacks of silent leaves open something
"""


@settings(max_examples=200)
@given(st.lists(st.sampled_from(VOCABULARY.split()), max_size=9))
def test_looking_for_literals_first_changes_no_verdict(words: list[str]) -> None:
    segment = " ".join(words)
    every = re.compile("|".join(pattern for _, pattern in DECLINES))
    assert is_decline(segment) == bool(every.search(segment))
