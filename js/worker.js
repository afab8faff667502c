// scorio in a Web Worker (a worker thread in Node): the same calls, with progress and cancel.

import * as check from "./arguments.js";
import { ScorioError, typeError } from "./errors.js";

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

/** How a call is watched. */
function watchOf(watch, known = ["signal", "onProgress", "onResult"]) {
  const given = check.options(watch, known, "watch");
  check.signal(given.signal, "watch.signal");
  check.callback(given.onProgress, "watch.onProgress");
  check.callback(given.onResult, "watch.onResult");
  return given;
}

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
      try {
        call.onProgress?.(done);
        if (result !== undefined) call.onResult?.(result);
      } catch (thrown) {
        // What the caller's function throws ends the caller's call.
        this.#open.delete(id);
        this.#worker.postMessage({ id, task: "cancel" });
        call.reject(thrown);
      }
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

  async convergence(options, watch) {
    const given = watchOf(watch);
    const wantsResults = given.onResult !== undefined;
    return this.#line.send("convergence", { key: this.#key, options, wantsResults }, given);
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
    if (typeof name !== "string") throw typeError("name", name, "the name of a function");
    if (!Array.isArray(args)) throw typeError("args", args, "an array of arguments");
    return unpacked(await this.#line.send("call", { key: null, name, args }, watchOf(watch, ["signal"])));
  }

  async count(log, options, watch) {
    const isLog = typeof log === "string" || log instanceof Blob || log instanceof ArrayBuffer || ArrayBuffer.isView(log);
    if (!isLog) throw typeError("log", log, "a file, a string or bytes");
    const given = watchOf(watch, ["signal", "onProgress"]);
    return new RemoteCounts(this.#line, await this.#line.send("count", { log, options }, given));
  }

  async convergence(R, options, watch) {
    const given = watchOf(watch);
    const wantsResults = given.onResult !== undefined;
    return this.#line.send("convergence", { key: null, R, options, wantsResults }, given);
  }

  terminate() {
    this.#line.terminate();
  }
}

export async function startWorker(options) {
  const given = check.options(options, ["wasm", "worker"]);
  if (given.worker !== undefined && typeof given.worker?.postMessage !== "function") {
    throw typeError("options.worker", given.worker, "a worker");
  }
  const line = new Line(adapted(given.worker ?? (await started())));
  try {
    await line.ready;
    const wasm = given.wasm instanceof URL ? given.wasm.href : given.wasm;
    await line.send("load", { source: wasm });
  } catch (error) {
    line.terminate();
    throw error;
  }
  return new ScorioWorker(line);
}
