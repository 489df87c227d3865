/** Starts the language server for the contracts of a workspace, and ends it. */

import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { Session } from "./session";
import { Answers } from "./showing";

const ON_LANGUAGE = "onLanguage:";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = new Answers();
  const started = new Session(answers, languagesOf(context.extension));
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

/** The languages that wake the extension, which are those of the files that the server reads. */
function languagesOf(extension: vscode.Extension<unknown>): string[] {
  const events: string[] = extension.packageJSON.activationEvents;
  return events.filter((each) => each.startsWith(ON_LANGUAGE)).map((each) => each.slice(ON_LANGUAGE.length));
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
