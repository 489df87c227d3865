/** The part of the bundle's interface that is used here; see linter/bundle/js/phaselint.mjs. */

declare module "bundle/phaselint.mjs" {
  export interface Server {
    receive(message: unknown): void;
  }

  export interface FileSystem {
    readonly filesystems: { readonly NODEFS: unknown };
    mkdirTree(path: string): void;
    mount(kind: unknown, options: { root: string }, path: string): void;
    analyzePath(path: string): { exists: boolean };
    stat(path: string): { mode: number };
    isDir(mode: number): boolean;
    readdir(path: string): string[];
    unlink(path: string): void;
    rmdir(path: string): void;
  }

  export interface Phaselint {
    readonly version: string;
    readonly pyodide: { readonly FS: FileSystem };
    put(files: Readonly<Record<string, Uint8Array>>, folder: string): void;
    serve(send: (message: unknown) => void): Server;
  }

  export interface Options {
    readonly loadPyodide: unknown;
    readonly read: (file: string) => Uint8Array | Promise<Uint8Array>;
    readonly readNow: (file: string) => Uint8Array;
    readonly address: (file: string) => string;
    readonly parts: readonly string[];
    readonly pyodide: Readonly<Record<string, unknown>>;
  }

  export function start(options: Options): Promise<Phaselint>;
}

declare module "bundle/node.mjs" {
  export function reading(folder: string): {
    read: (file: string) => Uint8Array;
    readNow: (file: string) => Uint8Array;
    address: (file: string) => string;
  };
}

declare module "pyodide/pyodide.mjs" {
  export const loadPyodide: unknown;
}
