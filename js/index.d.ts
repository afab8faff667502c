// scorio in JavaScript. Call `await load()` once, then everything else.
//
// Names are those of the Python package in camelCase. Names that are values, such as "pass_at_k" or
// "hierarchical", are Python's own. Missing values of a result are null.

import type { MetricName } from "./eval.js";
import type { compare, CompareOptions, comparePairs, ComparePairsOptions, Note, score, ScoreOptions } from "./calls.js";
import type {
  Comparison,
  Foresight,
  Heterogeneity,
  Measured,
  ModelSeparation,
  Narrowing,
  QuestionDifference,
  Score,
  SeparatedModel,
  Separation,
  SliceDifference,
  TrialsNeeded,
  Unmatched,
  Unscored,
} from "./rows.js";

export * from "./calls.js";
export * from "./eval.js";
export type * from "./rows.js";

/** The version of the package. */
export const version: string;

/** Where the WebAssembly module comes from: an address, its bytes, or a response. */
export type WasmSource =
  | string
  | URL
  | ArrayBuffer
  | ArrayBufferView
  | Response
  | PromiseLike<Response>
  | WebAssembly.Module;

/**
 * Loads the WebAssembly module. By default it is `scorio_wasm_bg.wasm` beside this file. A second
 * call waits for the first one.
 *
 * @throws {ScorioError} `load.unsupported` without WebAssembly; `load.failed` with its cause.
 */
export function load(source?: WasmSource): Promise<void>;

/** Whether `load` has succeeded. */
export function isLoaded(): boolean;

/** Every error of this package that is about its arguments, its data or its module. */
export class ScorioError extends Error {
  readonly name: "ScorioError";
  /** A stable name, such as `tally.category`, `argument.type` or `log.outcome`. */
  readonly code: string;
  /** Where: `R[0][3]`, `options.k`, `line 12`. Null where the error is about no single place. */
  readonly place: string | null;
  /** What is wrong, without the way out. `message` holds both. */
  readonly problem: string;
  /** The way out, or null. */
  readonly remedy: string | null;
}

/** An outcome: its category, 0 and 1 with two. null, undefined and NaN are missing outcomes. */
export type Outcome = number | boolean | null | undefined;

export type NumberArray =
  | readonly number[]
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** The outcomes of one matrix, row by row. A `Uint8Array` is the fastest form. */
export interface FlatMatrix {
  readonly data: NumberArray;
  /** M, the number of questions. `data.length` is a multiple of it. */
  readonly rows: number;
}

/** A results matrix: a row for each question, with its trials. Rows may have different lengths. */
export type Matrix = readonly (readonly Outcome[] | NumberArray)[] | FlatMatrix;

/** A score and its posterior standard deviation. */
export interface Estimate {
  mu: number;
  sigma: number;
}

/** A score, its standard deviation and its interval. */
export interface Interval extends Estimate {
  lo: number;
  hi: number;
}

// ---------------------------------------------------------------------------------------- metrics

/** The parameters of metrics. Each metric takes its own, which docs/metrics.md lists. */
export interface MetricParameters {
  /** A weight for each category, for `bayes`, `avg` and `max_at_k`; (0, 1) if omitted. */
  weights?: NumberArray;
  /** Share of k trials that must succeed, for `g_pass_at_k_tau`. */
  tau?: number;
  /** k weights of thresholds, for the spectrum metrics. */
  spectrum?: NumberArray;
  /** λ of `geo_spectrum_at_k`; 0.5 if omitted. */
  lam?: number;
  /** Exponents of `geom_at_k` and `geom_ds_at_k`; 0.5 if omitted. */
  passPower?: number;
  unanimousPower?: number;
}

/** Options of point estimates. */
export interface PointOptions extends MetricParameters {
  /** What to do with missing outcomes; "error" if omitted. */
  missing?: "error" | "drop";
  /** What to do with questions of fewer than k trials; "error" if omitted. */
  ragged?: "error" | "drop";
  /** Give 1 - metric, to full relative accuracy. */
  complement?: boolean;
}

/** Options of `bayes` and `avg`. */
export interface MeanOptions {
  weights?: NumberArray;
  /** Earlier outcomes of the same questions, from which the posterior starts. */
  R0?: Matrix;
  missing?: "error" | "drop";
}

/** Options of posteriors with an interval. */
export interface IntervalOptions extends MetricParameters {
  /** Level of the interval, in (0, 1); 0.95 if omitted. */
  confidence?: number;
  /** Ends to which the interval is clipped; null for none. [0, 1] if omitted, for metrics of successes. */
  bounds?: readonly [number, number] | null;
  /** Beta prior of each question's success probability; 1 and 1 if omitted. */
  alpha0?: number;
  beta0?: number;
  /** "hierarchical" for a prior that the questions share; null or "uniform" for the Beta prior. */
  prior?: "hierarchical" | "uniform" | null;
  /** "these" for these questions, "like" for questions like these. */
  target?: "these" | "like";
  /** "exact" for certified quantiles of the posterior; "normal" if omitted. */
  interval?: "normal" | "exact";
  R0?: Matrix;
  missing?: "error" | "drop";
  complement?: boolean;
}

/** A metric of the list. */
export interface MetricEntry {
  name: string;
  summary: string;
  hasBudget: boolean;
  /** Its parameters besides k. A default of null means that a value is needed. */
  parameters: { name: string; kind: string; default: string | null }[];
}

/** Every metric that `evaluate` knows. */
export function metrics(): MetricEntry[];

/**
 * A metric by its name. Names with `_ci` give an `Interval`, `bayes` and `avg` an `Estimate`, others
 * a number. With several budgets in `options.k`, the result is an array of these.
 *
 * `evaluate("pass_at_k", R, {k: 2})`
 */
export function evaluate(
  metric: MetricName | (string & {}),
  R: Matrix | Counts,
  options?: PointOptions & IntervalOptions & { k?: number | readonly number[] },
): number | Estimate | Interval | number[] | Interval[];

/** A score without a budget. */
export interface Mean {
  (R: Matrix | Counts, options?: MeanOptions): Estimate;
}

/** Its posterior, with its interval. */
export interface MeanPosterior {
  (R: Matrix | Counts, options?: IntervalOptions): Interval;
}

/** A point estimate for k trials. */
export interface Point {
  (R: Matrix | Counts, k: number, options?: PointOptions): number;
  (R: Matrix | Counts, k: readonly number[], options?: PointOptions): number[];
}

/** The posterior for k future trials, with its interval. */
export interface Posterior {
  (R: Matrix | Counts, k: number, options?: IntervalOptions): Interval;
  (R: Matrix | Counts, k: readonly number[], options?: IntervalOptions): Interval[];
}

/** Pass@1, …, Pass@kMax. */
export function passCurve(R: Matrix | Counts, kMax: number, options?: PointOptions): number[];

/** P(A > B) + P(A = B) / 2 of the exact posterior scores of two models. */
export function superiority(
  Ra: Matrix | Counts,
  Rb: Matrix | Counts,
  options?: {
    metric?: MetricName | (string & {});
    k?: number;
    weights?: NumberArray;
    tau?: number;
    alpha0?: number;
    beta0?: number;
    missing?: "error" | "drop";
  },
): number;

// ----------------------------------------------------------------------------------------- counts

/** The values of a log that belong to a category. */
export type CategoryValues =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[];

/** Which field of a record holds what, and what to do with exceptions. */
export interface ReadOptions {
  /** Field of the model; "model" if omitted. A dotted path goes into objects: "info.model". */
  model?: string;
  /** Field of the task; "task" if omitted, which records may lack. */
  task?: string;
  /** Field of the question; "question" if omitted. */
  question?: string;
  /** Field of the trial; "trial" if omitted, which records may lack. Then nothing detects duplicates. */
  trial?: string;
  /** Field of the outcome; "outcome" if omitted. */
  outcome?: string;
  /** Labels that are the same in every record, in place of their fields. */
  constants?: { model?: string; task?: string };
  /** Numbers from this one up are successes, others failures. */
  threshold?: number;
  /**
   * Categories in order, each with the values that belong to it: `{wrong: ["I"], right: ["C"]}`, or
   * pairs `[["wrong", ["I"]], ["right", ["C"]]]`.
   */
  categories?: Record<string, CategoryValues> | readonly (readonly [string, CategoryValues])[];
  /** Missing outcomes: stop, leave the trial out, or count it as a failure; "error" if omitted. */
  onMissing?: "error" | "drop" | "fail";
  /** Duplicate (model, task, question, trial); "error" if omitted. */
  onRepeat?: "error" | "first" | "last" | "keep";
  /** Lines that cannot be read; "error" if omitted. Skipped ones are in `report.skipped`. */
  onBadLine?: "error" | "skip";
  /** Keep the order of trials, which `convergence` needs. */
  order?: boolean;
  /** What a trial costs: a field, or a sum of products such as "tokens_in * 2e-6 + tokens_out * 1e-5". */
  cost?: string;
  /** Prices for a million, by model, which `cost` names: `{large: {input: 20, output: 80}}`. */
  prices?: Record<string, Record<string, number | null>> | ReadonlyMap<string, Record<string, number | null>>;
  /** Trials without a cost: stop, or leave them out of costs, not of scores; "error" if omitted. */
  onMissingCost?: "error" | "drop";
  /** Keep every cost, which caps need. */
  keepValues?: boolean;
  /** Separator of a table. If omitted, the comma, tab, semicolon or bar that the header has most of. */
  separator?: string;
}

/** The effect of each policy, and what was read. */
export interface ReadReport {
  /** Records read. */
  records: number;
  /** Bytes read. */
  bytes: number;
  /** Missing outcomes that were left out. */
  missingDropped: number;
  /** Missing outcomes that were counted as failures. */
  missingFailed: number;
  /** Duplicates of which another record counted. */
  repeatsDropped: number;
  /** Duplicates that all counted. */
  repeatsKept: number;
  /** Lines that could not be read. */
  skipped: number;
  /** Whether the last record was cut off, and left out. */
  interrupted: boolean;
  /** Whether a table ends in a cell that counts, without a line end: the cell may go on. */
  perhapsInterrupted: boolean;
  /** Models with trials that cost 0, as answers of a cache do. */
  freeTrials: { model: string; free: number; trials: number }[];
}

/** A leaderboard: an array of rows, table by table, best first. */
export type Leaderboard = ReturnType<typeof score>;

/** Models compared with a baseline: an array of rows, best first. */
export type Comparisons = ReturnType<typeof compare>;

/** All pairs of models: an array of rows. */
export type Pairs = ReturnType<typeof comparePairs>;

/** The ranks of a model among others. */
export interface ModelRank {
  model: string;
  score: number;
  sigma: number;
  competition: number;
  competitionMax: number;
  dense: number;
  fractional: number;
}

/**
 * Asks whether known differences differ between slices that share no question, and lets each lean on the others.
 * Rows are those of `slices`, without models, questions and scores.
 */
export function knownSlices(
  differences: NumberArray,
  sigmas: NumberArray,
  options?: {
    /** Names of the slices. By default they are numbered from 1. */
    names?: string | readonly string[];
    /** Level of the intervals, and of the verdicts; 0.95 if omitted. */
    confidence?: number;
    /** Says of each slice whether the model is worse by more than this. */
    margin?: number;
    /** Whether the model fails if any slice shows it worse by more than the margin. */
    eachSlice?: boolean;
  },
): SliceDifference[] & { models: Heterogeneity[]; notes: Note[] };

/** How often each question had each outcome, by model and task. */
export class Counts {
  private constructor();

  /**
   * Counts of one model, or of several by name. Questions are named by their rows, from "0".
   * `order: true` keeps the order of trials, which `convergence` needs.
   */
  static fromMatrix(
    R: Matrix | Record<string, Matrix> | ReadonlyMap<string, Matrix>,
    options?: {
      model?: string;
      task?: string;
      /** Names of the questions, in place of the numbers of their rows. Each occurs once. */
      questions?: readonly string[];
      /** Names of the categories; "0" and "1" if omitted. */
      categories?: readonly string[];
      missing?: "error" | "drop";
      order?: boolean;
    },
  ): Counts;
  /**
   * Counts of trials that a judge graded and of which people labelled some. `score`, `compare`, `gate` and the
   * like then correct the judge, `judgeQuality` says how good it is, and `planLabels` which trials to label next.
   * Both are one matrix, or one of each model by name, in the same shape. null, undefined and NaN are no outcome,
   * as where a judge refuses, and no label. Chance has to choose which trials get a label, among those of one
   * model with one outcome of the judge.
   */
  static fromLabels(
    outcomes: Matrix | Record<string, Matrix> | ReadonlyMap<string, Matrix>,
    labels: Matrix | Record<string, Matrix> | ReadonlyMap<string, Matrix>,
    options?: {
      model?: string;
      task?: string;
      /** Names of the questions, in place of the numbers of their rows. Each occurs once. */
      questions?: readonly string[];
      /** The cluster of each question, for `cluster: "cluster"`. */
      cluster?: readonly string[];
      /**
       * The least and the largest possible label. If omitted, 0 and 1 if all labels are, and otherwise the least
       * and the largest that occur.
       */
      labelRange?: readonly [number, number];
    },
  ): Counts;
  /** Counts of JSON Lines, a record a line, or of one JSON list of records. Bytes are UTF-8. */
  static fromJsonl(text: string | ArrayBuffer | ArrayBufferView, options?: ReadOptions): Counts;
  /** Counts of a table with a header. */
  static fromCsv(text: string | ArrayBuffer | ArrayBufferView, options?: ReadOptions): Counts;
  /**
   * Counts of a file or another stream, in bounded memory.
   *
   * @throws {ScorioError} `log.cancelled` after the signal, whose reason is the cause; `log.stream`
   *   where the stream fails; what `onProgress` throws, as it is.
   */
  static fromStream(
    stream: Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | ArrayBuffer | ArrayBufferView,
    options?: ReadOptions & {
      /** "jsonl" is also one JSON list of records. If omitted, the first character tells. */
      format?: "jsonl" | "csv";
      /** Called now and then with the bytes read. */
      onProgress?: (bytes: number) => void;
      signal?: AbortSignal;
    },
  ): Promise<Counts>;

  readonly models: string[];
  readonly tasks: string[];
  /** Fields of which questions have values, such as their difficulty. */
  readonly fields: string[];
  readonly categories: string[];
  /** Questions, counted for each task and model. */
  readonly length: number;
  /** Trials with an outcome. */
  readonly trials: number;
  /** Trials without an outcome. */
  readonly missing: number;
  /** Whether the trials have costs, which `cost` takes. */
  readonly hasCosts: boolean;
  /** What was read and what the policies did. */
  readonly report: ReadReport;

  /** A leaderboard with intervals, ranks and their ranges. */
  score(options?: ScoreOptions): Leaderboard;
  /** One model with another. */
  compare(model: string, baseline: string, options?: Omit<CompareOptions, "baseline" | "models">): Comparison;
  /** Every other model, or some, with a baseline. */
  compareWith(baseline: string, options?: Omit<CompareOptions, "baseline">): Comparisons;
  /** Every model with every other. The model with the higher score is first. */
  pairwise(options?: ComparePairsOptions): Pairs;
  /** The ranks of the models by one metric, with the confidence as far as it separates them. */
  ranks(
    options?: ScoreOptions & { metrics?: string; k?: number } & Pick<RankOptions, "tieMethod" | "tol">,
  ): ModelRank[];

  /** The counts of some models and tasks. */
  select(options: { model?: string | readonly string[]; task?: string | readonly string[] }): Counts;
  /**
   * The same, where questions have values of a field, such as their difficulty, by which `slices` and `score`
   * split them. The values are by question, of one task or of all that have such a question.
   */
  withField(
    field: string,
    values: Record<string, string | number | boolean | null> | ReadonlyMap<string, string | number | boolean | null>,
    options?: { task?: string },
  ): Counts;
  /** The sum of these counts and others. */
  merge(...others: Counts[]): Counts;
  /** Rows of questions, in order of appearance. */
  rows(): { model: string; task: string; question: string; counts: number[]; missing: number }[];
  /** Frees the memory at once. Otherwise it is freed when the object is collected. */
  free(): void;
}

/** Reads a log piece by piece, in memory that grows with its questions alone. */
export class CountsReader {
  /** Without a format, the log is JSON if it begins with a brace or a bracket, else a table. */
  constructor(options?: ReadOptions & { format?: "jsonl" | "csv" });
  /** Takes the next piece, which may end anywhere, also within a character. */
  push(chunk: string | ArrayBuffer | ArrayBufferView): void;
  /** The counts. The reader is then used up. */
  finish(): Counts;
  /** Records read so far. */
  readonly records: number;
  /** Bytes read so far. */
  readonly bytes: number;
  free(): void;
}

// ------------------------------------------------------------------------------------------ ranks

export interface RankOptions {
  sigmas?: NumberArray;
  confidence?: number;
  tieMethod?: "zscore_adjacent" | "ci_overlap_adjacent";
  tol?: number;
}

/** A coefficient and its p-value. */
export interface Correlation {
  statistic: number;
  pvalue: number;
}

export const rank: {
  /** Ranks of scores, the highest first. With sigmas, those that are not separated share one. */
  rankScores(
    scores: NumberArray,
    options?: RankOptions,
  ): { competition: number[]; competitionMax: number[]; dense: number[]; fractional: number[] };
  /** P(row better than column). */
  pairwise(scores: NumberArray, sigmas: NumberArray): number[][];
  /** P(row better than column) and P(best), where the spread of the scores is the prior. */
  chances(scores: NumberArray, sigmas: NumberArray): { pairs: number[][]; best: number[] };
  /** The largest sets of models in which no two are separated. */
  groups(scores: NumberArray, sigmas: NumberArray, options?: { confidence?: number }): number[][];
  /** The letters of those sets, for each model. */
  letters(scores: NumberArray, sigmas: NumberArray, options?: { confidence?: number }): string[];
  /**
   * Which models are separated: ranges of ranks, letters, and adjusted p-values of all pairs. `sigmas` has the
   * error of each score, or a matrix of those of their differences.
   */
  separated(
    scores: NumberArray,
    sigmas: NumberArray | readonly NumberArray[],
    options?: { degrees?: number; confidence?: number; family?: number; ranks?: "each" | "together" },
  ): { models: SeparatedModel[]; p: number[][] };
  /** Kendall's τ-b, or τ-a, of two rankings. */
  kendall(
    scores: NumberArray,
    gold: NumberArray,
    options?: { variant?: "a" | "b" },
  ): Correlation;
  /** Spearman's ρ of two rankings. */
  spearman(scores: NumberArray, gold: NumberArray): Correlation;
  /** Weighted τ of two rankings, with the p-value of random permutations and its error. */
  weightedTau(
    scores: NumberArray,
    gold: NumberArray,
    options?: { permutations?: number; seed?: number | bigint },
  ): Correlation & { pvalueError: number };
};

// ------------------------------------------------------------------------------------------- plan

/** Success probabilities of questions that are assumed, for a plan without a pilot. */
export interface Assumed {
  readonly p: NumberArray;
}

/** What a plan knows of a model: results of a pilot, or assumed probabilities. */
export type Side = Matrix | Counts | Assumed;

export interface WidthOptions {
  weights?: NumberArray;
  confidence?: number;
  missing?: "error" | "drop";
}

export interface PlanOptions extends WidthOptions {
  /** How many models the table has; as many as there are if omitted, and two at least. */
  family?: number;
}

export interface AimOptions extends PlanOptions {
  /** How probable the separation has to be; 0.8 if omitted. */
  power?: number;
  /** The true difference of the scores; the one that is seen if omitted. */
  difference?: number;
}

export interface StudyOptions extends PlanOptions {
  /** 4000 if omitted. */
  replicates?: number;
  /** A whole number of 64 bits; 0 if omitted. */
  seed?: number | bigint;
}

export const plan: {
  /** Success probabilities that are assumed, each from 0 to 1. */
  assumed(p: NumberArray): Assumed;
  /** How many trials of each question separate two models. */
  trialsNeeded(a: Side, b: Side, options?: AimOptions): TrialsNeeded;
  /** The smallest difference from a model that some trials separate; null: none. */
  smallestDifference(
    a: Side,
    trials: number,
    options?: PlanOptions & { power?: number },
  ): number | null;
  /** What to expect after each of several numbers of trials. */
  foresee(a: Side, b: Side, options?: StudyOptions & { trials?: NumberArray }): Foresight[];
  /** How many more trials bring each model's interval to a half-width. */
  trialsForHalfWidth(
    models: Counts | Record<string, Side> | ReadonlyMap<string, Side>,
    halfWidth: number,
    options?: WidthOptions,
  ): (Narrowing & { model: string })[];
  /** How many more trials separate each model from a baseline. */
  trialsToSeparate(
    models: Counts | Record<string, Side> | ReadonlyMap<string, Side>,
    baseline: string,
    options?: AimOptions & {
      /** Of counts, whether only questions that both models have count; true if omitted. */
      paired?: boolean;
    },
  ): ((Separation & { model: string; baseline: string }) | ModelSeparation)[];
  /** What some numbers of new trials show of each model. */
  budget(
    models: Counts | Record<string, Side> | ReadonlyMap<string, Side>,
    options?: PlanOptions & { trials?: NumberArray; power?: number },
  ): { model: string; trials: number; halfWidth: number; smallestDifference: number | null }[];
};

// ------------------------------------------------------------------------------------ convergence

/** L matrices with equally many questions and trials. */
export type Models =
  | readonly (readonly (readonly Outcome[] | NumberArray)[])[]
  | { readonly data: NumberArray; readonly shape: readonly [number, number, number] };

export interface ConvergenceOptions {
  /** One or more metrics by name; "bayes" if omitted. */
  metrics?: string | readonly string[];
  k?: number | readonly number[];
  /** 10 000 if omitted. */
  replicates?: number;
  /** How replicates draw trials; "column" if omitted. */
  scheme?: "column" | "row";
  /** If given, neighbours that it does not separate share a rank. */
  confidence?: number;
  /** L scores that give the reference ranking; the mean scores over all trials if omitted. */
  gold?: NumberArray;
  weights?: NumberArray;
  tau?: number;
  spectrum?: NumberArray;
  seed?: number | bigint;
}

/** How the ranking by one metric settles, for each number of trials. */
export interface Course {
  metric: string;
  k: number | null;
  parameters: string;
  /** Numbers of trials, from the metric's first one on. */
  n: number[];
  /** Mean of τ-b over the replicates. */
  tau: number[];
  /** Standard error of the mean; NaN for a single replicate. */
  tauError: number[];
  /** Share of the replicates that tie all models. */
  flat: number[];
  /** Share of the replicates that converge at n, and at n or before. */
  pmf: number[];
  cdf: number[];
  /** Share of the replicates that never converge. */
  never: number;
  /** Mean convergence@n of those that converge; NaN if none does. */
  mean: number;
  meanError: number;
  /** The slowest replicate. */
  slowest: number;
}

export interface ConvergenceResult {
  models: string[];
  replicates: number;
  /** Whether the reference ranking ties some models. */
  goldHasTies: boolean;
  courses: Course[];
}

/** Follows the ranking of models from the first trial to the last, in many replicates. */
export function convergence(
  R: Models | Counts,
  options?: ConvergenceOptions & { onProgress?: (replicates: number) => void },
): ConvergenceResult;

/** A study that goes on block by block, so that a page can draw between two blocks. */
export interface ConvergenceStudy extends Iterable<ConvergenceResult> {
  readonly models: string[];
  readonly replicates: number;
  /** Replicates done. */
  readonly done: number;
  /** Does the next block, and gives the result so far; null when all are done. */
  step(): ConvergenceResult | null;
  /** Ranks of the models in a replicate, from 0, for every n from the metric's first n on. */
  trajectory(course: number, replicate: number): number[][];
  free(): void;
}

/**
 * Prepares a study. `block` is the number of replicates in a step, a multiple of 32; 320 if omitted.
 * The last result is that of `convergence`, bit for bit.
 *
 * `for (const { replicates, courses } of convergenceStudy(R, { metrics: "bayes" })) draw(courses)`
 */
export function convergenceStudy(
  R: Models | Counts,
  options?: ConvergenceOptions & { block?: number },
): ConvergenceStudy;

// --------------------------------------------------------------------------------------- simulate

export const simulate: {
  /** The means of the paper's eleven models. They need `load`. */
  readonly means: number[];
  /** Success probabilities of models with given means: L rows of `questions` numbers. */
  coins(options: {
    means?: NumberArray;
    /** 30 if omitted. */
    questions?: number;
    /** How alike the questions are; 4.5 if omitted. */
    concentration?: number;
    seed: number | bigint;
  }): number[][];
  /** Category probabilities of models for each question: L × M × (C + 1). */
  categorical(options: {
    /** L rows of the shares of the categories. */
    shares: readonly NumberArray[];
    questions?: number;
    concentration?: number;
    seed: number | bigint;
  }): number[][][];
  /** Outcomes of n trials with these probabilities: L × M × n. */
  trials(p: readonly NumberArray[], n: number, options: { seed: number | bigint }): number[][][];
};
