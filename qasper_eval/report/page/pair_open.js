/* One mark a paragraph out of both runs: what people marked is the same in either. */
function mergedMarks(opened) {
  const merged = new Map();
  for (const [name, arm] of [["A", opened.a], ["B", opened.b]]) {
    for (const mark of arm.m || []) {
      const key = mark.o === undefined ? `text ${mark.t}` : mark.o;
      const known = merged.get(key) || { ...mark, by: [], q: [] };
      if (mark.k !== "human") {
        known.by.push(name);
        known.k = mark.k;
        known.q = known.q.length ? known.q : mark.q || [];
      }
      merged.set(key, known);
    }
  }
  for (const mark of merged.values()) {
    const cited = mark.by.length ? `cited by ${mark.by.join(" and ")}` : "cited by neither";
    mark.w = mark.a ? `${cited}, marked by ${people(mark.a)}` : `${cited}, marked by no annotator`;
  }
  return [...merged.values()];
}

function armPart(name, question, opened) {
  const numbers = name === "A" ? question : { ...question, ...question.b };
  const parts = opened.hidden
    ? [make("p", "note", "Its answers were not published.")]
    : answerPart(numbers, opened).slice(1);
  return make("section", "arm", make("h3", "", `What ${name} answered`), chips(numbers, opened), ...parts);
}

const changeChip = (change) => make("span", "chip", labelOf("change", change));

function openQuestion(question) {
  const paper = block(`paper-${question.p}`);
  const opened = paper.questions[question.i];
  const both = { m: mergedMarks(opened), h: opened.a.h };
  reader.replaceChildren(
    readerHead(question),
    make("h2", "", question.t || question.i),
    make("p", "where", paperName(question, paper)),
    question.x.length ? make("p", "chips", ...question.x.map(changeChip)) : "",
    make("div", "arms", armPart("A", question, opened.a), armPart("B", question, opened.b)),
    make("h3", "", "What people answered"),
    peopleList(both, { alone: false }),
    make("h3", "", "The paper"),
    legend(),
    paperView(paper, both, { whole: isWhole }),
  );
  reader.hidden = false;
  document.body.classList.add("reading");
}
