function openQuestion(question) {
  const paper = block(`paper-${question.p}`);
  const opened = paper.questions[question.i];
  reader.replaceChildren(
    readerHead(question),
    make("h2", "", question.t),
    make("p", "where", paperName(question, paper)),
    chips(question, opened),
    ...answerPart(question, opened),
    make("h3", "", "What people answered"),
    peopleList(opened),
    make("h3", "", "The paper"),
    legend(),
    paperView(paper, opened, { whole: isWhole }),
  );
  reader.hidden = false;
  document.body.classList.add("reading");
}

