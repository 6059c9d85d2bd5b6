const byId = (id) => document.getElementById(id);

/* Every text goes in as text; nothing on this page is ever parsed as markup again. */
function make(tag, className, ...content) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...content.filter((part) => part !== null && part !== undefined && part !== ""));
  return node;
}

function button(className, label, act) {
  const node = make("button", className, label);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

const blocks = new Map();
function block(id) {
  if (!blocks.has(id)) blocks.set(id, JSON.parse(byId(id).textContent));
  return blocks.get(id);
}

const index = block("index");
const number = (value) => (value === null || value === undefined ? "n/a" : value.toFixed(3));

/* Offsets count code points; strings here count UTF-16 units. */
const points = (text) => Array.from(text);
