/** VS Code starts every thread of a browser as a classic worker. Pyodide refuses these, which it knows
 * by `importScripts`; all that it needs is `import()`, and that works in them. */

declare const self: { importScripts?: () => never };

self.importScripts = () => {
  throw new TypeError("scripts are imported as modules");
};
