// The declared calls. `make calls` writes this file from the declarations in the core.

import type { Counts, NumberArray } from "./index.js";
import type { Capped, Comparison, Cost, CostCrossing, CostGated, CostPair, CostPlan, Doubling, DriftRun, DriftVerdict, Gated, Heterogeneity, Horizon, HorizonBin, HorizonCurve, HorizonRatio, Judged, Judging, LabelPlan, Pair, QuestionDifference, Retry, Score, SliceDifference, Uncompared, Unmatched, Unscored } from "./rows.js";

export interface GateOptions {
  /**
   * Confidence of the decisions: 1 less the chance of a false one, above 0.5 and below 1. @default
   * 0.95
   */
  confidence?: number;
  /**
   * Whether every single question has to reach the level, by its repeated trials. Otherwise the
   * score has to. A weight of 1 is then a success, and 0 a failure. Not with metric, k, prior,
   * sampled, cluster, borrow, byTask, slice.
   */
  perQuestion?: boolean;
  /**
   * Whether passes hold for all questions of a model together, as fails do (Holm). Only with
   * perQuestion.
   */
  family?: boolean;
  /**
   * Whether fails hold for each question alone, as passes do. Then nothing is adjusted. Not with
   * family. Only with perQuestion.
   */
  alone?: boolean;
  /**
   * The models to decide about. Which questions were asked is known from all.
   */
  models?: string | readonly string[];
  /**
   * Fields of questions, whose values make slices: each of them has to reach the level, too. `task`
   * is a field, and `length:4` cuts a number at its quartiles.
   */
  slice?: string | readonly string[];
  /**
   * The metric of the score, such as "avg" or "pass_at_k". @default "avg"
   */
  metric?: string;
  /**
   * Its budget.
   */
  k?: number;
  /**
   * A weight per category. By default their names, if these are numbers, or 0 and 1.
   */
  weights?: NumberArray;
  /**
   * Prior of each question's outcomes. @default "hierarchical"
   */
  prior?: "hierarchical" | "uniform";
  /**
   * Whether to infer about questions like these, of which these are a sample.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Whether models without labels have scores, too, by the judge's error rates on three or more
   * models with labels. The judge has to say yes or no.
   */
  borrow?: boolean;
  /**
   * Whether there is a row for each task, too.
   */
  byTask?: boolean;
}

/**
 * Say of each model, or of each question, whether it reaches a level.
 *
 * @example
 * const counts = Counts.fromMatrix({ new: [[1, 1, 1, 1], [1, 1, 1, 1]], old: [[0, 0, 0, 1], [0, 1, 0, 0]] });
 * gate(counts, 0.6).map((row) => row.verdict); // ["pass", "fail"]
 */
export function gate(
  counts: Counts, atLeast: number, options?: GateOptions,
): Gated[] & { notes: Note[] };

export interface ScoreOptions {
  /**
   * One or more metrics: functions of `eval` by name, as "bayes", "pass_at_k" or "pass_at_k_ci".
   * Numbers have "avg", the mean, and "max_at_k", the largest of k outcomes. @default "avg"
   */
  metrics?: string | readonly string[];
  /**
   * One or more budgets, for every metric but bayes and avg.
   */
  k?: number | readonly number[];
  /**
   * A weight per category, for bayes, avg and max_at_k. By default their names, if these are
   * numbers, or 0 and 1.
   */
  weights?: NumberArray;
  /**
   * Share τ of g_pass_at_k_tau.
   */
  tau?: number | string;
  /**
   * λ of geo_spectrum_at_k. By default 0.5.
   */
  lam?: number;
  /**
   * k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
   * `weights` they are.
   */
  spectrum?: NumberArray;
  /**
   * Exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  passPower?: number;
  /**
   * Exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  unanimousPower?: number;
  /**
   * What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
   * leave them out. @default "error"
   */
  ragged?: "error" | "drop";
  /**
   * Prior of each question's outcomes. "hierarchical": the questions share a mean and a spread,
   * which the trials tell. "bayes" has always the uniform prior of the paper. Numbers have no
   * prior. @default "hierarchical"
   */
  prior?: "hierarchical" | "uniform";
  /**
   * Whether to infer about questions like these, of which these are a sample. Otherwise scores are
   * about these questions alone.
   */
  sampled?: boolean;
  /**
   * Whether intervals are about new runs, too: the trials of one number, which is an epoch or a
   * seed, share their luck. It is for "avg" of successes and failures. Ranks stay as they are. Not
   * with cluster.
   */
  runs?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
   * questions of a cluster have in common. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Whether models without labels have scores, too, by the judge's error rates on three or more
   * models with labels. The judge has to say yes or no.
   */
  borrow?: boolean;
  /**
   * Level of the intervals, and of the comparisons that separate models, between 0 and 1. @default
   * 0.95
   */
  confidence?: number;
  /**
   * The number of models whose comparisons hold together, a whole number from 2. By default it is
   * that of the counts. 2 makes each comparison hold by itself.
   */
  family?: number;
  /**
   * "each": the comparisons of each model with all others hold together. "together": so do those of
   * all pairs of models, and with them the ranges of all ranks. @default "each"
   */
  ranks?: "each" | "together";
  /**
   * Whether there is a table for each task, too. There is none if the tasks are clusters. @default
   * true
   */
  byTask?: boolean;
  /**
   * Fields of questions, whose values make slices: there is a table for each slice, too. `task` is
   * a field, and `length:4` cuts a number at its quartiles.
   */
  slice?: string | readonly string[];
  /**
   * Whether the overall table averages the tasks with equal weight. Otherwise it pools their
   * questions.
   */
  macro?: boolean;
}

/**
 * Score every model: a leaderboard with intervals, ranks and ties.
 *
 * @example
 * const counts = Counts.fromMatrix({ new: [[1, 1, 1], [1, 0, 1]], old: [[0, 1, 0], [1, 0, 0]] });
 * counts.score().map((row) => [row.model, row.rank]); // [["new", 1], ["old", 2]]
 * counts.score({ metrics: "pass_at_k", k: 2 })[0].score; // 1
 */
export function score(
  counts: Counts, options?: ScoreOptions,
): Score[] & { unscored: Unscored[]; judged: Judged[]; slices: Score[]; notes: Note[] };

export interface CompareOptions {
  /**
   * The model that the others are compared with.
   */
  baseline: string;
  /**
   * Those others. By default all.
   */
  models?: string | readonly string[];
  /**
   * The metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or any
   * other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes biases
   * the difference. Numbers have averages, without a prior. @default "avg"
   */
  metric?: string;
  /**
   * Budget of the metric. avg and bayes have none.
   */
  k?: number;
  /**
   * A weight per category, for bayes, avg and max_at_k. By default their names, if these are
   * numbers, or 0 and 1.
   */
  weights?: NumberArray;
  /**
   * Share τ of g_pass_at_k_tau.
   */
  tau?: number | string;
  /**
   * λ of geo_spectrum_at_k. By default 0.5.
   */
  lam?: number;
  /**
   * k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
   * `weights` they are.
   */
  spectrum?: NumberArray;
  /**
   * Exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  passPower?: number;
  /**
   * Exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  unanimousPower?: number;
  /**
   * What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
   * leave them out of both models. @default "error"
   */
  ragged?: "error" | "drop";
  /**
   * Prior of the questions. "hierarchical": the questions of a model share a mean and a spread,
   * which its trials tell. "bayes" has always the uniform prior. @default "hierarchical"
   */
  prior?: "hierarchical" | "uniform";
  /**
   * Whether to compare on the questions that both models have. Otherwise each model is compared on
   * all of its own questions. @default true
   */
  paired?: boolean;
  /**
   * Whether to infer about questions like these, from the scatter over them. Otherwise it is about
   * these alone, from what their trials leave open.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
   * questions of a cluster have in common. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Whether models without labels are compared, too, by the judge's error rates on three or more
   * models with labels. The judge has to say yes or no.
   */
  borrow?: boolean;
  /**
   * Level of the comparisons that hold together: of their intervals and verdicts, between 0 and 1.
   * @default 0.95
   */
  confidence?: number;
  /**
   * The number of models whose comparisons hold together, a whole number from 2. By default it is
   * that of the counts. 2 makes each comparison hold by itself.
   */
  family?: number;
  /**
   * "each": the comparisons of each model with all others hold together. "together": so do those of
   * all pairs of models, and with them the ranges of all ranks. @default "each"
   */
  ranks?: "each" | "together";
  /**
   * Whether there is a table for each task, too.
   */
  byTask?: boolean;
  /**
   * Says of each model whether it is worse than the baseline by more than this.
   */
  margin?: number;
}

/**
 * Compare models with a baseline, question by question.
 *
 * @example
 * const counts = Counts.fromMatrix({ new: [[1, 1, 1], [1, 0, 1]], old: [[0, 1, 0], [1, 0, 0]] });
 * compare(counts, { baseline: "old" })[0].difference; // 0.5
 */
export function compare(
  counts: Counts, options: CompareOptions,
): Comparison[] & { questions: QuestionDifference[]; unmatched: Unmatched[]; uncompared: Uncompared[]; notes: Note[] };

export interface ComparePairsOptions {
  /**
   * The models to compare, at least two. By default all.
   */
  models?: string | readonly string[];
  /**
   * The metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or any
   * other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes biases
   * the difference. Numbers have averages, without a prior. @default "avg"
   */
  metric?: string;
  /**
   * Budget of the metric. avg and bayes have none.
   */
  k?: number;
  /**
   * A weight per category, for bayes, avg and max_at_k. By default their names, if these are
   * numbers, or 0 and 1.
   */
  weights?: NumberArray;
  /**
   * Share τ of g_pass_at_k_tau.
   */
  tau?: number | string;
  /**
   * λ of geo_spectrum_at_k. By default 0.5.
   */
  lam?: number;
  /**
   * k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
   * `weights` they are.
   */
  spectrum?: NumberArray;
  /**
   * Exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  passPower?: number;
  /**
   * Exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  unanimousPower?: number;
  /**
   * What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
   * leave them out of both models. @default "error"
   */
  ragged?: "error" | "drop";
  /**
   * Prior of the questions. "hierarchical": the questions of a model share a mean and a spread,
   * which its trials tell. "bayes" has always the uniform prior. @default "hierarchical"
   */
  prior?: "hierarchical" | "uniform";
  /**
   * Whether to compare on the questions that both models have. Otherwise each model is compared on
   * all of its own questions. @default true
   */
  paired?: boolean;
  /**
   * Whether to infer about questions like these, from the scatter over them. Otherwise it is about
   * these alone, from what their trials leave open.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
   * questions of a cluster have in common. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Whether models without labels are compared, too, by the judge's error rates on three or more
   * models with labels. The judge has to say yes or no.
   */
  borrow?: boolean;
  /**
   * Level of the comparisons that hold together: of their intervals and verdicts, between 0 and 1.
   * @default 0.95
   */
  confidence?: number;
  /**
   * The number of models whose comparisons hold together, a whole number from 2. By default it is
   * that of the counts. 2 makes each comparison hold by itself.
   */
  family?: number;
  /**
   * "each": the comparisons of each model with all others hold together. "together": so do those of
   * all pairs of models, and with them the ranges of all ranks. @default "each"
   */
  ranks?: "each" | "together";
}

/**
 * Compare every model with every other, question by question.
 *
 * @example
 * const counts = Counts.fromMatrix({ new: [[1, 1, 1], [1, 0, 1]], old: [[0, 1, 0], [1, 0, 0]] });
 * comparePairs(counts).map((row) => [row.model, row.other]); // [["new", "old"]]
 */
export function comparePairs(
  counts: Counts, options?: ComparePairsOptions,
): Pair[] & { scores: Score[]; notes: Note[] };

export interface JudgeQualityOptions {
  /**
   * Whether to infer about questions like these, of which these are a sample.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Level of the intervals, between 0 and 1. @default 0.95
   */
  confidence?: number;
}

/**
 * Say how good a judge is by the labels that some trials have, and whom it favours.
 *
 * @example
 * const outcomes = [[1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]];
 * const labels = [[1, null, 0, 0], [1, 0, null, 0], [0, null, 0, 1], [null, 1, 1, null]];
 * const counts = Counts.fromLabels(outcomes, labels, { model: "large" });
 * judgeQuality(counts).map((row) => [row.labels, row.bias.toFixed(4)]); // [[11, "0.1042"]]
 */
export function judgeQuality(
  counts: Counts, options?: JudgeQualityOptions,
): Judging[] & { notes: Note[] };

export interface PlanLabelsOptions {
  /**
   * Half the width that the interval of each model is to have, positive and finite.
   */
  halfWidth?: number;
  /**
   * The most labels to add, of all models together, a whole number from 0.
   */
  budget?: number;
  /**
   * Whether to infer about questions like these, of which these are a sample.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Level of the intervals, between 0 and 1. @default 0.95
   */
  confidence?: number;
}

/**
 * Plan which trials to label next, so that corrected scores get narrow intervals.
 *
 * @example
 * const outcomes = [[1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]];
 * const labels = [[1, null, 0, 0], [1, 0, null, 0], [0, null, 0, 1], [null, 1, 1, null]];
 * const counts = Counts.fromLabels(outcomes, labels, { model: "large" });
 * planLabels(counts, { budget: 2 }).map((row) => [row.outcome, row.labels, row.add]); // [["0", 5, 0], ["1", 6, 2]]
 */
export function planLabels(
  counts: Counts, options?: PlanLabelsOptions,
): LabelPlan[] & { notes: Note[] };

export interface SlicesOptions {
  /**
   * The model that the others are compared with.
   */
  baseline: string;
  /**
   * The fields whose values make the slices. `task` is one, too. `length:4` cuts a number at its
   * quartiles, and equal values stay together.
   */
  slice: string | readonly string[];
  /**
   * The other models. By default all.
   */
  models?: string | readonly string[];
  /**
   * The metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or any
   * other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes biases
   * the difference. Numbers have averages, without a prior. @default "avg"
   */
  metric?: string;
  /**
   * Budget of the metric. avg and bayes have none.
   */
  k?: number;
  /**
   * A weight per category, for bayes, avg and max_at_k. By default their names, if these are
   * numbers, or 0 and 1.
   */
  weights?: NumberArray;
  /**
   * Share τ of g_pass_at_k_tau.
   */
  tau?: number | string;
  /**
   * λ of geo_spectrum_at_k. By default 0.5.
   */
  lam?: number;
  /**
   * k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
   * `weights` they are.
   */
  spectrum?: NumberArray;
  /**
   * Exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  passPower?: number;
  /**
   * Exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
   */
  unanimousPower?: number;
  /**
   * What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
   * leave them out of both models. @default "error"
   */
  ragged?: "error" | "drop";
  /**
   * Prior of the questions. "hierarchical": the questions of a model share a mean and a spread,
   * which its trials tell. "bayes" has always the uniform prior. @default "hierarchical"
   */
  prior?: "hierarchical" | "uniform";
  /**
   * Whether to compare on the questions that both models have. Otherwise each model is compared on
   * all of its own questions. @default true
   */
  paired?: boolean;
  /**
   * Whether to infer about questions like these, from the scatter over them. Otherwise it is about
   * these alone, from what their trials leave open.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
   * questions of a cluster have in common. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Whether models without labels are compared, too, by the judge's error rates on three or more
   * models with labels. The judge has to say yes or no.
   */
  borrow?: boolean;
  /**
   * Level of the comparisons that hold together: of their intervals and verdicts, between 0 and 1.
   * @default 0.95
   */
  confidence?: number;
  /**
   * The number of models whose comparisons hold together, a whole number from 2. By default it is
   * that of the counts. 2 makes each comparison hold by itself.
   */
  family?: number;
  /**
   * "each": the comparisons of each model with all others hold together. "together": so do those of
   * all pairs of models, and with them the ranges of all ranks. @default "each"
   */
  ranks?: "each" | "together";
  /**
   * Says of each slice whether the model is worse than the baseline by more than this.
   */
  margin?: number;
  /**
   * Whether a model fails if any slice shows it worse by more than the margin. Only with margin.
   */
  eachSlice?: boolean;
}

/**
 * Compare models with a baseline in each slice of the questions.
 *
 * @example
 * const solved = Array.from({ length: 24 }, (_, place) => (place < 12 ? [1, 1, 1, 0] : [1, 0, 0, 0]));
 * const level = Object.fromEntries(solved.map((_, place) => [place, place < 12 ? "easy" : "hard"]));
 * const counts = Counts.fromMatrix({ new: solved, old: [...solved].reverse() }).withField("level", level);
 * slices(counts, { baseline: "old", slice: "level" }).map((row) => [row.slice, row.difference]); // [["easy", 0.5], ["hard", -0.5]]
 */
export function slices(
  counts: Counts, options: SlicesOptions,
): SliceDifference[] & { models: Heterogeneity[]; notes: Note[] };

export interface CostOptions {
  /**
   * The most fresh tries until the first success, a whole number from 1.
   */
  tries?: number;
  /**
   * Caps on the cost of a trial.
   */
  caps?: NumberArray;
  /**
   * How many caps there are beside these, at quantiles of the costs of successes, a whole number
   * from 1.
   */
  curve?: number;
  /**
   * How far below the best score a cheaper model may be, a finite number from 0.
   */
  within?: number;
  /**
   * Whether to infer about questions like these, of which these are a sample.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Level of the intervals, and of the verdicts, between 0 and 1. @default 0.95
   */
  confidence?: number;
  /**
   * Whether there is a table for each task, too.
   */
  byTask?: boolean;
  /**
   * Whether the overall table averages the tasks with equal weight.
   */
  macro?: boolean;
}

/**
 * Score every model beside what its trials cost.
 *
 * @example
 * const log = `{"model": "a", "question": "q1", "trial": 1, "outcome": 1, "dollars": 2}
 * {"model": "a", "question": "q1", "trial": 2, "outcome": 0, "dollars": 4}`;
 * const counts = Counts.fromJsonl(log, { cost: "dollars" });
 * cost(counts).map((row) => [row.model, row.cost, row.perSuccess]); // [["a", 3, 6]]
 */
export function cost(
  counts: Counts, options?: CostOptions,
): Cost[] & { pairs: CostPair[]; retries: Retry[]; caps: Capped[]; crossings: CostCrossing[]; notes: Note[] };

export interface CostGateOptions {
  /**
   * The most that a trial may cost on average, a finite number from 0.
   */
  atMost?: number;
  /**
   * The most that a trial may cost on average, over what one of the baseline costs, a finite number
   * from 0. Only with baseline.
   */
  maxRatio?: number;
  /**
   * The model whose costs others are compared with.
   */
  baseline?: string;
  /**
   * The models to decide about.
   */
  models?: string | readonly string[];
  /**
   * Confidence of the decisions: 1 less the chance of a false one, above 0.5 and below 1. @default
   * 0.95
   */
  confidence?: number;
  /**
   * Whether to infer about questions like these, of which these are a sample.
   */
  sampled?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts. They are a sample.
   */
  cluster?: "task" | "cluster";
  /**
   * Whether there are rows for each task, too.
   */
  byTask?: boolean;
}

/**
 * Say of each model whether its mean cost keeps to a limit.
 *
 * @example
 * const log = `{"model": "a", "question": "q1", "trial": 1, "outcome": 1, "dollars": 2}
 * {"model": "a", "question": "q1", "trial": 2, "outcome": 0, "dollars": 4}`;
 * const counts = Counts.fromJsonl(log, { cost: "dollars" });
 * costGate(counts, { atMost: 30 }).map((row) => [row.model, row.verdict]); // [["a", "pass"]]
 */
export function costGate(
  counts: Counts, options?: CostGateOptions,
): CostGated[] & { notes: Note[] };

export interface PlanCostsOptions {
  /**
   * Half the width that the interval of each score may have at most, positive and finite. Not with
   * money.
   */
  halfWidth?: number;
  /**
   * What may be spent on all models together, in the unit of the costs, positive and finite.
   */
  money?: number;
  /**
   * The models to plan for.
   */
  models?: string | readonly string[];
  /**
   * Level of the intervals, between 0 and 1. @default 0.95
   */
  confidence?: number;
}

/**
 * Say what more trials of each model cost.
 *
 * @example
 * const log = `{"model": "a", "question": "q1", "trial": 1, "outcome": 1, "dollars": 2}
 * {"model": "a", "question": "q1", "trial": 2, "outcome": 0, "dollars": 4}`;
 * const counts = Counts.fromJsonl(log, { cost: "dollars" });
 * planCosts(counts, { money: 9 }).map((row) => [row.model, row.more, row.money]); // [["a", 3, 9]]
 */
export function planCosts(
  counts: Counts, options?: PlanCostsOptions,
): CostPlan[] & { notes: Note[] };

export interface HorizonOptions {
  /**
   * Shares of success. @default (0.5, 0.8)
   */
  at?: NumberArray;
  /**
   * The model that the others are compared with.
   */
  baseline?: string;
  /**
   * Whether intervals are about these tasks alone. Not with cluster.
   */
  these?: boolean;
  /**
   * Clusters of questions: the tasks, or the labels of the counts.
   */
  cluster?: "task" | "cluster";
  /**
   * Level of the intervals, between 0 and 1. @default 0.95
   */
  confidence?: number;
  /**
   * Penalty of the slope, for parity with earlier fits, positive and finite.
   */
  penalty?: number;
  /**
   * What lengths are measured in. By default a time if the name of the field ends with it, as
   * "human_minutes" does.
   */
  unit?: "seconds" | "minutes" | "hours" | "days" | "none";
  /**
   * Dates of models, as "model=2025-03-01", or days, as "model=120". They give the doubling time.
   */
  dates?: string | readonly string[];
}

/**
 * Find how long a task a model can do: where its success falls to a half, or another share.
 *
 * @example
 * const trials = [[1, 1, 1, 1, 0], [1, 0, 0, 0, 0]];
 * const counts = Counts.fromMatrix({ m: trials }).withField("minutes", { 0: 1, 1: 16 });
 * horizon(counts, "minutes").map((row) => [row.at, row.shown]); // [[0.5, "4.0m"], [0.8, "1.0m"]]
 */
export function horizon(
  counts: Counts, length: string, options?: HorizonOptions,
): Horizon[] & { ratios: HorizonRatio[]; doublings: Doubling[]; bins: HorizonBin[]; curves: HorizonCurve[]; notes: Note[] };

export interface DriftOptions {
  /**
   * The runs in their order. By default all, in the order of their names, where numbers count as
   * numbers.
   */
  runs?: string | readonly string[];
  /**
   * 1 less the chance that a model without any change ever leaves its level, between 0 and 1.
   * @default 0.95
   */
  confidence?: number;
  /**
   * The size of a change of the score that is found soonest, positive and finite. By default 0.05
   * of the range of outcomes.
   */
  size?: number;
  /**
   * Says whether the model is surely worse by more than this, a finite number from 0.
   */
  margin?: number;
}

/**
 * Say whether a model that runs again and again has changed, and since when.
 *
 * @example
 * const nights = [1, 1, 1, 1, 0].map((good) => Array.from({ length: 40 }, (_, i) => [good, i % 2, good]));
 * const counts = Counts.fromMatrix(Object.fromEntries(nights.map((R, night) => [`night ${night}`, R])));
 * drift(counts).verdict[0].verdict; // "below"
 */
export function drift(
  counts: Counts, options?: DriftOptions,
): DriftRun[] & { verdict: DriftVerdict[]; notes: Note[] };

/** What a result says, by its kind and in words. */
export interface Note {
  kind: string;
  words: string;
}
