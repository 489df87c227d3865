/** A language client's connection to the thread of the bundle. */

import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageTransports,
} from "vscode-languageclient";
import type { Files, FromWorker, Places, ToWorker } from "./worker/messages";

/** A thread, in node or in a browser. */
export interface Thread {
  post(message: ToWorker): void;
  /** Call back with its messages, and with one line once it has ended by itself. */
  listen(received: (message: FromWorker) => void, ended: (line: string) => void): void;
  end(): void;
}

/** The bundle in a thread of its own, from its start to its end. */
export class Bundle {
  private readonly reader = new Reader();
  private over = false;

  constructor(
    private readonly thread: Thread,
    private readonly log: (line: string) => void,
  ) {}

  /** Start it. A bundle that doesn't start is an Error whose message is a line for the user. */
  async start(places: Places, disk: boolean): Promise<string> {
    return new Promise((ready, failed) => {
      this.thread.listen(
        (message) => {
          if (message.kind === "lsp") {
            this.reader.received(message.message as Message);
          } else if (message.kind === "log") {
            this.log(message.line);
          } else if (message.kind === "ready") {
            ready(message.version);
          } else {
            failed(new Error(message.line));
          }
        },
        (line) => {
          failed(new Error(line));
          if (!this.over) {
            this.log(line);
            this.reader.closed();
          }
        },
      );
      this.thread.post({ kind: "start", places, disk });
    });
  }

  get transports(): MessageTransports {
    return { reader: this.reader, writer: new Writer(this.thread) };
  }

  put(folder: string, files: Files): void {
    this.thread.post({ kind: "put", folder, files });
  }

  remove(path: string): void {
    this.thread.post({ kind: "remove", path });
  }

  end(): void {
    this.over = true;
    this.thread.end();
  }
}

class Reader extends AbstractMessageReader {
  private callback: DataCallback | undefined;
  private early: Message[] = [];

  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    for (const message of this.early.splice(0)) {
      callback(message);
    }
    return { dispose: () => (this.callback = undefined) };
  }

  received(message: Message): void {
    if (this.callback) {
      this.callback(message);
    } else {
      this.early.push(message);
    }
  }

  closed(): void {
    this.fireClose();
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly thread: Thread) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.thread.post({ kind: "lsp", message });
  }

  end(): void {}
}
