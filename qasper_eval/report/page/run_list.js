const FILTERS = ["fault", "type", "class"];
const COLUMN = { fault: "f", type: "y", class: "c" };
const valuesOf = (question, name) => [question[COLUMN[name]]];
const labelOf = (name, value) => value;

/* Where the dataset marks no evidence, its F1 means nothing and answer F1 leads. */
const MAIN = index.evidence ? { place: 0, name: "evid. F1" } : { place: 3, name: "answer F1" };
if (!index.evidence) for (const name of ["worst", "best"]) byId("sort").querySelector(`[value=${name}]`).remove();

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
  const value = question.n ? question.n[MAIN.place].toFixed(2) : "–";
  const score = make("span", "score", value, make("small", "", question.n ? MAIN.name : "n/a"));
  const cited = question.k === 1 ? "1 paragraph" : `${question.k} paragraphs`;
  const where = make("span", "where", `${index.papers[question.p]} · ${question.y} · cites ${cited}`);
  return [score, make("span", "q", question.t), faultChip(question.f), where];
}
