/* Runs command lines in the bundle and prints what each gave, a line of JSON each.

   node running.mjs BUNDLE PYODIDE < ORDER, where ORDER is JSON: `mounts`, folder of the virtual file
   system → folder, and `runs`, each with `cwd`, `arguments` and perhaps `stdin`. */

import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, pyodide] = process.argv.slice(2);
const { start } = await import(pathToFileURL(join(bundle, "phaselint.mjs")));
const { reading } = await import(pathToFileURL(join(bundle, "node.mjs")));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const nap = new Int32Array(new SharedArrayBuffer(4));
const order = JSON.parse(readFileSync(0, "utf-8"));
const phaselint = await start({ loadPyodide, ...reading(bundle) });
for (const [at, folder] of Object.entries(order.mounts)) phaselint.pyodide.mountNodeFS(at, folder);
for (const { arguments: words, cwd, stdin } of order.runs) {
  const outcome = await phaselint.run(words, { cwd, stdin });
  write(JSON.stringify({ ...outcome, loaded: phaselint.loaded }) + "\n");
}

function write(text) {
  const data = Buffer.from(text);
  for (let at = 0; at < data.length; )
    try {
      at += writeSync(1, data, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(nap, 0, 0, 5); // the pipe is full
    }
}
