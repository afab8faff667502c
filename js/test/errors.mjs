import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { pathToFileURL } from "node:url";
import scorio, { folder, thrown } from "./package.mjs";

const R = [[0, 1, 1], [1, 0, 1]];
const { Counts } = scorio;

// What is called, the code, the place.
const BAD = [
  [() => scorio.bayes([[0, 1, 0, 2]]), "tally.category", "R[0][3]"],
  [() => scorio.bayes([[0, 1], [0, 0.5]]), "tally.category", "R[1][1]"],
  [() => scorio.bayes([[0, 1], [0, -1]]), "tally.category", "R[1][1]"],
  [() => scorio.bayes([[0, 300]]), "tally.category", "R[0][1]"],
  [() => scorio.bayes({ data: Uint8Array.of(0, 1, 2, 0), rows: 2 }), "tally.category", "R[1][0]"],
  [() => scorio.bayes([[0, NaN]]), "tally.missing", "R[0][1]"],
  [() => scorio.bayes([[0], [0, NaN]]), "tally.missing", "R[1][1]"],
  [() => scorio.bayes([["1", 0]]), "argument.type", "R[0][0]"],
  [() => scorio.bayes([[1n, 0]]), "argument.type", "R[0][0]"],
  [() => scorio.bayes([1, 0]), "argument.type", "R[0]"],
  [() => scorio.bayes("R"), "argument.type", "R"],
  [() => scorio.bayes(undefined), "argument.type", "R"],
  [() => scorio.bayes([]), "check.empty", "R"],
  [() => scorio.bayes([[], []]), "check.empty", "R"],
  [() => scorio.bayes([[0, 1], []]), "counts.no_trials", "R[1]"],
  [() => scorio.bayes({ data: [0, 1, 1], rows: 2 }), "argument.shape", "R.rows"],
  [() => scorio.bayes({ data: [0, 1], rows: 0 }), "argument.shape", "R.rows"],
  [() => scorio.bayes(R, { weight: [0, 1] }), "argument.unknown", "options.weight"],
  [() => scorio.bayes(R, 3), "argument.type", "options"],
  [() => scorio.bayes(R, { weights: [] }), "metric.no_weights", "options.weights"],
  [() => scorio.bayes(R, { weights: [0, NaN] }), "check.finite", "options.weights[1]"],
  [() => scorio.bayes(R, { weights: [0, "1"] }), "argument.type", "options.weights[1]"],
  [() => scorio.bayes(R, { R0: [[0], [7]] }), "tally.category", "options.R0[1][0]"],
  [() => scorio.bayes(R, { R0: [[0], [0.5]] }), "tally.category", "options.R0[1][0]"],
  [() => scorio.bayes(R, { R0: [[0]] }), "check.shape", null],
  [() => scorio.bayes(R, { missing: "skip" }), "argument.choice", "options.missing"],
  [() => scorio.passAtK(R, 4), "metric.budget_exceeds_trials", "R[0]"],
  [() => scorio.passAtK(R, 0), "check.budget", "k"],
  [() => scorio.passAtK(R, 2.5), "argument.type", "k"],
  [() => scorio.passAtK(R, [1, 2.5]), "argument.type", "k[1]"],
  [() => scorio.passAtK(R, "2"), "argument.type", "k"],
  [() => scorio.passAtK(R, 2n), "argument.type", "k"],
  [() => scorio.passAtK(R, ["2"]), "argument.type", "k[0]"],
  [() => scorio.passAtK(R, []), "argument.empty", "k"],
  [() => scorio.passCurve(R, 1e10), "check.budget", "kMax"],
  [() => scorio.passAtK(R), "metric.no_budget", "k"],
  [() => scorio.passAtK(R, 1e300), "check.budget", "k"],
  [() => scorio.passAtK(R, 2, { tau: 0.5 }), "metric.needless_parameter", null],
  [() => scorio.gPassAtKTau(R, 2), "metric.no_parameter", null],
  [() => scorio.gPassAtKTau(R, 2, { tau: 1.5 }), "check.share", "options.tau"],
  [() => scorio.evaluate("pass", R), "metric.unknown", null],
  [() => scorio.evaluate(7, R), "argument.type", "metric"],
  [() => scorio.evaluate("bayes", R, { k: 2 }), "metric.needless_budget", null],
  [() => scorio.evaluate("pass_at_k", R), "metric.no_budget", null],
  [() => scorio.bayesCi(R, { confidence: 1.5 }), "check.level", "options.confidence"],
  [() => scorio.bayesCi(R, { confidence: "0.9" }), "argument.type", "options.confidence"],
  [() => scorio.bayesCi(R, { bounds: [1, 0] }), "posterior.bounds", null],
  [() => scorio.bayesCi(R, { bounds: [1] }), "argument.type", "options.bounds"],
  [() => scorio.bayesCi(R, { target: "like" }), "argument.prior", "options.target"],
  [() => scorio.bayesCi(R, { prior: "hierarchical", interval: "exact" }), "argument.prior", "options.interval"],
  [() => scorio.passAtKCi(R, 2, { alpha0: 0 }), "check.positive", "options.alpha0"],
  [() => new Counts(), "counts.constructor", null],
  [() => Counts.fromMatrix({ a: [[0, 1]], b: [[0, 2]] }), "tally.category", "R[\"b\"][0][1]"],
  [() => Counts.fromMatrix(R, { questions: ["q"] }), "check.shape", "options.questions"],
  [() => Counts.fromMatrix(R, { questions: ["q", "q"] }), "argument.repeated", "options.questions[1]"],
  [() => Counts.fromMatrix(R, { categories: ["c", "d", "c"] }), "argument.repeated", "options.categories[2]"],
  [() => Counts.fromMatrix(R, { categories: ["c"] }), "argument.shape", "options.categories"],
  [() => Counts.fromMatrix({}), "argument.empty", "R"],
  [() => Counts.fromMatrix(new Map()), "argument.empty", "R"],
  [() => Counts.fromMatrix(new Map([[1, R]])), "argument.type", "a key of R"],
  [() => Counts.fromJsonl(), "argument.type", "text"],
  [() => Counts.fromJsonl([{ model: "m" }]), "argument.type", "text"],
  [() => Counts.fromJsonl("runs/log.jsonl"), "argument.type", "text"],
  [() => Counts.fromCsv("table.CSV"), "argument.type", "text"],
  [() => Counts.fromMatrix(R).score({ metrics: [] }), "metric.no_metrics", null],
  [() => Counts.fromMatrix(R).compare(), "argument.type", "model"],
  [() => Counts.fromMatrix(R).compare("model", "other"), "compare.no_model", null],
  [() => Counts.fromMatrix(R).pairwise(), "compare.one_model", null],
  [() => Counts.fromMatrix(R).select({ model: "other" }), "counts.unknown", "options.model"],
  [() => Counts.fromMatrix(R).score({ metrics: "pass_at_k" }), "metric.no_budget", null],
  [() => Counts.fromMatrix(R).score({ confidence: 2 }), "check.level", "options.confidence"],
  [() => Counts.fromMatrix(R).merge(R), "argument.type", "others[0]"],
  [() => scorio.convergence([[[0, 1]], [[0]]]), "argument.shape", "R[1]"],
  [() => scorio.convergence([[[0, 1], [1]], [[0, 1], [1, 1]]]), "argument.shape", "R[0]"],
  [() => scorio.convergence({ data: [0, 1] }), "argument.type", "R.shape"],
  [() => scorio.convergence({ data: [0, 1], shape: [1, 1, 3] }), "argument.shape", "R.shape"],
  [() => scorio.convergence([[[0, 1]], [[1, 1]]], { metrics: [] }), "argument.empty", "options.metrics"],
  [() => scorio.convergence([[[0, 1]], [[1, 1]]], { onProgress: 3 }), "argument.type", "options.onProgress"],
  [() => scorio.convergence([[[0, 2]], [[0, 1]]]), "convergence.entry", "R[0][0][1]"],
  [() => scorio.convergence([[[0, NaN]], [[0, 1]]]), "convergence.incomplete", "R[0][0][1]"],
  [() => scorio.convergence([[[0, 1]]]), "convergence.one_model", null],
  [() => scorio.convergence(Counts.fromMatrix(R)), "counts.no_order", null],
  [() => scorio.convergenceStudy([[[0, 1]], [[1, 1]]], { block: 33 }), "argument.block", "options.block"],
  [() => scorio.simulate.coins({}), "argument.seed", "options.seed"],
  [() => scorio.simulate.coins({ seed: -1 }), "argument.seed", "options.seed"],
  [() => scorio.simulate.coins({ seed: 2 ** 60 }), "argument.seed", "options.seed"],
  [() => scorio.simulate.coins({ seed: 1, means: [] }), "argument.empty", "options.means"],
  [() => scorio.simulate.trials([[0.5]], 1e9, { seed: 1 }), "numeric.memory", null],
  [() => scorio.plan.assumed([-1, 5]), "check.share", "p[0]"],
  [() => scorio.plan.assumed([]), "argument.empty", "p"],
  [() => scorio.plan.budget({}), "argument.empty", "models"],
  [() => scorio.simulate.coins({ seed: 1, means: [0.5, 2] }), "check.share", "options.means[1]"],
  [() => scorio.simulate.trials([[0.5, 1.5]], 3, { seed: 1 }), "check.share", "p[0][1]"],
  [() => scorio.plan.trialsNeeded(R, R, { power: 2 }), "check.level", "options.power"],
  [() => scorio.plan.trialsToSeparate({ a: R, b: R }, "c"), "plan.baseline", "baseline"],
  [() => scorio.plan.assumed([0.5]).p && scorio.plan.trialsNeeded({ p: [2] }, { p: [0.5] }), "check.share", "p[0]"],
  [() => scorio.rank.rankScores([1, NaN]), null, null],
  [() => scorio.bayes(R, { "a\n\u001b[2Jb": 1 }), "argument.unknown", "options.a\n\u001b[2Jb"],
];

test("bad input is an error with a code, a place and a sentence", () => {
  const other = [];
  for (const [work, code, place] of BAD) {
    const error = thrown(work);
    if (!(error instanceof scorio.ScorioError)) other.push(`${work}: ${error.stack}`);
    else if (code !== null && (error.code !== code || error.place !== place)) {
      other.push(`${work}: ${error.code}, ${error.place}: ${error.message}`);
    } else if (/options\.w\b|True|False|None|ragged="|missing="|\w\[\d+, /.test(error.message)) {
      other.push(`${work}: another language's words: ${error.message}`);
    } else if (/[\p{Cc}\u2028]/u.test(error.message)) {
      other.push(`${work}: more than one line: ${error.message}`);
    }
  }
  assert.deepEqual(other, []);
});

test("a message says what differs, and how a seed is mended", () => {
  const said = (work) => thrown(work).message;
  assert.match(said(() => scorio.convergence([[[0, 1], [1]], [[0, 1], [1, 1]]])), /^R\[0\]\[1\] has 1 trial, but R\[0\]\[0\] has 2;/);
  assert.match(said(() => scorio.convergence([[[0, 1]], [[0, 1, 1]]])), /^R\[1\] has 3 trials of each question, but R\[0\] has 2;/);
  assert.match(said(() => scorio.convergence([[[0, 1]], [[0, 1], [1, 1]]])), /^R\[1\] has 2 questions, but R\[0\] has 1;/);
  const coins = (seed) => said(() => scorio.simulate.coins({ seed }));
  assert.equal(coins(-1), "options.seed is -1, not a whole number of 64 bits; seeds go from 0 to 2^64 - 1");
  assert.match(coins(2 ** 60), /; above 2\^53 - 1, write it as a bigint$/);
  assert.equal(coins(undefined), "options.seed is missing; give one, such as {seed: 1}");
  assert.equal(said(() => scorio.passAtK(R, "2")), 'k is "2", not a whole number, or an array of them');
});

test("the courses and replicates of a study have their ranges", () => {
  const study = scorio.convergenceStudy([[[0, 1, 1]], [[1, 1, 1]]], { replicates: 64 });
  assert.equal(study.trajectory(0, 63).length, 3);
  for (const [course, replicate, place] of [[1, 0, "course"], [2 ** 32, 0, "course"], [0, 64, "replicate"], [0, 1e15, "replicate"]]) {
    assert.throws(() => study.trajectory(course, replicate), { code: "argument.whole", place });
  }
});

test("a message has the problem and the way out", () => {
  const error = thrown(() => scorio.bayes([[0, NaN]]));
  assert.equal(error.name, "ScorioError");
  assert.equal(error.problem, "R[0][1] is missing");
  assert.equal(error.remedy, "pass {missing: \"drop\"} to leave missing outcomes out");
  assert.equal(error.message, `${error.problem}; ${error.remedy}`);
});

test("errors do not use the module up, nor its memory", () => {
  const data = new Uint8Array(1e6);
  data[1e6 - 1] = 2;
  for (let time = 0; time < 300; time += 1) thrown(() => scorio.bayes({ data, rows: 1e5 }));
  assert.equal(scorio.passAtK(R, 1), 4 / 6);
});

const inProcess = (code) =>
  spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
const address = JSON.stringify(pathToFileURL(`${folder}/index.js`).href);

test("calls before load say so", () => {
  const { stdout } = inProcess(`import { bayes } from ${address};
    try { bayes([[0, 1]]) } catch ({ code, message }) { console.log(code, message) }`);
  assert.equal(stdout, "load.missing scorio is not loaded; await load() first\n");
});

test("without WebAssembly, load says so", () => {
  const { stdout } = inProcess(`const { load } = await import(${address}); delete globalThis.WebAssembly;
    try { await load() } catch ({ code }) { console.log(code) }`);
  assert.equal(stdout, "load.unsupported\n");
});

test("a module that is none is refused, and load may be called again", () => {
  const { stdout } = inProcess(`import { load, passAtK } from ${address};
    try { await load(new Uint8Array([1, 2, 3])) } catch ({ code }) { console.log(code) }
    await load(); console.log(passAtK([[0, 1]], 1))`);
  assert.equal(stdout, "load.failed\n0.5\n");
});
