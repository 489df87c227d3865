/* Zips, read and written without a library: what the browser can inflate. */

import { checkSize, cleanPath, decoded, isSkipped, megabytes, MOST_BYTES } from "./project.js";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The files in a zip. Throws with one line if it is none, too large or damaged. */
export async function unzipped(name, blob) {
  if (blob.size > MOST_BYTES) {
    const most = megabytes(MOST_BYTES);
    throw new Error(`${name} has ${megabytes(blob.size)}; the playground takes up to ${most}`);
  }
  const data = new DataView(await blob.arrayBuffer());
  try {
    return await contents(name, data);
  } catch (error) {
    if (error instanceof RangeError) throw new Error(`${name} is a damaged zip`);
    throw error;
  }
}

async function contents(name, data) {
  const entries = [...listed(name, data)].filter((each) => !isSkipped(each.path));
  checkSize(name, entries.length, entries.reduce((sum, each) => sum + each.size, 0));
  const files = {};
  let total = 0;
  for (const entry of entries) {
    const path = cleanPath(entry.path);
    if (path === null) throw new Error(`${name} has a path that leads out of it: ${entry.path}`);
    const bytes = await inflated(name, data, entry, MOST_BYTES - total);
    total += bytes.length;
    files[path] = decoded(bytes);
  }
  return files;
}

function* listed(name, data) {
  let end = data.byteLength - 22;
  while (end >= 0 && end > data.byteLength - 65558 && data.getUint32(end, true) !== END) end--;
  if (end < 0 || data.getUint32(end, true) !== END) throw new Error(`${name} isn't a zip`);
  const count = data.getUint16(end + 10, true);
  let at = data.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (data.getUint32(at, true) !== ENTRY) throw new Error(`${name} is a damaged zip`);
    const length = data.getUint16(at + 28, true);
    const path = new TextDecoder().decode(new Uint8Array(data.buffer, at + 46, length));
    if (data.getUint16(at + 8, true) & 1) throw new Error(`${name} is encrypted`);
    const entry = {
      path,
      method: data.getUint16(at + 10, true),
      packed: data.getUint32(at + 20, true),
      size: data.getUint32(at + 24, true),
      start: data.getUint32(at + 42, true),
    };
    if (!path.endsWith("/")) yield entry;
    at += 46 + length + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
}

/* The content of an entry; never more than `most` bytes, whatever its header says. */
async function inflated(name, data, { path, method, packed, start }, most) {
  if (data.getUint32(start, true) !== LOCAL) throw new Error(`${name} is a damaged zip`);
  const skipped = 30 + data.getUint16(start + 26, true) + data.getUint16(start + 28, true);
  const bytes = new Uint8Array(data.buffer, start + skipped, packed);
  if (method === 0) return bytes.slice();
  if (method !== 8) throw new Error(`${name} packs ${path} in a way that browsers can't read`);
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(`${name} is a damaged zip: ${path} can't be read`);
    });
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      checkSize(name, 0, MOST_BYTES + 1);
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Files as a zip, not compressed. */
export function zipped(files) {
  const parts = [];
  const index = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = new TextEncoder().encode(path);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const facts = [20, 0x800, 0, 0, 0x21];
    const sizes = [crc(bytes), bytes.length, bytes.length];
    const local = record([[LOCAL, 4], ...facts.map(two), ...sizes.map(four), two(name.length), two(0)]);
    index.push(
      record([
        [ENTRY, 4], two(20), ...facts.map(two), ...sizes.map(four),
        ...[name.length, 0, 0, 0, 0].map(two), four(0), four(at),
      ]),
      name,
    );
    parts.push(local, name, bytes);
    at += local.length + name.length + bytes.length;
  }
  const length = index.reduce((sum, each) => sum + each.length, 0);
  const count = index.length / 2;
  const end = record([[END, 4], two(0), two(0), two(count), two(count), four(length), four(at), two(0)]);
  return new Blob([...parts, ...index, end], { type: "application/zip" });
}

const two = (value) => [value, 2];
const four = (value) => [value, 4];

function record(fields) {
  const data = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) data.setUint16(at, value, true);
    else data.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(data.buffer);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
