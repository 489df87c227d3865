// The files that code-web.mjs serves, as a workspace that is on no disk: `served:/…`.

const vscode = require("vscode");

const nothing = { dispose() {} };

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();

  async function ask(method, uri, body) {
    const answer = await fetch(context.extensionUri.with({ path: `/files${uri.path}` }).toString(true), { method, body });
    if (answer.status === 404) throw vscode.FileSystemError.FileNotFound(uri);
    if (!answer.ok) throw vscode.FileSystemError.NoPermissions(uri);
    return answer;
  }

  async function entry(uri) {
    const answer = await ask("GET", uri);
    const data = new Uint8Array(await answer.arrayBuffer());
    return { names: answer.headers.get("x-folder") ? JSON.parse(new TextDecoder().decode(data)) : undefined, data };
  }

  const files = {
    onDidChangeFile: changed.event,
    watch: () => nothing,
    async stat(uri) {
      const { names, data } = await entry(uri);
      const type = names ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, ctime: 0, mtime: 0, size: data.length };
    },
    async readDirectory(uri) {
      const { names } = await entry(uri);
      return names.map(([name, folder]) => [name, folder ? vscode.FileType.Directory : vscode.FileType.File]);
    },
    async readFile(uri) {
      return (await entry(uri)).data;
    },
    async writeFile(uri, data) {
      await ask("PUT", uri, data);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory: (uri) => Promise.reject(vscode.FileSystemError.NoPermissions(uri)),
    delete: (uri) => Promise.reject(vscode.FileSystemError.NoPermissions(uri)),
    rename: (uri) => Promise.reject(vscode.FileSystemError.NoPermissions(uri)),
  };

  async function below(folder) {
    const entries = await files.readDirectory(folder);
    const found = entries.map(([name, type]) => {
      const uri = vscode.Uri.joinPath(folder, name);
      return type === vscode.FileType.File ? [uri] : below(uri);
    });
    return (await Promise.all(found)).flat();
  }

  const search = { provideFileSearchResults: (_, { folder }) => below(folder) };
  context.subscriptions.push(vscode.workspace.registerFileSearchProvider("served", search));
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("served", files, { isCaseSensitive: true }));
};
