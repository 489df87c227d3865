/* Runs a step of the build in Pyodide: node inpython.mjs PYODIDE MODULE FOLDER

   MODULE is one of linter/bundle; its `main` gets the folder, which is mounted. */

import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodide, module, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
// What is compiled depends on the order of sets.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" } });
const here = dirname(fileURLToPath(import.meta.url));
python.mountNodeFS("/linter/bundle", here);
python.mountNodeFS("/folder", folder);
python.runPython("import sys; sys.path.append('/linter')");
python.pyimport(`bundle.${module}`).main("/folder");
