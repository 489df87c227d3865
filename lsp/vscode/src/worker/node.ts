/** The thread of the bundle on the desktop: Python reads the folders of the disk where they are. */

import { readdirSync, realpathSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import { reading } from "bundle/node.mjs";
import type { FileSystem } from "bundle/phaselint.mjs";
import { serving } from "./serving";

/** Folders of the virtual file system itself. */
const OWN: ReadonlySet<string> = new Set(["dev", "lib", "proc", "sys"]);
const DRIVES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const handle = serving((message) => parentPort?.postMessage(message), {
  async options({ places }) {
    const { loadPyodide } = await import(pathToFileURL(`${places.pyodide}pyodide.mjs`).href);
    return { loadPyodide, ...reading(places.bundle), pyodide: { indexURL: places.pyodide } };
  },
  prepare(files, { disk }) {
    if (disk) {
      mountAll(files);
    }
  },
});

parentPort?.on("message", handle);

/** Mount what is in the root; on Windows the drives, under the names that they have in addresses. */
function mountAll(files: FileSystem): void {
  if (process.platform === "win32") {
    for (const drive of DRIVES) {
      mount(files, `${drive}:\\`, `/${drive.toLowerCase()}:`);
    }
    return;
  }
  for (const name of readdirSync("/")) {
    if (!OWN.has(name)) {
      mount(files, `/${name}`, `/${name}`);
    }
  }
}

function mount(files: FileSystem, folder: string, path: string): void {
  try {
    if (statSync(folder).isDirectory()) {
      files.mkdirTree(path);
      files.mount(files.filesystems.NODEFS, { root: realpathSync(folder) }, path);
    }
  } catch {
    // a folder that can't be read: nothing of the workspace is in it
  }
}
