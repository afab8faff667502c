// The declared calls. `make calls` writes this file from the declarations in the core.

import * as check from "./arguments.js";
import { called } from "./call.js";
import { handleOf } from "./counts.js";

export function gate(counts, atLeast, options) {
  const given = check.options(options, [
    "confidence", "perQuestion", "family", "only", "metric", "k", "weights", "prior", "sampled", "cluster",
    "byTask",
  ]);
  return called("gate", handleOf(counts), {
    at_least: check.number(atLeast ?? null, "atLeast"),
    confidence: check.number(given.confidence, "options.confidence"),
    per_question: check.flag(given.perQuestion, "options.perQuestion"),
    family: check.flag(given.family, "options.family"),
    only: check.texts(given.only, "options.only"),
    metric: check.text(given.metric, "options.metric"),
    k: check.number(given.k, "options.k"),
    weights: check.numbers(given.weights, "options.weights", null),
    prior: check.text(given.prior, "options.prior"),
    sampled: check.flag(given.sampled, "options.sampled"),
    cluster: check.text(given.cluster, "options.cluster"),
    by_task: check.flag(given.byTask, "options.byTask"),
  });
}
