// What there is to say about parts of a picture: numbered, so that labels stay short.

class Notes {
  constructor() {
    this.words = [];
  }

  // The number of a note; what is said twice is one note.
  number(words) {
    const at = this.words.indexOf(words);
    return at < 0 ? this.words.push(words) : at + 1;
  }

  list() {
    if (!this.words.length) return null;
    const items = this.words.map((words) => element("li", {}, ...prose(words)));
    return element("ol", { class: "picture-notes" }, ...items);
  }
}

// The numbers of the notes for a part of a picture: why it is as it is, and what findings say.
function noted(notes, reasons, marks) {
  const said = [...reasons, ...marks.map((mark) => mark.words)].filter((words) => words);
  return [...new Set(said.map((words) => notes.number(words)))];
}

const WORST_FIRST = ["stuck", "subject", "blocked", "limit", "dead", "added", "gone", "run"];

// The signs of a part, for its look: each sign once, the worst first.
function signsOf(marks) {
  const signs = new Set(marks.map((mark) => mark.sign));
  return WORST_FIRST.filter((sign) => signs.has(sign));
}

const MEANINGS = {
  now: "where the run is",
  run: "the run",
  subject: "part of a finding",
  stuck: "runs get stuck here",
  blocked: "closed exit",
  limit: "runs end here at a limit",
  dead: "part of a finding, never used",
  added: "only in the new version",
  gone: "only in the old version",
  idle: "never used",
  unentered: "never entered",
  unusable: "entered but never succeeds",
  missing: "doesn't exist",
  back: "goes back",
};
