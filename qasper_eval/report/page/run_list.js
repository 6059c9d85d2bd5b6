const FILTERS = ["fault", "type", "class"];
const COLUMN = { fault: "f", type: "y", class: "c" };
const valuesOf = (question, name) => [question[COLUMN[name]]];
const labelOf = (name, value) => value;

const scoreOf = (which) => (question) => (question.n ? question.n[which] : 2);
const ORDERS = {
  "": (question) => question.place,
  worst: scoreOf(0),
  best: (question) => (question.n ? -question.n[0] : 2),
  answer: scoreOf(3),
  cited: (question) => -question.k,
  paper: (question) => question.p,
};

function rowParts(question) {
  const value = question.n ? question.n[0].toFixed(2) : "–";
  const score = make("span", "score", value, make("small", "", question.n ? "evid. F1" : "n/a"));
  const cited = question.k === 1 ? "1 paragraph" : `${question.k} paragraphs`;
  const where = make("span", "where", `${index.papers[question.p]} · ${question.y} · cites ${cited}`);
  return [score, make("span", "q", question.t), faultChip(question.f), where];
}
