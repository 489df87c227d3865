/** Starts the language server for the contracts of a workspace, and ends it. */

import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { Session } from "./session";
import { Answers } from "./showing";
import { Waiting } from "./waking";
import type { Context, Host } from "./ways";

const ON_LANGUAGE = "onLanguage:";
const CONTAINS = "workspaceContains:";
const CHOICE = ["phaselint.path", "phaselint.server"];

let session: Session | undefined;

export async function begin(context: Context, host: Host): Promise<void> {
  const answers = new Answers();
  const languages = woken(context.extension, ON_LANGUAGE);
  const started = new Session(answers, languages, host);
  session = started;
  const waiting = new Waiting(languages, woken(context.extension, CONTAINS), () => started.start());
  context.subscriptions.push(
    answers.register(),
    waiting,
    started.register(),
    ...registerCommands(started),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (CHOICE.some((each) => event.affectsConfiguration(each))) {
        await started.again();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.again()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => started.refilled()),
  );
  await waiting.look();
}

/** What wakes the extension in one way: languages, which are those of the files that the server reads, or
 * globs of files. */
function woken(extension: vscode.Extension<unknown>, way: string): string[] {
  const events: string[] = extension.packageJSON.activationEvents;
  return events.filter((each) => each.startsWith(way)).map((each) => each.slice(way.length));
}

export async function end(): Promise<void> {
  await session?.stop();
}
