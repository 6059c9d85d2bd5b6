const GOOD = new Set(["exact", "declined rightly"]);
const GREY = new Set(["answered", "unmeasured", "excluded"]);
function faultChip(fault) {
  const chip = make("span", `chip fault ${GOOD.has(fault) ? "good" : GREY.has(fault) ? "" : "bad"}`, fault);
  chip.title = index.names.fault[fault];
  return chip;
}

function chips(question, opened) {
  const node = make("p", "chips", faultChip(question.f));
  const add = (text) => node.append(make("span", "chip", text));
  if (question.n) {
    const [evidence, precision, recall, answer] = question.n;
    if (index.evidence) add(`evidence F1 ${number(evidence)} (precision ${number(precision)}, recall ${number(recall)})`);
    add(`answer F1 ${number(answer)}`);
  }
  add(opened.a === undefined ? `unmeasured: ${opened.o}` : opened.o.replaceAll("_", " "));
  add(`annotators say ${question.c}`);
  add(`type ${question.y}`);
  return node;
}

