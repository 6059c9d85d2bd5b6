/* What a page's questions are filtered and sorted by, and what a row shows, is in the page's own script. */
const CHUNK = 100;
const list = byId("list");
let shown = [];
let rendered = 0;
let current = null;

index.questions.forEach((question, place) => {
  question.place = place;
  question.haystack = `${question.t} ${question.i} ${index.papers[question.p]}`.toLowerCase();
});
const byQuestionId = new Map(index.questions.map((question) => [question.i, question]));

function fillFilters() {
  for (const name of FILTERS) {
    const counts = new Map();
    for (const question of index.questions) {
      for (const value of valuesOf(question, name)) counts.set(value, (counts.get(value) || 0) + 1);
    }
    const named = index.names[name];
    const order = named ? Object.keys(named) : [...counts.keys()].sort();
    for (const value of order.filter((key) => counts.has(key))) {
      const option = make("option", "", `${labelOf(name, value)} (${counts.get(value)})`);
      option.value = value;
      byId(name).append(option);
    }
  }
}

function wanted() {
  const state = { search: byId("search").value.trim(), sort: byId("sort").value };
  for (const name of FILTERS) state[name] = byId(name).value;
  return state;
}

function select() {
  const state = wanted();
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  shown = index.questions.filter(
    (question) =>
      FILTERS.every((name) => !state[name] || valuesOf(question, name).includes(state[name])) &&
      words.every((word) => question.haystack.includes(word)),
  );
  const key = ORDERS[state.sort] || ORDERS[""];
  shown.sort((one, other) => key(one) - key(other) || one.place - other.place);
  const isAll = shown.length === index.questions.length;
  byId("count").textContent = `${shown.length.toLocaleString("en")} of ${index.questions.length.toLocaleString("en")} questions`;
  byId("clear").hidden = isAll && !state.sort && !state.search;
  list.replaceChildren();
  rendered = 0;
  renderMore();
}

function renderMore(upTo = rendered + CHUNK) {
  const end = Math.min(upTo, shown.length);
  const rows = shown.slice(rendered, end).map(row);
  list.append(...rows);
  rendered = Math.max(rendered, end);
  byId("more").hidden = rendered >= shown.length;
}

function row(question) {
  const link = make("a");
  link.href = hashOf({ ...wanted(), q: question.i });
  link.dataset.q = question.i;
  link.append(...rowParts(question));
  if (current && current.i === question.i) link.setAttribute("aria-current", "true");
  return make("li", "", link);
}

function point(question, { scroll = true } = {}) {
  current = question;
  const place = shown.indexOf(question);
  if (place >= rendered) renderMore(place + 1);
  for (const link of list.querySelectorAll("a")) {
    const isIt = question !== null && link.dataset.q === question.i;
    if (isIt) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (isIt && scroll) link.scrollIntoView({ block: "nearest" });
  }
}

/* The keyboard goes on from the row pointed at, not from the top of the page. */
function focusRow() {
  const link = list.querySelector("a[aria-current=true]");
  if (link) link.focus({ preventScroll: true });
}

function neighbour(step) {
  const place = current ? shown.indexOf(current) : -1;
  return shown[Math.min(Math.max(place + step, 0), shown.length - 1)];
}
