/** When there is work for the server: most files of Python have nothing to do with contracts. */

import * as vscode from "vscode";

const PYTHON = "python";
const PACKAGE = "langgraph";
const CLASSES = /StateGraph|MessageGraph/;

/** Waits for a file that may be part of a contract, and then calls back, once. */
export class Waiting implements vscode.Disposable {
  private readonly listeners: vscode.Disposable[] = [];
  private done = false;

  constructor(
    private readonly languages: readonly string[],
    private readonly globs: readonly string[],
    private readonly found: () => Promise<void>,
  ) {}

  /** Look at what is open and at what lies in the workspace, then at what is opened and typed. */
  async look(): Promise<void> {
    this.listeners.push(
      vscode.workspace.onDidOpenTextDocument((document) => this.seen(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.seen(document)),
    );
    if (vscode.workspace.textDocuments.some((each) => this.counts(each)) || (await this.lies())) {
      await this.end();
    }
  }

  dispose(): void {
    for (const each of this.listeners.splice(0)) {
      each.dispose();
    }
  }

  private async seen(document: vscode.TextDocument): Promise<void> {
    if (this.counts(document)) {
      await this.end();
    }
  }

  private async end(): Promise<void> {
    if (!this.done) {
      this.done = true;
      this.dispose();
      await this.found();
    }
  }

  /** Whether a document may be part of a contract; one of Python only if it has the words of a graph. */
  private counts(document: vscode.TextDocument): boolean {
    if (!isChecked(document.uri) || !this.languages.includes(document.languageId)) {
      return false;
    }
    return document.languageId !== PYTHON || buildsGraphs(document.getText());
  }

  private async lies(): Promise<boolean> {
    const found = await Promise.all(this.globs.map((each) => vscode.workspace.findFiles(each, undefined, 1)));
    return found.some((each) => each.length > 0);
  }
}

function buildsGraphs(text: string): boolean {
  return text.includes(PACKAGE) && CLASSES.test(text);
}

/** Whether a document can be part of a contract by its place: the disk, or the workspace wherever it is. */
export function isChecked(uri: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return uri.scheme === "file" || folders.some((each) => each.uri.scheme === uri.scheme);
}
