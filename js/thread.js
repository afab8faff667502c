// What runs in the worker: it takes calls from startWorker, one after another, and answers them.

import * as scorio from "./index.js";

const { load, Counts, CountsReader, convergenceStudy, ScorioError } = scorio;

/** Bytes of a text or an array between two looks at the messages. */
const PIECE = 1 << 22;

const kept = new Map();
const cancelled = new Set();
let next = 1;
let post;

/** An error as a message carries it. */
function carried(error) {
  const { code = "worker.failed", problem = error?.message ?? String(error), place = null, remedy = null } = error ?? {};
  return { code, problem, place, remedy };
}

/** Lets messages in, such as one that ends this call. */
function pause(id) {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (!cancelled.has(id)) return resolve();
      return reject(new ScorioError({ code: "worker.cancelled", problem: "the call was cancelled" }));
    });
  });
}

/** The object that a call is about: the package, or counts that are kept here. */
function subject(key) {
  if (key === null) return scorio;
  const counts = kept.get(key);
  if (counts === undefined) throw new ScorioError({ code: "counts.freed", problem: "the counts were freed" });
  return counts;
}

/** Pieces of a log. */
async function* pieces(log) {
  if (typeof log === "string") {
    for (let at = 0; at < log.length;) {
      // No character is cut in two.
      let end = Math.min(log.length, at + PIECE);
      if (end < log.length && (log.charCodeAt(end - 1) & 0xfc00) === 0xd800) end += 1;
      yield log.slice(at, end);
      at = end;
    }
    return;
  }
  const bytes = log instanceof Blob ? null : new Uint8Array(log.buffer ?? log, log.byteOffset ?? 0, log.byteLength);
  const size = bytes?.length ?? log.size;
  for (let at = 0; at < size; at += PIECE) {
    yield bytes?.subarray(at, at + PIECE) ?? new Uint8Array(await log.slice(at, at + PIECE).arrayBuffer());
  }
}

function summary(counts) {
  const { models, tasks, categories, length, trials, missing, hasCosts, report } = counts;
  return { models, tasks, categories, length, trials, missing, hasCosts, report };
}

const tasks = {
  async load(id, { source }) {
    await load(source);
    return null;
  },
  async count(id, { log, options }) {
    const reader = new CountsReader(options);
    try {
      for await (const piece of pieces(log)) {
        reader.push(piece);
        post({ id, done: reader.bytes });
        await pause(id);
      }
      const counts = reader.finish();
      const key = next;
      next += 1;
      kept.set(key, counts);
      return { key, ...summary(counts) };
    } finally {
      reader.free();
    }
  },
  async convergence(id, { key, R, options, wantsResults }) {
    const study = convergenceStudy(key === null ? R : subject(key), options);
    try {
      let last = null;
      for (const result of study) {
        last = result;
        post({ id, done: result.replicates, ...(wantsResults && { result }) });
        await pause(id);
      }
      return last;
    } finally {
      study.free();
    }
  },
  async call(id, { key, name, args }) {
    const path = name.split(".");
    const own = path.pop();
    const holder = path.reduce((object, part) => (Object.hasOwn(object, part) ? object[part] : undefined), subject(key));
    const called = holder?.[own];
    const isPublic = key === null ? Object.hasOwn(holder ?? {}, own) || holder === scorio : own in Counts.prototype;
    if (typeof called !== "function" || !isPublic || called === Counts || called === CountsReader || called === ScorioError) {
      throw new ScorioError({ code: "worker.unknown", problem: `scorio has no function ${name}`, place: name });
    }
    const found = await called.apply(holder, args);
    if (typeof found?.free === "function") {
      found.free();
      const problem = `what ${name} gives cannot leave the worker`;
      const remedy = "call worker.count or worker.convergence";
      throw new ScorioError({ code: "worker.kept", problem, place: name, remedy });
    }
    return Array.isArray(found) ? { rows: found, more: { ...found } } : { value: found };
  },
  async free(id, { key }) {
    kept.get(key)?.free();
    kept.delete(key);
    return null;
  },
};

/** Extra properties of an array, which a message would lose. */
function packed({ rows, more, value }) {
  if (rows === undefined) return { value };
  const extra = Object.fromEntries(Object.entries(more).filter(([name]) => !/^\d+$/.test(name)));
  return { rows, extra };
}

async function answer({ id, task, ...given }) {
  if (task === "cancel") {
    cancelled.add(id);
    return;
  }
  try {
    const found = await tasks[task](id, given);
    post({ id, found: task === "call" ? packed(found) : found });
  } catch (error) {
    post({ id, error: carried(error) });
  } finally {
    cancelled.delete(id);
  }
}

/** Answers the messages that come. Calls run one after another; cancelling one does not wait. */
let turn = Promise.resolve();
function take(message) {
  if (message.task === "cancel") void answer(message);
  else turn = turn.then(() => (cancelled.has(message.id) ? dropped(message.id) : answer(message)));
}

function dropped(id) {
  cancelled.delete(id);
  post({ id, error: { code: "worker.cancelled", problem: "the call was cancelled", place: null, remedy: null } });
}

if (typeof globalThis.WorkerGlobalScope === "function") {
  post = (message) => globalThis.postMessage(message);
  globalThis.addEventListener("message", ({ data }) => take(data));
} else {
  const { parentPort } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads");
  post = (message) => parentPort.postMessage(message);
  parentPort.on("message", take);
}
post({ ready: true });
