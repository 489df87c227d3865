/** The extension in a browser: the bundle in a worker, with the files that are put into it. */

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/browser";
import { begin, end } from "./activation";
import { bundled } from "./bundled";
import type { Thread } from "./channel";
import type { Connect, Context } from "./ways";
import type { FromWorker, ToWorker } from "./worker/messages";

interface WebWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

declare const Worker: new (address: string) => WebWorker;

export function activate(context: Context): Promise<void> {
  const at = (path: string) => vscode.Uri.joinPath(context.extensionUri, path).toString(true);
  const parts = {
    places: { bundle: `${at("dist/bundle")}/`, pyodide: `${at("dist/pyodide")}/` },
    thread: () => thread(at("dist/web.js")),
    client: (options: LanguageClientOptions, connect: Connect) =>
      new LanguageClient("phaselint", "phaselint", connect, options),
  };
  return begin(context, {
    choose: (say) => ({ ways: [bundled(parts, true, say)], notes: [], warnings: [] }),
  });
}

export const deactivate = end;

function thread(address: string): Thread {
  const worker = new Worker(address);
  return {
    post: (message) => worker.postMessage(message),
    listen(received, ended) {
      worker.onmessage = ({ data }) => received(data);
      worker.onerror = ({ message }) => ended(`the bundled server has ended: ${message ?? "unknown error"}`);
    },
    end: () => worker.terminate(),
  };
}
