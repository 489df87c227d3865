/* phaselint in JavaScript: CPython as WebAssembly (Pyodide) with the bundle of phaselint.

   One module for node, for a page and for a worker. Nothing is fetched but what `read` is asked
   for, and nothing is sent anywhere.

   start(options) → Promise<Phaselint>
     loadPyodide   the function of that name of the npm package `pyodide`
     read          (file) => Uint8Array, or a promise of one: a file of the bundle by its name,
                   such as "bundle.json" or "core.zip.xz"
     readNow       the same without a promise, for parts that turn out to be needed while Python
                   runs; without it, `parts` names all that may be needed
     address       (file) => the path or URL of a file of the bundle, for Python's standard library
                   where the bundle has it (`--pyodide` of the build); without it, Pyodide's own
     parts         parts that are loaded at once: dialects ("agents", "climpt", "langgraph",
                   "stud", "sweny", "vesanor"), "command" (all commands but plain `lint`),
                   "server" (the language server, and
                   words for what a schema refuses), "blocks" (fixes that add blocks of YAML);
                   "all" loads all. Default: none
     pyodide       further options for loadPyodide, such as { indexURL, env, stdLibURL }
     regexps       what matches JavaScript's regular expressions; default: `engine()` of
                   regexps.mjs
   It rejects with a PhaselintError, whose message is one line for the user, if there is no
   WebAssembly, a file can't be read or Pyodide doesn't start.

   phaselint.version           the version of phaselint
   phaselint.run(arguments, { stdin, cwd }) → Promise<{ status, stdout, stderr }>
     a command line, such as ["lint", "--format", "json", "."]. stdin is a string or a Uint8Array,
     stdout and stderr are strings; `bytes: true` gives them as Uint8Arrays. cwd is a folder of the
     virtual file system, by default the one of the last call, at first /project.
     A command whose regular expressions are matched later (see regexps.mjs) is run again with the
     files that were in cwd before.
   phaselint.put(files, folder), phaselint.replace(files, folder)
     write { path: string | Uint8Array } into a folder of the virtual file system, by default
     /project; `replace` makes them all that is in it.
   phaselint.held(folder) → { path: Uint8Array }: all files in it.
   phaselint.serve(send) → { receive(message), status }
     a language server. `send` is called with each of its messages, an object; `receive` takes
     those of the client, objects too. `status` is the exit status once it has ended, else null.
   phaselint.main(arguments) → its exit status, with Pyodide's own streams and without a promise:
     what a command of node runs.
   phaselint.load(part) → Promise, phaselint.loaded: loads a part, and those that are loaded.
   phaselint.pyodide           Pyodide's own interface: pyodide.FS, pyodide.mountNodeFS(…) */

import { engine } from "./regexps.mjs";

const FOLDER = "/lib/phaselint";
const PROJECT = "/project";
const MOST_RUNS = 4;

/** Why phaselint can't start or a call is wrong: one line for the user. */
export class PhaselintError extends Error {}

/** Starts phaselint; see above. */
export async function start(options) {
  const { loadPyodide, read, readNow, address, parts = [], pyodide = {}, regexps } = options;
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiate !== "function")
    throw new PhaselintError("there is no WebAssembly here; phaselint needs it");
  const manifest = manifestOf(await reading(read, "bundle.json"));
  const wanted = parts === "all" ? Object.keys(manifest.parts) : ["core", ...parts];
  const files = wanted.map((part) => fileOf(manifest, part));
  const library = manifest.stdlib && address ? await reading(address, manifest.stdlib.file) : null;
  const [python, ...data] = await Promise.all([
    starting(loadPyodide, library ? { stdLibURL: library, ...pyodide } : pyodide),
    ...files.map((file) => reading(read, file)),
  ]);
  const held = new Map(wanted.map((part, number) => [part, data[number]]));
  return new Phaselint(python, manifest, held, read, readNow, regexps ?? (await engine()));
}

function manifestOf(data) {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(data));
    if (manifest.parts.core.file && manifest.homes) return manifest;
  } catch {}
  throw new PhaselintError("bundle.json isn't the list of a bundle; build the bundle again");
}

function fileOf(manifest, part) {
  if (Object.hasOwn(manifest.parts, part)) return manifest.parts[part].file;
  const known = Object.keys(manifest.parts).join(", ");
  throw new PhaselintError(`there is no part ${part} in the bundle; its parts are ${known}`);
}

async function reading(read, file) {
  try {
    return await read(file);
  } catch (error) {
    throw new PhaselintError(`${file} of phaselint can't be read: ${lineOf(error)}`);
  }
}

async function starting(loadPyodide, options) {
  try {
    return await loadPyodide({ checkAPIVersion: false, ...options });
  } catch (error) {
    throw new PhaselintError(`Pyodide doesn't start: ${lineOf(error)}`);
  }
}

/* The last line of an error: that of a Python traceback that says what is wrong. */
function lineOf(error) {
  return String(error?.message ?? error).trim().split("\n").pop();
}

class Phaselint {
  #python;
  #parts;
  #regexps;
  #engine;
  #read;
  #manifest;
  #held;

  constructor(python, manifest, held, read, readNow, regexps) {
    this.#python = python;
    this.#manifest = manifest;
    this.#held = held;
    this.#read = read;
    this.#regexps = regexps;
    this.version = manifest.version;
    python.FS.mkdirTree(FOLDER);
    python.FS.mkdirTree(PROJECT);
    const unpack = python.runPython(UNPACK);
    try {
      unpack(held.get("core"), `${FOLDER}/core.zip`);
    } catch (error) {
      const file = fileOf(manifest, "core");
      throw new PhaselintError(`${file} of phaselint is damaged: ${lineOf(error)}`);
    } finally {
      unpack.destroy();
    }
    this.#parts = python.pyimport("phaselint.embedding.parts").install(
      python.toPy(manifest.homes),
      FOLDER,
      this.#reader(readNow),
    );
    for (const part of held.keys()) if (part !== "core") this.#parts.load(part);
    this.#engine = python
      .pyimport("phaselint.embedding.regexps")
      .install((order) => this.#regexps.now?.(order) ?? null);
    python.FS.chdir(PROJECT);
  }

  /* What Python asks for a part. An exception of JavaScript is an ImportError there. */
  #reader(readNow) {
    const wrap = this.#python.runPython(READER);
    return wrap((part) => {
      const data = this.#held.get(part);
      if (data) return data;
      if (!readNow) throw new PhaselintError(`part ${part} isn't loaded; name it in \`parts\``);
      return readNow(fileOf(this.#manifest, part));
    });
  }

  get pyodide() {
    return this.#python;
  }

  get loaded() {
    return ["core", ...this.#parts.loaded.toJs()];
  }

  async load(part) {
    if (this.loaded.includes(part)) return;
    this.#held.set(part, await reading(this.#read, fileOf(this.#manifest, part)));
    this.#parts.load(part);
    this.#held.delete(part);
  }

  put(files, folder = PROJECT) {
    this.#files("put", files, folder);
  }

  replace(files, folder = PROJECT) {
    this.#files("replace", files, folder);
  }

  held(folder = PROJECT) {
    const found = this.#python.pyimport("phaselint.embedding.files").held(folder);
    return found.toJs({ dict_converter: Object.fromEntries });
  }

  #files(name, files, folder) {
    const module = this.#python.pyimport("phaselint.embedding.files");
    const texts = this.#python.runPython(TEXTS)(files);
    try {
      module[name](folder, texts);
    } catch (error) {
      throw new PhaselintError(lineOf(error).replace(/^[\w.]*UsageError: /, ""));
    }
  }

  async run(words, { stdin = "", cwd, bytes = false } = {}) {
    if (cwd !== undefined) this.#python.FS.chdir(cwd);
    const folder = this.#python.FS.cwd();
    const again = this.#regexps.later && folder.startsWith(PROJECT);
    const before = again ? this.held(folder) : null;
    let outcome = this.#run(words, stdin);
    for (let runs = 1; again && runs < MOST_RUNS; runs++) {
      const orders = this.#engine.take_open().toJs();
      if (!orders.length) break;
      for (const order of orders) this.#engine.answer(order, await this.#regexps.later(order));
      this.replace(before, folder);
      outcome = this.#run(words, stdin);
    }
    if (bytes) return outcome;
    const text = new TextDecoder();
    const [stdout, stderr] = [text.decode(outcome.stdout), text.decode(outcome.stderr)];
    return { status: outcome.status, stdout, stderr };
  }

  #run(words, stdin) {
    const data = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
    const { run } = this.#python.pyimport("phaselint.embedding.command");
    const outcome = run(this.#python.toPy([...words]), this.#python.runPython("bytes")(data));
    const [status, stdout, stderr] = outcome.toJs();
    outcome.destroy();
    return { status, stdout, stderr };
  }

  main(words) {
    return this.#python.pyimport("phaselint.embedding.command").main(this.#python.toPy([...words]));
  }

  serve(send) {
    const { Session } = this.#python.pyimport("phaselint.embedding.session");
    const session = Session((message) => send(JSON.parse(message)));
    return {
      receive: (message) => session.receive(JSON.stringify(message)),
      get status() {
        return session.status ?? null;
      },
    };
  }
}

/* Python that runs before anything of phaselint can be imported, or that only turns what JavaScript
   gives into Python's own. */
const UNPACK = `
def unpack(data, path):
    import lzma, sys
    held = data.to_bytes()
    with open(path, "wb") as file:
        file.write(held if held.startswith(b"PK") else lzma.decompress(held))
    sys.path.append(path)
unpack`;

const READER = `
def wrap(read):
    from pyodide.ffi import JsException
    def reading(part):
        try:
            return read(part).to_bytes()
        except JsException as error:
            raise OSError(error.message) from None
    return reading
wrap`;

const TEXTS = `
def texts(files):
    return {path: data if isinstance(data, str) else data.to_bytes()
            for path, data in files.object_entries()}
texts`;
