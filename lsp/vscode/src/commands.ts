/** Commands of the palette; the server does the work. */

import * as vscode from "vscode";
import type { Session } from "./session";

/** Register the commands that the manifest declares. */
export function registerCommands(session: Session): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("phaselint.restart", () => session.restart()),
    vscode.commands.registerCommand("phaselint.graph", () => graph(session)),
    vscode.commands.registerCommand("phaselint.proveFinding", () => prove(session)),
  ];
}

async function graph(session: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const name = editor && nameOf(session, editor.document.uri);
  if (name) {
    await call("phaselint.showGraph", name);
  }
}

async function prove(session: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const name = editor && nameOf(session, editor.document.uri);
  if (!editor || !name) {
    return;
  }
  const uri = editor.document.uri;
  const here = vscode.languages
    .getDiagnostics(uri)
    .filter((each) => each.source === "phaselint" && each.range.intersection(editor.selection))
    .map((each) => ({ label: each.message, fingerprint: fingerprintOf(each) }))
    .filter((each) => each.fingerprint !== undefined);
  if (here.length === 0) {
    await vscode.window.showInformationMessage("phaselint: there is no finding at the cursor");
    return;
  }
  const chosen =
    here.length === 1 ? here[0] : await vscode.window.showQuickPick(here, { title: "Confirm" });
  if (chosen) {
    await call("phaselint.prove", name, chosen.fingerprint);
  }
}

/** The server's word for a finding, which the client keeps with the diagnostic. */
function fingerprintOf(diagnostic: vscode.Diagnostic): string | undefined {
  const { data } = diagnostic as vscode.Diagnostic & { data?: { fingerprint?: string } };
  return data?.fingerprint;
}

/** What the server calls a document; without a server, say so. */
function nameOf(session: Session, uri: vscode.Uri): string | undefined {
  const client = session.running;
  if (client === undefined) {
    void vscode.window.showWarningMessage("phaselint: the server is not running");
  }
  return client?.code2ProtocolConverter.asUri(uri);
}

/** Call a command of the server; the client has registered them under their names. */
async function call(command: string, ...given: unknown[]): Promise<void> {
  try {
    await vscode.commands.executeCommand(command, ...given);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await vscode.window.showWarningMessage(`phaselint: ${reason}`);
  }
}
