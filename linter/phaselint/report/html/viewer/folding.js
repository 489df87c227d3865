// Layers of a long graph make a strip, and those of a wide one a ribbon, that nobody can read. Such
// a graph is cut into rows that are not too wide, and the rows into columns side by side. An arrow
// that leads far has its label above its target, and comes there as a curve behind everything else.

const FOLD_FROM = 30; // nodes
const LARGE = 80; // nodes
const ROW = 430; // how wide a row may be where it has more than one node
const GUTTER = 48;
const NEAR = 4; // rows over which an arrow is laid out among the nodes
const SLACK = 1.08; // by how much a graph may be wider than it should
const ROW_GAP = 58; // what a row takes besides its nodes, about

// As `layered`, within about a width.
function laidOut(boxes, arrows, room) {
  if (boxes.length < FOLD_FROM) {
    const plain = layered(boxes, arrows);
    if (plain.width <= room) return plain;
  }
  const rows = inRows(boxes, arrows);
  let columns = columnsOf(rows, boxes, room);
  for (;;) {
    const laid = joined(columns, boxes, arrows);
    if (columns.length === 1 || laid.width <= widthFor(boxes, laid.height, room) * SLACK) return laid;
    columns = cut(rows, boxes, fewer(columns.length, laid, boxes, room));
  }
}

// How wide a graph may be: a large one as wide as it is high, since it has to be moved anyway.
function widthFor(boxes, height, room) {
  return boxes.length > LARGE ? Math.max(room, height) : room;
}

// How many columns there may be instead, where so many are too wide.
function fewer(count, { width, height }, boxes, room) {
  for (let less = count - 1; less > 1; less -= 1) {
    if ((width * less) / count <= widthFor(boxes, (height * count) / less, room)) return less;
  }
  return 1;
}

// The nodes in rows, those of one layer in one or more: an arrow leads down, or is a way back. What
// a run can come to stands before what no way leads to.
function inRows(boxes, arrows) {
  const rows = [];
  const reached = reachable(boxes, arrows);
  const layers = layersOf(boxes.length, arrows);
  for (const among of [true, false]) {
    for (const layer of layers.map((each) => each.filter((number) => reached.has(number) === among))) {
      let width = Infinity;
      for (const number of layer) {
        width += boxes[number].width + GAPS.nodesep;
        if (width > ROW) {
          rows.push([]);
          width = boxes[number].width;
        }
        rows[rows.length - 1].push(number);
      }
    }
  }
  return rows;
}

// The nodes that arrows lead to from where runs start; all where nobody says where that is.
function reachable(boxes, arrows) {
  const found = new Set([...boxes.keys()].filter((number) => boxes[number].first));
  if (!found.size) return new Set(boxes.keys());
  const ways = boxes.map(() => []);
  for (const { source, target, idle } of arrows) if (!idle) ways[source].push(target);
  for (const number of found) ways[number].forEach((target) => found.add(target));
  return found;
}

// The nodes by their longest way from a beginning; each layer in the order of what leads there.
function layersOf(count, arrows) {
  const back = backward(count, arrows);
  const ways = Array.from({ length: count }, () => []);
  const open = new Int32Array(count);
  arrows.forEach(({ source, target }, number) => {
    if (source === target || back.has(number)) return;
    ways[source].push(target);
    open[target] += 1;
  });
  const depth = new Int32Array(count);
  const waiting = [...open.keys()].filter((number) => !open[number]);
  const layers = [];
  for (let at = 0; at < waiting.length; at += 1) {
    const number = waiting[at];
    for (const target of ways[number]) {
      depth[target] = Math.max(depth[target], depth[number] + 1);
      open[target] -= 1;
      if (!open[target]) waiting.push(target);
    }
  }
  for (const number of waiting) (layers[depth[number]] = layers[depth[number]] || []).push(number);
  return layers;
}

// The rows in columns of about the same height: as many as there is room for, and of a large graph
// as many as make it about as high as it is wide.
function columnsOf(rows, boxes, room) {
  const whole = rows.reduce((sum, row) => sum + heightOf(row, boxes), 0);
  let best = [rows];
  for (let count = 2; count <= Math.min(24, rows.length); count += 1) {
    const columns = cut(rows, boxes, count);
    const width = columns.reduce((sum, column) => sum + widest(column, boxes) + GUTTER, 0);
    if (width > widthFor(boxes, whole / count, room)) break;
    best = columns;
  }
  return best;
}

function cut(rows, boxes, count) {
  const heights = rows.map((row) => heightOf(row, boxes));
  const each = heights.reduce((sum, height) => sum + height, 0) / count;
  const columns = [];
  let reached = 0;
  rows.forEach((row, at) => {
    const place = Math.floor((reached + heights[at] / 2) / each);
    (columns[place] = columns[place] || []).push(row);
    reached += heights[at];
  });
  return columns.filter((column) => column);
}

function heightOf(row, boxes) {
  return Math.max(...row.map((number) => boxes[number].height)) + ROW_GAP;
}

// How wide a column is, about: its rows, and labels and ways beside them.
function widest(column, boxes) {
  const widths = column.map((row) => row.reduce((sum, number) => sum + boxes[number].width + GAPS.nodesep, 0));
  return Math.max(...widths) + 130;
}

// The columns, each laid out by itself, side by side.
function joined(columns, boxes, arrows) {
  const home = new Map();
  columns.forEach((column, place) => column.forEach((row, at) => row.forEach((number) => home.set(number, { place, row: at }))));
  const nodes = [];
  const ways = [];
  let left = 0;
  columns.forEach((column, place) => {
    const start = left;
    const right = ({ x, y }) => ({ x: x + start, y });
    const { laid, numbers, near, far } = inColumn(column, place, boxes, arrows, home);
    numbers.forEach((number, at) => (nodes[number] = right(laid.nodes[at])));
    near.forEach((number, at) => (ways[number] = shifted(laid.ways[at], right)));
    far.forEach((number, at) => (ways[number] = shifted(landing(laid.ways[near.length + at], arrows[number]), right)));
    left += laid.width + GUTTER;
  });
  arrows.forEach((arrow, number) => {
    if (isNear(arrow, home)) return;
    const [from, to] = [home.get(arrow.source), home.get(arrow.target)];
    const back = from.place > to.place || (from.place === to.place && from.row >= to.row);
    ways[number] = { ...ways[number], far: reaching(nodes[arrow.source], boxes[arrow.source], ways[number].label, arrow), back };
  });
  return bounded({ nodes, ways }, boxes, arrows);
}

function isNear({ source, target }, home) {
  const [from, to] = [home.get(source), home.get(target)];
  return from.place === to.place && Math.abs(from.row - to.row) <= NEAR;
}

// One column. An arrow that comes from far begins in it at a point of its own above its label.
function inColumn(column, place, boxes, arrows, home) {
  const numbers = column.flat();
  const index = new Map(numbers.map((number, at) => [number, at]));
  const coming = arrows.map((arrow, number) => number).filter((number) => home.get(arrows[number].target).place === place);
  const near = coming.filter((number) => isNear(arrows[number], home));
  const far = coming.filter((number) => !isNear(arrows[number], home));
  const inner = near.map((number) => ({ ...arrows[number], source: index.get(arrows[number].source), target: index.get(arrows[number].target) }));
  const above = far.map((number, at) => {
    const { target, width, height } = arrows[number];
    return { source: numbers.length + at, target: index.get(target), width: Math.max(8, width), height: Math.max(8, height) };
  });
  const points = far.map(() => ({ width: 1, height: 1 }));
  const laid = layered([...numbers.map((number) => boxes[number]), ...points], [...inner, ...above], inOrder(column, index, inner));
  return { laid, numbers, near, far };
}

// The end of an arrow that comes from far: from its label down.
function landing({ points, label }, { height }) {
  const end = points[points.length - 1];
  return { points: [{ x: label.x, y: label.y + height / 2 }, end], label, loop: null, back: false };
}

// What keeps rows below each other: each node is below one of the row before, and where it can be
// below the one at its place.
function inOrder(column, index, inner) {
  const pairs = [];
  for (let at = 1; at < column.length; at += 1) {
    const before = column[at - 1].map((number) => index.get(number));
    column[at].forEach((number, place) => {
      const own = index.get(number);
      const held = inner.some(({ source, target }) => target === own && before.includes(source));
      if (!held) pairs.push([before[Math.min(place, before.length - 1)], own]);
    });
  }
  return pairs;
}

// From the side of a node to the side of a label.
function reaching(node, box, label, { width }) {
  const way = Math.abs(label.x - node.x) < 70 ? 0 : Math.sign(label.x - node.x);
  const out = way || 1;
  const into = way ? -way : 1;
  return [
    { x: node.x + (out * box.width) / 2, y: node.y, side: out },
    { x: label.x + (into * Math.max(8, width)) / 2, y: label.y, side: into },
  ];
}
