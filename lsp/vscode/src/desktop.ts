/** What the extension can start on the desktop: the installed command, or the bundle in a thread. */

import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, TransportKind } from "vscode-languageclient/node";
import { bundled, isVirtual } from "./bundled";
import type { Thread } from "./channel";
import { expanded, find, isIn } from "./installed";
import type { Choice, Connect, Context, Host, Saying, Way } from "./ways";

const SETTINGS = "phaselint";
const COMMAND = "phaselint";

export function desktop(context: Context): Host {
  return { choose: (say) => choose(context, say) };
}

function choose(context: Context, say: Saying): Choice {
  const settings = vscode.workspace.getConfiguration(SETTINGS);
  const server = settings.get<string>("server") ?? "auto";
  const given = settings.get<string>("path")?.trim() || COMMAND;
  const virtual = isVirtual();
  const own = bundled(partsOf(context), virtual, say);
  if (server === "bundled" || virtual) {
    return { ways: [own], notes: [], warnings: [] };
  }
  const found = installed(given);
  const otherwise = server === "installed" ? [] : [own];
  if (typeof found !== "string") {
    return { ways: [found, ...otherwise], notes: [], warnings: [] };
  }
  const asked = server === "installed" || given !== COMMAND;
  return { ways: otherwise, notes: asked ? [] : [found], warnings: asked ? [found] : [] };
}

/** The installed command, or why it can't be used. */
function installed(given: string): Way | string {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter((each) => each.uri.scheme === "file")
    .map((each) => each.uri.fsPath);
  const command = expanded(given, folders[0] ?? "");
  const file = find(command, { folders, environment: process.env, platform: process.platform });
  if (file === undefined) {
    return `no command \`${command}\` was found`;
  }
  const trusted = vscode.workspace.isTrusted;
  if (!trusted && isIn(file, folders)) {
    return `\`${file}\` is not run: it is in the workspace, which isn't trusted`;
  }
  // A program can run what is in the folder that it is started in.
  const options = trusted ? {} : { cwd: dirname(file) };
  const executable = { command: file, args: ["server"], transport: TransportKind.stdio, options };
  return {
    name: `\`${file}\``,
    virtual: false,
    client: (given) => new LanguageClient(SETTINGS, "phaselint", executable, given),
    end() {},
  };
}

function partsOf(context: Context) {
  const at = (path: string) => context.asAbsolutePath(path);
  return {
    places: { bundle: at("dist/bundle/"), pyodide: at("dist/pyodide/") },
    thread: () => thread(at("dist/node.mjs")),
    client: (options: LanguageClientOptions, connect: Connect) =>
      new LanguageClient(SETTINGS, "phaselint", connect, options),
  };
}

function thread(file: string): Thread {
  const worker = new Worker(file, { stdout: true, stderr: true });
  return {
    post: (message) => worker.postMessage(message),
    listen(received, ended) {
      worker.on("message", received);
      worker.on("error", (error) => ended(`the bundled server has ended: ${error.message}`));
      worker.on("exit", () => ended("the bundled server has ended"));
    },
    end: () => void worker.terminate(),
  };
}
