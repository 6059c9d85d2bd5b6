const AROUND = 1;
const people = (numbers) => (numbers.length === 1 ? `annotator ${numbers[0]}` : `annotators ${numbers.join(", ")}`);

function foundWords(mark, opened) {
  if (opened.r === undefined) return "";
  if (mark.r !== undefined) return ` · found by its search, rank ${mark.r} of ${opened.r}`;
  return " · not among what its search returned";
}

function markWords(mark, opened) {
  if (mark.w) return mark.w;
  const found = foundWords(mark, opened);
  if (mark.k === "cited") return `cited, marked by no annotator${found}`;
  const who = people(mark.a || []);
  if (mark.k === "human") return `marked by ${who}, not cited${found}`;
  const same = mark.s === undefined ? "" : ` (same text as ¶${mark.s}, which is cited)`;
  return `cited and marked by ${who}${same}${found}`;
}

function quoted(text, ranges) {
  if (!ranges || !ranges.length) return [text];
  const chars = points(text);
  const parts = [];
  let at = 0;
  for (const [start, end] of ranges) {
    parts.push(chars.slice(at, start).join(""), make("mark", "", chars.slice(start, end).join("")));
    at = end;
  }
  return [...parts, chars.slice(at).join("")];
}

function paragraphNode(ordinal, text, mark, opened) {
  const node = make("div", `para ${mark ? mark.k : ""}`);
  if (ordinal !== undefined) node.id = `para-${ordinal}`;
  const number = make("span", "no", ordinal === undefined ? "not a paragraph of the paper" : `¶${ordinal}`);
  if (mark) node.append(make("div", "tag", number, markWords(mark, opened)), make("p", "", ...quoted(text, mark.q)));
  else node.append(make("p", "", number, text));
  return node;
}

/* Paragraphs in paper order; those far from any mark wait behind a button. */
function paperView(paper, opened, { whole = false } = {}) {
  const marks = new Map((opened.m || []).filter((mark) => mark.o !== undefined).map((mark) => [mark.o, mark]));
  const isNear = (ordinal) => {
    for (let other = ordinal - AROUND; other <= ordinal + AROUND; other += 1) if (marks.has(other)) return true;
    return false;
  };
  const view = make("div", "paper");
  let section = null;
  const show = (ordinal, into) => {
    const [place, text] = paper.paragraphs[ordinal];
    if (!text && !marks.has(ordinal)) return;
    if (place !== section) into.append(make("div", "section", paper.sections[place] || "no section"));
    section = place;
    into.append(paragraphNode(ordinal, text || "(a blank paragraph)", marks.get(ordinal), opened));
  };
  let ordinal = 0;
  while (ordinal < paper.paragraphs.length) {
    let end = ordinal;
    while (!whole && end < paper.paragraphs.length && !isNear(end)) end += 1;
    if (end === ordinal) {
      show(ordinal, view);
      ordinal += 1;
    } else {
      view.append(gap(ordinal, end, show, () => (section = null)));
      ordinal = end;
    }
  }
  const loose = (opened.m || []).filter((mark) => mark.o === undefined || !paper.paragraphs[mark.o]);
  for (const mark of loose) view.append(paragraphNode(mark.o, mark.t || (paper.hidden ? "(its text was not published)" : "the paper has no such paragraph"), mark, opened));
  return view;
}

function gap(start, end, show, forget) {
  const words = end - start === 1 ? `¶${start}` : `¶${start} to ¶${end - 1}: ${end - start} paragraphs`;
  const node = button("gap", `show ${words}`, () => {
    const inside = document.createDocumentFragment();
    forget();
    for (let ordinal = start; ordinal < end; ordinal += 1) show(ordinal, inside);
    const first = inside.querySelector(".para");
    const wasHere = document.activeElement === node;
    node.replaceWith(inside);
    if (!wasHere || !first) return;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  });
  node.dataset.start = start;
  node.dataset.end = end;
  return node;
}

function reveal(ordinal) {
  for (const node of document.querySelectorAll("#reader .gap")) {
    if (ordinal >= Number(node.dataset.start) && ordinal < Number(node.dataset.end)) node.click();
  }
  const node = byId(`para-${ordinal}`);
  if (node) node.scrollIntoView({ block: "center" });
  return node;
}
