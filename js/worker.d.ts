// scorio in a Web Worker (a worker thread in Node): the same calls, with progress and cancel.

import type {
  Comparison,
  Comparisons,
  CompareOptions,
  ConvergenceOptions,
  ConvergenceResult,
  Leaderboard,
  Models,
  ModelRank,
  ReadOptions,
  ReadReport,
  ScoreOptions,
  WasmSource,
} from "./index.js";

/**
 * How a call is watched and ended. An ended call rejects with the code `worker.cancelled`. What
 * `onProgress` or `onResult` throws ends the call, which rejects with it.
 */
export interface Watch {
  signal?: AbortSignal;
  /** Called with how much is done: bytes of a log, replicates of a study. */
  onProgress?: (done: number) => void;
}

/** Counts that stay in the worker. */
export interface RemoteCounts {
  readonly models: string[];
  readonly tasks: string[];
  readonly categories: string[];
  readonly length: number;
  readonly trials: number;
  readonly missing: number;
  /** Whether the trials have costs, which `cost` takes. */
  readonly hasCosts: boolean;
  readonly report: ReadReport;
  score(options?: ScoreOptions): Promise<Leaderboard>;
  compare(model: string, baseline: string, options?: CompareOptions): Promise<Comparison>;
  compareWith(
    baseline: string,
    options?: CompareOptions & { models?: readonly string[] },
  ): Promise<Comparisons>;
  pairwise(
    options?: Omit<CompareOptions, "byTask" | "margin"> & { models?: readonly string[] },
  ): Promise<Comparison[]>;
  ranks(options?: ScoreOptions & { metrics?: string; k?: number }): Promise<ModelRank[]>;
  convergence(
    options?: ConvergenceOptions,
    watch?: Watch & { onResult?: (result: ConvergenceResult) => void },
  ): Promise<ConvergenceResult>;
  free(): void;
}

export interface ScorioWorker {
  /** Any function of the package by its name, as `call("passAtK", [R, 2])` or `call("plan.budget", [models])`. */
  call(name: string, args?: readonly unknown[], watch?: Pick<Watch, "signal">): Promise<unknown>;
  /** Counts a log. */
  count(
    log: Blob | string | ArrayBuffer | ArrayBufferView,
    options?: ReadOptions & { format?: "jsonl" | "csv" },
    watch?: Watch,
  ): Promise<RemoteCounts>;
  /** A study of convergence. `onResult` gets the result so far after each block. */
  convergence(
    R: Models,
    options?: ConvergenceOptions,
    watch?: Watch & { onResult?: (result: ConvergenceResult) => void },
  ): Promise<ConvergenceResult>;
  /** Ends the worker. Open calls reject with the code `worker.cancelled`. */
  terminate(): void;
}

/** Starts a worker and loads the module in it. `wasm` is as for `load`, without responses. */
export function startWorker(options?: {
  wasm?: Exclude<WasmSource, Response | PromiseLike<Response>>;
  /** A worker of your own that runs thread.js, where a bundler needs to see its address. */
  worker?: Worker;
}): Promise<ScorioWorker>;
