/* Files from the reader's disk: a folder, a zip, single files, dropped or chosen. They are read by
   the browser alone. */

import { checkSize, cleanPath, decoded, isSkipped, withoutCommonFolder } from "./project.js";
import { unzipped } from "./zip.js";

/** What was dropped, as files. Throws with one line if it is too much or can't be read. */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return chosen([...transfer.files].map((file) => [file.name, file]));
  const found = [];
  for (const entry of entries) await walk(entry, "", found);
  return chosen(found);
}

/** Files that were chosen, [path, File] each: a zip alone stands for what is in it. */
export async function chosen(found) {
  if (found.length === 0) throw new Error("there are no files in what you gave");
  const [[path, only]] = found;
  if (found.length === 1 && /\.zip$/i.test(path)) {
    return withoutCommonFolder(await unzipped(only.name, only));
  }
  const kept = found.filter(([each]) => !isSkipped(each));
  checkSize("what you gave", kept.length, kept.reduce((sum, [, file]) => sum + file.size, 0));
  const files = {};
  for (const [each, file] of kept) {
    const clean = cleanPath(each);
    if (clean) files[clean] = decoded(new Uint8Array(await file.arrayBuffer()));
  }
  return withoutCommonFolder(files);
}

async function walk(entry, folder, found) {
  const path = `${folder}${entry.name}`;
  if (isSkipped(path)) return;
  checkSize("the folder", found.length, 0);
  if (entry.isFile) {
    found.push([path, await new Promise((resolve, reject) => entry.file(resolve, reject))]);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await walk(each, `${path}/`, found);
  }
}
