// A file system in memory, in a web worker: what the test serves as files.json, under /project.

const vscode = require("vscode");

class Memory {
  constructor(files) {
    this.files = new Map(files);
    this.changes = new vscode.EventEmitter();
    this.onDidChangeFile = this.changes.event;
  }

  watch() {
    return new vscode.Disposable(() => {});
  }

  stat({ path }) {
    const text = this.files.get(path);
    const times = { ctime: 0, mtime: 0 };
    if (text !== undefined) return { type: vscode.FileType.File, size: text.length, ...times };
    if (this.readDirectory({ path }).length) return { type: vscode.FileType.Directory, size: 0, ...times };
    throw vscode.FileSystemError.FileNotFound(path);
  }

  readDirectory({ path }) {
    const found = new Map();
    const top = path.replace(/\/?$/, "/");
    for (const file of this.files.keys()) {
      if (!file.startsWith(top)) continue;
      const [name, ...more] = file.slice(top.length).split("/");
      found.set(name, more.length ? vscode.FileType.Directory : vscode.FileType.File);
    }
    return [...found];
  }

  readFile({ path }) {
    if (!this.files.has(path)) throw vscode.FileSystemError.FileNotFound(path);
    return this.files.get(path);
  }

  writeFile(uri, data) {
    const known = this.files.has(uri.path);
    this.files.set(uri.path, data);
    this.tell(uri, known ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created);
  }

  delete(uri) {
    this.files.delete(uri.path);
    this.tell(uri, vscode.FileChangeType.Deleted);
  }

  rename(from, to) {
    this.writeFile(to, this.files.get(from.path));
    this.delete(from);
  }

  createDirectory() {}

  tell(uri, type) {
    this.changes.fire([{ type, uri }]);
  }
}

exports.activate = async (context) => {
  const answer = await fetch(vscode.Uri.joinPath(context.extensionUri, "files.json").toString(true));
  const text = new TextEncoder();
  const files = Object.entries(await answer.json()).map(([path, held]) => [`/project/${path}`, text.encode(held)]);
  const made = new Memory(files);
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("memfs", made));
};
