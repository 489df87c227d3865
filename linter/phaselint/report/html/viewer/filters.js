// Narrows the findings of a page down: by what is known of each, and by words.

const FILTERED = "?";

const FACETS = [
  ["severity", "Severity"],
  ["rule", "Rule"],
  ["contract", "Contract"],
  ["proof", "Proof"],
];

class Filters {
  constructor(place) {
    this.findings = [...document.querySelectorAll("main .finding")];
    this.words = new Map();
    this.chosen = {};
    this.search = element("input", { type: "search", placeholder: "Search findings", "aria-label": "search findings", input: () => this.change() });
    this.said = element("output", { class: "matching", "aria-live": "polite" });
    const choices = FACETS.map(([facet, name]) => this.choice(facet, name)).filter((each) => each !== null);
    const clear = element("button", { type: "button", click: () => this.clear() }, "Clear");
    place.append(this.search, ...choices, clear, this.said);
    place.hidden = false;
    this.place = place;
    this.read();
    window.addEventListener("hashchange", () => this.read());
  }

  // Take over what the address says.
  read() {
    const filtered = location.hash.startsWith(`#${FILTERED}`);
    if (filtered || !this.words.size) {
      const given = new URLSearchParams(filtered ? location.hash.slice(2) : "");
      this.search.value = given.get("q") || "";
      for (const list of this.place.querySelectorAll("select")) {
        const value = given.get(list.dataset.facet);
        list.value = value === null ? "" : `=${value}`;
        if (list.selectedIndex < 0) list.value = "";
      }
    }
    this.apply();
  }

  // Put what is chosen into the address, where a page may.
  write() {
    const chosen = new URLSearchParams();
    for (const list of this.place.querySelectorAll("select")) {
      if (list.value) chosen.set(list.dataset.facet, list.value.slice(1));
    }
    if (this.search.value) chosen.set("q", this.search.value);
    const hash = chosen.size ? `#${FILTERED}${chosen}` : "#";
    try {
      history.replaceState(null, "", hash);
    } catch {
      // a page within another one may not
    }
  }

  // A list to choose one value from; none where there is only one value.
  choice(facet, name) {
    const counts = new Map();
    for (const { dataset } of this.findings) counts.set(dataset[facet], (counts.get(dataset[facet]) || 0) + 1);
    if (counts.size < 2) return null;
    const options = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const list = element(
      "select",
      { "data-facet": facet, "aria-label": name, change: () => this.change() },
      element("option", { value: "" }, `${name}: all`),
      ...options.map(([value, count]) => element("option", { value: `=${value}` }, `${value || "outside all contracts"} (${count})`)),
    );
    return list;
  }

  clear() {
    this.search.value = "";
    for (const list of this.place.querySelectorAll("select")) list.value = "";
    this.change();
  }

  change() {
    this.write();
    this.apply();
  }

  // What is written in a finding, for searching; pictures are left out.
  textOf(finding) {
    if (!this.words.has(finding)) {
      const card = finding.closest("article");
      const says = card && card.dataset.rule === finding.dataset.rule ? [card.querySelector("header")] : [];
      const parts = finding.matches(".place") ? [finding, ...says] : [...finding.querySelectorAll("header, .words > :not(.same), .rule, .where, :scope > a")];
      this.words.set(finding, parts.map((part) => part.textContent).join(" ").toLowerCase());
    }
    return this.words.get(finding);
  }

  apply() {
    const wanted = [...this.place.querySelectorAll("select")].filter((list) => list.value).map((list) => [list.dataset.facet, list.value.slice(1)]);
    const sought = this.search.value.toLowerCase().split(/\s+/).filter((word) => word);
    const fits = (finding) =>
      wanted.every(([facet, value]) => finding.dataset[facet] === value) && sought.every((word) => this.textOf(finding).includes(word));
    let count = 0;
    for (const finding of this.findings) {
      finding.hidden = !fits(finding);
      count += finding.hidden ? 0 : 1;
    }
    const narrowed = Boolean(wanted.length || sought.length);
    for (const card of document.querySelectorAll("article.finding")) {
      const inside = [...card.querySelectorAll(".finding")].filter((each) => !each.hidden);
      if (card.hidden && inside.length) card.hidden = false;
    }
    for (const rest of document.querySelectorAll("details.rest")) {
      rest.hidden = !rest.querySelector("article.finding:not([hidden])");
      if (narrowed && !rest.hidden) rest.open = true;
    }
    for (const section of document.querySelectorAll("main .contract")) {
      section.hidden = narrowed && !section.querySelector(".finding:not([hidden])");
    }
    this.said.textContent = narrowed ? `${count} of ${plural(this.findings.length, "finding")}` : plural(count, "finding");
  }
}
