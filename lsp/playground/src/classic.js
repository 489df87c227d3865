/* A page from a disk may only start classic workers. Pyodide refuses these where they can import
   scripts, which it would do; here is all that it needs. */
self.importScripts = () => {
  throw new TypeError("there are no further scripts");
};
