/* The graph of the contract that the open file belongs to, and the films of its findings. */

import { uriOf } from "./client.js";
import { after, byId } from "./elements.js";
import { Frame } from "./frame.js";

const SHOW = "phaselint.showGraph";
const AT = "phaselint.graphAt";
const REST = 400;

export class Graph {
  #desk;
  #where;
  #frame = new Frame(byId("graph-frame"));
  #page = null;
  #shown = "";
  #asking = false;
  #late = false;
  #wanted = "";
  redraw = after(REST, () => this.draw());
  follow = after(150, () => this.#follow());

  /** `where` tells which file is open and where its cursor is: { path, position, visible }. */
  constructor(desk, where, open) {
    this.#desk = desk;
    this.#where = where;
    this.#frame.onOpen = open;
    this.#frame.onReady = () => this.#follow();
  }

  /** Draw the graph of the open file, and play the run of a finding if one is named. */
  async draw(fingerprint = "") {
    const { path, visible } = this.#where();
    if (!visible && !fingerprint) return;
    if (this.#asking) {
      this.#late = true;
      this.#wanted ||= fingerprint;
      return;
    }
    this.#asking = true;
    try {
      if (path !== this.#shown) this.#say(`Drawing the graph of ${path}…`);
      this.#page = await this.#desk.command(SHOW, uriOf(path), "", "html");
      this.#shown = path;
      byId("graph-note").hidden = true;
      this.#frame.show(this.#page.text);
      const finding = this.#page.findings[fingerprint];
      if (finding) this.#frame.tell({ kind: "play", finding });
    } catch (error) {
      this.#shown = "";
      this.#frame.hide();
      this.#say(error.message);
    } finally {
      this.#asking = false;
      if (this.#late) {
        this.#late = false;
        const wanted = this.#wanted;
        this.#wanted = "";
        this.draw(wanted);
      }
    }
  }

  #say(line) {
    byId("graph-note").hidden = false;
    byId("graph-note").textContent = line;
  }

  /* Show in the graph what is at the cursor. */
  async #follow() {
    const { path, position, visible } = this.#where();
    const page = this.#page;
    if (!visible || !page || !this.#desk.ready) return;
    const there = await this.#desk
      .command(AT, uriOf(path), position.line, position.character, page.contract)
      .catch(() => null);
    if (page !== this.#page || !there) return;
    const number = page.nodes.indexOf(there.node);
    const findings = there.findings.flatMap((each) => page.findings[each] ?? []);
    this.#frame.tell({ kind: "at", node: number < 0 ? null : number, findings });
  }
}
