// Trials that a judge graded and of which some have labels, by the exact values of the folder that SCORIO_SHARED names.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import scorio from "./package.mjs";

const { compare, Counts, judgeQuality, planLabels, score } = scorio;
const file = join(process.env.SCORIO_SHARED ?? "", "reference", "judges.json");
const skip = existsSync(file) ? false : "SCORIO_SHARED names no folder with reference values and real logs";
const exact = (skip ? [] : JSON.parse(readFileSync(file, "utf-8")).vectors);
const kind = (wanted) => exact.filter((one) => one.kind === wanted);

/** Numbers are those expected. */
function near(found, expected, relative = 1e-8) {
  const [ours, theirs] = [found, expected].map((one) => [one].flat());
  assert.equal(ours.length, theirs.length);
  for (const [index, value] of theirs.entries()) {
    const room = Math.max(1e-12, relative * Math.abs(value));
    assert.ok(Math.abs(ours[index] - value) <= room, `${ours[index]} is not ${value}`);
  }
}

/** Trials of a question as "1:1 0": outcomes, and labels after a colon. */
const trialsOf = (question) => question.split(" ").map((trial) => trial.split(":"));
const outcomesOf = (question) => trialsOf(question).map(([outcome]) => Number(outcome));
const labelsOf = (question) => trialsOf(question).map(([, label]) => (label === undefined ? null : Number(label)));

function countsOf({ questions, clusters }) {
  const by = (read) => Object.fromEntries(questions.map((model, place) => [`m${place}`, model.map(read)]));
  return Counts.fromLabels(by(outcomesOf), by(labelsOf), { cluster: clusters?.map(String) });
}

function about({ target, confidence, clusters }) {
  if (clusters !== undefined) return { cluster: "cluster", confidence };
  return { sampled: target === "like", confidence };
}

const isComplete = ({ questions }) => questions[0].every((one) => labelsOf(one).every((label) => label !== null));

test("scores are the exact ones", { skip }, () => {
  let seen = 0;
  for (const one of kind("score")) {
    const { expected } = one;
    if (expected.labels === 0) {
      assert.throws(() => score(countsOf(one), about(one)), { code: "judge.no_labels" });
      continue;
    }
    const found = score(countsOf(one), about(one));
    const [[row], [judged]] = [found, found.judged];
    near(row.score, expected.score, 1e-9);
    if (isComplete(one)) {
      // A model of which every trial has a label is scored by its labels, as outcomes are.
      const [own] = score(Counts.fromMatrix(one.questions[0].map(labelsOf)), about(one));
      near([row.sigma, row.lo, row.hi], [own.sigma, own.lo, own.hi]);
      assert.equal(judged.worth, expected.labels);
    } else {
      near(row.sigma, expected.sigma, 1e-9);
      near([row.lo, row.hi], [expected.lo, expected.hi]);
      near([judged.worth, judged.designEffect], [expected.worth, expected.deff], 1e-9);
    }
    seen += 1;
  }
  assert.ok(seen > 30);
});

test("the judge's quality is the exact one", { skip }, () => {
  for (const one of kind("score").filter(({ expected }) => expected.quality !== undefined)) {
    const [row] = judgeQuality(countsOf(one), about(one));
    for (const name of ["agreement", "sensitivity", "specificity", "bias"]) {
      near([row[name], row[`${name}Lo`], row[`${name}Hi`]], one.expected.quality[name]);
    }
    near(row.kappa, one.expected.quality.kappa);
  }
  for (const one of kind("favour")) {
    judgeQuality(countsOf(one)).forEach((row, place) => {
      const { favour, sigma, p, holm } = one.expected.models[place];
      near([row.favours, row.favoursSigma], [favour, sigma], 1e-9);
      near([row.favoursPvalue, row.favoursHolm], [p, holm]);
    });
  }
  for (const one of kind("unlike")) near(judgeQuality(countsOf(one))[0].unlike, one.expected.z);
});

test("comparisons and plans are the exact ones", { skip }, () => {
  for (const one of kind("compare")) {
    const [row] = compare(countsOf(one), { baseline: "m1", ...about(one) });
    const { expected } = one;
    near([row.difference, row.sigma], [expected.difference, expected.sigma], 1e-9);
    near([row.lo, row.hi, row.probability], [expected.lo, expected.hi, expected.probability]);
  }
  for (const one of kind("plan")) {
    const rows = planLabels(countsOf(one), { halfWidth: one.half_width, budget: one.budget });
    assert.deepEqual(rows.map((row) => row.add), one.expected.add);
    near([rows[0].halfWidth, rows[0].floor], [one.expected.half_width, one.expected.floor]);
    assert.equal(rows[0].reached, one.expected.reached);
  }
});

const OUTCOMES = [[1, 1, 0], [0, 1, 1], [0, 0, 0], [1, 0, 1]];
const LABELS = [[1, null, 0], [0, 1, null], [null, 0, 0], [0, null, 1]];

test("every form of the same trials gives the same counts", () => {
  const counts = Counts.fromLabels(OUTCOMES, LABELS, { model: "m" });
  assert.deepEqual(counts.models, ["m"]);
  assert.equal(counts.trials, 12);
  assert.equal(counts.score()[0].score, 0.375);
  const flat = (rows) => ({ data: Float64Array.from(rows.flat(), (one) => one ?? NaN), rows: rows.length });
  for (const [outcomes, labels] of [
    [{ m: OUTCOMES }, { m: LABELS }],
    [new Map([["m", OUTCOMES]]), new Map([["m", LABELS]])],
    [flat(OUTCOMES), flat(LABELS)],
    [OUTCOMES.map((row) => Uint8Array.from(row)), LABELS.map((row) => Float64Array.from(row, (one) => one ?? NaN))],
  ]) {
    assert.deepEqual(Counts.fromLabels(outcomes, labels, { model: "m" }).rows(), counts.rows());
  }
  assert.deepEqual(counts.merge(counts).rows()[0].counts, counts.rows()[0].counts.map((one) => 2 * one));
});

test("the example of the help is right", () => {
  const outcomes = [[1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]];
  const labels = [[1, null, 0, 0], [1, 0, null, 0], [0, null, 0, 1], [null, 1, 1, null]];
  const counts = Counts.fromLabels(outcomes, labels, { model: "large" });
  assert.deepEqual(judgeQuality(counts).map((row) => [row.labels, row.bias.toFixed(4)]), [[11, "0.1042"]]);
  const plan = planLabels(counts, { budget: 2 }).map((row) => [row.outcome, row.labels, row.add]);
  assert.deepEqual(plan, [["0", 5, 0], ["1", 6, 2]]);
});

test("labels that do not fit get a sentence", () => {
  const none = OUTCOMES.map((row) => row.map(() => null));
  for (const [outcomes, labels, options, code] of [
    [OUTCOMES, LABELS.slice(1), {}, "argument.shape"],
    [OUTCOMES, LABELS.map((row) => row.slice(1)), {}, "argument.shape"],
    [{ a: OUTCOMES }, { b: LABELS }, {}, "argument.shape"],
    [{ a: OUTCOMES }, { a: LABELS, b: LABELS }, {}, "argument.shape"],
    [OUTCOMES, none, {}, "judge.no_labels"],
    [OUTCOMES, "1", {}, "argument.type"],
    [OUTCOMES, LABELS, { labelRange: [1, 0] }, "judge.ends"],
    [OUTCOMES, LABELS, { labelRange: [0, 0.5] }, "judge.beyond"],
    [OUTCOMES, LABELS, { labelRange: [0] }, "argument.shape"],
    [OUTCOMES, LABELS, { questions: ["a"] }, "check.shape"],
    [OUTCOMES, LABELS, { cluster: ["a"] }, "check.shape"],
    [OUTCOMES, [[Infinity, 0, 0], ...LABELS.slice(1)], {}, "check.finite"],
  ]) {
    assert.throws(() => Counts.fromLabels(outcomes, labels, options), { code }, code);
  }
  assert.throws(() => planLabels(Counts.fromLabels(OUTCOMES, LABELS)), { code: "judge.no_aim" });
  assert.throws(() => judgeQuality(Counts.fromMatrix([[1, 0]])), { code: "judge.no_labels" });
});
