#!/usr/bin/env node
/* The command: starts a thread that runs it, so an interruption is heard while Python works. */

import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { Worker } from "node:worker_threads";

const FAILURE = 2;
const PATIENCE = 2000; // milliseconds that Python has to end when it is interrupted

function end(line) {
  try {
    writeSync(2, `${line}\n`);
  } catch {} // nobody reads it
  process.exit(FAILURE);
}

if (typeof WebAssembly !== "object")
  end("phaselint: this node has no WebAssembly; run it without --jitless");

const signal = new Uint8Array(new SharedArrayBuffer(1));
const columns = process.stdout.columns ?? process.stderr.columns;
const worker = new Worker(new URL("./command.mjs", import.meta.url), {
  argv: process.argv.slice(2),
  stdin: false,
  workerData: { signal, columns, terminals: [0, 1, 2].map((each) => isatty(each)) },
});
let interrupted = false;
process.on("SIGINT", () => {
  if (interrupted) end("\nphaselint: interrupted");
  interrupted = true;
  signal[0] = 2; // the number of SIGINT
  setTimeout(() => end("\nphaselint: interrupted"), PATIENCE);
});
worker.on("error", (error) => {
  const memory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  const what = String(error?.message ?? error).trim().split("\n").pop();
  end(`phaselint: ${memory ? "there is not enough memory" : `internal error, please report it: ${what}`}`);
});
worker.on("exit", (status) => process.exit(status));
