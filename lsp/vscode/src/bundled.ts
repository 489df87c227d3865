/** The server of the bundle that is part of the extension. */

import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { Bundle, type Thread } from "./channel";
import { NAMES, VirtualFiles } from "./virtual";
import type { Connect, Saying, Way } from "./ways";
import type { Places } from "./worker/messages";

/** What differs between the desktop and a browser. */
export interface Parts {
  readonly places: Places;
  thread(): Thread;
  client(options: LanguageClientOptions, connect: Connect): BaseLanguageClient;
}

/** The bundle as a way to have a server; `virtual`: its files are put, not read from the disk. */
export function bundled(parts: Parts, virtual: boolean, say: Saying): Way {
  let bundle: Bundle | undefined;
  let files: VirtualFiles | undefined;

  async function connect() {
    bundle?.end();
    const made = new Bundle(parts.thread(), say.log);
    bundle = made;
    await made.start(parts.places, !virtual);
    if (virtual) {
      files = new VirtualFiles(made, say.warn);
      await files.fill();
    }
    return made.transports;
  }

  function client(options: LanguageClientOptions): BaseLanguageClient {
    if (!virtual) {
      return parts.client(options, connect);
    }
    const workspace = {
      ...options.middleware?.workspace,
      didChangeWatchedFile: async (
        event: { uri: string },
        next: (event: never) => Promise<void>,
      ): Promise<void> => {
        await files?.changed(NAMES.protocol2Code(event.uri));
        await next(event as never);
      },
    };
    const middleware = { ...options.middleware, workspace };
    return parts.client({ ...options, middleware, uriConverters: NAMES }, connect);
  }

  return { name: "the bundled phaselint", virtual, client, end: () => bundle?.end() };
}

/** Whether no folder of the workspace is on a disk. */
export function isVirtual(): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 0 && !folders.some((each) => each.uri.scheme === "file");
}
