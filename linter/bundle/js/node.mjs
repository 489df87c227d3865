/* What node reads: the bundle from a folder, and Pyodide from the package that is installed.

   reading(folder) → { read, readNow, address }, for `start` of phaselint.mjs. */

import { accessSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function reading(folder) {
  const readNow = (file) => new Uint8Array(readFileSync(join(folder, file)));
  const address = (file) => {
    const path = join(folder, file);
    accessSync(path); // Pyodide reports a missing library in many lines
    return path;
  };
  return { read: readNow, readNow, address };
}
