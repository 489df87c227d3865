/* JavaScript's own regular expressions, in a worker that is stopped when its time is up.

   engine() → Promise<{ now?, later? }>
     now     (order) => answer, waits for the worker: in node, and in a worker of a page that may
             share memory (`crossOriginIsolated`)
     later   (order) => Promise<answer>: everywhere else that has workers
   Neither, where there are no workers: then no time is measured.

   Orders and answers are the JSON of phaselint.embedding.regexps. */

const MATCHING = `
const clock = typeof process === "object" && process.cpuUsage
  ? () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; }
  : () => performance.now() / 1e3;
const matching = ({ source, texts, enough }, done) => {
  const pattern = new RegExp(source);
  for (const text of texts) {
    const start = clock();
    const matched = pattern.test(text);
    const spent = clock() - start;
    done(matched, spent);
    if (enough !== null && spent > enough) break;
  }
};`;

/* With shared memory: a count of results and whether that is all, then the results. */
const SHARING = `${MATCHING}
const on = (data) => {
  const state = new Int32Array(data.memory, 0, 2);
  const results = new Float64Array(data.memory, 8);
  try {
    matching(data.order, (matched, spent) => {
      const count = state[0];
      results[2 * count] = Number(matched);
      results[2 * count + 1] = spent;
      Atomics.store(state, 0, count + 1);
    });
  } finally {
    Atomics.store(state, 1, 1);
    Atomics.notify(state, 1);
  }
};`;

/* With messages: each result, and null after the last. */
const TELLING = `${MATCHING}
onmessage = ({ data }) => {
  try {
    matching(data, (matched, spent) => postMessage([Number(matched), spent]));
  } finally {
    postMessage(null);
  }
};`;

export async function engine() {
  if (typeof process === "object" && process.versions?.node) {
    const { Worker } = await import("node:worker_threads");
    const code = `${SHARING} on(require("node:worker_threads").workerData);`;
    return waiting((data) => new Worker(code, { eval: true, workerData: data }));
  }
  if (typeof Worker !== "function") return {};
  if (globalThis.crossOriginIsolated && typeof document === "undefined")
    return waiting((data) => {
      const worker = made(`${SHARING} onmessage = ({ data }) => on(data);`);
      worker.postMessage(data);
      return worker;
    });
  return { later };
}

function waiting(begin) {
  return {
    now(text) {
      const order = JSON.parse(text);
      const memory = new SharedArrayBuffer(8 + 16 * order.texts.length);
      const state = new Int32Array(memory, 0, 2);
      const worker = begin({ order, memory });
      Atomics.wait(state, 1, 0, order.deadline * 1e3);
      const count = Atomics.load(state, 0);
      worker.terminate();
      const results = new Float64Array(memory, 8);
      const pairs = Array.from({ length: count }, (_, at) => [results[2 * at], results[2 * at + 1]]);
      return JSON.stringify(pairs);
    },
  };
}

function later(text) {
  const order = JSON.parse(text);
  const worker = made(TELLING);
  const pairs = [];
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(watchdog);
      worker.terminate();
      resolve(JSON.stringify(pairs));
    };
    const watchdog = setTimeout(end, order.deadline * 1e3);
    worker.onmessage = ({ data }) => (data === null ? end() : pairs.push(data));
    worker.onerror = end;
    worker.postMessage(order);
  });
}

function made(code) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
