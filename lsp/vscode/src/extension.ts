/** Starts the language server for the contracts of a workspace, and ends it. */

import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { Session } from "./session";
import { Answers } from "./showing";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = new Answers();
  const started = new Session(answers);
  session = started;
  context.subscriptions.push(
    answers.register(),
    started.graphs.register(),
    ...registerCommands(started),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("phaselint.path")) {
        await started.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
