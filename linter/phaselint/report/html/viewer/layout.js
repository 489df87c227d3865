// Where everything is drawn: dagre puts nodes into layers, by which runs go down. Ways that go up
// again are found first and laid out the other way round, so that the beginning stays on top.

const GAPS = { nodesep: 26, edgesep: 14, ranksep: 38 };
const REACH = 34; // how far a way goes straight on where it leaves a node by its side
const LOOP = 26; // how much room a way from a node to itself takes beside it
const EXACT = 120; // nodes up to which layers are as short as can be; beyond it takes too long

// Lays out boxes, and arrows with boxes for their labels: `{source, target, width, height}`, by
// index. `hidden` are pairs of nodes of which the second has to be further down. Gives the places
// of nodes, by their centres, and for each arrow its points and the centre of its label.
function layered(boxes, arrows, hidden = []) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ ...GAPS, rankdir: "TB", ranker: boxes.length > EXACT ? "tight-tree" : "network-simplex" });
  const beside = loopsOf(boxes.length, arrows);
  boxes.forEach((box, number) => {
    const { width, height } = beside[number];
    graph.setNode(String(number), { width: box.width + width, height: Math.max(box.height, height) });
  });
  const back = backward(boxes.length, arrows);
  arrows.forEach((arrow, number) => {
    if (arrow.source === arrow.target) return;
    const [source, target] = back.has(number) ? [arrow.target, arrow.source] : [arrow.source, arrow.target];
    const label = { width: arrow.width, height: arrow.height, labelpos: "c" };
    graph.setEdge(String(source), String(target), label, `a${number}`);
  });
  hidden.forEach(([above, below], number) => {
    graph.setEdge(String(above), String(below), { width: 0, height: 0, weight: 1 }, `h${number}`);
  });
  dagre.layout(graph);
  return measured(graph, boxes, arrows, back, beside);
}

// The arrows of each node to itself, and the room that they and their labels take on its right: no
// other node comes between.
function loopsOf(count, arrows) {
  const beside = Array.from({ length: count }, () => ({ width: 0, height: 0, loops: [] }));
  arrows.forEach((arrow, number) => {
    if (arrow.source !== arrow.target) return;
    const room = beside[arrow.source];
    room.width = Math.max(room.width, LOOP + arrow.width);
    room.height += arrow.height;
    room.loops.push(number);
  });
  return beside;
}

function measured(graph, boxes, arrows, back, beside) {
  const nodes = boxes.map((box, number) => {
    const { x, y } = graph.node(String(number));
    return { x: x - beside[number].width / 2, y };
  });
  const ways = arrows.map((arrow, number) => {
    if (arrow.source === arrow.target) return looping(number, nodes[arrow.source], boxes[arrow.source], arrows, beside[arrow.source]);
    const reverse = back.has(number);
    const [source, target] = reverse ? [arrow.target, arrow.source] : [arrow.source, arrow.target];
    const laid = graph.edge({ v: String(source), w: String(target), name: `a${number}` });
    const points = docked(laid.points, nodes[source], boxes[source], nodes[target], boxes[target]);
    const label = { x: laid.x ?? points[0].x, y: laid.y ?? points[0].y };
    return { points: reverse ? points.reverse() : points, label, loop: null, back: reverse };
  });
  return bounded({ nodes, ways }, boxes, arrows);
}

// A way from a node to itself, with its label right of it, one below the other where there are more.
function looping(number, { x, y }, box, arrows, { height, loops }) {
  const above = loops.slice(0, loops.indexOf(number)).reduce((sum, each) => sum + arrows[each].height, 0);
  const loop = { x: x + box.width / 2, y };
  const label = { x: loop.x + LOOP + arrows[number].width / 2, y: y - height / 2 + above + arrows[number].height / 2 };
  return { points: [loop], label, loop, back: false };
}

// Ways leave nodes at the bottom and enter them at the top.
function docked(points, source, sourceBox, target, targetBox) {
  const within = (x, node, box) => {
    const reach = Math.max(0, box.width / 2 - 14);
    return Math.min(node.x + reach, Math.max(node.x - reach, x));
  };
  const [first, last] = [points[0], points[points.length - 1]];
  return [
    { x: within(first.x, source, sourceBox), y: source.y + sourceBox.height / 2 },
    ...points.slice(1, -1).map(({ x, y }) => ({ x, y })),
    { x: within(last.x, target, targetBox), y: target.y - targetBox.height / 2 },
  ];
}

// Moves everything so that it begins at the margin, and says how large it is.
function bounded(laid, boxes, arrows, margin = 18) {
  const around = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const take = (x, y, width = 0, height = 0) => {
    around.left = Math.min(around.left, x - width / 2);
    around.right = Math.max(around.right, x + width / 2);
    around.top = Math.min(around.top, y - height / 2);
    around.bottom = Math.max(around.bottom, y + height / 2);
  };
  laid.nodes.forEach(({ x, y }, number) => take(x, y, boxes[number].width, boxes[number].height));
  laid.ways.forEach(({ points, label, loop, far }, number) => {
    if (!loop) points.forEach(({ x, y }) => take(x, y));
    (far || []).forEach(({ x, y, side }) => take(x + side * REACH, y));
    if (arrows[number].width) take(label.x, label.y, arrows[number].width, arrows[number].height);
  });
  const moved = ({ x, y }) => ({ x: x - around.left + margin, y: y - around.top + margin });
  return {
    nodes: laid.nodes.map(moved),
    ways: laid.ways.map((way) => shifted(way, moved)),
    width: Math.max(0, around.right - around.left) + 2 * margin,
    height: Math.max(0, around.bottom - around.top) + 2 * margin,
  };
}

// A way with all its points moved.
function shifted(way, moved) {
  const { points, label, loop, far } = way;
  const kept = (point) => ({ ...point, ...moved(point) });
  return { ...way, points: points.map(moved), label: moved(label), loop: loop && moved(loop), far: far && far.map(kept) };
}

// The arrows that lead back to where a walk from the beginning has come by; not those to oneself.
function backward(count, arrows) {
  const ways = Array.from({ length: count }, () => []);
  arrows.forEach((arrow, number) => ways[arrow.source].push(number));
  const found = new Set();
  const state = new Uint8Array(count); // 1 on the way, 2 done
  for (let first = 0; first < count; first += 1) {
    if (state[first]) continue;
    const path = [[first, 0]];
    state[first] = 1;
    while (path.length) {
      const top = path[path.length - 1];
      const number = ways[top[0]][top[1]];
      top[1] += 1;
      if (number === undefined) {
        state[top[0]] = 2;
        path.pop();
      } else if (arrows[number].target !== top[0]) {
        const target = arrows[number].target;
        if (state[target] === 1) found.add(number);
        else if (!state[target]) {
          state[target] = 1;
          path.push([target, 0]);
        }
      }
    }
  }
  return found;
}
