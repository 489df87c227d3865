/* The files in an address: after its `#`, which a browser never sends to a server. */

import { checkSize, cleanPath } from "./project.js";

const MARK = "#files=";
const LONGEST = 1_500_000;

/** The address of this page with files in it, and the paths of those that it leaves out. */
export async function linkTo(files, open) {
  const texts = Object.entries(files).filter(([, data]) => typeof data === "string");
  const left = Object.keys(files).filter((path) => typeof files[path] !== "string");
  const data = new Blob([JSON.stringify({ files: Object.fromEntries(texts), open })]);
  const packed = data.stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  const code = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (code.length > LONGEST) {
    throw new Error("the files are too large for a link; use Download and send the zip");
  }
  return { address: `${location.href.split("#")[0]}${MARK}${code}`, left };
}

/** The files in an address and which of them is open; null if it has none. Throws with one line if
    it has something else. */
export async function filesIn(hash) {
  if (!hash.startsWith(MARK)) return null;
  let read;
  try {
    const code = hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(code), (each) => each.charCodeAt(0));
    read = JSON.parse(await inflated(bytes));
  } catch (error) {
    if (error.message.includes("the playground takes")) throw error;
    throw new Error("the address has no files that can be read: it is damaged or cut off");
  }
  const { files, open } = read ?? {};
  const entries = Object.entries(files !== null && typeof files === "object" ? files : {});
  const good = ([path, text]) => cleanPath(path) === path && typeof text === "string";
  if (entries.length === 0 || !entries.every(good)) {
    throw new Error("the address has no files that can be read: it wasn't made by Share");
  }
  return { files: Object.fromEntries(entries), open: typeof open === "string" ? open : "" };
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    checkSize("the link", 0, text.length);
  }
}
