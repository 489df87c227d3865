/** The graph of a contract in a panel: it follows the cursor, and plays the runs of findings. */

import * as vscode from "vscode";
import { type BaseLanguageClient, ExecuteCommandRequest } from "vscode-languageclient";
import { isChecked } from "./waking";

const SHOW = "phaselint.showGraph";
const AT = "phaselint.graphAt";
const REST = 300; // milliseconds without a change or a move of the cursor, after which it is looked at

/** What the server answers when it is asked for a page. */
interface Page {
  readonly contract: string;
  readonly text: string;
  readonly root: string;
  readonly nodes: readonly string[];
  readonly findings: Readonly<Record<string, string>>;
}

/** What of the graph is at a position. */
interface There {
  readonly node: string;
  readonly findings: readonly string[];
}

/** The one panel there is, and what it shows: the contract of `uri`. */
export class GraphPanel {
  private panel: vscode.WebviewPanel | undefined;
  private page: Page | undefined;
  private uri = "";
  private contract = "";
  private playing = "";
  private ready = false;
  private drawing = false;
  private late = false;

  constructor(private readonly client: () => BaseLanguageClient | undefined) {}

  /** Follow what happens in the editor. */
  register(): vscode.Disposable {
    const redraw = after(REST, () => this.redraw());
    const follow = after(REST, () => this.follow());
    const changed = (...uris: readonly vscode.Uri[]) => {
      if (uris.some((uri) => this.isBelow(uri))) {
        redraw();
      }
    };
    return vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => changed(document.uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => changed(...uris)),
      vscode.window.onDidChangeTextEditorSelection(follow),
      vscode.window.onDidChangeActiveTextEditor(follow),
      { dispose: () => this.panel?.dispose() },
    );
  }

  /** Show the graph of the contract of a document, and play the run of a finding if one is named. */
  async show(uri: string, contract = "", fingerprint = ""): Promise<void> {
    const page = await this.asked(uri, contract);
    this.uri = uri;
    this.contract = contract;
    this.playing = fingerprint;
    const panel = this.panel ?? this.opened();
    panel.reveal(undefined, true);
    this.put(page);
    await this.tell();
  }

  private opened(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      "phaselint.graph",
      "Graph",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, enableFindWidget: true, localResourceRoots: [] },
    );
    panel.webview.onDidReceiveMessage((message) => this.received(message));
    panel.onDidChangeViewState(() => this.redraw());
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.page = undefined;
      this.ready = false;
    });
    this.panel = panel;
    return panel;
  }

  private async asked(uri: string, contract: string): Promise<Page> {
    return this.ask<Page>(SHOW, uri, contract, "html");
  }

  /** Whether a file is in the folder that the files of the contract are named from. */
  private isBelow(uri: vscode.Uri): boolean {
    const root = this.root();
    return uri.scheme === root?.scheme && uri.path.startsWith(`${root.path.replace(/\/$/, "")}/`);
  }

  /** The folder that the files of the contract are named from, as VS Code calls it. */
  private root(): vscode.Uri | undefined {
    return this.page && this.client()?.protocol2CodeConverter.asUri(this.page.root);
  }

  private async ask<Answer>(command: string, ...given: unknown[]): Promise<Answer> {
    const client = this.client();
    if (client === undefined) {
      throw new Error("the server is not running");
    }
    return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given });
  }

  /** Show a page, unless it is the one that is there: what is being looked at stays as it is. */
  private put(page: Page): void {
    const known = this.page;
    this.page = page;
    if (this.panel && page.text !== known?.text) {
      this.ready = false;
      this.panel.title = `Graph of ${nameOf(page.contract)}`;
      this.panel.webview.html = page.text;
    }
  }

  /** Show what has become of the contract. One page is asked for at a time. */
  private async redraw(): Promise<void> {
    if (!this.panel?.visible || this.page === undefined) {
      return;
    }
    if (this.drawing) {
      this.late = true;
      return;
    }
    const { uri, contract } = this;
    this.drawing = true;
    try {
      const page = await this.asked(uri, contract);
      if (uri === this.uri && contract === this.contract) {
        this.put(page);
        await this.follow();
      }
    } catch {
      return; // the page that is there goes on being shown while there is no graph
    } finally {
      this.drawing = false;
      if (this.late) {
        this.late = false;
        void this.redraw();
      }
    }
  }

  private async received(message: unknown): Promise<void> {
    const { kind, file, line } = message as { kind?: unknown; file?: unknown; line?: unknown };
    if (kind === "ready") {
      this.ready = true;
      await this.tell();
    } else if (kind === "open" && typeof file === "string" && typeof line === "number") {
      await this.open(file, line);
    }
  }

  /** Open a file of the contract, if it is one of the workspace. */
  private async open(file: string, line: number): Promise<void> {
    const root = this.root();
    const target = root && vscode.Uri.joinPath(root, file);
    if (!target || !this.isBelow(target) || !vscode.workspace.getWorkspaceFolder(target)) {
      return;
    }
    const at = new vscode.Position(Math.max(0, Math.trunc(line) - 1), 0);
    const open = vscode.window.visibleTextEditors.find(
      (editor) => editor.document.uri.toString() === target.toString(),
    );
    await vscode.window.showTextDocument(target, {
      selection: new vscode.Range(at, at),
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
    });
  }

  /** Have the page do what it was opened for, and show what is at the cursor. */
  private async tell(): Promise<void> {
    if (!this.ready || !this.panel) {
      return;
    }
    const finding = this.playing && this.page?.findings[this.playing];
    this.playing = "";
    if (finding) {
      await this.panel.webview.postMessage({ kind: "play", finding });
    } else {
      await this.follow();
    }
  }

  /** Have the page show what is at the cursor. */
  private async follow(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!this.ready || !this.panel?.visible || !editor || !isChecked(editor.document.uri)) {
      return;
    }
    const { line, character } = editor.selection.active;
    const uri = this.client()?.code2ProtocolConverter.asUri(editor.document.uri);
    const page = this.page;
    let there: There | null;
    try {
      there = await this.ask<There | null>(AT, uri, line, character, page?.contract);
    } catch {
      return; // a server that has just been stopped
    }
    if (page === undefined || page !== this.page || !this.panel) {
      return;
    }
    const number = there ? page.nodes.indexOf(there.node) : -1;
    const findings = (there?.findings ?? []).flatMap((each) => page.findings[each] ?? []);
    await this.panel.webview.postMessage({ kind: "at", node: number < 0 ? null : number, findings });
  }
}

/** A function that calls another one once nobody has called it for some time. */
function after(milliseconds: number, act: () => unknown): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

/** The last part of a project path; a contract in the root has none. */
function nameOf(contract: string): string {
  return contract.split("/").filter((part) => part && part !== ".").pop() ?? "the contract";
}
