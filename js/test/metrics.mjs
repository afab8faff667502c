import assert from "node:assert/strict";
import test from "node:test";
import scorio, { thrown } from "./package.mjs";

const R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]];
const near = (found, expected) => assert.ok(Math.abs(found - expected) < 1e-12, `${found} is not ${expected}`);

test("Bayes@N is the mean of (successes + 1) / (trials + 2)", () => {
  const { mu, sigma } = scorio.bayes(R);
  near(mu, (4 / 7 + 5 / 7) / 2);
  near(sigma, Math.sqrt((4 * 3) / (49 * 8) + (5 * 2) / (49 * 8)) / 2);
});

test("Pass@k is one less the chance that k drawn trials fail", () => {
  near(scorio.passAtK(R, 1), 0.7);
  near(scorio.passAtK(R, 2), (1 - 1 / 10 + 1) / 2);
  assert.deepEqual(scorio.passAtK(R, [1, 2, 5]), [1, 2, 5].map((k) => scorio.passAtK(R, k)));
  near(scorio.passHatK(R, 2), (3 / 10 + 6 / 10) / 2);
  assert.deepEqual(scorio.passCurve(R, 5), [1, 2, 3, 4, 5].map((k) => scorio.passAtK(R, k)));
});

test("every form of a matrix gives the same bits", () => {
  const expected = scorio.bayesCi(R);
  const flat = R.flat();
  const forms = [
    R.map((row) => row.map(Boolean)),
    R.map((row) => Uint8Array.from(row)),
    R.map((row) => Float32Array.from(row)),
    ...[Uint8Array, Int8Array, Uint8ClampedArray, Int32Array, Float32Array, Float64Array].map((Type) => ({
      data: Type.from(flat),
      rows: 2,
    })),
    { data: flat, rows: 2 },
    scorio.Counts.fromMatrix(R),
  ];
  for (const form of forms) assert.deepEqual(scorio.bayesCi(form), expected);
});

test("every metric of the list has a function of its name", () => {
  const extra = { tau: 0.6, spectrum: [0.5, 0.25], lam: 0.5, passPower: 0.5, unanimousPower: 0.5 };
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const list = scorio.metrics();
  assert.equal(list.length, 16);
  for (const { name, hasBudget, parameters } of list) {
    const given = {};
    for (const { name: parameter, default: usual } of parameters) {
      if (usual === null) given[camel(parameter)] = extra[camel(parameter)];
    }
    for (const full of [name, `${name}_ci`]) {
      const found = hasBudget ? scorio[camel(full)](R, 2, given) : scorio[camel(full)](R, given);
      assert.deepEqual(scorio.evaluate(full, R, hasBudget ? { ...given, k: 2 } : given), found);
      const values = typeof found === "number" ? [found] : Object.values(found);
      for (const value of values) assert.ok(Number.isFinite(value), full);
    }
  }
});

test("three categories have a weight each", () => {
  const graded = [[0, 1, 2, 2], [2, 2, 1, 0]];
  const weights = [0, 0.5, 1];
  near(scorio.avg(graded, { weights }).mu, 0.625);
  assert.equal(scorio.maxAtK(graded, 4, { weights }), 1);
  assert.ok(scorio.bayes(graded, { weights, R0: [[2], [2]] }).mu > scorio.bayes(graded, { weights }).mu);
});

test("rows may have different lengths, and missing outcomes may be dropped", () => {
  const ragged = [[0, 1, 1], [1]];
  near(scorio.passAtK(ragged, 1), (2 / 3 + 1) / 2);
  assert.equal(thrown(() => scorio.passAtK(ragged, 2)).place, "R[1]");
  near(scorio.passAtK(ragged, 2, { ragged: "drop" }), 1);
  const holes = [[0, null, 1], [undefined, 1, NaN]];
  assert.equal(thrown(() => scorio.bayes(holes)).place, "R[0][1]");
  near(scorio.avg(holes, { missing: "drop" }).mu, 0.75);
});

test("priors, targets and exact intervals", () => {
  const exact = scorio.passAtKCi(R, 2, { interval: "exact" });
  const normal = scorio.passAtKCi(R, 2);
  assert.equal(exact.mu, normal.mu);
  assert.ok(exact.lo < normal.mu && normal.mu < exact.hi && exact.hi < 1);
  const fitted = scorio.passAtKCi(R, 2, { prior: "hierarchical" });
  assert.notEqual(fitted.mu, normal.mu);
  assert.ok(scorio.bayesCi(R, { prior: "hierarchical", target: "like" }).sigma > 0);
  assert.ok(scorio.bayesCi(R, { confidence: 0.5 }).hi < scorio.bayesCi(R).hi);
  assert.ok(scorio.bayesCi([[1, 1, 1]], { confidence: 0.9999 }).hi > 1);
  assert.equal(scorio.bayesCi([[1, 1, 1]], { confidence: 0.9999, bounds: [0, 1] }).hi, 1);
  const a = [[1, 1, 1, 0]], b = [[0, 1, 0, 0]];
  near(scorio.superiority(a, b) + scorio.superiority(b, a), 1);
});

test("ranks", () => {
  const { rank } = scorio;
  const ranks = rank.rankScores([0.7, 0.5, 0.5, 0.2]);
  assert.deepEqual(ranks.competition, [1, 2, 2, 4]);
  assert.deepEqual(ranks.competitionMax, [1, 3, 3, 4]);
  assert.deepEqual(ranks.dense, [1, 2, 2, 3]);
  assert.deepEqual(ranks.fractional, [1, 2.5, 2.5, 4]);
  const sigmas = [0.01, 0.01, 0.01, 0.01];
  assert.deepEqual(rank.rankScores([0.7, 0.62, 0.61, 0.54], { sigmas }).dense, [1, 2, 2, 3]);
  const p = rank.pairwise([0.7, 0.6], [0.1, 0.1]);
  assert.equal(p[0][0], 0.5);
  near(p[0][1] + p[1][0], 1);
  const found = rank.chances([0.52, 0.5, 0.49, 0.51], sigmas);
  near(found.pairs[0][1] + found.pairs[1][0], 1);
  assert.ok(found.pairs[0][1] < rank.pairwise([0.52, 0.5], [0.01, 0.01])[0][1]);
  near(found.best.reduce((sum, one) => sum + one, 0), 1);
  assert.deepEqual(rank.groups([0.7, 0.69, 0.1], [0.1, 0.1, 0.1]), [[0, 1], [2]]);
  assert.deepEqual(rank.letters([0.7, 0.69, 0.1], [0.1, 0.1, 0.1]), ["a", "a", "b"]);
  assert.equal(rank.kendall([1, 2, 3], [1, 2, 3]).statistic, 1);
  near(rank.spearman([1, 2, 3], [3, 2, 1]).statistic, -1);
  assert.equal(rank.weightedTau([1, 2, 3], [1, 2, 3], { permutations: 100, seed: 1 }).statistic, 1);
});
