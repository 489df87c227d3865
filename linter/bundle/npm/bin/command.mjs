/* The thread of the command: Python on the user's own files, with the user's own streams. */

import {
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  writeSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { workerData } from "node:worker_threads";
import { reading } from "../bundle/node.mjs";
import { PhaselintError, start } from "../bundle/phaselint.mjs";

const FAILURE = 2;
const OWN = new Set(["dev", "lib", "proc", "sys"]); // folders of the virtual file system
const LONGEST = 20; // milliseconds between two looks at whether there is something to read
const nap = new Int32Array(new SharedArrayBuffer(4));

process.exit(await main());

async function main() {
  try {
    const { loadPyodide } = await import("pyodide");
    const folder = fileURLToPath(new URL("../bundle", import.meta.url));
    const options = { loadPyodide, ...reading(folder), pyodide: { env: environment() } };
    const phaselint = await start(options);
    const python = phaselint.pyodide;
    python.setInterruptBuffer(workerData.signal);
    connect(python);
    enter(python, process.cwd());
    return phaselint.main(process.argv.slice(2));
  } catch (error) {
    const known = error instanceof PhaselintError || error?.code === "ERR_MODULE_NOT_FOUND";
    const what = String(error?.message ?? error).trim().split("\n").pop();
    write(2, Buffer.from(`phaselint: ${known ? "" : "internal error, please report it: "}${what}\n`));
    return FAILURE;
  }
}

/* The user's environment without what is meant for another Python. */
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("PYTHON"));
  const columns = workerData.columns ? { COLUMNS: String(workerData.columns) } : {};
  return { ...columns, ...Object.fromEntries(kept) };
}

/* Standard streams, which are files to Python. */
function connect(python) {
  const [input, output, errors] = workerData.terminals;
  const file = source();
  python.setStdin({ isatty: input, read: (buffer) => patiently(() => readSync(file, buffer), 0) });
  python.setStdout({ isatty: output, write: (buffer) => write(1, buffer) });
  python.setStderr({ isatty: errors, write: (buffer) => write(2, buffer) });
}

/* Standard input, opened once more where that gives a file whose reader doesn't block: a thread that
   does can't be ended, so an interruption wouldn't be heard. */
function source() {
  try {
    const found = fstatSync(0);
    if (found.isFIFO() || found.isCharacterDevice())
      return openSync("/dev/stdin", constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {} // there is no such path here
  return 0;
}

/* Writes all; what nobody reads any longer is dropped, as the command does. */
function write(file, data) {
  for (let at = 0; at < data.length; )
    at += patiently(() => writeSync(file, data, at), data.length - at);
  return data.length;
}

/* A call that may have to wait for the other end of a pipe, and what it gives at its end. */
function patiently(call, atEnd) {
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST))
    try {
      return call();
    } catch (error) {
      if (error.code === "EOF" || error.code === "EPIPE" || error.code === "EBADF") return atEnd;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(nap, 0, 0, wait);
    }
}

/* Mounts the folders of the root where they are, and goes to the current one. */
function enter(python, here) {
  const [, top] = here.split("/");
  if (process.platform === "win32") {
    python.mountNodeFS("/project", here);
    python.FS.chdir("/project");
    return;
  }
  if (OWN.has(top))
    throw new PhaselintError(`${here}: can't be read from WebAssembly, which has its own /${top}`);
  python.FS.chdir("/");
  for (const name of readdirSync("/")) if (!OWN.has(name)) mount(python, `/${name}`);
  python.FS.chdir(here);
}

function mount(python, path) {
  try {
    if (!statSync(path).isDirectory()) return;
    python.FS.mkdirTree(path);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: realpathSync(path) }, path);
  } catch {} // a folder that can't be read: whoever names it is told
}
