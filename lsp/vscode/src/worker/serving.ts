/** The language server of the bundle in a thread: what is the same in node and in a browser. */

import { type FileSystem, type Options, type Phaselint, type Server, start } from "bundle/phaselint.mjs";
import type { FromWorker, ToWorker } from "./messages";

/** What differs: how Pyodide and the files of the bundle are had, and what is mounted. */
export interface Surroundings {
  options(order: ToWorker & { kind: "start" }): Promise<Omit<Options, "parts">>;
  prepare(files: FileSystem, order: ToWorker & { kind: "start" }): void;
}

/** What handles the messages of the extension, one after the other. */
export function serving(
  post: (message: FromWorker) => void,
  surroundings: Surroundings,
): (message: ToWorker) => void {
  let running: { phaselint: Phaselint; server: Server } | undefined;
  let before: Promise<void> = Promise.resolve();

  async function begin(order: ToWorker & { kind: "start" }): Promise<void> {
    const { pyodide, ...given } = await surroundings.options(order);
    const log = (line: string) => post({ kind: "log", line });
    const phaselint = await start({
      ...given,
      parts: ["server"],
      pyodide: { ...pyodide, stdout: log, stderr: log },
    });
    surroundings.prepare(phaselint.pyodide.FS, order);
    const server = phaselint.serve((message) => post({ kind: "lsp", message }));
    running = { phaselint, server };
    post({ kind: "ready", version: phaselint.version });
  }

  function handle(message: ToWorker): void | Promise<void> {
    if (message.kind === "start") {
      return begin(message).catch((error) => post({ kind: "failed", line: lineOf(error) }));
    }
    if (running === undefined) {
      return; // it has failed to start, and said so
    }
    const { phaselint, server } = running;
    try {
      if (message.kind === "lsp") {
        server.receive(message.message);
      } else if (message.kind === "put") {
        phaselint.put(message.files, message.folder);
      } else {
        remove(phaselint.pyodide.FS, message.path);
      }
    } catch (error) {
      post({ kind: "log", line: lineOf(error) });
    }
  }

  return (message) => {
    before = before.then(() => handle(message));
  };
}

/** Delete a file or a folder with all that is in it; nothing happens if it is gone. */
function remove(files: FileSystem, path: string): void {
  if (!files.analyzePath(path).exists) {
    return;
  }
  if (!files.isDir(files.stat(path).mode)) {
    files.unlink(path);
    return;
  }
  for (const name of files.readdir(path)) {
    if (name !== "." && name !== "..") {
      remove(files, `${path}/${name}`);
    }
  }
  files.rmdir(path);
}

/** The last line of an error: that of a Python traceback that says what is wrong. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").pop() ?? "";
}
