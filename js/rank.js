// Ranks of scores, agreement of rankings, and separation of models.

import * as check from "./arguments.js";
import { call } from "./wasm.js";

const TIES = ["zscore_adjacent", "ci_overlap_adjacent"];

export function ranked(scores, options) {
  const given = check.options(options, ["sigmas", "confidence", "tieMethod", "tol"]);
  const sigmas = given.sigmas === undefined ? undefined : check.numbers(given.sigmas, "options.sigmas");
  const overlap = check.choice(given.tieMethod, "options.tieMethod", TIES, TIES[0]) === TIES[1];
  const confidence = check.number(given.confidence, "options.confidence", 0.95);
  const tol = check.number(given.tol, "options.tol", 1e-12);
  return call((core) => core.rank_scores(check.numbers(scores, "scores"), sigmas, confidence, overlap, tol));
}

/** Rows of equal length from their numbers one after another. */
export function table(values, columns) {
  const rows = [];
  for (let at = 0; at < values.length; at += columns) rows.push(Array.from(values.subarray(at, at + columns)));
  return rows;
}

const pair = (scores, sigmas, name = "sigmas") => [check.numbers(scores, "scores"), check.numbers(sigmas, name)];

const levelOf = (options) =>
  check.number(check.options(options, ["confidence"]).confidence, "options.confidence", 0.95);

const correlation = ([statistic, pvalue]) => ({ statistic, pvalue });

export const rank = {
  rankScores: ranked,
  pairwise(scores, sigmas) {
    const [mu, sigma] = pair(scores, sigmas);
    return call((core) => table(core.pairwise(mu, sigma), mu.length));
  },
  groups(scores, sigmas, options) {
    return call((core) => core.groups(...pair(scores, sigmas), levelOf(options)));
  },
  letters(scores, sigmas, options) {
    return call((core) => core.letters(...pair(scores, sigmas), levelOf(options)));
  },
  kendall(scores, gold, options) {
    const given = check.options(options, ["variant"]);
    const variant = check.choice(given.variant, "options.variant", ["a", "b"], "b");
    return call((core) => correlation(core.kendall(...pair(scores, gold, "gold"), variant === "a")));
  },
  spearman(scores, gold) {
    return call((core) => correlation(core.spearman(...pair(scores, gold, "gold"))));
  },
  weightedTau(scores, gold, options) {
    const given = check.options(options, ["permutations", "seed"]);
    const permutations = check.whole(given.permutations, "options.permutations", 10_000, 1);
    const seed = check.seedOf(given.seed, "options.seed", 0);
    return call((core) => {
      const found = core.weighted_tau(...pair(scores, gold, "gold"), permutations, seed);
      return { ...correlation(found), pvalueError: found[2] };
    });
  },
};
