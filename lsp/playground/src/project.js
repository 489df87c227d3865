/* The files that are worked on: path → text, or bytes for what isn't text. */

export const MOST_BYTES = 20e6;
export const MOST_FILES = 2000;
const LARGEST_TEXT = 2e6;

/** A path as phaselint takes it; null for one that leads out of the folder. */
export function cleanPath(path) {
  const words = path.replaceAll("\\", "/").split("/").filter((word) => word && word !== ".");
  return words.length === 0 || words.includes("..") || path.includes("\0") ? null : words.join("/");
}

/** Bytes as text, or unchanged where they aren't UTF-8 or too long for an editor. */
export function decoded(bytes) {
  if (bytes.length > LARGEST_TEXT || bytes.subarray(0, 8000).includes(0)) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

/** Throws with one line if files are too many or too large. */
export function checkSize(name, count, bytes) {
  const say = (what, most) => new Error(`${name} has ${what}; the playground takes ${most}`);
  if (count > MOST_FILES) throw say(`${count} files`, `up to ${MOST_FILES}`);
  if (bytes > MOST_BYTES) throw say(megabytes(bytes), `up to ${megabytes(MOST_BYTES)}`);
}

export function megabytes(bytes) {
  return `${Math.ceil(bytes / 1e6)} MB`;
}

/** The files below a folder that all of them are in, named from there. */
export function withoutCommonFolder(files) {
  const paths = Object.keys(files);
  const first = paths[0]?.split("/")[0];
  const inOne = paths.every((path) => path.startsWith(`${first}/`));
  if (!inOne || first.startsWith(".")) return files;
  const named = Object.entries(files).map(([path, data]) => [path.slice(first.length + 1), data]);
  return Object.fromEntries(named);
}

/** Files that leave out what no contract is in. */
export function isSkipped(path) {
  return /(^|\/)(\.git|node_modules|__pycache__|\.venv|__MACOSX)(\/|$)|(^|\/)\.DS_Store$/.test(path);
}

/** What a set of files is, and how it is told of changes. */
export class Project {
  onChange = () => {};
  #files = new Map();

  /** Put files in place of all. */
  replace(files) {
    this.#files = new Map(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get paths() {
    return [...this.#files.keys()];
  }

  get(path) {
    return this.#files.get(path);
  }

  has(path) {
    return this.#files.has(path);
  }

  isText(path) {
    return typeof this.#files.get(path) === "string";
  }

  set(path, data) {
    const known = this.#files.has(path);
    this.#files.set(path, data);
    if (!known) this.#files = new Map([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.onChange(path, known ? "changed" : "added");
  }

  remove(path) {
    this.#files.delete(path);
    this.onChange(path, "removed");
  }

  /** All files as an object. */
  all() {
    return Object.fromEntries(this.#files);
  }
}
