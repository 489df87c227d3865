/* The files of the site that aren't scripts or styles: Python, the parts of phaselint, examples.

   They are compressed when the site is built, so that hosts need not do it. A page from a disk may
   not fetch what is next to it, but may run scripts from there: each file is a script, too. */

export const FOLDER = new URL("files/", document.baseURI).href;
export const FROM_DISK = location.protocol === "file:";

const kept = new Map();
const arrived = new Map();

/* A script of a file calls this. */
globalThis.phaselintFile = (name, text) => arrived.get(name)?.(text);

/** A file by its name, an ArrayBuffer; a promise of the same file each time. */
export function file(name) {
  if (!kept.has(name)) {
    const made = (FROM_DISK ? scripted(name) : fetched(name)).then(unpacked);
    made.catch(() => kept.delete(name));
    kept.set(name, made);
  }
  return kept.get(name);
}

/** A file as text. */
export async function text(name) {
  return new TextDecoder().decode(await file(name));
}

/** The files by their names, for one who takes them over: copies. */
export async function files(names) {
  const found = await Promise.all(names.map(file));
  return Object.fromEntries(names.map((name, at) => [name, found[at].slice(0)]));
}

async function fetched(name) {
  const answer = await fetch(`${FOLDER}${name}.bin`);
  if (!answer.ok) throw new Error(`${name} can't be loaded: status ${answer.status}`);
  return answer.arrayBuffer();
}

async function scripted(name) {
  const script = document.createElement("script");
  script.src = `${FOLDER}${name}.js`;
  const text = await new Promise((resolve, reject) => {
    arrived.set(name, resolve);
    script.onerror = () => reject(new Error(`${name} can't be loaded: files/${name}.js is missing`));
    document.head.append(script);
  });
  script.remove();
  arrived.delete(name);
  const binary = atob(text);
  return Uint8Array.from(binary, (each) => each.charCodeAt(0)).buffer;
}

/* Some hosts say that a file is compressed, so that the browser has unpacked it. */
async function unpacked(data) {
  const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
  if (first !== 0x1f || second !== 0x8b) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
