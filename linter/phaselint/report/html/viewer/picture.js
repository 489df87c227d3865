// A graph, or a part of one, as a picture with what findings mark in it.

// Draws the nodes with some numbers and the arrows between them; all of them where none are given.
function picture(drawing, { only = null, marks = [], room = 1240, label = "graph" } = {}) {
  const start = performance.now();
  const numbers = only && only.length ? [...only] : drawing.nodes.map((node, number) => number);
  const place = new Map(numbers.map((number, at) => [number, at]));
  const arrows = drawing.arrows
    .map((arrow, number) => ({ arrow, number }))
    .filter(({ arrow }) => place.has(arrow.source) && place.has(arrow.target));
  const notes = new Notes();
  const boxes = numbers.map((number) => {
    const own = marks.filter((mark) => mark.node === number);
    const node = drawing.nodes[number];
    const bounds = [...(node.bounds || []), ...beside(drawing, number)];
    return { ...nodeBox({ ...node, bounds }, noted(notes, [node.why], own)), first: Boolean(node.initial) };
  });
  const lanes = arrows.map(({ arrow, number }) => {
    const own = marks.filter((mark) => mark.arrow === number);
    const box = arrowBox(arrow, noted(notes, arrow.actions.map((action) => action.why), own));
    return { ...box, source: place.get(arrow.source), target: place.get(arrow.target), idle: !isTaken(arrow) && drawing.nodes[arrow.target].standing !== "missing" };
  });
  const laid = laidOut(boxes, lanes, room);
  const parts = { nodes: new Map(), arrows: new Map() };
  const layers = [drawn("g", { class: "bands" }), drawn("g", { class: "arrows" }), drawn("g", { class: "labels" }), drawn("g", { class: "nodes" })];
  arrows.forEach(({ arrow, number }, at) => {
    const way = arrowParts(arrow, marks.filter((mark) => mark.arrow === number), lanes[at], laid.ways[at], drawing);
    layers[1].append(way.line);
    layers[2].append(way.label);
    parts.arrows.set(number, [way.line, way.label]);
  });
  numbers.forEach((number, at) => {
    const made = nodePart(drawing.nodes[number], marks.filter((mark) => mark.node === number), boxes[at], laid.nodes[at]);
    layers[3].append(made);
    parts.nodes.set(number, [made]);
  });
  layers[0].append(...bands(drawing, place, laid, boxes));
  const size = { width: Math.ceil(laid.width), height: Math.ceil(laid.height) };
  const svg = drawn("svg", { ...size, class: "drawing", role: "img", "aria-label": label, viewBox: `0 0 ${size.width} ${size.height}` }, ...layers);
  performance.measure("picture", { start }); // for who wants to know what it takes
  return { svg, ...size, parts, notes, at: new Map(numbers.map((number, index) => [number, laid.nodes[index]])) };
}

// Whether any run may take an arrow.
function isTaken(arrow) {
  return arrow.actions.some((action) => !action.dead);
}

// What a node that runs side by side with others says of that.
function beside(drawing, number) {
  return drawing.parallels
    .filter((each) => each.siblings.includes(number))
    .map((each) => (each.join === null ? "in parallel" : `in parallel, then ${drawing.nodes[each.join].name}`));
}

// A band behind nodes that run side by side, where nothing else is between them.
function bands(drawing, place, laid, boxes) {
  const made = [];
  for (const each of drawing.parallels) {
    const members = each.siblings.filter((number) => place.has(number)).map((number) => place.get(number));
    if (members.length < 2) continue;
    const left = Math.min(...members.map((at) => laid.nodes[at].x - boxes[at].width / 2)) - 9;
    const right = Math.max(...members.map((at) => laid.nodes[at].x + boxes[at].width / 2)) + 9;
    const top = Math.min(...members.map((at) => laid.nodes[at].y - boxes[at].height / 2)) - 9;
    const bottom = Math.max(...members.map((at) => laid.nodes[at].y + boxes[at].height / 2)) + 9;
    const inside = ({ x, y }) => x > left && x < right && y > top && y < bottom;
    if (laid.nodes.some((centre, at) => !members.includes(at) && inside(centre))) continue;
    made.push(drawn("rect", { class: "band", x: left, y: top, width: right - left, height: bottom - top, rx: 10 }));
  }
  return made;
}

function nodePart(node, marks, box, { x, y }) {
  const classes = ["node", node.standing || "live", ...signsOf(marks)];
  if (node.initial) classes.push("initial");
  if (node.terminal) classes.push("terminal");
  const round = node.terminal ? Math.min(20, box.height / 2) : 6;
  const frame = (by, name) =>
    drawn("rect", { class: name, x: x - box.width / 2 + by, y: y - box.height / 2 + by, width: box.width - 2 * by, height: box.height - 2 * by, rx: Math.max(2, round - by) });
  const shapes = [frame(-4, "halo"), frame(0, "box")];
  if (node.terminal) shapes.push(frame(3, "inner"));
  if (node.initial) shapes.push(drawn("circle", { class: "begin", cx: x - box.width / 2, cy: y - box.height / 2, r: 5 }));
  const spot = node.place ? `${node.place.file}:${node.place.line}` : null;
  return drawn("g", { class: classes.join(" "), "data-spot": spot }, drawn("title", {}, aboutNode(node, marks)), ...shapes, ...written(box, x, y));
}

function arrowParts(arrow, marks, box, way, drawing) {
  const classes = ["arrow", isTaken(arrow) ? "taken" : "idle", ...signsOf(marks)];
  if (way.back) classes.push("back");
  if (arrow.line) classes.push(`line-${arrow.line}`);
  const title = aboutArrow(arrow, marks, drawing);
  const path = way.loop ? looped(way.loop) : way.far ? `${swung(way.far)}${curve(way.points)}` : curve(way.points);
  const end = ending(way);
  const shapes = [drawn("path", { class: "line", d: path }), signsOf(marks).includes("blocked") ? cross(end) : tip(end)];
  const label = drawn("g", { class: `${classes.join(" ")} lettering` }, drawn("title", {}, title));
  if (box.rows.length) {
    const { x, y } = way.label;
    label.append(drawn("rect", { class: "paper", x: x - box.width / 2, y: y - box.height / 2, width: box.width, height: box.height, rx: 3 }), ...written(box, x, y));
  }
  return { line: drawn("g", { class: classes.join(" ") }, drawn("title", {}, title), ...shapes), label };
}

// A smooth line through points, upright in each.
function curve(points) {
  let path = `M${round(points[0])}`;
  for (let at = 1; at < points.length; at += 1) {
    const [from, to] = [points[at - 1], points[at]];
    const middle = (from.y + to.y) / 2;
    path += `C${round({ x: from.x, y: middle })} ${round({ x: to.x, y: middle })} ${round(to)}`;
  }
  return path;
}

// From side to side, first straight on.
function swung([from, to]) {
  const reach = from.side === to.side ? REACH + Math.min(60, Math.abs(to.y - from.y) / 12) : Math.max(REACH, Math.abs(to.x - from.x) / 2);
  return `M${round(from)}C${round({ x: from.x + from.side * reach, y: from.y })} ${round({ x: to.x + to.side * reach, y: to.y })} ${round(to)}`;
}

// Out of the side of a node and in again.
function looped({ x, y }) {
  return `M${round({ x, y: y - 7 })}C${round({ x: x + 22, y: y - 20 })} ${round({ x: x + 22, y: y + 20 })} ${round({ x, y: y + 7 })}`;
}

// Where an arrow ends, and the angle at which it comes in.
function ending({ points, loop }) {
  if (loop) return { x: loop.x, y: loop.y + 7, turn: Math.PI };
  const [before, end] = points.slice(-2);
  return { ...end, turn: end.y >= before.y ? Math.PI / 2 : -Math.PI / 2 };
}

function tip({ x, y, turn }) {
  const corner = (angle) => ({ x: x - 8 * Math.cos(turn + angle), y: y - 8 * Math.sin(turn + angle) });
  return drawn("path", { class: "tip", d: `M${round(corner(0.42))}L${round({ x, y })}L${round(corner(-0.42))}Z` });
}

// What stands where a closed way would have its tip.
function cross(end) {
  const { x, y } = { x: end.x - 8 * Math.cos(end.turn), y: end.y - 8 * Math.sin(end.turn) };
  return drawn("path", { class: "cross", d: `M${round({ x: x - 5, y: y - 5 })}L${round({ x: x + 5, y: y + 5 })}M${round({ x: x + 5, y: y - 5 })}L${round({ x: x - 5, y: y + 5 })}` });
}

function round({ x, y }) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

// --- in words ----------------------------------------------------------------------------------

function aboutNode(node, marks) {
  const says = [node.initial && "start", node.terminal && "end", MEANINGS[node.standing], node.why, ...(node.bounds || [])];
  return sentence(node.name, says, marks);
}

function aboutArrow(arrow, marks, drawing) {
  const name = `${drawing.nodes[arrow.source].name} → ${drawing.nodes[arrow.target].name}`;
  const actions = arrow.actions.map((action) => {
    const why = action.dead ? ` (never${action.why ? `: ${action.why}` : ""})` : "";
    return `${action.name}${why}`;
  });
  return sentence(name, [arrow.kind, ...(actions.length ? actions : ["never taken"]), ...(arrow.bounds || [])], marks);
}

function sentence(name, says, marks) {
  const all = [...says, ...marks.map((mark) => mark.words)].filter((words) => words);
  return all.length ? `${name}: ${[...new Set(all)].join("; ")}` : name;
}
