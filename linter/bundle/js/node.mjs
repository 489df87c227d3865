/* What node reads: the bundle from a folder, and Pyodide from the package that is installed.

   reading(folder) → { read, readNow }, for `start` of phaselint.mjs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export function reading(folder) {
  const readNow = (file) => new Uint8Array(readFileSync(join(folder, file)));
  return { read: readNow, readNow };
}
