// Puts pictures where a page has room for them, once they are about to be seen.

const MOST = 15; // nodes of a small picture
const TALLEST = 1600;
const kept = new WeakMap();

// What there is to see of the contract that an element belongs to.
function contractOf(place) {
  const source = place.closest(".contract").querySelector("script[type='application/json']");
  if (!source) return null;
  if (!kept.has(source)) kept.set(source, unfolded(JSON.parse(source.textContent)));
  return kept.get(source);
}

// The data of a contract with what they have once in all the places where it belongs.
function unfolded({ drawing, frames, findings }) {
  for (const finding of findings) {
    const { nodes, arrows } = finding.run;
    finding.marks = finding.marks.concat(nodes.map((node) => ({ sign: "run", node })), arrows.map((arrow) => ({ sign: "run", arrow })));
    if (finding.film) finding.film.frames = finding.film.frames.map((number) => frames[number]);
  }
  return { drawing, findings };
}

const stages = new Set();
const wholes = []; // the stages of whole graphs
const players = new Map(); // those beside findings, by the finding

function staged(shown, options) {
  const stage = new Stage(shown, options);
  stages.add(stage);
  return stage;
}

// The whole graph, with what all findings mark in it but their runs.
function fillGraph(place) {
  const { drawing, findings } = contractOf(place);
  if (!drawing.nodes.length) return;
  const marks = findings.flatMap((finding) => finding.marks).filter((mark) => mark.sign !== "run");
  const label = place.dataset.label;
  const shown = picture(drawing, { marks, room: Math.max(640, place.clientWidth), label });
  const notes = shown.notes.list();
  const stage = staged(shown, { tallest: TALLEST });
  wholes.push(stage);
  place.append(stage.root, legend(drawing, marks, shown), notes ? folding(notes, "Notes in the picture") : "");
}

// The small picture of a finding, and the player of its run.
function fillPicture(place) {
  const { drawing, findings } = contractOf(place);
  const finding = findings.find((each) => each.id === place.dataset.finding);
  if (!finding) return;
  const only = chosen(drawing, finding);
  const label = `small picture of the finding, ${plural(only.length, drawing.word)}`;
  const shown = picture(drawing, { only, marks: finding.marks, room: Math.max(320, place.clientWidth), label });
  const stage = staged(shown, { tallest: 520 });
  const partial = only.length < drawing.nodes.length;
  const open = element("button", { type: "button", class: "open", click: () => theatre(place, drawing, finding) }, partial ? "In the whole graph" : "Enlarge");
  place.append(stage.root, element("div", { class: "below" }, legend(drawing, finding.marks, shown), open));
  const notes = shown.notes.list();
  if (notes) place.append(notes);
  if (!finding.film) return;
  const player = new Player(finding.film, stage, drawing);
  players.set(finding.id, player);
  place.append(player.root);
}

// The nodes of a small picture: those of the finding, or where its run comes by, or where runs start.
function chosen(drawing, finding) {
  if (finding.small.length) return finding.small;
  const passed = finding.film.frames.map((frame) => frame.node).filter((node) => node !== null);
  const first = [...drawing.nodes.keys()].filter((number) => drawing.nodes[number].initial);
  return [...new Set(passed.length ? passed : first)].slice(0, MOST);
}

// A finding in the whole graph, in all the room there is, with its player beside it.
function theatre(place, drawing, finding) {
  const title = place.closest(".finding").querySelector(".message").textContent;
  const close = element("button", { type: "button", class: "close", "aria-label": "Close", click: () => box.close() }, "Close");
  const side = element("div", { class: "side" });
  const front = element("div", { class: "front" });
  const box = element("dialog", { class: "theatre", "aria-label": title, close: () => box.remove() }, element("header", {}, element("h2", {}, title), close), element("div", { class: "room" }, front, side));
  document.body.append(box);
  box.showModal();
  const shown = picture(drawing, { marks: finding.marks, room: Math.max(640, front.clientWidth), label: "the whole graph" });
  const stage = new Stage(shown, { tallest: Math.max(300, window.innerHeight - 110), fills: true });
  front.append(stage.root);
  if (finding.film) side.append(new Player(finding.film, stage, drawing).root);
  side.append(legend(drawing, finding.marks, shown));
  const notes = shown.notes.list();
  if (notes) side.append(notes);
  stage.fit();
  const first = finding.film ? finding.film.frames[0].node : chosen(drawing, finding)[0];
  if (shown.at.has(first)) stage.reveal(shown.at.get(first));
}

// What the looks of a picture mean: those that are in it.
function legend(drawing, marks, shown) {
  const looks = new Set(marks.map((mark) => mark.sign));
  const lines = new Map();
  for (const number of shown.parts.nodes.keys()) looks.add(drawing.nodes[number].standing);
  for (const [number, [line]] of shown.parts.arrows) {
    if (line.classList.contains("back")) looks.add("back");
    if (!isTaken(drawing.arrows[number])) looks.add("idle");
    if (drawing.arrows[number].line) lines.set(`line-${drawing.arrows[number].line}`, drawing.arrows[number].kind);
  }
  const items = [...lines, ...Object.entries(MEANINGS).filter(([look]) => looks.has(look))];
  return element("ul", { class: "legend" }, ...items.map(([look, words]) => element("li", { class: `look-${look}` }, element("i", { "aria-hidden": "true" }), words)));
}

function folding(content, words) {
  return element("details", { class: "notes-list", open: content.childElementCount <= 8 }, element("summary", {}, `${words} (${content.childElementCount})`), content);
}

// Fills places shortly before they come into view; gives what fills some at once, or all.
function lazily(places, fill) {
  const waiting = new Map([...places].map((place) => [place, fill]));
  const act = (place) => {
    if (!waiting.delete(place)) return;
    watcher.unobserve(place);
    fill(place);
  };
  const watcher = new IntersectionObserver((seen) => seen.filter((each) => each.isIntersecting).forEach((each) => act(each.target)), { rootMargin: "300px" });
  for (const place of places) watcher.observe(place);
  return (some = [...waiting.keys()]) => some.filter((place) => place.offsetParent !== null).forEach(act);
}
