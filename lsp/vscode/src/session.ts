/** One language server at a time, with the client that talks to it. */

import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  type ClientCapabilities,
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  type ExecuteCommandSignature,
  type FeatureState,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type StaticFeature,
} from "vscode-languageclient";
import { GraphPanel } from "./panel";
import { type Answers, SHOWN } from "./showing";
import type { Host, Saying, Way } from "./ways";

const MOST_RESTARTS = 4;
const MEANWHILE = 3 * 60 * 1000; // milliseconds

export class Session {
  private client: BaseLanguageClient | undefined;
  private way: Way | undefined;
  private work: Promise<void> = Promise.resolve();
  private readonly output = vscode.window.createOutputChannel("phaselint", { log: true });
  readonly graphs = new GraphPanel(() => this.running);
  private readonly say: Saying = {
    log: (line) => this.output.info(line),
    warn: (line) => {
      this.output.warn(line);
      void vscode.window.showWarningMessage(`phaselint: ${line}`);
    },
  };

  constructor(
    private readonly answers: Answers,
    private readonly languages: string[],
    private readonly host: Host,
  ) {}

  register(): vscode.Disposable {
    return vscode.Disposable.from(this.output, this.graphs.register());
  }

  /** The client while its server runs. */
  get running(): BaseLanguageClient | undefined {
    return this.client?.isRunning() ? this.client : undefined;
  }

  start(): Promise<void> {
    return this.next(() => this.begin());
  }

  stop(): Promise<void> {
    return this.next(() => this.end());
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await this.begin();
    });
  }

  /** Start the server anew if it was started. */
  async again(): Promise<void> {
    if (this.client !== undefined) {
      await this.restart();
    }
  }

  /** The same where its files are put: there are others now. */
  async refilled(): Promise<void> {
    if (this.way?.virtual) {
      await this.restart();
    }
  }

  /** Do something once all that was asked for before is done. */
  private next(act: () => Promise<void>): Promise<void> {
    this.work = this.work.then(act);
    return this.work;
  }

  /** Start the first server that can be started; where there is none, say what to do. */
  private async begin(): Promise<void> {
    const { ways, notes, warnings } = this.host.choose(this.say);
    const then = ways[0] ? `; using ${ways[0].name}` : "";
    for (const note of notes) {
      this.say.log(note + then);
    }
    for (const warning of warnings) {
      if (ways[0]) {
        this.say.warn(warning + then);
      }
    }
    let reason = warnings[0] ?? "";
    for (const [number, way] of ways.entries()) {
      try {
        await this.run(way);
        return;
      } catch (error) {
        reason = `${way.name} didn't start: ${lineOf(error)}`;
        const other = ways[number + 1];
        if (other) {
          this.say.warn(`${reason}; using ${other.name}`);
        }
      }
    }
    await this.complain(reason);
  }

  private async run(way: Way): Promise<void> {
    const started = performance.now();
    const client = way.client(this.options(way));
    client.registerFeature(new Player());
    this.client = client;
    this.way = way;
    try {
      await client.start();
    } catch (error) {
      way.end();
      await client.dispose().catch(() => undefined);
      throw error;
    }
    const version = client.initializeResult?.serverInfo?.version ?? "of an unknown version";
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.say.log(`using ${way.name}, ${version}, started in ${seconds} s`);
  }

  private async end(): Promise<void> {
    const { client, way } = this;
    this.client = undefined;
    this.way = undefined;
    try {
      if (client?.needsStop()) {
        await client.stop();
      }
      await client?.dispose();
    } catch (error) {
      this.say.log(`the server didn't stop as asked: ${lineOf(error)}`);
    } finally {
      way?.end();
    }
  }

  private options(way: Way): LanguageClientOptions {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const schemes = way.virtual ? [...new Set(folders.map((each) => each.uri.scheme))] : ["file"];
    return {
      documentSelector: schemes.flatMap((scheme) =>
        this.languages.map((language) => ({ scheme, language })),
      ),
      diagnosticPullOptions: { onChange: true, onTabs: true },
      errorHandler: new Restarts(() => this.running !== undefined, this.say),
      initializationFailedHandler: () => false,
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
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

  private async complain(reason: string): Promise<void> {
    this.output.error(reason);
    const open = "Open Settings";
    const chosen = await vscode.window.showErrorMessage(
      `phaselint: ${reason}; set \`phaselint.server\` and \`phaselint.path\`, or see the output \`phaselint\``,
      open,
    );
    if (chosen === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "phaselint.server");
    }
  }
}

/** Starts a server anew that has ended while it ran, though not forever. */
class Restarts implements ErrorHandler {
  private readonly times: number[] = [];

  constructor(
    private readonly ran: () => boolean,
    private readonly say: Saying,
  ) {}

  error() {
    return { action: ErrorAction.Continue };
  }

  closed() {
    const now = Date.now();
    const recent = this.times.filter((each) => now - each < MEANWHILE);
    if (!this.ran() || recent.length >= MOST_RESTARTS) {
      if (recent.length >= MOST_RESTARTS) {
        this.say.warn("the server has ended 5 times in 3 minutes; run `phaselint: Restart Server` to try again");
      }
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    this.times.push(now);
    return { action: CloseAction.Restart, handled: true };
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

function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").pop() ?? "";
}
