/* What a change makes possible: `phaselint diff` of two versions of the files. */

import { byId, element } from "./elements.js";

const FOLDER = "/project.versions";

export class Compare {
  #desk;
  #versions = new Map();

  constructor(desk) {
    this.#desk = desk;
    byId("compare-run").addEventListener("click", () => this.#run());
    byId("compare-keep").addEventListener("click", () => this.#keep());
  }

  /** Offer versions to compare the files with: name → files. */
  offer(versions) {
    this.#versions = new Map(Object.entries(versions));
    this.#list();
    this.#say("");
  }

  #list(chosen = "") {
    const names = [...this.#versions.keys()];
    const options = names.map((name) => element("option", { selected: name === chosen }, name));
    byId("compare-with").replaceChildren(...options);
  }

  #keep() {
    const name = `kept at ${new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" })}`;
    this.#versions.set(name, this.#desk.project.all());
    this.#list(name);
    this.#say("This version is kept. Change the files, then compare.");
  }

  async #run() {
    const frame = byId("compare-frame");
    const name = byId("compare-with").value;
    const old = this.#versions.get(name);
    this.#say("Comparing all runs of both versions…");
    byId("compare-run").disabled = true;
    try {
      const { engine, project } = this.#desk;
      const [before, now] = byId("compare-turn").checked ? [project.all(), old] : [old, project.all()];
      await engine.ask("replace", { files: before, folder: `${FOLDER}/old` });
      await engine.ask("replace", { files: now, folder: `${FOLDER}/new` });
      const words = ["diff", "old", "new", "--format", "html"];
      const { stdout, stderr } = await this.#desk.run(words, FOLDER);
      frame.hidden = !stdout;
      if (stdout) frame.srcdoc = stdout;
      this.#say(stdout ? "" : (stderr.trim().split("\n")[0] || "Both versions are the same."));
    } catch (error) {
      this.#say(error.message);
    } finally {
      byId("compare-run").disabled = false;
    }
  }

  #say(line) {
    byId("compare-note").textContent = line;
    byId("compare-note").hidden = !line;
  }
}
