/* The client of the language server in the worker. */

const ROOT = "file:///project";

/** The address of a file, and back. */
export const uriOf = (path) => `${ROOT}/${path.split("/").map(encodeURIComponent).join("/")}`;
export const pathOf = (uri) =>
  uri.slice(ROOT.length + 1).split("/").map(decodeURIComponent).join("/");

const CAPABILITIES = {
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: false } },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true, dataSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } },
      dataSupport: true,
    },
    hover: { contentFormat: ["plaintext"] },
    completion: { completionItem: { documentationFormat: ["plaintext"] } },
  },
  experimental: { phaselintPlayer: true },
};

/** A session. `onFindings(path, diagnostics)`, `onEdit(changes)` and `onMessage(line, isBad)` are
    called with what the server says. */
export class Client {
  onFindings = () => {};
  onEdit = () => {};
  onMessage = () => {};
  #engine;
  #open = new Map();
  #waiting = new Map();
  #number = 0;
  #ready = false;
  #listening = false;

  constructor(engine) {
    this.#engine = engine;
    engine.onSaid = (message) => this.#received(message);
  }

  /** Leave the session: the files that it is about are others now. */
  end() {
    this.#ready = false;
    this.#listening = false;
    this.#open.clear();
    for (const { reject } of this.#waiting.values()) reject(new Error("the files have changed"));
    this.#waiting.clear();
  }

  /** Begin a session with the files that are in the worker. */
  async begin() {
    this.end();
    await this.#engine.ask("serve");
    this.#listening = true; // whatever an earlier session says has arrived before
    const folders = [{ uri: ROOT, name: "project" }];
    const asked = { processId: null, rootUri: ROOT, workspaceFolders: folders };
    await this.request("initialize", { ...asked, capabilities: CAPABILITIES });
    this.#tell("initialized", {});
    this.#ready = true;
  }

  get ready() {
    return this.#ready;
  }

  /** Have the server know the text of a file as it is in the editor. */
  change(path, text) {
    if (!this.#ready) return;
    const uri = uriOf(path);
    const known = this.#open.get(path);
    if (known === undefined) {
      const textDocument = { uri, languageId: languageOf(path), version: 1, text };
      this.#tell("textDocument/didOpen", { textDocument });
      this.#open.set(path, { version: 1, text });
    } else if (known.text !== text) {
      const version = known.version + 1;
      const contentChanges = [difference(known.text, text)];
      this.#tell("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
      this.#open.set(path, { version, text });
    }
  }

  /** Have the server know that files have come or gone. */
  moved(path, kind) {
    if (!this.#ready) return;
    if (this.#open.delete(path)) {
      this.#tell("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
    }
    const type = { added: 1, changed: 2, removed: 3 }[kind];
    this.#tell("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf(path), type }] });
  }

  isOpen(path) {
    return this.#open.has(path);
  }

  /** Ask; rejects with the server's line. */
  request(method, params) {
    const id = ++this.#number;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return answer;
  }

  /** Have the server obey one of its commands. */
  command(command, ...given) {
    return this.request("workspace/executeCommand", { command, arguments: given });
  }

  #tell(method, params) {
    this.#send({ method, params });
  }

  #send(message) {
    this.#engine.ask("tell", { message: { jsonrpc: "2.0", ...message } }).catch(() => {});
  }

  #received(message) {
    if (!this.#listening) return;
    const { id, method, params, result, error } = message;
    if (method === undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    } else if (method === "textDocument/publishDiagnostics") {
      this.onFindings(pathOf(params.uri), params.diagnostics);
    } else if (method === "window/showMessage") {
      this.onMessage(params.message, params.type < 3);
    } else if (method === "workspace/applyEdit") {
      this.onEdit(changesOf(params.edit));
      this.#send({ id, result: { applied: true } });
    } else if (id !== undefined) {
      this.#send({ id, result: method === "workspace/configuration" ? [null] : null });
    }
  }
}

/** The edits of each file, as the server gives them in either form: path → text edits. */
export function changesOf(edit) {
  const listed = (edit.documentChanges ?? [])
    .filter((each) => each.edits)
    .map(({ textDocument, edits }) => [textDocument.uri, edits]);
  const all = [...Object.entries(edit.changes ?? {}), ...listed];
  return new Map(all.map(([uri, edits]) => [pathOf(uri), edits]));
}

/** A text after edits that the server gives. */
export function edited(text, edits) {
  const starts = startsOf(text);
  const offset = ({ line, character }) =>
    Math.min((starts[line] ?? text.length) + character, text.length);
  const found = edits.map(({ range, newText }, at) => ({
    from: offset(range.start),
    to: offset(range.end),
    newText,
    at,
  }));
  found.sort((a, b) => b.from - a.from || b.at - a.at);
  for (const { from, to, newText } of found) text = text.slice(0, from) + newText + text.slice(to);
  return text;
}

/* What differs between two texts, as one change. */
function difference(old, text) {
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === text.at(-1 - end)) end++;
  const starts = startsOf(old);
  const range = { start: positionAt(starts, start), end: positionAt(starts, old.length - end) };
  return { range, text: text.slice(start, text.length - end) };
}

function startsOf(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function positionAt(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: offset - starts[low] };
}

function languageOf(path) {
  const ending = path.split(".").pop();
  return { yml: "yaml", yaml: "yaml", json: "json", md: "markdown", py: "python" }[ending] ?? "plaintext";
}
