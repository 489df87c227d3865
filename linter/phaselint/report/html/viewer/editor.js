// Talks with the editor that shows the page: what is at its cursor, which run to play, and where in
// the files the reader wants to go. What is being looked at outlives the page.

const host = acquireVsCodeApi();
const before = host.getState() || { films: {} };
const SPOT = /^(.+?):(\d+)(?::\d+)?$/s;

// The place that an element of the page names, as `file:line`; none where it names none.
function spotOf(element) {
  const row = element.closest(".source li");
  const number = row && row.querySelector(".number");
  const caption = element.closest(".source") && element.closest(".source").querySelector("figcaption");
  if (number && caption) {
    const [, file] = SPOT.exec(caption.textContent) || [];
    return file ? { file, line: Number(number.textContent) } : null;
  }
  const named = element.closest(".where, figcaption, .places code, [data-spot]");
  const found = named && SPOT.exec(named.dataset.spot || named.getAttribute("title") || named.textContent);
  return found ? { file: found[1], line: Number(found[2]) } : null;
}

document.addEventListener("click", (event) => {
  const spot = event.target instanceof Element && spotOf(event.target);
  if (spot) host.postMessage({ kind: "open", ...spot });
});

// The words that tell parts of the page apart while others come and go.
function titleOf(part) {
  return part.querySelector(".message, summary").textContent;
}

// What can be seen at the top, and where: pictures that are drawn later move all that is below them.
function topmost() {
  const parts = [...document.querySelectorAll(".whole, article.finding")];
  const part = parts.find((each) => each.getBoundingClientRect().bottom > 0);
  return part && { title: titleOf(part), at: part.getBoundingClientRect().top };
}

function keep() {
  const films = {};
  for (const [id, player] of players) films[titleOf(document.getElementById(id))] = player.at;
  const [whole] = wholes;
  const graph = whole && { scale: whole.scale, centre: whole.centre };
  host.setState({ top: topmost(), films, graph });
}

for (const happening of ["scroll", "click", "keyup", "wheel"]) {
  window.addEventListener(happening, () => requestAnimationFrame(keep), { passive: true });
}

// Goes on where the page before was left.
function restore() {
  for (const article of document.querySelectorAll("article.pictured")) {
    const at = before.films[titleOf(article)];
    if (!at) continue;
    fillNow(article.querySelector(".picture"));
    if (players.has(article.id)) players.get(article.id).go(at);
  }
  const [whole] = wholes;
  if (whole && before.graph) {
    whole.fit();
    whole.scale = before.graph.scale;
    whole.centre = before.graph.centre;
    whole.show();
  }
  const parts = [...document.querySelectorAll(".whole, article.finding")];
  const part = before.top && parts.find((each) => titleOf(each) === before.top.title);
  if (part) window.scrollBy(0, part.getBoundingClientRect().top - before.top.at);
}

function fillNow(...places) {
  for (const fill of all) fill(places);
}

const tasks = {
  // What is at the cursor of the editor: a node by its number, findings by their names here.
  at({ node, findings }) {
    for (const stage of stages) {
      for (const [number, made] of stage.shown.parts.nodes) {
        for (const each of made) each.classList.toggle("here", number === node);
      }
    }
    for (const article of document.querySelectorAll("article.finding")) {
      article.classList.toggle("here", findings.includes(article.id));
    }
    const [whole] = wholes;
    if (whole && whole.shown.at.has(node)) whole.reveal(whole.shown.at.get(node));
    const found = findings.map((id) => document.getElementById(id)).find((each) => each);
    const seen = found || (node !== null && whole && whole.root);
    if (seen) seen.scrollIntoView({ block: "nearest" });
  },
  play({ finding }) {
    const article = document.getElementById(finding);
    if (!article) return;
    article.scrollIntoView({ block: "start" });
    const place = article.querySelector(".picture");
    if (place) fillNow(place);
    const player = players.get(finding);
    if (!player) return;
    place.scrollIntoView({ block: "start" }); // the picture, and below it what is told of it
    player.turn(0);
    player.play();
  },
};

// Only the editor's own window sends messages here: the page has no frame and opens no window.
window.addEventListener("message", ({ data }) => {
  if (Object.hasOwn(tasks, data.kind)) tasks[data.kind](data);
});

history.scrollRestoration = "manual"; // the browser knows nothing of what is drawn later
fillNow(...document.querySelectorAll(".graph"));
requestAnimationFrame(() => {
  restore();
  host.postMessage({ kind: "ready" });
});
