// Plays the run of a finding in three panes: the graph, what happens step by step, and the source
// that makes each step possible.

const PAUSE = 1400;
const AROUND = 2; // lines of the source shown around that of a step

class Player {
  // `stage` shows a picture in which the run plays; `below` is what belongs under it.
  constructor({ film, moments, ending, origin }, stage, contract, below = []) {
    this.film = film;
    this.stage = stage;
    this.drawing = contract.drawing;
    this.at = 0;
    this.timer = null;
    this.count = element("span", { class: "count" });
    this.back = this.button("‹ Previous", () => this.turn(this.at - 1));
    this.start = this.button("Play", () => (this.timer === null ? this.play() : this.stop()));
    this.next = this.button("Next ›", () => this.turn(this.at + 1));
    this.slide = element("input", { type: "range", min: 0, max: this.last, value: 0, step: 1, "aria-label": "step of the run", input: () => this.turn(Number(this.slide.value)) });
    this.told = element("p", { class: "unseen told", "aria-live": "polite", "aria-atomic": "true" });
    this.moments = moments.map((moment, at) => this.moment(moment, at));
    this.end = ending && ending.cloneNode(true);
    this.list = element("ol", { class: "moments" }, ...this.moments);
    const story = element("div", { class: "pane timeline", tabindex: 0, role: "group", "aria-label": "Steps of the run" }, this.list, this.end, origin && origin.cloneNode(true));
    this.sources = new Sources(film, contract.sources);
    const controls = element("div", { class: "controls", role: "group", "aria-label": "run" }, this.back, this.start, this.next, this.slide, this.count);
    const graph = element("div", { class: "pane graphed" }, stage.root, this.last ? controls : "", ...below);
    this.root = element("div", { class: "player", keydown: (event) => this.key(event) }, graph, story, this.sources.root, this.told);
    this.story = story;
    this.show();
  }

  button(words, act) {
    return element("button", { type: "button", click: () => act() }, words);
  }

  // A step of the page's text, as one of the timeline that can be gone to.
  moment(text, at) {
    const made = text.cloneNode(true);
    made.removeAttribute("data-frame");
    made.addEventListener("click", (event) => {
      if (!event.target.closest("a") && !String(getSelection())) this.turn(at);
    });
    return made;
  }

  get last() {
    return this.film.length - 1;
  }

  turn(at) {
    this.stop();
    this.go(at);
  }

  go(at) {
    this.at = Math.min(this.last, Math.max(0, at));
    this.show();
    this.follow();
  }

  play() {
    if (this.at === this.last) this.go(0);
    this.start.textContent = "Pause";
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.last) this.stop();
    }, PAUSE);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.start.textContent = "Play";
  }

  key(event) {
    const act = {
      ArrowLeft: () => this.turn(this.at - 1),
      ArrowRight: () => this.turn(this.at + 1),
      Home: () => this.turn(0),
      End: () => this.turn(this.last),
    }[event.key];
    const taken = event.target === this.slide || this.stage.frame.contains(event.target);
    if (!act || taken || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  // Has each pane show where the run is.
  follow() {
    const place = this.stage.shown.at.get(this.film[this.at].node);
    if (place) this.stage.reveal(place);
    const [now, end] = [this.moments[this.at], this.at === this.last ? this.end : null];
    const room = this.story.clientHeight;
    const [top, bottom] = [now.offsetTop, end ? end.offsetTop + end.offsetHeight : now.offsetTop + now.offsetHeight];
    if (top < this.story.scrollTop || bottom > this.story.scrollTop + room) {
      this.story.scrollTop = Math.min(top - 8, Math.max(bottom - room, top - room / 3));
    }
    this.sources.follow();
  }

  show() {
    const frame = this.film[this.at];
    const step = `${this.at + 1} of ${this.film.length}`;
    this.count.textContent = step;
    this.slide.value = String(this.at);
    this.slide.setAttribute("aria-valuetext", `step ${step}`);
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at === this.last;
    this.light(frame);
    this.moments.forEach((each, at) => {
      each.classList.toggle("now", at === this.at);
      each.classList.toggle("later", at > this.at);
      if (at === this.at) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    });
    if (this.end) this.end.classList.toggle("later", this.at < this.last);
    this.sources.show(frame);
    this.told.textContent = this.announced(step);
  }

  // A step as it is heard: where the run is, what has happened and changed, and how it ends.
  announced(step) {
    const now = this.moments[this.at];
    const lines = [...now.querySelectorAll("strong, .said li, .changed li")].map((each) => each.textContent);
    const end = this.at === this.last && this.end ? [this.end.textContent] : [];
    const where = this.film[this.at].node === null ? "" : `${this.drawing.word} `;
    return [`step ${step}, ${where}${lines[0]}`, ...lines.slice(1), ...end].join("; ");
  }

  light(frame) {
    const seen = this.film.slice(0, this.at + 1);
    const nodes = new Set(seen.map((each) => each.node));
    const arrows = new Set(seen.map((each) => each.arrow));
    for (const [number, made] of this.stage.shown.parts.nodes) {
      for (const each of made) {
        each.classList.toggle("now", number === frame.node);
        each.classList.toggle("passed", nodes.has(number));
      }
    }
    for (const [number, made] of this.stage.shown.parts.arrows) {
      for (const each of made) {
        each.classList.toggle("now", number === frame.arrow);
        each.classList.toggle("passed", arrows.has(number));
      }
    }
  }
}

// The lines that make the steps of a run possible, with those around them; the one of the step that
// the run is at stands out. A step without a line leaves what was there.
class Sources {
  constructor(film, sources) {
    const places = film.filter((frame) => frame.place).map((frame) => frame.place);
    this.caption = element("figcaption", {});
    this.files = new Map();
    for (const number of new Set(places.map(([file]) => file))) {
      const own = places.filter(([file]) => file === number).map(([, line]) => line);
      const made = this.lines(sources[number], own);
      if (made.rows.size) this.files.set(number, made);
    }
    const lists = [...this.files.values()].map(({ list }) => list);
    this.root = lists.length ? element("figure", { class: "pane source sources" }, this.caption, ...lists) : "";
    this.now = null;
  }

  lines({ file, lines }, own) {
    const rows = new Map();
    const list = element("ol", { class: "lines", tabindex: 0, role: "group", "aria-label": `Source of the run, ${file}` });
    let before = 0;
    for (const [number, written, text] of lines) {
      if (!own.some((each) => Math.abs(each - number) <= AROUND)) continue;
      if (before && number > before + 1) list.append(element("li", { class: "gap", "aria-hidden": "true" }, "…"));
      const code = element("code", {}, text);
      const row = element("li", {}, element("span", { class: "number" }, written), code);
      rows.set(number, { row, code, text, written });
      list.append(row);
      before = number;
    }
    return { file, list, rows };
  }

  show({ place }) {
    if (!place && this.now) return;
    if (this.now) {
      this.now.row.classList.remove("now");
      this.now.code.replaceChildren(this.now.text);
    }
    const [first] = this.files.keys();
    const chosen = place ? place[0] : first;
    for (const [number, { list }] of this.files) list.hidden = number !== chosen;
    if (!this.files.has(chosen)) return;
    const { file, rows } = this.files.get(chosen);
    const found = place && rows.get(place[1]);
    this.caption.textContent = found ? `${file}:${found.written}` : file;
    if (!found) return;
    const [, , from, to] = place;
    found.row.classList.add("now");
    if (from < to && from < found.text.length) {
      found.code.replaceChildren(found.text.slice(0, from), element("mark", {}, found.text.slice(from, to)), found.text.slice(to));
    }
    this.now = found;
  }

  // Scroll to the line, and sideways as far as its mark demands.
  follow() {
    if (!this.now) return;
    const list = this.now.row.parentElement;
    list.scrollTop = this.now.row.offsetTop - list.offsetTop - list.clientHeight / 2 + this.now.row.offsetHeight / 2;
    list.scrollLeft = 0;
    showMark(list);
  }
}
