// Ranks of scores, agreement of rankings, and separation of models.

import * as check from "./arguments.js";
import { asked, nested } from "./call.js";
import { isRow, flatten } from "./matrix.js";
import { typeError } from "./errors.js";
import { call } from "./wasm.js";

/** The first table of a call about its options alone. */
const rows = (name, given) => call((core, keep) => asked(core, keep, name, given).tables[0]);

export function ranked(scores, options) {
  const given = check.options(options, ["sigmas", "confidence", "tieMethod", "tol"]);
  const found = rows("rank_scores", {
    scores: check.numbers(scores, "scores"),
    sigmas: check.someNumbers(given.sigmas, "options.sigmas"),
    confidence: check.number(given.confidence, "options.confidence"),
    tie_method: check.text(given.tieMethod, "options.tieMethod"),
    tol: check.number(given.tol, "options.tol"),
  });
  const ranks = (name) => found.map((row) => row[name]);
  return {
    competition: ranks("competition"),
    competitionMax: ranks("competitionMax"),
    dense: ranks("dense"),
    fractional: ranks("fractional"),
  };
}

const uncertain = (scores, sigmas) => ({
  scores: check.numbers(scores, "scores"),
  sigmas: check.numbers(sigmas, "sigmas"),
});

/** Errors of scores, or a matrix with those of their differences. */
function errorsOf(sigmas) {
  if (!Array.isArray(sigmas) || !isRow(sigmas[0])) return check.numbers(sigmas, "sigmas");
  const { values, rows, lengths } = flatten(sigmas, "sigmas");
  if (lengths) throw typeError("sigmas", sigmas, "a matrix: its rows have different lengths");
  return { axes: [rows, values.length / rows], values: Float64Array.from(values) };
}

const rankings = (scores, gold) => ({
  scores: check.numbers(scores, "scores"),
  gold: check.numbers(gold, "gold"),
});

const levelOf = (options) => check.number(check.options(options, ["confidence"]).confidence, "options.confidence");

export const rank = {
  rankScores: ranked,
  pairwise(scores, sigmas) {
    const given = uncertain(scores, sigmas);
    return call((core, keep) => nested(asked(core, keep, "pairwise", given).arrays[0]));
  },
  chances(scores, sigmas) {
    const given = uncertain(scores, sigmas);
    const pairs = call((core, keep) => nested(asked(core, keep, "chances", given).arrays[0]));
    return { pairs, best: rows("chances", given).map((row) => row.pBest) };
  },
  groups(scores, sigmas, options) {
    const given = uncertain(scores, sigmas);
    return call((core) => core.groups(given.scores, given.sigmas, levelOf(options) ?? 0.95));
  },
  letters(scores, sigmas, options) {
    const given = { ...uncertain(scores, sigmas), confidence: levelOf(options) };
    return rows("letters", given).map((row) => row.letters);
  },
  separated(scores, sigmas, options) {
    const given = check.options(options, ["degrees", "confidence", "family", "ranks"]);
    const asks = {
      scores: check.numbers(scores, "scores"),
      sigmas: errorsOf(sigmas),
      degrees: check.number(given.degrees, "options.degrees"),
      confidence: check.number(given.confidence, "options.confidence"),
      family: check.someWhole(given.family, "options.family", 2),
      ranks: check.text(given.ranks, "options.ranks"),
    };
    return call((core, keep) => {
      const { tables, arrays } = asked(core, keep, "separated", asks);
      return { models: tables[0], p: nested(arrays[0]) };
    });
  },
  kendall(scores, gold, options) {
    const { variant } = check.options(options, ["variant"]);
    const [{ statistic, pvalue }] = rows("kendall", {
      ...rankings(scores, gold),
      variant: check.text(variant, "options.variant"),
    });
    return { statistic, pvalue };
  },
  spearman(scores, gold) {
    const [{ statistic, pvalue }] = rows("spearman", rankings(scores, gold));
    return { statistic, pvalue };
  },
  weightedTau(scores, gold, options) {
    const given = check.options(options, ["permutations", "seed"]);
    const [found] = rows("weighted_tau", {
      ...rankings(scores, gold),
      permutations: check.number(given.permutations, "options.permutations"),
      seed: check.seedOf(given.seed, "options.seed", 0),
    });
    return found;
  },
};
