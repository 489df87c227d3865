// Builds the extension into dist: its two entries, for the desktop and for browsers, the threads of the
// bundle, and what these read. PHASELINT_BUNDLE names the folder that linter/bundle/build.py has
// written; its default is build/bundle in the repository. PHASELINT_LICENSE names the license.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
const BUNDLE = resolve(process.env.PHASELINT_BUNDLE ?? join(ROOT, "build", "bundle"));
const LICENSE = resolve(process.env.PHASELINT_LICENSE ?? join(ROOT, "LICENSE"));
const PYODIDE = join(HERE, "node_modules", "pyodide");
const DIST = join(HERE, "dist");
const HOW = "run `python ../../linter/bundle/build.py --pyodide . --compiled` in lsp/vscode";
const RUNTIME = [
  "package.json",
  "pyodide-lock.json",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "pyodide.mjs",
];

if (!existsSync(join(BUNDLE, "bundle.json"))) {
  console.error(`${BUNDLE}: there is no bundle; ${HOW}`);
  process.exit(2);
}
const { version, stdlib } = JSON.parse(readFileSync(join(BUNDLE, "bundle.json"), "utf8"));
const wanted = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")).version;
if (version !== wanted) {
  console.error(`${BUNDLE}: the bundle has the version ${version}, the extension ${wanted}; build the bundle again`);
  process.exit(2);
}
if (!stdlib) {
  console.error(`${BUNDLE}: the bundle has no standard library; ${HOW}`);
  process.exit(2);
}

rmSync(DIST, { recursive: true, force: true });
copy(BUNDLE, "bundle", readdirSync(BUNDLE).filter((name) => /\.(json|xz|zip)$/.test(name)));
copy(PYODIDE, "pyodide", RUNTIME);
copyFileSync(LICENSE, join(HERE, "LICENSE.txt"));

const common = { bundle: true, minify: true, logLevel: "warning", alias: { bundle: BUNDLE } };
const node = { ...common, platform: "node", target: "node20" };
const web = { ...common, platform: "browser", target: "es2022", external: ["vscode", "node:*", "ws"] };
await Promise.all([
  build({ ...node, format: "cjs", external: ["vscode"], ...made("extension.ts", "extension.js") }),
  build({ ...web, format: "cjs", ...made("browser.ts", "browser.js") }),
  build({ ...node, format: "esm", ...made("worker/node.ts", "node.mjs") }),
  build({ ...web, format: "iife", ...made("worker/web.ts", "web.js") }),
]);

function made(source, name) {
  return { entryPoints: [join(HERE, "src", source)], outfile: join(DIST, name) };
}

function copy(from, to, names) {
  mkdirSync(join(DIST, to), { recursive: true });
  for (const name of names) copyFileSync(join(from, name), join(DIST, to, name));
}
