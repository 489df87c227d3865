// Serves VS Code as vscode.dev does, with no server behind it: its own files, extensions, and a
// folder, which an extension makes the workspace. Given by the environment: at which address, the
// folder of VS Code, the extension, the folder of the workspace, and the settings.

import { createServer } from "node:http";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const { PHASELINT_URL, PHASELINT_CODE, PHASELINT_EXTENSION, PHASELINT_FILES, PHASELINT_SETTINGS } = process.env;
const { host: authority, port } = new URL(PHASELINT_URL);
const FOLDERS = {
  code: PHASELINT_CODE,
  phaselint: PHASELINT_EXTENSION,
  served: fileURLToPath(new URL("served", import.meta.url)),
  files: PHASELINT_FILES,
};
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const PRODUCT = {
  additionalBuiltinExtensions: ["/phaselint", "/served"].map((path) => ({ scheme: "http", authority, path })),
  configurationDefaults: JSON.parse(PHASELINT_SETTINGS),
  productConfiguration: { extensionEnabledApiProposals: { "phaselint-tests.served": ["fileSearchProvider"] } },
  folderUri: { scheme: "served", path: "/" },
};
const PAGE = join(PHASELINT_CODE, "out", "vs", "code", "browser", "workbench", "workbench.html");
const MADE = {
  "/": () => readFileSync(PAGE, "utf8").replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "/code"),
  "/product.json": () => JSON.stringify(PRODUCT),
};

createServer(async (asked, answer) => {
  const path = normalize(decodeURIComponent(new URL(asked.url, PHASELINT_URL).pathname));
  const [, top, rest] = /^\/([^/]*)(.*)$/.exec(path);
  try {
    if (path in MADE) {
      answer.setHeader("content-type", TYPES[extname(path) || ".html"]);
      answer.end(MADE[path]());
      return;
    }
    const file = join(FOLDERS[top], rest);
    if (asked.method === "PUT" && top === "files") {
      const parts = [];
      for await (const part of asked) parts.push(part);
      writeFileSync(file, Buffer.concat(parts));
      answer.end();
    } else if (statSync(file).isDirectory()) {
      const names = readdirSync(file, { withFileTypes: true });
      answer.setHeader("x-folder", "true");
      answer.end(JSON.stringify(names.map((each) => [each.name, each.isDirectory()])));
    } else {
      answer.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
      answer.end(readFileSync(file));
    }
  } catch {
    answer.statusCode = 404;
    answer.end();
  }
}).listen(Number(port), "127.0.0.1");
