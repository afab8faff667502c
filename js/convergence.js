// How rankings settle as trials are added.

import * as check from "./arguments.js";
import { Counts, handleOf } from "./counts.js";
import { ScorioError } from "./errors.js";
import { entriesOf, flattenModels } from "./matrix.js";
import { parametersOf } from "./parameters.js";
import { call } from "./wasm.js";

const STUDY = [
  "metrics", "k", "replicates", "scheme", "confidence", "gold", "weights", "tau", "spectrum", "seed",
];
/** Replicates that are drawn and summed up together. */
const PIECE = 32;
const USUAL_BLOCK = 10 * PIECE;

/** Names of models, their number of questions and trials, and entries. */
function outcomesOf(core, keep, R) {
  if (R instanceof Counts) {
    const ordered = handleOf(R).results();
    const [models, shape] = [ordered.models(), Uint32Array.from(ordered.shape())];
    return { models, shape, entries: keep(ordered.entries()) };
  }
  const { values, shape } = flattenModels(R, "R");
  const models = Array.from({ length: shape[0] }, (_, model) => String(model));
  const rows = shape[0] * shape[1];
  return { models, shape: Uint32Array.from(shape), entries: keep(entriesOf(core, { values, rows })) };
}

class ConvergenceStudy {
  #study;
  #block;

  constructor(R, given) {
    const block = check.whole(given.block, "options.block", USUAL_BLOCK, PIECE);
    if (block % PIECE !== 0) {
      const problem = `options.block is ${block}, which is no multiple of ${PIECE}`;
      throw new ScorioError({ code: "argument.block", problem, place: "options.block" });
    }
    this.#block = block;
    this.replicates = check.whole(given.replicates, "options.replicates", 10_000, 1);
    this.done = 0;
    call((core, keep) => {
      const { models, shape, entries } = outcomesOf(core, keep, R);
      this.models = models;
      const named = given.weights === undefined && R instanceof Counts && R.categories.length > 2;
      const weights = named ? handleOf(R).weights() : given.weights;
      this.#study = new core.Study(
        entries,
        shape,
        check.some(given.metrics, "options.metrics", ["bayes"]),
        Float64Array.from(check.budgets(given.k, "options.k")),
        keep(parametersOf(core, { ...given, weights })),
        given.gold === undefined ? undefined : check.numbers(given.gold, "options.gold"),
        check.choice(given.scheme, "options.scheme", ["column", "row"], "column") === "row",
        check.number(given.confidence, "options.confidence"),
        this.replicates,
        check.seedOf(given.seed, "options.seed", 0),
      );
    });
  }

  step() {
    if (this.done >= this.replicates) return null;
    return call(() => {
      this.done = this.#live().advance(this.#block);
      return this.#result();
    });
  }

  trajectory(course, replicate) {
    return call(() => {
      const study = this.#live();
      const index = check.whole(course, "course", undefined, 0, study.size() - 1);
      const number = check.whole(replicate, "replicate", undefined, 0, this.replicates - 1);
      return study.trajectory(index, number);
    });
  }

  free() {
    this.#study?.free();
    this.#study = undefined;
  }

  *[Symbol.iterator]() {
    for (let result = this.step(); result !== null; result = this.step()) yield result;
  }

  #live() {
    if (this.#study === undefined) {
      throw new ScorioError({ code: "convergence.freed", problem: "the study was freed" });
    }
    return this.#study;
  }

  #result() {
    return {
      models: this.models,
      replicates: this.done,
      goldHasTies: this.#study.gold_has_ties(),
      courses: this.#study.courses(),
    };
  }
}

export function convergenceStudy(R, options) {
  return new ConvergenceStudy(R, check.options(options, [...STUDY, "block"]));
}

export function convergence(R, options) {
  const { onProgress, ...given } = check.options(options, [...STUDY, "onProgress"]);
  check.callback(onProgress, "options.onProgress");
  const study = new ConvergenceStudy(R, given);
  try {
    let last = null;
    for (const result of study) {
      last = result;
      onProgress?.(result.replicates);
    }
    return last;
  } finally {
    study.free();
  }
}
