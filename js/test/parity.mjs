// Runs the calls of a file, `node js/test/parity.mjs FILE`, and prints their results as JSON. Python's
// tests compare them with their own.
import { readFileSync } from "node:fs";
import scorio from "./package.mjs";

const { Counts, plan, rank, simulate } = scorio;
const CALLS = {
  evaluate: (metric, R, options) => scorio.evaluate(metric, R, options),
  score: (file, options) => Counts.fromJsonl(readFileSync(file)).score(options),
  compare: (file, baseline, options) => Counts.fromJsonl(readFileSync(file)).compareWith(baseline, options),
  pairwise: (file, models) => Counts.fromJsonl(readFileSync(file)).pairwise({ models }),
  cost: (file, reading, options, call) => {
    const rows = scorio[call](Counts.fromJsonl(readFileSync(file), reading), options);
    return [[...rows], rows.pairs ?? [], rows.retries ?? [], rows.caps ?? []];
  },
  coins: (means, questions, seed) => simulate.coins({ means, questions, seed }),
  trials: (p, n, seed) => simulate.trials(p, n, { seed }),
  convergence: (R, options) => scorio.convergence(R, options).courses,
  foresee: (a, b, options) => plan.foresee(plan.assumed(a), plan.assumed(b), options),
  trialsNeeded: (a, b, options) => plan.trialsNeeded(a, b, options),
  rankScores: (scores, options) => rank.rankScores(scores, options),
  weightedTau: (scores, gold, options) => rank.weightedTau(scores, gold, options),
};
const calls = JSON.parse(readFileSync(process.argv[2], "utf8"));
// JSON has no NaN.
const text = (_, value) => (Number.isNaN(value) ? "NaN" : value);
process.stdout.write(JSON.stringify(calls.map(([name, ...given]) => CALLS[name](...given)), text));
