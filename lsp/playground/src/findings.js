/* The list of findings, with their fixes. */

import { byId, element, prose } from "./elements.js";

const ORDER = ["error", "warning", "info"];
const OF_SERVER = { 1: "error", 2: "warning", 3: "info", 4: "info" };

/** A diagnostic of the server as a finding of the page. */
export function fromServer(path, diagnostic) {
  return {
    path,
    range: diagnostic.range,
    severity: OF_SERVER[diagnostic.severity] ?? "info",
    code: String(diagnostic.code ?? ""),
    message: diagnostic.message,
    diagnostic,
    fingerprint: diagnostic.data?.fingerprint ?? "",
  };
}

/** A finding of the report of a command. */
export function fromReport(finding) {
  const { start, end } = finding.range ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const position = ({ line, column }) => ({ line: line - 1, character: column - 1 });
  return {
    path: finding.file,
    range: { start: position(start), end: position(end) },
    severity: finding.severity,
    code: finding.code,
    message: finding.help ? `${finding.message}\nhelp: ${finding.help}` : finding.message,
    diagnostic: null,
    fingerprint: finding.fingerprint,
  };
}

/** The findings of all files, and the list of them.

    `acts` has go(finding), actions(finding) → promise of { title, act }s, and play(finding). */
export class Findings {
  #byPath = new Map();
  #acts;
  #opened = "";
  #place = element("div", { class: "actions", role: "group", "aria-label": "Fixes" });

  constructor(acts) {
    this.#acts = acts;
  }

  clear() {
    this.#byPath.clear();
    this.show();
  }

  take(path, findings) {
    if (findings.length) this.#byPath.set(path, findings);
    else this.#byPath.delete(path);
  }

  of(path) {
    return this.#byPath.get(path) ?? [];
  }

  /** All findings: by severity, then by place. */
  get all() {
    const found = [...this.#byPath.values()].flat();
    return found.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || compared(a, b));
  }

  /** The next finding after a place, by file and line; the first after the last. */
  next(path, position, step) {
    const found = [...this.#byPath.values()].flat().sort(compared);
    if (step < 0) found.reverse();
    const here = { path, range: { start: position } };
    return found.find((each) => compared(each, here) * step > 0) ?? found[0];
  }

  /** How many there are, in words. */
  get count() {
    const all = this.all;
    const words = ORDER.map((severity) => {
      const count = all.filter((each) => each.severity === severity).length;
      return count ? `${count} ${severity}${count > 1 ? "s" : ""}` : "";
    });
    return words.filter(Boolean).join(", ") || "no findings";
  }

  show() {
    const list = byId("finding-list");
    const active = document.activeElement;
    const focused = list.contains(active) ? (active.dataset.key ?? "") : null;
    const items = this.all.map((finding) => this.#item(finding));
    list.replaceChildren(...items);
    byId("no-findings").hidden = items.length > 0;
    byId("finding-count").textContent = String(items.length);
    if (focused !== null) {
      const again = active.isConnected ? active : [...list.querySelectorAll("button")].find((each) => each.dataset.key === focused);
      (again ?? byId("findings-tab")).focus();
    }
  }

  /** Show what can be done about a finding, and put the focus there. */
  async offer(finding) {
    this.#opened = keyOf(finding);
    const place = this.#place;
    this.show();
    place.textContent = "Looking for fixes…";
    place.scrollIntoView({ block: "nearest" });
    try {
      const found = await this.#acts.actions(finding);
      const buttons = found.map(({ title, act }) =>
        element("button", { type: "button", onclick: () => this.#act(act) }, prose(title)),
      );
      place.replaceChildren(...(buttons.length ? buttons : ["There is no automatic fix."]));
      buttons[0]?.focus();
    } catch (error) {
      place.textContent = error.message;
    }
  }

  #act(act) {
    this.#opened = "";
    act();
  }

  #item(finding) {
    const { path, range, severity, code, message } = finding;
    const key = keyOf(finding);
    const [first, ...rest] = message.split("\n");
    const where = `${path}:${range.start.line + 1}`;
    const go = element(
      "button",
      { type: "button", class: "go", "data-key": `go ${key}`, onclick: () => this.#acts.go(finding) },
      element("span", { class: `severity ${severity}` }, severity),
      element("span", { class: "message" }, prose(first)),
      element("span", { class: "where" }, `${code} · ${where}`),
    );
    const offer = element(
      "button",
      { type: "button", class: "small", "data-key": `fix ${key}`, "aria-label": `Fixes and runs of ${code} in ${where}`, onclick: () => this.offer(finding) },
      "Fix, play…",
    );
    const help = rest.filter(Boolean).map((line) => element("p", { class: "help" }, prose(line)));
    const actions = key === this.#opened ? this.#place : null;
    return element("li", { class: severity }, go, ...help, offer, actions);
  }
}

function keyOf({ path, code, range, fingerprint }) {
  return fingerprint || `${path} ${code} ${range.start.line} ${range.start.character}`;
}

function compared(a, b) {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  const [one, other] = [a.range.start, b.range.start];
  return one.line - other.line || one.character - other.character;
}
