"""Facts of the datasets that ask questions."""

from __future__ import annotations

from .dataset_facts import DatasetFacts, Expected

HOTPOTQA = DatasetFacts(
    name="hotpotqa",
    title="HotpotQA (distractor)",
    splits=("train", "validation"),
    hub="hotpotqa/hotpot_qa",
    obtain="hotpot_train_v1.1.json or hotpot_dev_distractor_v1.json",
    layout="HotpotQA's layout, released or the Hub's: _id or id, question, answer, supporting_facts, context",
    paragraph="one of the context's titled documents, whole, with its sentences as offsets",
    evidence_unit="sentence",
    unanswerable="",
    answers="extractive, boolean",
    references="annotators",
    license="CC BY-SA 4.0",
    citation=(
        "Zhilin Yang, Peng Qi, Saizheng Zhang, Yoshua Bengio, William W. Cohen, Ruslan Salakhutdinov and Christopher "
        "D. Manning. 2018. HotpotQA: A Dataset for Diverse, Explainable Multi-hop Question Answering. EMNLP."
    ),
    metric="answer EM and F1, supporting-fact EM and F1, joint EM and F1 (hotpot_evaluate_v1.py)",
    expected={"train": Expected(90447), "validation": Expected(7405)},
)

TWOWIKI = DatasetFacts(
    name="2wiki",
    title="2WikiMultihopQA",
    splits=("train", "validation"),
    hub="framolfese/2WikiMultihopQA",
    obtain="train.json or dev.json of the release",
    layout="HotpotQA's layout, released or the Hub's: _id or id, question, answer, supporting_facts, context",
    paragraph=HOTPOTQA.paragraph,
    evidence_unit="sentence",
    unanswerable="",
    answers="extractive, boolean",
    references="annotators",
    license="Apache-2.0",
    license_note="as others state, unverified: the release names none",
    citation=(
        "Xanh Ho, Anh-Khoa Duong Nguyen, Saku Sugawara and Akiko Aizawa. 2020. Constructing A Multi-hop QA Dataset "
        "for Comprehensive Evaluation of Reasoning Steps. COLING."
    ),
    metric="answer, supporting-fact and joint EM and F1 (2wikimultihop_evaluate_v1.1.py)",
    expected={"train": Expected(167454), "validation": Expected(12576)},
)

MUSIQUE = DatasetFacts(
    name="musique",
    title="MuSiQue (Ans; Full with the splits full-train and full-validation)",
    splits=("train", "validation", "full-train", "full-validation"),
    hub="dgslibisey/MuSiQue",
    other_hubs=("bdsaglam/musique",),
    obtain="musique_ans_v1.0_dev.jsonl, musique_full_v1.0_dev.jsonl or the train file of either",
    layout="MuSiQue's layout: id, question, answer, answer_aliases, answerable, paragraphs",
    paragraph="one of the context's 20 titled paragraphs",
    evidence_unit="paragraph",
    unanswerable="the context lacks a paragraph that the question needs (Full only; every question has such a twin)",
    answers="extractive, none",
    references="alternatives",
    license="CC BY 4.0",
    citation=(
        "Harsh Trivedi, Niranjan Balasubramanian, Tushar Khot and Ashish Sabharwal. 2022. MuSiQue: Multihop "
        "Questions via Single-hop Question Composition. TACL 10."
    ),
    metric="answer F1 and support F1; on Full both with sufficiency, in pairs (evaluate_v1.0.py)",
    expected={
        "train": Expected(19938),
        "validation": Expected(2417),
        "full-train": Expected(39876),
        "full-validation": Expected(4834),
    },
)

SQUAD2 = DatasetFacts(
    name="squad2",
    title="SQuAD 2.0",
    splits=("train", "validation"),
    hub="rajpurkar/squad_v2",
    obtain="train-v2.0.json or dev-v2.0.json",
    layout="SQuAD's layout: data with articles, or the Hub's rows with id, title, context, question, answers",
    paragraph="the one passage that a question is asked about; other passages of the article might answer it",
    evidence_unit="span",
    unanswerable="the passage does not answer the question (is_impossible, no answers)",
    answers="extractive, none",
    references="annotators",
    license="CC BY-SA 4.0",
    citation=(
        "Pranav Rajpurkar, Robin Jia and Percy Liang. 2018. Know What You Don't Know: Unanswerable Questions for "
        "SQuAD. ACL."
    ),
    metric="exact match and F1, over all questions, HasAns and NoAns (evaluate-v2.0.py)",
    expected={"train": Expected(130319), "validation": Expected(11873)},
)

PEERQA = DatasetFacts(
    name="peerqa",
    title="PeerQA",
    splits=("test",),
    hub="UKPLab/PeerQA",
    obtain="qa.jsonl, with papers.jsonl beside it or in dataset.corpus",
    layout="PeerQA's qa.jsonl: question_id, paper_id, question, answer_evidence_mapped, answer_free_form, answerable",
    paragraph="a paragraph (pidx) of the extracted text, title and headings too, with its sentences as offsets",
    evidence_unit="sentence",
    unanswerable="the paper's authors say that the paper does not answer the question (answerable is false)",
    answers="abstractive, extractive (evidence without a written answer), none",
    references="annotators",
    license="CC BY-NC-SA 4.0",
    citation=(
        "Tim Baumgärtner, Ted Briscoe and Iryna Gurevych. 2025. PeerQA: A Scientific Question Answering Dataset from "
        "Peer Reviews. NAACL."
    ),
    metric="retrieval MRR and Recall@10, answerability F1, ROUGE-L and AlignScore of answers",
    is_non_commercial=True,
    has_corpus=True,
    expected={"test": Expected(579, 208)},
)

EVIDENCE_INFERENCE = DatasetFacts(
    name="evidence-inference",
    title="Evidence Inference 2.0",
    splits=("train", "validation", "test"),
    hub="jaydeyoung/evidence_infer_treatment",
    obtain="the folder with annotations.csv, prompts.csv and the articles' *.txt",
    layout="Evidence Inference's folder, or the Hub's rows with Text, PMCID, Prompts",
    paragraph=(
        "a line of the article's text, title and abstract too, with its heading as section; a run of lines shorter "
        "than 60 characters, as tables are released, is one paragraph"
    ),
    evidence_unit="span",
    unanswerable="",
    answers="abstractive (one of three labels)",
    references="annotators",
    license="MIT",
    citation=(
        "Jay DeYoung, Eric Lehman, Benjamin Nye, Iain J. Marshall and Byron C. Wallace. 2020. Evidence Inference "
        "2.0: More Data, Better Models. BioNLP."
    ),
    metric="macro F1 of the label, token F1 of the evidence span",
    labels=("significantly decreased", "no significant difference", "significantly increased"),
    expected={"train": Expected(papers=2690), "validation": Expected(papers=340), "test": Expected(papers=334)},
)

PUBMEDQA = DatasetFacts(
    name="pubmedqa",
    title="PubMedQA (PQA-L)",
    splits=("train",),
    hub="qiaojin/PubMedQA",
    obtain="ori_pqal.json",
    layout="PubMedQA's layout: an object by PubMed id with QUESTION, CONTEXTS, final_decision, or the Hub's rows",
    paragraph="a section of the abstract, its conclusion left out as in the dataset",
    evidence_unit="document",
    unanswerable="",
    answers="boolean, abstractive (Maybe)",
    references="annotators",
    license="MIT",
    citation=(
        "Qiao Jin, Bhuwan Dhingra, Zhengping Liu, William Cohen and Xinghua Lu. 2019. PubMedQA: A Dataset for "
        "Biomedical Research Question Answering. EMNLP-IJCNLP."
    ),
    metric="accuracy and macro F1 of yes, no and maybe (evaluation.py)",
    labels=("yes", "no", "maybe"),
    expected={"train": Expected(1000)},
)

NATURAL_QUESTIONS = DatasetFacts(
    name="natural-questions",
    title="Natural Questions",
    splits=("train", "validation"),
    hub="google-research-datasets/natural_questions",
    obtain="a file of the dev set, such as nq-dev-00.jsonl.gz",
    layout="Natural Questions' layout, released, simplified or the Hub's: annotations, long_answer_candidates",
    paragraph=(
        "a candidate for the long answer that lies in no other (paragraph, table, list), its words joined by spaces, "
        "rows and items on lines of their own"
    ),
    evidence_unit="span",
    unanswerable="the annotator marked no long answer on the page (null)",
    answers="extractive, boolean, none",
    references="annotators",
    license="CC BY-SA 3.0",
    citation=("Tom Kwiatkowski et al. 2019. Natural Questions: A Benchmark for Question Answering Research. TACL 7."),
    metric="long-answer and short-answer F1; gold where at least 2 of 5 annotators mark one (nq_eval.py)",
    expected={"train": Expected(307373), "validation": Expected(7830)},
)

QUESTION_FACTS = (
    HOTPOTQA,
    TWOWIKI,
    MUSIQUE,
    SQUAD2,
    PEERQA,
    EVIDENCE_INFERENCE,
    PUBMEDQA,
    NATURAL_QUESTIONS,
)
"""In the order of lists."""
