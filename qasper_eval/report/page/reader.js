const reader = byId("reader");
let isWhole = false;

function closeQuestion() {
  reader.hidden = true;
  reader.replaceChildren();
  document.body.classList.remove("reading");
}

function paperName(question, paper) {
  const title = index.papers[question.p];
  return title === paper.id ? title : `${title} (${paper.id})`;
}

function placeOf(question) {
  const place = shown.indexOf(question);
  return place < 0 ? "not among the questions listed" : `${place + 1} of ${shown.length}`;
}

function readerHead(question) {
  const nav = make(
    "span",
    "",
    button("", "‹ previous", () => step(-1)),
    " ",
    button("", "next ›", () => step(1)),
    " ",
    make("span", "place", placeOf(question)),
  );
  const copy = make("a", "note", question.i);
  copy.href = `#q=${encodeURIComponent(question.i)}`;
  copy.title = "link to this question";
  return make("div", "head", button("", "← all questions", goBack), nav, copy);
}

function answerPart(question, opened) {
  const heading = make("h3", "", "What the agent answered");
  if (opened.a === undefined) {
    return [heading, make("p", "note", `Nothing: this question is unmeasured (${opened.o}) and is in no mean.`)];
  }
  const prose = opened.x === undefined ? opened.a : opened.x;
  const parts = [heading, make("p", "said-by", ...claimNodes(prose, opened))];
  if (opened.x !== undefined && opened.x.trim() !== opened.a.trim()) {
    parts.push(make("p", "note", `scored as: ${opened.a}`));
  }
  const cited = (opened.m || []).filter((mark) => mark.k !== "human" && mark.o !== undefined && mark.s === undefined);
  const links = cited.flatMap((mark) => [goTo(mark.o), " "]);
  parts.push(make("p", "note", cited.length ? "cites " : "cites nothing", ...links));
  return parts;
}

function claimNodes(prose, opened) {
  const chars = points(prose);
  const all = (opened.m || []).filter((mark) => mark.k !== "human" && mark.o !== undefined).map((mark) => mark.o);
  const claims = (opened.cl || []).filter(([start, end]) => start < end && end <= chars.length);
  claims.sort((one, other) => one[0] - other[0]);
  if (!claims.length) return prose ? [claimNode(prose, all)] : ["(empty answer)"];
  const parts = [];
  let at = 0;
  for (const [start, end, ordinals] of claims) {
    if (start < at) continue;
    parts.push(chars.slice(at, start).join(""), claimNode(chars.slice(start, end).join(""), ordinals));
    at = end;
  }
  return [...parts, chars.slice(at).join("")];
}

function claimNode(text, ordinals) {
  const node = make("span", ordinals.length ? "claim" : "claim none", text);
  node.dataset.cites = ordinals.join(" ");
  node.tabIndex = 0;
  node.setAttribute("role", "button");
  node.title = ordinals.length ? `cites ${ordinals.map((ordinal) => `¶${ordinal}`).join(", ")}` : "cites nothing";
  const choose = () => {
    light([node], ordinals);
    if (ordinals.length) reveal(ordinals[0]);
  };
  node.addEventListener("click", choose);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    choose();
  });
  return node;
}

function light(claims, ordinals) {
  for (const node of reader.querySelectorAll(".on")) node.classList.remove("on");
  for (const node of claims) node.classList.add("on");
  for (const ordinal of ordinals) {
    const node = byId(`para-${ordinal}`);
    if (node) node.classList.add("on");
  }
}

function goTo(ordinal) {
  const node = button("go", `¶${ordinal}`, () => {
    if (reveal(ordinal)) light([], [ordinal]);
  });
  return node;
}

reader.addEventListener("click", (event) => {
  const node = event.target.closest(".para.both, .para.cited");
  if (!node || !node.id) return;
  const ordinal = node.id.slice("para-".length);
  const claims = [...reader.querySelectorAll(".claim")].filter((claim) => claim.dataset.cites.split(" ").includes(ordinal));
  light(claims, [ordinal]);
  if (claims.length) claims[0].scrollIntoView({ block: "center" });
});

function peopleList(opened, { alone = true } = {}) {
  const node = make("ol", "people");
  (opened.h || []).forEach((person, place) => {
    const against = person.ef === null || !alone ? "" : ` · against this one alone: evidence ${number(person.ef)}, answer ${number(person.af)}`;
    const strays = person.e.filter((ordinal) => ordinal === null).length;
    const marked = person.e.filter((ordinal) => ordinal !== null).flatMap((ordinal) => [goTo(ordinal), " "]);
    node.append(
      make(
        "li",
        "",
        make("p", "meta", `annotator ${place + 1} · ${person.y}${against}`),
        make("p", "", person.t),
        make("p", "meta", marked.length ? "marked " : "marked nothing in the paper", ...marked, strays ? `and ${strays} that is no paragraph` : ""),
      ),
    );
  });
  return node;
}

function legend() {
  const whole = button("", isWhole ? "only what matters" : "whole paper", toggleWhole);
  whole.id = "whole";
  return make(
    "p",
    "marks",
    make("span", "both", "cited and marked by people"),
    make("span", "cited", "cited only"),
    make("span", "human", "marked by people only"),
    whole,
  );
}

function toggleWhole() {
  const wasOnButton = document.activeElement && document.activeElement.id === "whole";
  isWhole = !isWhole;
  if (!current) return;
  openQuestion(current);
  (wasOnButton ? byId("whole") : reader).focus({ preventScroll: true });
}

function nextCitation() {
  const nodes = [...reader.querySelectorAll(".para.both, .para.cited, .para.human")];
  if (!nodes.length) return;
  const place = nodes.findIndex((node) => node.classList.contains("on"));
  const node = nodes[(place + 1) % nodes.length];
  light([], []);
  node.classList.add("on");
  node.scrollIntoView({ block: "center" });
}
