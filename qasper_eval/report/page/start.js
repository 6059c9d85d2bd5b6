const CONTROLS = [...FILTERS, "search", "sort"];
let wasAt = 0;

function hashOf(state) {
  const pairs = Object.entries(state).filter(([, value]) => value);
  return `#${new URLSearchParams(pairs)}`;
}

const hashState = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

function route() {
  if (location.hash === "#questions") return; // the link that skips to the list asks for no other state
  const state = hashState();
  const before = JSON.stringify(wanted());
  for (const name of CONTROLS) {
    const control = byId(name);
    control.value = state[name] || "";
    if (control.value === "" && control.tagName === "SELECT") control.selectedIndex = 0;
  }
  if (rendered === 0 || before !== JSON.stringify(wanted())) select();
  const question = byQuestionId.get(state.q);
  if (question) {
    if (reader.hidden) wasAt = scrollY;
    point(question);
    openQuestion(question);
    scrollTo(0, matchMedia("(min-width: 64rem)").matches ? byId("questions").offsetTop : reader.offsetTop);
    reader.focus({ preventScroll: true });
    return;
  }
  if (!reader.hidden) {
    closeQuestion();
    focusRow();
    scrollTo(0, wasAt);
  } else if (state.fault || state.type || state.class) {
    byId("questions").scrollIntoView();
  }
}

function go(question) {
  location.hash = hashOf({ ...wanted(), q: question.i });
}

function goBack() {
  location.hash = hashOf(wanted()) === "#" ? "#list" : hashOf(wanted());
}

function step(by) {
  const next = neighbour(by);
  if (!next) return;
  if (!reader.hidden) {
    go(next);
    return;
  }
  point(next);
  focusRow();
}

function filter() {
  select();
  const place = reader.querySelector(".place");
  if (place) place.textContent = placeOf(current);
  const state = hashState();
  try {
    history.replaceState(null, "", hashOf({ ...wanted(), q: state.q }));
  } catch {
    /* Some viewers give a page no history; then the filters are not in its address. */
  }
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  "/": () => {
    if (!reader.hidden && !byId("listing").offsetParent) goBack();
    setTimeout(() => byId("search").focus());
  },
  c: () => !reader.hidden && nextCitation(),
  w: () => !reader.hidden && toggleWhole(),
  Enter: () => current && reader.hidden && go(current),
  Escape: () => !reader.hidden && goBack(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tag = event.target.tagName;
  if (event.key === "Escape" && tag === "INPUT") {
    event.target.blur();
    return;
  }
  if (tag === "INPUT" || tag === "SELECT") return;
  if (event.key === "Enter" && tag !== "BODY" && event.target !== reader) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("input", filter);
byId("clear").addEventListener("click", () => {
  for (const name of CONTROLS) byId(name).value = "";
  filter();
});
byId("more").firstElementChild.addEventListener("click", () => renderMore());
if ("IntersectionObserver" in window) {
  new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && renderMore(), { rootMargin: "600px" }).observe(byId("more"));
}

for (const node of document.querySelectorAll(".scripted")) node.hidden = false;
fillFilters();
select();
window.addEventListener("hashchange", route);
/* The papers stand after this script, so that the page shows before they are read. */
document.addEventListener("DOMContentLoaded", route);
