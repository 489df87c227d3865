/* Policies: those of the files and whether they hold, those that phaselint suggests, a new one. */

import { byId, element, prose } from "./elements.js";
import { decoded } from "./project.js";

const STATUS = { holds: "holds in all runs", violated: "violated", undecided: "undecided" };
const FILE = "phaselint.toml";

export class Policies {
  #desk;
  #open;
  #acts = new Set();

  constructor(desk, open) {
    this.#desk = desk;
    this.#open = open;
    byId("policies-check").addEventListener("click", () => this.check());
    byId("policies-suggest").addEventListener("click", () => this.#suggest());
    byId("policy-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add();
    });
    byId("policy-shape").addEventListener("change", () => this.#shape());
    this.#shape();
  }

  clear() {
    byId("policy-list").replaceChildren();
    byId("suggestion-list").replaceChildren();
    this.#acts.clear();
    this.#say("");
  }

  /** List the policies of all contracts, and what may stand in a new one. */
  async check() {
    await this.#doing("Asking all runs…", async () => {
      const contracts = await this.#asked(["policies", "--format", "json", "."]);
      const items = contracts.flatMap(({ path, policies, problems }) => [
        ...problems.map((each) => element("li", {}, prose(`${path}: ${each.message ?? each}`))),
        ...policies.map((each) => this.#item(path, each)),
      ]);
      byId("policy-list").replaceChildren(...items);
      this.#say(items.length ? "" : "The files have no policies yet. Add one, or ask for suggestions.");
      await this.#learn(contracts);
    });
  }

  async #asked(words) {
    const { stdout, stderr } = await this.#desk.run(words);
    if (!stdout.startsWith("{")) throw new Error(stderr.trim().split("\n")[0] || "there is no answer");
    return JSON.parse(stdout).contracts;
  }

  /* Offer the acts of the contracts while a policy is typed. */
  async #learn(contracts) {
    if (this.#acts.size) return;
    for (const { path } of contracts.slice(0, 8)) {
      const { stdout } = await this.#desk.run(["graph", "--acts", path || "."]);
      for (const line of stdout.split("\n")) {
        const act = line.split(/\s{2,}/)[0].trim();
        if (act) this.#acts.add(act);
      }
    }
    byId("acts").replaceChildren(...[...this.#acts].sort().map((value) => element("option", { value })));
  }

  #item(contract, { title, rule, file, line, status, run }) {
    const where = element(
      "button",
      { type: "button", class: "link", onclick: () => this.#open(file, line) },
      `${file}:${line}`,
    );
    return element(
      "li",
      { class: status },
      element("p", {}, element("span", { class: `status ${status}` }, STATUS[status] ?? status), " ", prose(title)),
      rule === title ? null : element("p", { class: "rule" }, rule),
      run?.length ? element("p", { class: "run" }, `shortest run: ${run.join("; ")}`) : null,
      element("p", { class: "where" }, contract ? `${contract} · ` : "", where),
    );
  }

  async #suggest() {
    await this.#doing("Looking for what holds in all runs…", async () => {
      const contracts = await this.#asked(["policies", "--suggest", "--format", "json", "."]);
      const items = contracts.flatMap(({ path, suggestions }) =>
        (suggestions ?? []).map(({ number, text }) =>
          element(
            "li",
            {},
            element("p", {}, prose(text)),
            element("p", { class: "where" }, path),
            element("button", { type: "button", class: "small", onclick: () => this.#keep(number), "aria-label": `Add policy: ${text}` }, "Add"),
          ),
        ),
      );
      byId("suggestion-list").replaceChildren(...items);
      this.#say(items.length ? "" : "No suggestions: errors hide what runs do, or all is said already.");
    });
  }

  async #keep(number) {
    await this.#doing("Adding the policy…", async () => {
      const words = ["policies", "--suggest", "--write", "--pick", String(number), "."];
      const { status, stderr } = await this.#desk.run(words);
      if (status > 1) throw new Error(stderr.trim().split("\n")[0]);
      await this.#desk.takeWritten(decoded);
    });
    await this.check();
    await this.#suggest();
  }

  /* Write the policy of the form into the configuration. */
  async #add() {
    const shape = byId("policy-shape").value;
    const act = byId("policy-act").value.trim();
    const other = byId("policy-other").value.trim();
    const when = byId("policy-when").value;
    const name = byId("policy-name").value.trim();
    const rows = name ? [["name", name]] : [];
    rows.push([shape, act]);
    if (shape === "every") rows.push(["followed-by", other]);
    else if (other) rows.push([when, other]);
    const lines = rows.map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    const old = this.#desk.project.get(FILE) ?? "";
    const text = `${old}${old && !old.endsWith("\n") ? "\n" : ""}${old ? "\n" : ""}[[policies]]\n${lines.join("\n")}\n`;
    await this.#desk.set(FILE, text);
    byId("policy-form").reset();
    this.#shape();
    await this.check();
  }

  #shape() {
    const shape = byId("policy-shape").value;
    byId("policy-when").hidden = shape === "every";
    byId("policy-followed").hidden = shape !== "every";
    byId("policy-other").required = shape === "every";
  }

  async #doing(line, act) {
    this.#say(line);
    try {
      await act();
      if (byId("policy-note").textContent === line) this.#say("");
    } catch (error) {
      this.#say(error.message);
    }
  }

  #say(line) {
    byId("policy-note").textContent = line;
    byId("policy-note").hidden = !line;
  }
}
