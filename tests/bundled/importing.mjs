/* Imports each module of the bundle and of its standard library, and prints how many were tried and
   what failed: node importing.mjs BUNDLE PYODIDE */

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, pyodide] = process.argv.slice(2);
const { start } = await import(pathToFileURL(join(bundle, "phaselint.mjs")));
const { reading } = await import(pathToFileURL(join(bundle, "node.mjs")));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const phaselint = await start({ loadPyodide, ...reading(bundle), parts: "all" });
const found = phaselint.pyodide.runPython(`
import glob, importlib, json, sys, zipfile

tried, failed = 0, {}
for file in sorted(glob.glob("/lib/phaselint/*.zip")):
    for path in zipfile.ZipFile(file).namelist():
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if not path.endswith(".py") or name.endswith("__main__"):
            continue
        tried += 1
        try:
            importlib.import_module(name)
        except Exception as error:  # whatever a module raises is a finding of the test
            failed[name] = f"{type(error).__name__}: {error}"
json.dumps({"tried": tried, "failed": failed})
`);
console.log(found);
process.exit(0);
