/** The thread of the bundle in a browser: all that Python reads is put by the extension. */

import "./classic"; // before Pyodide, which looks at once
import { loadPyodide } from "pyodide/pyodide.mjs";
import type { FromWorker, ToWorker } from "./messages";
import { serving } from "./serving";

interface Request {
  responseType: string;
  readonly status: number;
  readonly response: ArrayBuffer;
  open(method: string, address: string, later: boolean): void;
  send(): void;
}

declare const XMLHttpRequest: new () => Request;
declare const self: {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
};

const handle = serving((message) => self.postMessage(message), {
  async options({ places }) {
    return {
      loadPyodide,
      read: (file) => read(places.bundle + file),
      readNow: (file) => readNow(places.bundle + file),
      address: (file) => places.bundle + file,
      pyodide: { indexURL: places.pyodide },
    };
  },
  prepare() {},
});

self.onmessage = ({ data }) => handle(data);

async function read(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(`status ${answer.status}`);
  }
  return new Uint8Array(await answer.arrayBuffer());
}

/** The same while Python waits, for parts that it turns out to need. */
function readNow(address: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) {
    throw new Error(`status ${request.status}`);
  }
  return new Uint8Array(request.response);
}
