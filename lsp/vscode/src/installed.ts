/** The installed command: where it is, and whether it may be run. */

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, extname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** What a command is looked for in. */
export interface Surroundings {
  /** The folders of the workspace, on the disk. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The command of the settings, with the folder and the home of the user put in. */
export function expanded(given: string, folder: string): string {
  return given.replace("${workspaceFolder}", () => folder).replace(/^~(?=[\\/])/, homedir);
}

/** The file of a command: the path itself, or the first of that name on the path. Relative ones are
 * relative to the first folder, as a program that is started in it takes them. */
export function find(command: string, { folders, environment, platform }: Surroundings): string | undefined {
  const here = folders[0] ?? homedir();
  const windows = platform === "win32";
  const named = /[\\/]/.test(windows ? command : command.replaceAll("\\", ""));
  const path = environment["PATH"] ?? environment["Path"] ?? "";
  const places = named ? [""] : path.split(delimiter);
  const endings = windows && !extname(command) ? [".exe", ".com", ""] : [""];
  for (const place of places) {
    for (const ending of endings) {
      const file = resolve(here, place, command + ending);
      if (isProgram(file, windows)) {
        return file;
      }
    }
  }
  return undefined;
}

function isProgram(file: string, windows: boolean): boolean {
  try {
    accessSync(file, windows ? constants.F_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Whether a file or what it links to is in one of the folders. */
export function isIn(file: string, folders: readonly string[]): boolean {
  const files = new Set([file, real(file), join(real(join(file, "..")), file.split(sep).pop() ?? "")]);
  const tops = new Set(folders.flatMap((each) => [each, real(each)]));
  return [...files].some((each) => [...tops].some((top) => isBelow(each, top)));
}

function isBelow(file: string, folder: string): boolean {
  const way = relative(folder, file);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
