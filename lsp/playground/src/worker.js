/* Python in a worker: phaselint itself, asked by the page one message at a time.

   A request is { id, task, given }, its answer { id, result } or { id, error }. What the language
   server says comes as { said }. A part of the bundle that turns out to be needed while Python runs
   is fetched then, where that can be waited for; a page from a disk gives all parts at the start. */

import "./classic.js";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide } from "pyodide/pyodide.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { start } from "../../../linter/bundle/js/phaselint.mjs";

/* Where Pyodide looks for its files, which are here already: nothing has this address. */
const PYTHON = "https://python.invalid/";

let phaselint;
let server;

const tasks = {
  /* `files`: name → ArrayBuffer, of Python and of the parts of the bundle; `base`: the address
     below which further parts are. */
  async start({ files, base, parts }) {
    const held = new Map(Object.entries(files));
    const taken = (name) => new Uint8Array(held.get(name) ?? fetched(base, name));
    answerFetches(held);
    phaselint = await start({
      loadPyodide,
      read: taken,
      readNow: taken,
      parts,
      pyodide: {
        createPyodideModule,
        indexURL: PYTHON,
        stdLibURL: `${PYTHON}python_stdlib.zip`,
        lockFileContents: { info, packages: {} },
        packageBaseUrl: PYTHON,
        stdout: () => {},
        stderr: (line) => console.info(line),
      },
    });
    return { version: phaselint.version };
  },

  replace: ({ files, folder }) => phaselint.replace(files, folder),
  put: ({ files, folder }) => phaselint.put(files, folder),
  held: ({ folder }) => phaselint.held(folder),
  run: ({ words, cwd }) => phaselint.run(words, { cwd }),

  remove({ path }) {
    const { FS } = phaselint.pyodide;
    if (FS.analyzePath(`/project/${path}`).exists) FS.unlink(`/project/${path}`);
  },

  /* Begin a session of the language server; the one before is left. */
  serve() {
    const current = phaselint.serve((message) => {
      if (server === current) postMessage({ said: message });
    });
    server = current;
  },

  tell: ({ message }) => server.receive(message),
};

/* Pyodide fetches its own files; they are here already. */
function answerFetches(held) {
  const fetching = self.fetch.bind(self);
  self.fetch = async (address, options) => {
    const name = String(address.url ?? address).split("/").pop();
    if (!held.has(name)) return fetching(address, options);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(held.get(name), { headers: { "Content-Type": type } });
  };
}

function fetched(base, name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`${name}.bin`, base), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: status ${request.status}`);
  return request.response;
}

onmessage = async ({ data: { id, task, given } }) => {
  try {
    postMessage({ id, result: await tasks[task](given ?? {}) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error).trim().split("\n").pop() });
  }
};
