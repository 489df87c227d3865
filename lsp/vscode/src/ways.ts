/** The ways to have a language server: the installed one, and the one of the bundle. */

import type * as vscode from "vscode";
import type {
  BaseLanguageClient,
  LanguageClientOptions,
  MessageTransports,
} from "vscode-languageclient";

/** One way to have a server, and how a client of it is made. */
export interface Way {
  /** What the output calls it. */
  readonly name: string;
  /** Whether its files are put into the bundle, not read from the disk. */
  readonly virtual: boolean;
  client(options: LanguageClientOptions): BaseLanguageClient;
  /** End what the client doesn't end itself. */
  end(): void;
}

/** The ways that are open, the first that works is taken, and what is to be said of them. */
export interface Choice {
  readonly ways: readonly Way[];
  /** Why a way isn't open, for the output. */
  readonly notes: readonly string[];
  /** The same, where the user has asked for that way. */
  readonly warnings: readonly string[];
}

/** Where the extension runs: what it can start there. */
export interface Host {
  choose(say: Saying): Choice;
}

/** How users are told: in the output, or in a message as well. */
export interface Saying {
  log(line: string): void;
  warn(line: string): void;
}

export type Connect = () => Promise<MessageTransports>;
export type Context = vscode.ExtensionContext;
