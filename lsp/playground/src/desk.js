/* The desk: the files, what Python knows of them, and what is found in them. It knows no page. */

import { Client, edited } from "./client.js";
import { Engine } from "./engine.js";
import { fromReport, fromServer } from "./findings.js";
import { Project } from "./project.js";

const REST = 10; // milliseconds without a key, after which the server is told; it rests itself where checks take long

/** Findings come with `onFindings(path or null for all, findings)`, changes of files from outside of
    the editor with `onText(path, text)`, lines for the user with `onMessage(line, isBad)`. */
export class Desk {
  onFindings = () => {};
  onText = () => {};
  onMessage = () => {};
  onReady = () => {};
  project = new Project();
  engine = new Engine();
  #client = new Client(this.engine);
  #unsaved = new Set();
  #changed = new Map();
  #timer;
  #started;
  #load = 0;

  constructor() {
    this.#client.onFindings = (path, found) =>
      this.onFindings(path, found.map((each) => fromServer(path, each)));
    this.#client.onEdit = (changes) => this.apply(changes);
    this.#client.onMessage = (line, isBad) => this.onMessage(line, isBad);
  }

  get ready() {
    return this.#client.ready;
  }

  /** Work on other files: first the command checks them, whose answer comes sooner, then the
      server. */
  async check(files, dialect) {
    const load = ++this.#load;
    this.#client.end();
    this.#unsaved.clear();
    this.#changed.clear();
    this.project.replace(files);
    const isOld = () => load !== this.#load;
    this.#started ??= this.engine.start(dialect);
    try {
      await this.#started;
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
    if (isOld()) return;
    this.#unsaved.clear();
    await this.engine.ask("replace", { files: this.project.all(), folder: "/project" });
    await this.#report(isOld);
    if (isOld()) return;
    await this.engine.prepare();
    if (isOld()) return;
    await this.#save();
    await this.#client.begin();
    this.#tell();
    this.onReady();
  }

  async #report(isOld) {
    const { status, stdout, stderr } = await this.run(["lint", "--format", "json", "."]);
    if (isOld()) return;
    if (status > 1) {
      this.onMessage(stderr.trim().split("\n")[0], true);
      return;
    }
    this.onFindings(null, JSON.parse(stdout).findings.map(fromReport));
  }

  /** End what is going on and start Python anew. */
  async restart(dialect) {
    this.engine.stop();
    this.#started = undefined;
    this.#client = this.#renewed();
    await this.check(this.project.all(), dialect);
  }

  #renewed() {
    const { onFindings, onEdit, onMessage } = this.#client;
    return Object.assign(new Client(this.engine), { onFindings, onEdit, onMessage });
  }

  /** Take the text of a file from the editor. */
  edit(path, text) {
    this.project.set(path, text);
    this.#unsaved.add(path);
    this.#changed.set(path, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), REST);
  }

  #tell() {
    if (!this.#client.ready) return; // it reads all files once it is
    clearTimeout(this.#timer);
    for (const [path, text] of this.#changed) this.#client.change(path, text);
    this.#changed.clear();
  }

  /** Have the server look at a file as open, for what it knows of places in it. */
  look(path) {
    if (!this.project.isText(path)) return;
    this.#tell();
    this.#client.change(path, this.project.get(path));
  }

  /** Set a file from outside of the editor: bytes or text. */
  async set(path, data) {
    const isNew = !this.project.has(path);
    this.project.set(path, data);
    if (typeof data === "string") this.onText(path, data);
    if (isNew || typeof data !== "string") {
      await this.engine.ask("put", { files: { [path]: data } });
      this.#client.moved(path, isNew ? "added" : "changed");
    } else {
      this.#unsaved.add(path);
      this.#client.change(path, data);
    }
  }

  async remove(path) {
    this.project.remove(path);
    this.#unsaved.delete(path);
    this.#changed.delete(path);
    await this.engine.ask("remove", { path });
    this.#client.moved(path, "removed");
    this.onFindings(path, []);
  }

  /** Make edits of the server: path → edits. */
  apply(changes) {
    for (const [path, edits] of changes) {
      const text = this.project.has(path) ? this.project.get(path) : "";
      if (typeof text === "string") this.set(path, edited(text, edits)).catch(() => {});
    }
  }

  /* Write what was edited to where commands read it. */
  async #save() {
    const texts = [...this.#unsaved].filter((path) => this.project.has(path));
    this.#unsaved.clear();
    if (texts.length === 0) return;
    const files = Object.fromEntries(texts.map((path) => [path, this.project.get(path)]));
    await this.engine.ask("put", { files });
  }

  /** Run a command on the files as they are. */
  async run(words, cwd = "/project") {
    this.#tell();
    await this.#save();
    return this.engine.ask("run", { words, cwd });
  }

  /** Take over what a command has written. */
  async takeWritten(decode) {
    const held = await this.engine.ask("held", { folder: "/project" });
    for (const [path, bytes] of Object.entries(held)) {
      const data = decode(bytes);
      if (typeof data === "string" && data !== this.project.get(path)) await this.set(path, data);
    }
  }

  /** Ask the server about a place in a file. */
  async ask(method, path, more) {
    if (!this.#client.ready) throw new Error("phaselint is still starting; try again in a moment");
    this.look(path);
    return this.#client.request(method, more);
  }

  command(...given) {
    if (!this.#client.ready) throw new Error("phaselint is still starting; try again in a moment");
    this.#tell();
    return this.#client.command(...given);
  }
}
