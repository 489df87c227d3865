// Plays the run of a finding in a picture, one moment at a time.

const PAUSE = 1400;

class Player {
  // `stage` shows a picture in which the film plays.
  constructor(film, stage, drawing) {
    this.film = film;
    this.stage = stage;
    this.drawing = drawing;
    this.at = 0;
    this.timer = null;
    this.count = element("span", { class: "count" });
    this.back = this.button("‹ Previous", () => this.turn(this.at - 1));
    this.start = this.button("Play", () => (this.timer === null ? this.play() : this.stop()));
    this.next = this.button("Next ›", () => this.turn(this.at + 1));
    this.slide = element("input", { type: "range", min: 0, max: film.frames.length - 1, value: 0, step: 1, "aria-label": "step of the run", input: () => this.turn(Number(this.slide.value)) });
    // What has happened is told to who listens; of the state there is too much to hear each time.
    this.told = element("div", { class: "told", "aria-live": "polite", "aria-atomic": "true" });
    this.rest = element("div", { class: "rest" });
    this.panel = element("div", { class: "moment" }, this.told, this.rest);
    const controls = element("div", { class: "controls", role: "group", "aria-label": "run" }, this.back, this.start, this.next, this.slide, this.count);
    const origin = film.replayed ? null : element("p", { class: "origin" }, "Told from the finding's witness; no executor made this run.");
    this.root = element("div", { class: "player", keydown: (event) => this.key(event) }, this.last ? controls : "", this.panel, origin || "");
    this.show();
  }

  button(words, act) {
    return element("button", { type: "button", click: () => act() }, words);
  }

  get last() {
    return this.film.frames.length - 1;
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
    if (!act || event.target === this.slide || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  // Has the picture show where the run is.
  follow() {
    const { node } = this.film.frames[this.at];
    const place = this.stage.shown.at.get(node);
    if (place) this.stage.reveal(place);
  }

  show() {
    const frame = this.film.frames[this.at];
    this.count.textContent = `${this.at + 1} of ${this.film.frames.length}`;
    this.slide.value = String(this.at);
    this.slide.setAttribute("aria-valuetext", `step ${this.at + 1} of ${this.film.frames.length}`);
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at === this.last;
    this.light(frame);
    this.told.replaceChildren(...this.happened(frame));
    this.rest.replaceChildren(...this.known(frame));
  }

  light(frame) {
    const seen = this.film.frames.slice(0, this.at + 1);
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

  // What the run is in, by the dialect's word and by name.
  whereabouts(frame) {
    const { word, nodes } = this.drawing;
    return [word, frame.node === null ? `in no ${word}` : nodes[frame.node].name];
  }

  // Which moment it is, where the run is, what has happened, and how it ends.
  happened(frame) {
    const [word, name] = this.whereabouts(frame);
    const said = frame.said.length ? frame.said : this.at === 0 ? ["The run starts."] : ["Nothing changes."];
    const made = [
      element("p", { class: "phase" }, element("span", { class: "unseen" }, `step ${this.count.textContent},`), element("span", {}, word), element("strong", {}, name)),
      element("ul", { class: "said" }, ...said.map((line) => element("li", {}, ...prose(line)))),
    ];
    if (this.at === this.last && this.film.ending) {
      made.push(element("p", { class: "ending" }, element("span", {}, "ends"), element("strong", {}, ...prose(this.film.ending))));
    }
    return made;
  }

  // By which line that is so, and what else there is to know of the state.
  known(frame) {
    const [word, name] = this.whereabouts(frame);
    const state = frame.state.filter(([key, value]) => ![word, "phase"].includes(key) || value !== name);
    return [...(frame.place ? [this.source(frame.place)] : []), ...(state.length ? [this.state(state)] : [])];
  }

  source({ file, line, text }) {
    const where = element("span", { class: "where" }, `${file}:${line}`);
    return element("p", { class: "line" }, where, text ? element("code", {}, text) : "");
  }

  state(pairs) {
    const before = this.at ? new Map(this.film.frames[this.at - 1].state) : new Map(pairs);
    const rows = pairs.flatMap(([name, value]) => [
      element("dt", {}, name),
      element("dd", { class: before.get(name) === value ? null : "changed" }, ...prose(value)),
    ]);
    return element("dl", { class: "state" }, ...rows);
  }
}
