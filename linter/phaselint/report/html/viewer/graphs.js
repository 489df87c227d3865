// Puts pictures where a page has room for them, once they are about to be seen.

const MOST = 15; // nodes of a small picture
const TALLEST = 1600;
const FEW = 3; // nodes without a transition that are drawn
const MANY = 12; // of those with findings; names in sight
const kept = new WeakMap();

// What there is to see of the contract that an element belongs to.
function contractOf(place) {
  const section = place.closest(".contract");
  const source = section.querySelector("script[type='application/json']");
  if (!source) return null;
  if (!kept.has(source)) kept.set(source, unfolded(JSON.parse(source.textContent), section));
  return kept.get(source);
}

// The data of a contract with what they have once in all the places where it belongs; a step of a
// run with its text on the page.
function unfolded({ drawing, frames, sources, findings }, section) {
  const told = new Map([...section.querySelectorAll("li[data-frame]")].map((text) => [Number(text.dataset.frame), text]));
  for (const finding of findings) {
    const { nodes, arrows } = finding.run;
    finding.marks = finding.marks.concat(nodes.map((node) => ({ sign: "run", node })), arrows.map((arrow) => ({ sign: "run", arrow })));
    if (!finding.film) continue;
    finding.moments = finding.film.map((number) => told.get(number));
    finding.film = finding.film.map((number) => frames[number]);
  }
  return { drawing, sources, findings };
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
  const single = unrelated(drawing, marks);
  const only = [...drawing.nodes.keys()].filter((number) => !single.includes(number));
  const shown = picture(drawing, { only, marks, room: Math.max(640, place.clientWidth), label });
  const notes = shown.notes.list();
  const stage = staged(shown, { tallest: TALLEST });
  wholes.push(stage);
  const rest = single.length ? untied(drawing, single) : "";
  place.append(stage.root, legend(drawing, marks, shown), rest, notes ? folding(notes, "Notes on the diagram") : "");
}

// The nodes without a transition to or from another, where they would be a scatter around all others:
// those that no finding is about if they are more than a few, those with findings if they are many.
// None where there is nothing else to draw.
function unrelated(drawing, marks) {
  const tied = new Set();
  for (const { source, target } of drawing.arrows) if (source !== target) tied.add(source).add(target);
  const marked = new Set(marks.map((mark) => mark.node));
  const single = [...drawing.nodes.keys()].filter((number) => !tied.has(number));
  const quiet = single.filter((number) => !marked.has(number));
  const noted = single.filter((number) => marked.has(number));
  const left = new Set([...(quiet.length > FEW ? quiet : []), ...(noted.length > MANY ? noted : [])]);
  return left.size < drawing.nodes.length ? single.filter((number) => left.has(number)) : [];
}

// The names of such nodes: in sight, or folded if they are many.
function untied(drawing, single) {
  const said = `${plural(single.length, drawing.word)} without a transition to or from another`;
  const names = single.map((number) => drawing.nodes[number].name).join(", ");
  const told = (words) => element("p", { class: "unrelated" }, words);
  return single.length > MANY
    ? element("details", { class: "notes-list" }, element("summary", {}, said), told(names))
    : told(`${said}: ${names}`);
}

// The small picture of a finding, or the player of its run with that.
function fillPicture(place) {
  const contract = contractOf(place);
  const { drawing, findings } = contract;
  const finding = findings.find((each) => each.id === place.dataset.finding);
  if (!finding) return;
  const only = chosen(drawing, finding);
  const label = `diagram of the finding, ${plural(only.length, drawing.word)}`;
  const room = finding.film ? paneOf(place) : place.clientWidth;
  const shown = picture(drawing, { only, marks: finding.marks, room: Math.max(320, room), label });
  const stage = staged(shown, { tallest: finding.film ? Math.min(400, place.clientWidth * 0.8) : 520 });
  const partial = only.length < drawing.nodes.length;
  const open = element("button", { type: "button", class: "open", click: () => theatre(place, contract, finding) }, partial ? "Show whole graph" : "Enlarge");
  const below = [element("div", { class: "below" }, legend(drawing, finding.marks, shown), open), shown.notes.list() || ""];
  if (!finding.film) {
    place.append(stage.root, ...below);
    return;
  }
  const player = playerOf(place, contract, finding, stage, below);
  players.set(finding.id, player);
  place.querySelector(".film").classList.add("taken");
  place.append(player.root);
}

function playerOf(place, contract, finding, stage, below) {
  const [ending, origin] = [".ending", ".origin"].map((part) => place.querySelector(`.film ${part}`));
  return new Player({ ...finding, ending, origin }, stage, contract, below);
}

// How wide the pane of the graph will be.
function paneOf(place) {
  return place.clientWidth > 860 ? place.clientWidth * 0.36 : place.clientWidth;
}

// The nodes of a small picture: those of the finding, or where its run comes by, or where runs start.
function chosen(drawing, finding) {
  if (finding.small.length) return finding.small;
  const passed = finding.film.map((frame) => frame.node).filter((node) => node !== null);
  const first = [...drawing.nodes.keys()].filter((number) => drawing.nodes[number].initial);
  return [...new Set(passed.length ? passed : first)].slice(0, MOST);
}

// A finding in the whole graph, in all the room there is, with the steps of its run beside it.
function theatre(place, contract, finding) {
  const { drawing } = contract;
  const title = place.closest(".finding").querySelector(".message").textContent;
  const close = element("button", { type: "button", class: "close", "aria-label": "Close", click: () => box.close() }, "Close");
  const room = element("div", { class: "room" });
  const box = element("dialog", { class: "theatre", "aria-label": title, close: () => box.remove() }, element("header", {}, element("h2", {}, title), close), room);
  document.body.append(box);
  box.showModal();
  const wide = finding.film ? room.clientWidth * 0.6 : room.clientWidth;
  const shown = picture(drawing, { marks: finding.marks, room: Math.max(640, wide), label: "the whole graph" });
  const stage = new Stage(shown, { tallest: Math.max(300, window.innerHeight - 190), fills: true });
  const below = [legend(drawing, finding.marks, shown), shown.notes.list() || ""];
  if (finding.film) room.append(playerOf(place, contract, finding, stage, below).root);
  else room.append(stage.root, ...below);
  stage.fit();
  const first = finding.film ? finding.film[0].node : chosen(drawing, finding)[0];
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
