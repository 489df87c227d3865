/** Workspaces whose files are on no disk: they are read through VS Code and put into the bundle. */

import * as vscode from "vscode";
import type { Bundle } from "./channel";
import type { Files } from "./worker/messages";

const ROOT = "/virtual/";
const READ = /(\.(yaml|yml|json|jsonc|md|markdown|toml|txt|ts|js|py|ipynb)|(^|\/)\.gitignore)$/i;
const SKIPPED: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".tox",
  ".venv",
  "__pycache__",
  "node_modules",
  "venv",
]);
const MOST_FILES = 20000;
const LARGEST = 1 << 20; // bytes of one file
const MOST_BYTES = 64 << 20;
const AT_ONCE = 16;

/** The names that files of a workspace have in the virtual file system, and back. */
export const NAMES = {
  code2Protocol: (uri: vscode.Uri) => vscode.Uri.file(pathOf(uri)).toString(),
  protocol2Code: (name: string) => {
    const { path } = vscode.Uri.parse(name);
    const [, key = "", rest = ""] = /^\/virtual\/([^/]*)(.*)$/.exec(path) ?? [];
    const [scheme = "", authority = "", query = ""] = key.split("&").map(decodeURIComponent);
    return scheme ? vscode.Uri.from({ scheme, authority, query, path: rest }) : vscode.Uri.parse(name);
  },
};

function pathOf(uri: vscode.Uri): string {
  const key = [uri.scheme, uri.authority, uri.query].map(encodeURIComponent).join("&");
  return `${ROOT}${key}${uri.path}`.replace(/\/$/, "");
}

/** What is left to do, and what has been done, while files are read. */
interface Count {
  files: number;
  bytes: number;
  left: number;
}

/** The files of the workspace in a bundle. */
export class VirtualFiles {
  constructor(
    private readonly bundle: Bundle,
    private readonly warn: (line: string) => void,
  ) {}

  /** Put all files of the workspace; say what is left out. */
  async fill(): Promise<void> {
    const count: Count = { files: 0, bytes: 0, left: 0 };
    let complete = true;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      complete = (await this.walk(folder.uri, count)) && complete;
    }
    if (!complete) {
      this.warn(
        `the workspace has more than ${MOST_FILES.toLocaleString("en")} files; ` +
          "the others aren't checked: open a folder in it instead",
      );
    }
    if (count.left > 0) {
      this.warn(`${count.left} files can't be read or are too large (1 MB each, 64 MB together); they aren't checked`);
    }
  }

  /** Put what has changed; the server is told afterwards. */
  async changed(uri: vscode.Uri): Promise<void> {
    let entry: vscode.FileStat;
    try {
      entry = await vscode.workspace.fs.stat(uri);
    } catch {
      this.bundle.remove(pathOf(uri));
      return;
    }
    if (entry.type & vscode.FileType.File) {
      this.put(uri, await content(uri, { files: 0, bytes: 0, left: 0 }));
    }
  }

  /** Put what is below a folder, the nearest first, and tell whether that is all. */
  private async walk(top: vscode.Uri, count: Count): Promise<boolean> {
    let level = [top];
    while (level.length > 0) {
      const below: vscode.Uri[] = [];
      for (const folder of level) {
        const files: vscode.Uri[] = [];
        for (const [name, type] of await entries(folder)) {
          const uri = vscode.Uri.joinPath(folder, name);
          if (type & vscode.FileType.File) {
            files.push(uri);
          } else if (type === vscode.FileType.Directory && !SKIPPED.has(name)) {
            below.push(uri);
          }
        }
        const room = MOST_FILES - count.files;
        count.files += Math.min(room, files.length);
        await this.putAll(files.slice(0, room), count);
        if (files.length > room) {
          return false;
        }
      }
      level = below;
    }
    return true;
  }

  private async putAll(files: readonly vscode.Uri[], count: Count): Promise<void> {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const some = files.slice(at, at + AT_ONCE);
      const contents = await Promise.all(some.map((uri) => content(uri, count)));
      some.forEach((uri, number) => this.put(uri, contents[number]));
    }
  }

  private put(uri: vscode.Uri, data: Uint8Array | undefined): void {
    if (data) {
      const path = pathOf(uri);
      const cut = path.lastIndexOf("/");
      const files: Files = { [path.slice(cut + 1)]: data };
      this.bundle.put(path.slice(0, cut), files);
    }
  }
}

async function entries(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** The bytes of a file that a contract can be in. Of others, only that they exist is of interest. */
async function content(uri: vscode.Uri, count: Count): Promise<Uint8Array | undefined> {
  if (!READ.test(uri.path)) {
    return new Uint8Array();
  }
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size <= LARGEST && count.bytes + size <= MOST_BYTES) {
      count.bytes += size;
      return await vscode.workspace.fs.readFile(uri);
    }
  } catch {
    // it counts as one that is left out
  }
  count.left += 1;
  return undefined;
}
