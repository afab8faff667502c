// Decisions, intervals, gates and plans by the exact values of the folder that SCORIO_SHARED names.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import scorio from "./package.mjs";

const { Counts, gate, plan, rank, score } = scorio;
const file = join(process.env.SCORIO_SHARED ?? "", "reference", "decisions.json");
const skip = existsSync(file) ? false : "SCORIO_SHARED names no folder with reference values and real logs";
const exact = skip ? {} : JSON.parse(readFileSync(file, "utf-8"));

/** Numbers, however nested, are those expected. */
function near(found, expected, { relative = 1e-8, absolute = 0 } = {}) {
  const [ours, theirs] = [found, expected].map((one) => [one].flat(Infinity));
  assert.equal(ours.length, theirs.length);
  for (const [index, value] of theirs.entries()) {
    const room = Math.max(absolute, relative * Math.abs(value));
    assert.ok(Math.abs(ours[index] - value) <= room, `${ours[index]} is not ${value}`);
  }
}

const matrixOf = ({ successes, trials }) =>
  successes.map((c, index) => Array.from({ length: trials[index] }, (_, trial) => (trial < c ? 1 : 0)));
const counted = (one) => Counts.fromMatrix({ m: matrixOf(one) });
const ranksOf = (one) => (one.together ? "together" : "each");
const degreesOf = (one) => one.degrees ?? undefined;

test("models are separated as in the exact tables", { skip }, () => {
  for (const one of exact.separation) {
    const options = { degrees: degreesOf(one), ranks: ranksOf(one) };
    const { models, p } = rank.separated(one.scores, one.sigma_d, options);
    near(p, one.p);
    assert.deepEqual(models.map((row) => row.rankLo), one.rank_lo);
    assert.deepEqual(models.map((row) => row.rankHi), one.rank_hi);
    assert.deepEqual(models.map((row) => Number(row.rankLo === 1)), one.could_be_first);
    assert.deepEqual(models.map((row) => Number(row.withLeader)), one.not_separated_from_leader);
    const shared = (a, b) => [...a.letters].some((letter) => b.letters.includes(letter));
    assert.deepEqual(models.map((a) => models.map((b) => Number(!shared(a, b)))), one.separated);
  }
});

test("a difference of the critical size is just separated", { skip }, () => {
  for (const one of exact.z_star) {
    const { confidence, models: family } = one;
    const options = { degrees: degreesOf(one), confidence, family, ranks: ranksOf(one) };
    for (const [factor, apart] of [[1 + 1e-8, true], [1 - 1e-8, false]]) {
      const { models } = rank.separated([0, one.z * factor], [[0, 1], [1, 0]], options);
      assert.equal(models[0].rankLo === 2, apart);
    }
  }
});

test("intervals and gates of scores are the exact ones", { skip }, () => {
  for (const one of exact.scores) {
    const counts = counted(one);
    for (const [about, sampled] of [["these", false], ["like", true]]) {
      const [row] = score(counts, { confidence: one.confidence, sampled });
      near(row.score, one.score, { relative: 1e-12 });
      near(row.sigma, one[`sigma_${about}`]);
      near([row.lo, row.hi], one[`interval_${about}`]);
      const [decided] = gate(counts, one.level, { confidence: one.gate_confidence, sampled });
      near([decided.lo, decided.hi], one[`gate_interval_${about}`]);
      assert.equal(decided.verdict, one[`gate_${about}`]);
    }
  }
});

test("gates of questions are the exact ones", { skip }, () => {
  for (const one of exact.questions) {
    for (const way of [{}, { family: true }, { alone: true }]) {
      const options = { confidence: one.confidence, perQuestion: true, ...way };
      const found = gate(counted(one), one.level, options);
      const column = (name) => found.map((row) => row[name]);
      const fails = way.alone ? one.p_fail : one.holm;
      const passes = way.family ? one.holm_pass : one.p_pass;
      near([column("pFail"), column("pPass")], [one.p_fail, one.p_pass]);
      near([column("pFailAdjusted"), column("pPassAdjusted")], [fails, passes]);
      near([column("lo"), column("hi")], [one.lo, one.hi]);
      const alpha = 1 - one.confidence;
      const verdicts = fails.map((p, index) => {
        if (p <= alpha) return "fail";
        return passes[index] <= alpha ? "pass" : "undecided";
      });
      assert.deepEqual(column("verdict"), verdicts);
      if (Object.keys(way).length > 0) continue;
      assert.deepEqual(column("verdict"), one.verdicts);
      const low = found.notes.filter((note) => note.words.includes("looks low"));
      assert.equal(low.length, Math.min(one.suspects.length, 5));
    }
  }
});

test("intervals about new runs are the exact ones", { skip }, () => {
  for (const one of exact.luck) {
    const R = { m: one.outcomes.map((each) => [...each].map(Number)) };
    const counts = Counts.fromMatrix(R, { order: true });
    for (const [kind, sampled] of [["runs", false], ["two_way", true]]) {
      const [row] = score(counts, { runs: true, sampled });
      near(row.sigma, one[`sigma_${kind}`]);
      near([row.lo, row.hi], one[`interval_${kind}`]);
    }
    const said = score(counts).notes.map((note) => note.words).join(" ");
    for (const [words, p] of [["succeed together", "p_shared"], ["repeat the one before", "p_repeats"]]) {
      assert.equal(said.includes(`${words} (m; p`), one[p] !== null && one[p] < 0.005);
    }
  }
});

test("plans are the exact ones", { skip }, () => {
  for (const one of exact.plans) {
    const counts = counted(one);
    for (const after of one.after) {
      for (const [room, more] of [[1 + 1e-8, after.more], [1 - 1e-8, after.more + 1]]) {
        const [row] = plan.trialsForHalfWidth(counts, after.half_width * room);
        assert.deepEqual([row.more, row.atMost], [more, one.at_most]);
      }
    }
    near(plan.trialsForHalfWidth(counts, 1)[0].halfWidth, one.after[0].half_width);
    // New trials alone have the mean of v. The quantiles are those of 0.975 and 0.8.
    const reach = 1.959963984540054 + 0.8416212335729143;
    const sum = one.v.reduce((all, v) => all + v, 0);
    near(plan.smallestDifference(counts, 400), reach * Math.sqrt((2 / 400) * sum) / one.v.length);
  }
  for (const one of exact.power) {
    const [a, b] = [one.va, one.vb].map((all) => plan.assumed(all.map((v) => (1 - Math.sqrt(1 - 4 * v)) / 2)));
    const { confidence, power, difference, models: family } = one;
    const found = plan.trialsNeeded(a, b, { confidence, power, difference, family });
    assert.equal(found.trials, one.trials);
    near(found.power, one.power_at);
  }
});

test("chances are the exact ones", { skip }, () => {
  for (const one of exact.chances) {
    const found = rank.chances(one.scores, one.sigma);
    near([found.pairs, found.best], [one.P, one.best], { relative: 0, absolute: 1e-6 });
  }
});
