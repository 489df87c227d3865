/** What the extension and the thread of the bundle say to each other. */

/** Files of a folder of the virtual file system: their bytes by their paths in it. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** Where the bundle and Pyodide are: folders on a disk, or addresses; both end in a slash. */
export interface Places {
  readonly bundle: string;
  readonly pyodide: string;
}

export type ToWorker =
  /** First: start. Folders of the disk are mounted where they are if `disk` is set. */
  | { readonly kind: "start"; readonly places: Places; readonly disk: boolean }
  /** A message of the language client. */
  | { readonly kind: "lsp"; readonly message: unknown }
  /** Write files into a folder of the virtual file system. */
  | { readonly kind: "put"; readonly folder: string; readonly files: Files }
  /** Delete a file or a folder of the virtual file system. */
  | { readonly kind: "remove"; readonly path: string };

export type FromWorker =
  | { readonly kind: "ready"; readonly version: string }
  /** It can't start: a line for the user. */
  | { readonly kind: "failed"; readonly line: string }
  | { readonly kind: "lsp"; readonly message: unknown }
  /** A line for the output. */
  | { readonly kind: "log"; readonly line: string };
