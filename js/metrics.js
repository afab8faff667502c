// The metrics: one call for all of them, and a function of each name.

import * as check from "./arguments.js";
import { Counts, handleOf } from "./counts.js";
import { ScorioError, typeError } from "./errors.js";
import { entriesOf, flatten } from "./matrix.js";
import { PARAMETER_NAMES, parametersOf } from "./parameters.js";
import { call } from "./wasm.js";

const drops = (given, name) => check.choice(given[name], `options.${name}`, ["error", "drop"], "error") === "drop";

/** Count states of a matrix or of counts. The caller frees them. */
export function statesOf(core, keep, R, given, name = "R") {
  if (R instanceof Counts) {
    if (R.models.length > 1) {
      const problem = `${name} holds ${R.models.length} models, and a score is of one`;
      const remedy = `choose one with ${name}.select({model: NAME}), or call ${name}.score()`;
      throw new ScorioError({ code: "counts.several_models", problem, place: name, remedy });
    }
    if (given.R0 !== undefined) {
      const problem = "options.R0 goes with a matrix, not with counts";
      throw new ScorioError({ code: "argument.known", problem, place: "options.R0" });
    }
    return keep(handleOf(R).states());
  }
  const weights = given.weights === undefined ? undefined : check.numbers(given.weights, "options.weights");
  const entries = keep(entriesOf(core, flatten(R, name)));
  const [prior, rows] = given.R0 === undefined ? [undefined, 0] : earlier(given.R0);
  return keep(core.states(entries, name, prior, rows, weights?.length ?? 2, drops(given, "missing")));
}

/** Earlier outcomes, each a category. */
function earlier(R0) {
  const { values, rows, lengths } = flatten(R0, "options.R0");
  if (lengths !== undefined) {
    const problem = "options.R0 has rows of different lengths";
    throw new ScorioError({ code: "argument.shape", problem, place: "options.R0" });
  }
  const columns = values.length / rows;
  const whole = BigInt64Array.from(values, (value, at) => {
    if (Number.isSafeInteger(value)) return BigInt(value);
    const place = `options.R0[${Math.floor(at / columns)}][${at % columns}]`;
    throw new ScorioError({ code: "tally.category", problem: `${place} = ${value} is not a category`, place });
  });
  return [whole, rows];
}

const MEAN = ["weights", "R0", "missing"];
const POINT = [...PARAMETER_NAMES, "missing", "ragged", "complement"];
const POSTERIOR = [
  ...PARAMETER_NAMES, "confidence", "bounds", "alpha0", "beta0", "prior", "target", "interval", "R0", "missing",
  "complement",
];

/** Says that R0 has no interval with a fitted prior, and the like. */
function contradiction(problem, place) {
  return new ScorioError({ code: "argument.prior", problem, place });
}

/** What an interval needs besides its metric. */
function intervalOptions(given) {
  const alpha0 = check.number(given.alpha0, "options.alpha0", 1);
  const beta0 = check.number(given.beta0, "options.beta0", 1);
  const prior = given.prior ?? "uniform";
  check.choice(prior, "options.prior", ["hierarchical", "uniform"]);
  const target = check.choice(given.target, "options.target", ["these", "like"], "these");
  const exact = check.choice(given.interval, "options.interval", ["normal", "exact"], "normal") === "exact";
  const fitted = prior === "hierarchical";
  if (!fitted && target === "like") {
    throw contradiction("options.target \"like\" needs prior: \"hierarchical\"", "options.target");
  }
  if (fitted && (alpha0 !== 1 || beta0 !== 1)) {
    throw contradiction("alpha0 and beta0 are a Beta prior: leave them or the hierarchical prior out", "options.prior");
  }
  if (fitted && exact) throw contradiction("an exact interval needs a known prior", "options.interval");
  if (fitted && given.R0 !== undefined) {
    throw contradiction("R0 is a prior of its own: leave it or the hierarchical prior out", "options.R0");
  }
  return {
    confidence: check.number(given.confidence, "options.confidence", 0.95),
    alpha0: fitted ? undefined : alpha0,
    beta0,
    sampled: target === "like",
    exact,
  };
}

/** The bounds of a metric's interval: given, none, or its own. */
function boundsOf(given, unbounded) {
  const { bounds } = given;
  // The module clips none but Max@k by itself.
  if (bounds === null || (bounds === undefined && unbounded)) return undefined;
  if (bounds === undefined) return Float64Array.of(0, 1);
  const ends = check.numbers(bounds, "options.bounds");
  if (ends.length !== 2) throw typeError("options.bounds", bounds, "an array of two numbers");
  return ends;
}

/** The options, with the weights that the categories of counts are named by. */
function withWeights(R, given, isWeighted) {
  if (given.weights !== undefined || !(R instanceof Counts) || !isWeighted) return given;
  return { ...given, weights: handleOf(R).weights() };
}

function evaluated(full, R, several, k, given) {
  return call((core, keep) => {
    const { name, posterior, hasBudget, isWeighted } = core.metric_kind(full);
    const mean = !hasBudget;
    check.options(given, posterior ? POSTERIOR : mean ? MEAN : POINT);
    const parameters = keep(parametersOf(core, withWeights(R, given, isWeighted)));
    const complement = check.flag(given.complement, "options.complement");
    const budgets = k.length === 0 ? [undefined] : k;
    const metrics = budgets.map((one) => keep(new core.Metric(name, one, parameters, complement)));
    const chosen = posterior ? intervalOptions(given) : undefined;
    const states = statesOf(core, keep, R, given);
    const results = metrics.map((metric) => {
      if (posterior) {
        const { confidence, alpha0, beta0, sampled, exact } = chosen;
        const bounds = boundsOf(given, isWeighted);
        const [mu, sigma, lo, hi] = metric.interval(states, confidence, bounds, alpha0, beta0, sampled, exact);
        return { mu, sigma, lo, hi };
      }
      if (mean) {
        const [mu, sigma] = metric.estimate(states);
        return { mu, sigma };
      }
      return metric.point(states, drops(given, "ragged"))[0];
    });
    return several ? results : results[0];
  });
}

export function evaluate(metric, R, options) {
  check.text(metric, "metric");
  if (typeof metric !== "string") throw typeError("metric", metric, "a string");
  const { k, ...given } = check.options(options, [...new Set(["k", ...MEAN, ...POINT, ...POSTERIOR])]);
  const several = k !== undefined && typeof k !== "number";
  return evaluated(metric, R, several, check.budgets(k, "options.k"), given);
}

/** The function of a metric without a budget, or of its posterior. */
export const withoutBudget = (name) => (R, options) => {
  return evaluated(name, R, false, [], check.options(options, name.endsWith("_ci") ? POSTERIOR : MEAN));
};

/** The function of a metric of k trials, or of its posterior. */
export const withBudget = (name) => (R, k, options) => {
  if (k === undefined || k === null) {
    const problem = `${name} needs a budget`;
    throw new ScorioError({ code: "metric.no_budget", problem, place: "k", remedy: "give k" });
  }
  const given = check.options(options, name.endsWith("_ci") ? POSTERIOR : POINT);
  return evaluated(name, R, typeof k !== "number", check.budgets(k, "k"), given);
};

export function passCurve(R, kMax, options) {
  const given = check.options(options, ["missing", "ragged", "complement"]);
  const length = check.budget(kMax, "kMax");
  return call((core, keep) => {
    const states = statesOf(core, keep, R, given);
    const complement = check.flag(given.complement, "options.complement");
    return Array.from(core.pass_curve(states, length, complement, drops(given, "ragged")).slice(0, -1));
  });
}

export function superiority(Ra, Rb, options) {
  const given = check.options(options, ["metric", "k", "weights", "tau", "alpha0", "beta0", "missing"]);
  return call((core, keep) => {
    const { name, isWeighted } = core.metric_kind(check.text(given.metric, "options.metric", "bayes"));
    const parameters = keep(parametersOf(core, withWeights(Ra, given, isWeighted)));
    const k = given.k === undefined ? undefined : check.budget(given.k, "options.k");
    const metric = keep(new core.Metric(name, k, parameters, false));
    const [a, b] = [statesOf(core, keep, Ra, given, "Ra"), statesOf(core, keep, Rb, given, "Rb")];
    const alpha0 = check.number(given.alpha0, "options.alpha0", 1);
    return metric.superiority(a, b, alpha0, check.number(given.beta0, "options.beta0", 1));
  });
}

export function metrics() {
  return call((core) => core.metrics());
}
