// scorio in a Web Worker (a worker thread in Node): the same calls, with progress and cancel.

import { ScorioError } from "./errors.js";

/** A worker with the events of Node as those of a browser. */
function adapted(worker) {
  if (typeof worker.addEventListener === "function") return worker;
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    addEventListener: (name, take) =>
      worker.on(name, (given) => take(name === "message" ? { data: given } : { message: given?.message })),
  };
}

async function started() {
  if (typeof globalThis.Worker === "function") {
    return new Worker(new URL("./thread.js", import.meta.url), { type: "module" });
  }
  const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads");
  return new threads.Worker(new URL("./thread.js", import.meta.url));
}

const gone = () => new ScorioError({ code: "worker.cancelled", problem: "the worker was ended" });

/** The messages to and from one worker. */
class Line {
  #worker;
  #open = new Map();
  #last = 0;
  #ended = false;

  constructor(worker) {
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      this.#open.set(0, { resolve, reject });
    });
    this.ready.catch(() => {});
    worker.addEventListener("message", ({ data }) => this.#take(data));
    worker.addEventListener("error", ({ message }) => {
      const problem = `the worker failed: ${message ?? "its script cannot be loaded"}`;
      this.#end(new ScorioError({ code: "worker.failed", problem }));
    });
  }

  send(task, given, { signal, onProgress, onResult } = {}) {
    if (this.#ended) return Promise.reject(gone());
    if (signal?.aborted) {
      return Promise.reject(new ScorioError({ code: "worker.cancelled", problem: "the call was cancelled" }));
    }
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const cancel = () => this.#worker.postMessage({ id, task: "cancel" });
      const done = (settle) => (value) => {
        signal?.removeEventListener("abort", cancel);
        settle(value);
      };
      this.#open.set(id, { resolve: done(resolve), reject: done(reject), onProgress, onResult });
      signal?.addEventListener("abort", cancel);
      try {
        this.#worker.postMessage({ id, task, ...given });
      } catch (cause) {
        this.#open.delete(id);
        const problem = `an argument cannot be sent to a worker: ${cause.message}`;
        done(reject)(new ScorioError({ code: "worker.argument", problem }, { cause }));
      }
    });
  }

  terminate() {
    this.#worker.terminate();
    this.#end(gone());
  }

  #end(error) {
    this.#ended = true;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }

  #take({ id = 0, error, done, result, ...rest }) {
    const call = this.#open.get(id);
    if (call === undefined) return;
    if (done !== undefined) {
      call.onProgress?.(done);
      if (result !== undefined) call.onResult?.(result);
      return;
    }
    this.#open.delete(id);
    if (error === undefined) call.resolve(rest.found);
    else call.reject(new ScorioError(error));
  }
}

/** A result with the extra properties of an array. */
const unpacked = ({ rows, extra, value }) => (rows === undefined ? value : Object.assign(rows, extra));

/** Counts that stay in the worker. */
class RemoteCounts {
  #line;
  #key;

  constructor(line, { key, ...summary }) {
    this.#line = line;
    this.#key = key;
    Object.assign(this, summary);
  }

  async #call(name, args) {
    return unpacked(await this.#line.send("call", { key: this.#key, name, args }));
  }

  score(options) {
    return this.#call("score", [options]);
  }

  compare(model, baseline, options) {
    return this.#call("compare", [model, baseline, options]);
  }

  compareWith(baseline, options) {
    return this.#call("compareWith", [baseline, options]);
  }

  pairwise(options) {
    return this.#call("pairwise", [options]);
  }

  ranks(options) {
    return this.#call("ranks", [options]);
  }

  convergence(options, watch) {
    const wantsResults = watch?.onResult !== undefined;
    return this.#line.send("convergence", { key: this.#key, options, wantsResults }, watch);
  }

  free() {
    this.#line.send("free", { key: this.#key }).catch(() => {});
  }
}

class ScorioWorker {
  #line;

  constructor(line) {
    this.#line = line;
  }

  async call(name, args = [], watch) {
    return unpacked(await this.#line.send("call", { key: null, name, args }, watch));
  }

  async count(log, options, watch) {
    return new RemoteCounts(this.#line, await this.#line.send("count", { log, options }, watch));
  }

  convergence(R, options, watch) {
    const wantsResults = watch?.onResult !== undefined;
    return this.#line.send("convergence", { key: null, R, options, wantsResults }, watch);
  }

  terminate() {
    this.#line.terminate();
  }
}

export async function startWorker(options = {}) {
  const line = new Line(adapted(options.worker ?? (await started())));
  try {
    await line.ready;
    const wasm = options.wasm instanceof URL ? options.wasm.href : options.wasm;
    await line.send("load", { source: wasm });
  } catch (error) {
    line.terminate();
    throw error;
  }
  return new ScorioWorker(line);
}
