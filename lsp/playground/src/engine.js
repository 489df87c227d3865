/* The page's end of the worker in which Python runs. */

import { file, files, FOLDER, FROM_DISK, text } from "./data.js";

const PYTHON = ["pyodide.asm.wasm", "python_stdlib.zip"];
const DIALECTS = ["agents", "climpt", "langgraph", "stud", "sweny", "vesanor"];

/** phaselint in a worker.

    `onSaid` is called with each message of the language server, `onBusy` with whether anything is
    being worked on. */
export class Engine {
  onSaid = () => {};
  onBusy = () => {};
  #worker;
  #waiting = new Map();
  #number = 0;
  #manifest;

  /** Start with the parts of a dialect, or of all. */
  async start(dialect) {
    const what = missing();
    if (what) throw new Error(`this browser has no ${what}, which phaselint needs; try a newer one`);
    const source = text("worker.js");
    const python = files(PYTHON);
    this.#manifest ??= JSON.parse(await text("bundle.json"));
    const parts = FROM_DISK ? Object.keys(this.#manifest.parts) : ["core", ...dialectParts(dialect)];
    const bundle = await files(["bundle.json", ...parts.map((part) => this.#fileOf(part))]);
    const address = URL.createObjectURL(new Blob([await source], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }) => this.#received(data);
    const broken = new Promise((_, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`Python doesn't start: ${event.message || unserved()}`));
      };
    });
    this.#worker = worker;
    const given = { ...(await python), ...bundle };
    const wanted = parts.filter((part) => part !== "core" && !FROM_DISK);
    const started = this.ask(
      "start",
      { files: given, base: FOLDER, parts: wanted },
      Object.values(given),
    );
    const answer = await Promise.race([started, broken]);
    URL.revokeObjectURL(address);
    return answer;
  }

  /** Have the files of what comes later at hand: the language server. */
  async prepare() {
    if (!FROM_DISK) await file(this.#fileOf("server"));
  }

  /** Ask for a task of worker.js; rejects with one line if it fails. */
  ask(task, given, transfer = []) {
    const id = ++this.#number;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage({ id, task, given }, transfer);
    this.onBusy(true);
    return answer;
  }

  /** End whatever is going on. */
  stop() {
    this.#worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error("stopped"));
    this.#waiting.clear();
    this.onBusy(false);
  }

  #fileOf(part) {
    return this.#manifest.parts[part].file;
  }

  #received({ id, result, error, said }) {
    if (said) {
      this.onSaid(said);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.onBusy(false);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
  }
}

function dialectParts(dialect) {
  return DIALECTS.includes(dialect) ? [dialect] : [];
}

/* What a browser lacks; empty if it lacks nothing. */
function missing() {
  if (typeof WebAssembly !== "object") return "WebAssembly";
  if (typeof Worker !== "function") return "workers";
  if (typeof DecompressionStream !== "function") return "DecompressionStream";
  return "";
}

function unserved() {
  const how = "run `python3 -m http.server` in the folder of this page and open http://localhost:8000";
  return FROM_DISK ? `this browser allows no worker in a page from a disk; ${how}` : "no reason given";
}
