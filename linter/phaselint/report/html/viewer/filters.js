// Narrows the findings of a page down: by what is known of each, and by words.

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
    this.search = element("input", { type: "search", placeholder: "Search findings", "aria-label": "search findings", input: () => this.apply() });
    this.said = element("output", { class: "matching", "aria-live": "polite" });
    const choices = FACETS.map(([facet, name]) => this.choice(facet, name)).filter((each) => each !== null);
    const clear = element("button", { type: "button", click: () => this.clear() }, "Clear");
    place.append(this.search, ...choices, clear, this.said);
    place.hidden = false;
    this.place = place;
    this.apply();
  }

  // A list to choose one value from; none where there is only one value.
  choice(facet, name) {
    const counts = new Map();
    for (const { dataset } of this.findings) counts.set(dataset[facet], (counts.get(dataset[facet]) || 0) + 1);
    if (counts.size < 2) return null;
    const options = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const list = element(
      "select",
      { "data-facet": facet, "aria-label": name, change: () => this.apply() },
      element("option", { value: "" }, `${name}: all`),
      ...options.map(([value, count]) => element("option", { value: `=${value}` }, `${value || "beside the contracts"} (${count})`)),
    );
    return list;
  }

  clear() {
    this.search.value = "";
    for (const list of this.place.querySelectorAll("select")) list.value = "";
    this.apply();
  }

  // What is written in a finding, for searching; pictures are left out.
  textOf(finding) {
    if (!this.words.has(finding)) {
      const parts = [...finding.querySelectorAll("header, .words, .rule, .where, :scope > a")];
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
    for (const section of document.querySelectorAll("main .contract")) {
      section.hidden = narrowed && !section.querySelector(".finding:not([hidden])");
    }
    this.said.textContent = narrowed ? `${count} of ${plural(this.findings.length, "finding")}` : plural(count, "finding");
  }
}
