// The declared calls. `make calls` writes this file from the declarations in the core.

import type { Counts, NumberArray } from "./index.js";
import type { Gated } from "./rows.js";

export interface GateOptions {
  /**
   * Probability that a decision needs, above 0.5 and below 1. @default 0.9
   */
  confidence?: number;
  /**
   * Whether every single question has to reach the level, by its repeated trials. Otherwise the
   * score has to. A weight of 1 is then a success, and 0 a failure, and the prior is uniform. Not
   * with metric, k, prior, sampled, cluster, byTask.
   */
  perQuestion?: boolean;
  /**
   * Whether the confidence holds for all questions of a model together: each of Q questions then
   * needs 1 − (1 − confidence) / Q (Bonferroni). Only with perQuestion.
   */
  family?: boolean;
  /**
   * The models to decide about. Which questions were asked is known from all.
   */
  only?: string | string[];
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
   * Whether there is a row for each task, too.
   */
  byTask?: boolean;
}

/**
 * Say of each model, or of each question, whether it reaches a level.
 *
 * @example
 * const counts = Counts.fromMatrix({ new: [[1, 1, 1, 1], [1, 1, 1, 1]], old: [[0, 0, 0, 1], [0, 1, 0, 0]] });
 * gate(counts, 0.5).map((row) => row.verdict); // ["pass", "fail"]
 */
export function gate(
  counts: Counts, atLeast: number, options?: GateOptions,
): Gated[] & { notes: Note[] };

/** What a result says, by its kind and in words. */
export interface Note {
  kind: string;
  words: string;
}
