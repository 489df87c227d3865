/* What is kept in the browser: the files of each window, so that nothing is lost when it is closed
   or loaded again. Each load of the page writes a draft of its own, so two windows never overwrite
   each other. */

const PREFIX = "phaselint.draft.";
const LAST = "phaselint.draft";
const MOST = 6;

let own = "";

/** Whether the browser keeps anything for this page. */
export function keeps() {
  try {
    localStorage.setItem(`${PREFIX}trial`, "");
    localStorage.removeItem(`${PREFIX}trial`);
    return true;
  } catch {
    return false;
  }
}

/** The draft of this window before it was loaded again; null if there is none. */
export function before() {
  return attempt(() => read(`${PREFIX}${sessionStorage.getItem(LAST)}`));
}

/** The newest draft of another window that was closed; null if there is none. */
export function newest() {
  return attempt(() => {
    const found = drafts().map(read).filter((draft) => draft !== null);
    return found.sort((a, b) => b.when - a.when)[0] ?? null;
  });
}

/** Keep files. Returns whether that was possible. */
export function keep(draft) {
  own ||= `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const key = `${PREFIX}${own}`;
  const text = JSON.stringify({ ...draft, when: Date.now() });
  for (;;) {
    try {
      localStorage.setItem(key, text);
      sessionStorage.setItem(LAST, own);
      prune(MOST, key);
      return true;
    } catch {
      if (!attempt(() => prune(drafts().length - 1, key))) return false;
    }
  }
}

/* Whether any of the oldest drafts were removed, so that so many remain. */
function prune(most, except) {
  const old = drafts()
    .filter((key) => key !== except)
    .sort((a, b) => (read(a)?.when ?? 0) - (read(b)?.when ?? 0));
  const gone = old.slice(0, Math.max(0, old.length + 1 - most));
  for (const key of gone) localStorage.removeItem(key);
  return gone.length > 0;
}

function drafts() {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

function read(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key));
    return draft && typeof draft.files === "object" ? draft : null;
  } catch {
    return null;
  }
}

function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
