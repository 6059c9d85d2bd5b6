const FILTERS = ["change", "type", "class"];
const COLUMN = { change: "x", type: "y", class: "c" };
const valuesOf = (question, name) => [].concat(question[COLUMN[name]]);
const labelOf = (name, value) => (name === "change" ? index.names.change[value] : value);

const gapOf = (which, sign) => (question) => (question.d ? sign * question.d[which] : 2);
const ORDERS = {
  "": (question) => question.place,
  gained: gapOf(0, -1),
  lost: gapOf(0, 1),
  answer: gapOf(1, -1),
  paper: (question) => question.p,
};

/* Where the dataset marks no evidence, its F1 means nothing and answer F1 leads. */
const MAIN = index.evidence ? { place: 0, name: "evid. F1" } : { place: 1, name: "answer F1" };
if (!index.evidence) for (const name of ["gained", "lost"]) byId("sort").querySelector(`[value=${name}]`).remove();

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(2)}`;

function rowParts(question) {
  const score = make("span", "score", question.d ? signed(question.d[MAIN.place]) : "–", make("small", "", MAIN.name));
  const fault = make("span", "fault", faultChip(question.f), question.f === question.b.f ? "" : " → ");
  if (question.f !== question.b.f) fault.append(faultChip(question.b.f));
  const where = make("span", "where", `${index.papers[question.p]} · ${question.y}`);
  return [score, make("span", "q", question.t || question.i), fault, where];
}
