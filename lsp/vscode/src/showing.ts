/** Shows what commands of the server answer, as documents that cannot be edited. */

import * as vscode from "vscode";

const SCHEME = "phaselint";

/** Commands whose answer is worth a document. */
export const SHOWN: ReadonlySet<string> = new Set([
  "phaselint.runScript",
  "phaselint.prove",
]);

interface Answer {
  readonly rule?: string;
  readonly script?: string | null;
  readonly text?: string;
}

/** The documents that are shown, by their URI; reading one again shows the last answer. */
export class Answers implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;

  register(): vscode.Disposable {
    const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
    return vscode.Disposable.from(provider, this.changes);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Show the answer of one of the commands above, if there is anything to see. */
  async show(command: string, answer: Answer | null | undefined): Promise<void> {
    if (command === "phaselint.runScript" && answer?.text) {
      await open(this.keep("run of a script.txt", answer.text));
    } else if (command === "phaselint.prove" && answer?.script) {
      await open(this.keep(`proof of ${answer.rule ?? "a finding"}.script.yaml`, answer.script));
    }
  }

  private keep(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.texts.set(uri.toString(), text);
    this.changes.fire(uri);
    return uri;
  }
}

async function open(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, {
    preserveFocus: true,
    preview: true,
    viewColumn: vscode.ViewColumn.Beside,
  });
}
