// The declared calls. `make calls` writes this file from the declarations in the core.

import * as check from "./arguments.js";
import { called } from "./call.js";
import { handleOf } from "./counts.js";

export function gate(counts, atLeast, options) {
  const given = check.options(options, [
    "confidence", "perQuestion", "family", "alone", "models", "slice", "metric", "k", "weights", "prior",
    "sampled", "cluster", "borrow", "byTask",
  ]);
  return called("gate", [], handleOf(counts), {
    at_least: check.number(atLeast ?? null, "atLeast"),
    confidence: check.number(given.confidence, "options.confidence"),
    per_question: check.flag(given.perQuestion, "options.perQuestion", null),
    family: check.flag(given.family, "options.family", null),
    alone: check.flag(given.alone, "options.alone", null),
    only: check.texts(given.models, "options.models"),
    slice: check.texts(given.slice, "options.slice"),
    metric: check.text(given.metric, "options.metric"),
    k: check.number(given.k, "options.k"),
    weights: check.numbers(given.weights, "options.weights", null),
    prior: check.text(given.prior, "options.prior"),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    borrow: check.flag(given.borrow, "options.borrow", null),
    by_task: check.flag(given.byTask, "options.byTask", null),
  });
}

export function score(counts, options) {
  const given = check.options(options, [
    "metrics", "k", "weights", "tau", "lam", "spectrum", "passPower", "unanimousPower", "ragged", "prior",
    "sampled", "runs", "cluster", "borrow", "confidence", "family", "ranks", "byTask", "slice", "macro",
  ]);
  return called("score", ["unscored", "judged", "slices"], handleOf(counts), {
    metrics: check.texts(given.metrics, "options.metrics"),
    k: check.someBudgets(given.k, "options.k"),
    weights: check.numbers(given.weights, "options.weights", null),
    tau: check.share(given.tau, "options.tau"),
    lam: check.number(given.lam, "options.lam"),
    spectrum: check.numbers(given.spectrum, "options.spectrum", null),
    pass_power: check.number(given.passPower, "options.passPower"),
    unanimous_power: check.number(given.unanimousPower, "options.unanimousPower"),
    ragged: check.text(given.ragged, "options.ragged"),
    prior: check.text(given.prior, "options.prior"),
    sampled: check.flag(given.sampled, "options.sampled", null),
    runs: check.flag(given.runs, "options.runs", null),
    cluster: check.text(given.cluster, "options.cluster"),
    borrow: check.flag(given.borrow, "options.borrow", null),
    confidence: check.number(given.confidence, "options.confidence"),
    family: check.someWhole(given.family, "options.family", 2),
    ranks: check.text(given.ranks, "options.ranks"),
    by_task: check.flag(given.byTask, "options.byTask", null),
    slice: check.texts(given.slice, "options.slice"),
    macro_average: check.flag(given.macro, "options.macro", null),
  });
}

export function compare(counts, options) {
  const given = check.options(options, [
    "baseline", "models", "metric", "k", "weights", "tau", "lam", "spectrum", "passPower", "unanimousPower",
    "ragged", "prior", "paired", "sampled", "cluster", "borrow", "confidence", "family", "ranks", "byTask",
    "margin",
  ]);
  return called("compare", ["questions", "unmatched", "uncompared"], handleOf(counts), {
    baseline: check.text(given.baseline, "options.baseline"),
    only: check.texts(given.models, "options.models"),
    metric: check.text(given.metric, "options.metric"),
    k: check.number(given.k, "options.k"),
    weights: check.numbers(given.weights, "options.weights", null),
    tau: check.share(given.tau, "options.tau"),
    lam: check.number(given.lam, "options.lam"),
    spectrum: check.numbers(given.spectrum, "options.spectrum", null),
    pass_power: check.number(given.passPower, "options.passPower"),
    unanimous_power: check.number(given.unanimousPower, "options.unanimousPower"),
    ragged: check.text(given.ragged, "options.ragged"),
    prior: check.text(given.prior, "options.prior"),
    paired: check.flag(given.paired, "options.paired", null),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    borrow: check.flag(given.borrow, "options.borrow", null),
    confidence: check.number(given.confidence, "options.confidence"),
    family: check.someWhole(given.family, "options.family", 2),
    ranks: check.text(given.ranks, "options.ranks"),
    by_task: check.flag(given.byTask, "options.byTask", null),
    margin: check.number(given.margin, "options.margin"),
  });
}

export function comparePairs(counts, options) {
  const given = check.options(options, [
    "models", "metric", "k", "weights", "tau", "lam", "spectrum", "passPower", "unanimousPower", "ragged",
    "prior", "paired", "sampled", "cluster", "borrow", "confidence", "family", "ranks",
  ]);
  return called("compare_pairs", ["scores"], handleOf(counts), {
    only: check.texts(given.models, "options.models"),
    metric: check.text(given.metric, "options.metric"),
    k: check.number(given.k, "options.k"),
    weights: check.numbers(given.weights, "options.weights", null),
    tau: check.share(given.tau, "options.tau"),
    lam: check.number(given.lam, "options.lam"),
    spectrum: check.numbers(given.spectrum, "options.spectrum", null),
    pass_power: check.number(given.passPower, "options.passPower"),
    unanimous_power: check.number(given.unanimousPower, "options.unanimousPower"),
    ragged: check.text(given.ragged, "options.ragged"),
    prior: check.text(given.prior, "options.prior"),
    paired: check.flag(given.paired, "options.paired", null),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    borrow: check.flag(given.borrow, "options.borrow", null),
    confidence: check.number(given.confidence, "options.confidence"),
    family: check.someWhole(given.family, "options.family", 2),
    ranks: check.text(given.ranks, "options.ranks"),
  });
}

export function judgeQuality(counts, options) {
  const given = check.options(options, [
    "sampled", "cluster", "confidence",
  ]);
  return called("judge_quality", [], handleOf(counts), {
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    confidence: check.number(given.confidence, "options.confidence"),
  });
}

export function planLabels(counts, options) {
  const given = check.options(options, [
    "halfWidth", "budget", "sampled", "cluster", "confidence",
  ]);
  return called("plan_labels", [], handleOf(counts), {
    half_width: check.number(given.halfWidth, "options.halfWidth"),
    budget: check.someWhole(given.budget, "options.budget", 0),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    confidence: check.number(given.confidence, "options.confidence"),
  });
}

export function slices(counts, options) {
  const given = check.options(options, [
    "baseline", "slice", "models", "metric", "k", "weights", "tau", "lam", "spectrum", "passPower",
    "unanimousPower", "ragged", "prior", "paired", "sampled", "cluster", "borrow", "confidence", "family",
    "ranks", "margin", "eachSlice",
  ]);
  return called("slices", ["models"], handleOf(counts), {
    baseline: check.text(given.baseline, "options.baseline"),
    slice: check.texts(given.slice, "options.slice"),
    only: check.texts(given.models, "options.models"),
    metric: check.text(given.metric, "options.metric"),
    k: check.number(given.k, "options.k"),
    weights: check.numbers(given.weights, "options.weights", null),
    tau: check.share(given.tau, "options.tau"),
    lam: check.number(given.lam, "options.lam"),
    spectrum: check.numbers(given.spectrum, "options.spectrum", null),
    pass_power: check.number(given.passPower, "options.passPower"),
    unanimous_power: check.number(given.unanimousPower, "options.unanimousPower"),
    ragged: check.text(given.ragged, "options.ragged"),
    prior: check.text(given.prior, "options.prior"),
    paired: check.flag(given.paired, "options.paired", null),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    borrow: check.flag(given.borrow, "options.borrow", null),
    confidence: check.number(given.confidence, "options.confidence"),
    family: check.someWhole(given.family, "options.family", 2),
    ranks: check.text(given.ranks, "options.ranks"),
    margin: check.number(given.margin, "options.margin"),
    each_slice: check.flag(given.eachSlice, "options.eachSlice", null),
  });
}

export function cost(counts, options) {
  const given = check.options(options, [
    "tries", "caps", "curve", "within", "sampled", "cluster", "confidence", "byTask", "macro",
  ]);
  return called("cost", ["pairs", "retries", "caps", "crossings"], handleOf(counts), {
    tries: check.someWhole(given.tries, "options.tries", 1),
    caps: check.numbers(given.caps, "options.caps", null),
    curve: check.someWhole(given.curve, "options.curve", 1),
    within: check.number(given.within, "options.within"),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    confidence: check.number(given.confidence, "options.confidence"),
    by_task: check.flag(given.byTask, "options.byTask", null),
    macro_average: check.flag(given.macro, "options.macro", null),
  });
}

export function costGate(counts, options) {
  const given = check.options(options, [
    "atMost", "maxRatio", "baseline", "models", "confidence", "sampled", "cluster", "byTask",
  ]);
  return called("cost_gate", [], handleOf(counts), {
    at_most: check.number(given.atMost, "options.atMost"),
    max_ratio: check.number(given.maxRatio, "options.maxRatio"),
    baseline: check.text(given.baseline, "options.baseline"),
    only: check.texts(given.models, "options.models"),
    confidence: check.number(given.confidence, "options.confidence"),
    sampled: check.flag(given.sampled, "options.sampled", null),
    cluster: check.text(given.cluster, "options.cluster"),
    by_task: check.flag(given.byTask, "options.byTask", null),
  });
}

export function planCosts(counts, options) {
  const given = check.options(options, [
    "halfWidth", "money", "models", "confidence",
  ]);
  return called("plan_costs", [], handleOf(counts), {
    half_width: check.number(given.halfWidth, "options.halfWidth"),
    money: check.number(given.money, "options.money"),
    only: check.texts(given.models, "options.models"),
    confidence: check.number(given.confidence, "options.confidence"),
  });
}

export function horizon(counts, length, options) {
  const given = check.options(options, [
    "at", "baseline", "these", "cluster", "confidence", "penalty", "unit", "dates",
  ]);
  return called("horizon", ["ratios", "doublings", "bins", "curves"], handleOf(counts), {
    length: check.text(length ?? null, "length"),
    at: check.numbers(given.at, "options.at", null),
    baseline: check.text(given.baseline, "options.baseline"),
    these: check.flag(given.these, "options.these", null),
    cluster: check.text(given.cluster, "options.cluster"),
    confidence: check.number(given.confidence, "options.confidence"),
    penalty: check.number(given.penalty, "options.penalty"),
    unit: check.text(given.unit, "options.unit"),
    dates: check.texts(given.dates, "options.dates"),
  });
}

export function drift(counts, options) {
  const given = check.options(options, [
    "runs", "confidence", "size", "margin",
  ]);
  return called("drift", ["verdict"], handleOf(counts), {
    runs: check.texts(given.runs, "options.runs"),
    confidence: check.number(given.confidence, "options.confidence"),
    size: check.number(given.size, "options.size"),
    margin: check.number(given.margin, "options.margin"),
  });
}
