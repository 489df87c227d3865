/** One language server at a time, with the client that talks to it. */

import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  type ClientCapabilities,
  type ExecuteCommandSignature,
  type FeatureState,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  type StaticFeature,
  TransportKind,
} from "vscode-languageclient/node";
import { GraphPanel } from "./panel";
import { type Answers, SHOWN } from "./showing";

const SETTINGS = "phaselint";

export class Session {
  private client: LanguageClient | undefined;
  readonly graphs = new GraphPanel(() => this.running);

  constructor(
    private readonly answers: Answers,
    private readonly languages: string[],
  ) {}

  /** The client while its server runs. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() ? this.client : undefined;
  }

  /** Start the server; where that fails, say what to do. */
  async start(): Promise<void> {
    const client = new LanguageClient(SETTINGS, "phaselint", serverOptions(), this.options());
    client.registerFeature(new Player());
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      await complain(error);
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) {
      await client.stop();
    }
    await client?.dispose();
  }

  /** Start the server anew if it was started. */
  async again(): Promise<void> {
    if (this.client !== undefined) {
      await this.restart();
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: this.languages.map((language) => ({ scheme: "file", language })),
      diagnosticPullOptions: { onChange: true, onTabs: true },
      middleware: {
        executeCommand: (name, given, next) => this.executeAndShow(name, given, next),
      },
    };
  }

  /** Show what a command of the server answers, wherever it was called from; a graph in its panel,
   * which asks for it itself. */
  private async executeAndShow(
    name: string,
    given: unknown[],
    next: ExecuteCommandSignature,
  ): Promise<unknown> {
    if (name === "phaselint.showGraph") {
      const [uri, contract, , fingerprint] = given.map((each) => (typeof each === "string" ? each : ""));
      return this.graphs.show(uri ?? "", contract, fingerprint);
    }
    const answer = await next(name, given);
    if (SHOWN.has(name)) {
      await this.answers.show(name, answer);
    }
    return answer;
  }
}

/** Tells the server that runs of findings can be played here. */
class Player implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...capabilities.experimental, phaselintPlayer: true };
  }

  getState(): FeatureState {
    return { kind: "static" };
  }

  initialize(): void {}

  clear(): void {}
}

/** The command of the settings, with the folder and the home of the user put in. */
export function command(): string {
  const given = vscode.workspace.getConfiguration(SETTINGS).get<string>("path")?.trim();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return (given || "phaselint").replace("${workspaceFolder}", folder).replace(/^~(?=[\\/])/, homedir());
}

function serverOptions(): ServerOptions {
  return { command: command(), args: ["server"], transport: TransportKind.stdio };
}

async function complain(error: unknown): Promise<void> {
  const open = "Open Settings";
  const reason = error instanceof Error ? error.message : String(error);
  const chosen = await vscode.window.showErrorMessage(
    `phaselint: \`${command()} server\` didn't start (${reason}); run ` +
      "`pip install '.[lsp]'` in your clone of phaselint, and set `phaselint.path` to the command",
    open,
  );
  if (chosen === open) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "phaselint.path");
  }
}
