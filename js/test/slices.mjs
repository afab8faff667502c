// Slices of questions: figures, bad inputs, and the exact values of the folder that SCORIO_SHARED names.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import scorio, { thrown } from "./package.mjs";

const { compare, Counts, knownSlices, score, slices } = scorio;
const file = join(process.env.SCORIO_SHARED ?? "", "reference", "slices.json");
const skip = existsSync(file) ? false : "SCORIO_SHARED names no folder with reference values and real logs";
const exact = skip ? [] : JSON.parse(readFileSync(file, "utf-8")).cases;

const BY_SLICE = {
  pvalue: ["p", 1e-9], holm: ["holm", 1e-9], worsePvalue: ["worse_p", 1e-9], worseHolm: ["worse_holm", 1e-9],
  shrunken: ["mean", 1e-9], shrunkenSigma: ["sd", 1e-9], shrunkenProbability: ["probability", 1e-9],
  shrunkenLo: ["lo", 1e-7], shrunkenHi: ["hi", 1e-7],
};
const TOGETHER = {
  pooled: "pooled", q: "Q", pvalue: "Q_p", common: "common", commonSigma: "common_sd", shrinkage: "tau_median_shrink",
};

test("slices are the exact ones", { skip }, () => {
  assert.equal(exact.length, 21);
  for (const { d, s, expected } of exact) {
    const found = knownSlices(d, s, { margin: 0.02 });
    for (const [name, [theirs, room]] of Object.entries(BY_SLICE)) {
      found.forEach((row, at) => {
        if (expected[theirs] === undefined) assert.equal(row[name], null);
        else assert.ok(Math.abs(row[name] - expected[theirs][at]) <= room, `${name} ${row[name]}`);
      });
    }
    for (const [name, theirs] of Object.entries(TOGETHER)) {
      if (expected[theirs] === undefined) continue;
      const room = 1e-9 * Math.max(1, Math.abs(expected[theirs]));
      assert.ok(Math.abs(found.models[0][name] - expected[theirs]) <= room, name);
    }
  }
});

const solved = Array.from({ length: 24 }, (_, place) => (place < 12 ? [1, 1, 1, 0] : [1, 0, 0, 0]));
const level = Object.fromEntries(solved.map((_, place) => [place, place < 12 ? "easy" : "hard"]));
const bare = Counts.fromMatrix({ new: solved, old: [...solved].reverse() });
const counts = bare.withField("level", level);

test("slices are comparisons of their questions", () => {
  const found = slices(counts, { baseline: "old", slice: "level" });
  assert.deepEqual(found.map((row) => [row.slice, row.difference]), [["easy", 0.5], ["hard", -0.5]]);
  const half = Counts.fromMatrix({ new: solved.slice(0, 12), old: solved.slice(12) });
  const [alone] = compare(half, { baseline: "old" });
  for (const name of ["difference", "sigma", "lo", "hi", "pvalue", "questions"]) {
    assert.equal(found[0][name], alone[name]);
  }
  assert.equal(found.models[0].degrees, 1);
  const gated = slices(counts, { baseline: "old", slice: ["level"], margin: 0.02, eachSlice: true });
  assert.deepEqual(gated.map((row) => row.failing), [false, true]);
  assert.equal(gated.models[0].verdict, "fail");
  assert.ok(gated.notes.some(({ words }) => words === "new is worse than old by more than 0.02 in 1 slice: hard."));
});

test("numbers are cut, and leaderboards have a table for each slice", () => {
  const places = new Map(solved.map((_, place) => [String(place), place]));
  const cut = slices(counts.withField("place", places), { baseline: "old", slice: "place:2" });
  assert.deepEqual(cut.map((row) => row.slice), ["0 to 11", "12 to 23"]);
  const board = score(counts, { slice: "level" });
  assert.deepEqual(board.slices.map((row) => [row.slice, row.model]), [
    ["easy", "new"], ["easy", "old"], ["hard", "old"], ["hard", "new"],
  ]);
});

test("fields are of questions, and counts never change", () => {
  assert.deepEqual([bare.fields, counts.fields], [[], ["level"]]);
  assert.deepEqual(counts.withField("size", { 0: null, 1: 3 }, { task: "" }).fields, ["level", "size"]);
  for (const [work, code] of [
    [() => bare.withField("level", { 99: "easy" }), "counts.no_question"],
    [() => counts.withField("level", { 0: "hard" }), "counts.field_conflict"],
    [() => bare.withField(1, {}), "argument.type"],
    [() => bare.withField("level", null), "argument.type"],
    [() => slices(bare, { baseline: "old", slice: "level" }), "slices.unknown"],
    [() => slices(counts, { baseline: "old", slice: "task" }), "slices.one"],
    [() => slices(counts, { baseline: "old", slice: "level", eachSlice: true }), "call.needed"],
    [() => knownSlices([0.1, 0.2], [0.1]), "slices.lengths"],
  ]) {
    assert.equal(thrown(work).code, code, String(work));
  }
});

test("the example of the help is right", () => {
  const found = slices(counts, { baseline: "old", slice: "level" });
  assert.deepEqual(found.map((row) => [row.slice, row.difference]), [["easy", 0.5], ["hard", -0.5]]);
});
