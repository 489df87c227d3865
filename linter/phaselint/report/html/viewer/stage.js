// Room for a picture that can be moved and enlarged: with a pointer, with keys, with buttons.

const SMALLEST = 0.1;
const LARGEST = 4;
const READABLE = 0.78; // no picture is made smaller than this by itself; it is cut off instead
const NARROW = 480; // pixels of a telephone, which shows more of it
const READABLE_THERE = 0.6;
const GROWN = 1.5; // and none is made larger than this
const STEP = 1.25;

class Stage {
  // `tallest` is how high it may be; one that `fills` its room is so high in any case.
  constructor(shown, { tallest = 640, fills = false } = {}) {
    this.shown = shown;
    this.tallest = tallest;
    this.fills = fills;
    this.scale = 1;
    this.centre = { x: shown.width / 2, y: shown.height / 2 };
    const keys = "Arrow keys pan, plus and minus zoom, 0 shows the whole diagram";
    this.frame = element("div", { class: "frame", tabindex: 0, role: "group", "aria-label": `${shown.svg.getAttribute("aria-label")}. ${keys}`, keydown: (event) => this.key(event) }, shown.svg);
    this.root = element("div", { class: "stage", "data-nodes": shown.parts.nodes.size }, this.frame, this.buttons());
    this.drag();
    this.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.fit()).observe(this.frame);
  }

  buttons() {
    const button = (sign, name, act) => element("button", { type: "button", title: name, "aria-label": name, click: act }, sign);
    return element(
      "div",
      { class: "zoom" },
      button("−", "Zoom out", () => this.zoom(1 / STEP)),
      button("+", "Zoom in", () => this.zoom(STEP)),
      button("All", "Show the whole diagram", () => this.whole()),
    );
  }

  // Everything, where that can be read; else the top of it.
  fit() {
    const room = this.frame.clientWidth;
    if (!room || room === this.room) return;
    this.room = room;
    const scale = Math.min(this.fills ? GROWN : 1, room / this.shown.width, this.fills ? this.tallest / this.shown.height : 1);
    this.scale = Math.max(room < NARROW ? READABLE_THERE : READABLE, scale);
    this.high = this.fills ? this.tallest : Math.min(this.tallest, Math.ceil(this.shown.height * this.scale));
    this.frame.style.height = `${this.high}px`;
    const wide = this.shown.width * this.scale > room;
    this.centre = { x: wide ? room / this.scale / 2 : this.shown.width / 2, y: this.high / this.scale / 2 };
    this.show();
  }

  whole() {
    if (!this.room) return;
    this.scale = Math.min(1, this.room / this.shown.width, this.high / this.shown.height);
    this.centre = { x: this.shown.width / 2, y: this.shown.height / 2 };
    this.show();
  }

  zoom(by) {
    this.scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * by));
    this.show();
  }

  move(x, y) {
    this.centre = { x: this.centre.x + x / this.scale, y: this.centre.y + y / this.scale };
    this.show();
  }

  // Moves as little as is needed to see a point.
  reveal({ x, y }) {
    if (!this.room) return;
    const wide = this.room / this.scale / 2 - 90;
    const tall = this.high / this.scale / 2 - 50;
    const near = (value, middle, reach) => (Math.abs(value - middle) <= Math.max(0, reach) ? middle : value - Math.sign(value - middle) * Math.max(0, reach));
    this.centre = { x: near(x, this.centre.x, wide), y: near(y, this.centre.y, tall) };
    this.show();
  }

  show() {
    if (!this.room) return; // it has not been seen yet
    const inside = (value, size, window) => (window >= size ? size / 2 : Math.min(size - window / 2, Math.max(window / 2, value)));
    const width = this.room / this.scale;
    const height = this.high / this.scale;
    this.centre = { x: inside(this.centre.x, this.shown.width, width), y: inside(this.centre.y, this.shown.height, height) };
    const window = [this.centre.x - width / 2, this.centre.y - height / 2, width, height].map((value) => Math.round(value * 10) / 10);
    this.shown.svg.setAttribute("viewBox", window.join(" "));
    this.root.dataset.scale = String(this.scale);
    this.frame.classList.toggle("movable", width < this.shown.width - 1 || height < this.shown.height - 1);
  }

  // On paper all of it is shown.
  unroll() {
    this.shown.svg.setAttribute("viewBox", `0 0 ${this.shown.width} ${this.shown.height}`);
  }

  key(event) {
    const far = 60;
    const act = {
      ArrowLeft: () => this.move(-far, 0),
      ArrowRight: () => this.move(far, 0),
      ArrowUp: () => this.move(0, -far),
      ArrowDown: () => this.move(0, far),
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
      0: () => this.whole(),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.frame) return;
    event.preventDefault();
    act();
  }

  // The wheel belongs to the page, unless with the key that enlarges.
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12);
  }

  drag() {
    let held = null;
    this.frame.addEventListener("pointerdown", (event) => {
      if (event.button === 0) held = { x: event.clientX, y: event.clientY };
    });
    this.frame.addEventListener("pointermove", (event) => {
      if (!held || !event.buttons) return;
      this.frame.setPointerCapture(event.pointerId);
      this.move(held.x - event.clientX, held.y - event.clientY);
      held = { x: event.clientX, y: event.clientY };
    });
    const drop = () => {
      held = null;
    };
    this.frame.addEventListener("pointerup", drop);
    this.frame.addEventListener("pointercancel", drop);
  }
}
