// Texts of a picture: broken into rows, measured before anything is laid out.

const SIZES = { name: 13, action: 11.5, dead: 11.5, bound: 11, standing: 11 };
const LEADING = 1.36;
const NAME_WIDTH = 168;
const ACTION_WIDTH = 176;
const MOST_NAME_ROWS = 3;
const MOST_ROWS_OF_ACTION = 2;
const MOST_ACTIONS = 4;

const pencil = document.createElement("canvas").getContext("2d");

function widthOf(text, kind) {
  const family = getComputedStyle(document.body).fontFamily || "sans-serif";
  pencil.font = `${kind === "name" ? 600 : 400} ${SIZES[kind]}px ${family}`;
  return pencil.measureText(text).width;
}

// The rows of a text, broken where words or parts of names end, and cut short with an ellipsis.
function rowsOf(text, kind, most, rows) {
  const parts = text.match(/[^\s_\-./:]*[\s_\-./:]+|[^\s_\-./:]+/g) || [""];
  const made = [""];
  for (const part of parts.flatMap((each) => pieces(each, kind, most))) {
    const last = made.length - 1;
    if (made[last] && widthOf(made[last] + part.trimEnd(), kind) > most) made.push(part);
    else made[last] += part;
    if (made.length > rows) break;
  }
  if (made.length > rows) made.splice(rows - 1, 2, shortened(made[rows - 1] + made[rows], kind, most));
  return made.map((row) => row.trim()).filter((row) => row !== "");
}

// A part that is wider than a row, as pieces that are not.
function pieces(part, kind, most) {
  if (widthOf(part.trimEnd(), kind) <= most) return [part];
  const size = Math.max(4, Math.floor((part.length * most) / widthOf(part, kind)));
  const made = [];
  for (let start = 0; start < part.length; start += size) made.push(part.slice(start, start + size));
  return made;
}

function shortened(text, kind, most) {
  let end = text.length;
  while (end > 1 && widthOf(`${text.slice(0, end)}…`, kind) > most) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

// What is written into a node, and the room it takes.
function nodeBox(node, references) {
  const rows = rowsOf(node.name || " ", "name", NAME_WIDTH, MOST_NAME_ROWS).map((text) => ({ text, kind: "name" }));
  const says = { unentered: "never entered", unusable: "never succeeds", missing: "doesn't exist" }[node.standing];
  if (says) rows.push({ text: says, kind: "standing" });
  for (const bound of (node.bounds || []).slice(0, 2)) {
    for (const text of rowsOf(bound, "bound", NAME_WIDTH, 2)) rows.push({ text, kind: "bound" });
  }
  return boxed(withReferences(rows, references), 14, 9, 64);
}

// What is written beside an arrow. One that nothing takes has nothing to say.
function arrowBox(arrow, references) {
  const rows = [];
  for (const action of arrow.actions.slice(0, MOST_ACTIONS)) {
    const kind = action.dead ? "dead" : "action";
    for (const text of rowsOf(action.name, kind, ACTION_WIDTH, MOST_ROWS_OF_ACTION)) rows.push({ text, kind });
  }
  const rest = arrow.actions.length - MOST_ACTIONS;
  if (rest > 0) rows.push({ text: `and ${rest} more`, kind: "bound" });
  if (arrow.kind && !arrow.actions.some((action) => action.name === arrow.kind)) rows.push({ text: arrow.kind, kind: "bound" });
  for (const bound of (arrow.bounds || []).slice(0, 2)) {
    for (const text of rowsOf(bound, "bound", ACTION_WIDTH, 2)) rows.push({ text, kind: "bound" });
  }
  const all = withReferences(rows, references);
  return all.length ? boxed(all, 4, 2, 0) : { rows: [], width: 0, height: 0 };
}

// The numbers of notes stand after the last row, or alone.
function withReferences(rows, references) {
  if (!references.length) return rows;
  const shown = references.slice(0, 4).map((number) => `[${number}]`).join("");
  return [...rows, { text: references.length > 4 ? `${shown}…` : shown, kind: "bound", reference: true }];
}

function boxed(rows, beside, above, least) {
  const width = Math.max(least, ...rows.map((row) => widthOf(row.text, row.kind)));
  const height = rows.reduce((sum, row) => sum + SIZES[row.kind] * LEADING, 0);
  return { rows, width: Math.ceil(width) + 2 * beside, height: Math.ceil(height) + 2 * above };
}

// The rows of a box as text around a point.
function written(box, x, y) {
  const height = box.rows.reduce((sum, row) => sum + SIZES[row.kind] * LEADING, 0);
  let top = y - height / 2;
  return box.rows.map((row) => {
    const base = top + SIZES[row.kind] * (0.5 + LEADING / 2) - SIZES[row.kind] * 0.16;
    top += SIZES[row.kind] * LEADING;
    const kind = row.reference ? "reference" : row.kind;
    return drawn("text", { x, y: base, class: `label ${kind}`, "text-anchor": "middle" }, row.text);
  });
}
