// Horizons: curves, intervals, ratios and doubling times beside the exact values of the folder that SCORIO_SHARED
// names, and bad inputs.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import scorio, { thrown } from "./package.mjs";

const { Counts, horizon } = scorio;
const file = join(process.env.SCORIO_SHARED ?? "", "reference", "horizons.json");
const skip = existsSync(file) ? false : "SCORIO_SHARED names no folder with reference values and real logs";
const exact = skip ? [] : JSON.parse(readFileSync(file, "utf-8")).cases;

/** Numbers are those expected. */
function near(found, expected, relative = 1e-9) {
  if (expected === null || expected === undefined) return assert.equal(found, null);
  const room = Math.max(1e-11, relative * Math.abs(expected));
  return assert.ok(Math.abs(found - expected) <= room, `${found} is not ${expected}`);
}

/** The counts of a case, whose questions are named by their places and whose families are tasks, and its options. */
function asked({ data }) {
  const clustered = Object.values(data).flat().every(({ cluster }) => cluster !== undefined);
  const lines = Object.entries(data).flatMap(([model, tasks]) => tasks.flatMap((one, place) =>
    Array.from({ length: one.trials }, (_, trial) => JSON.stringify({
      model, question: `q${place}`, task: one.cluster, trial, outcome: trial < one.successes ? 1 : 0,
    })))).join("\n");
  const counts = Counts.fromJsonl(lines);
  const lengths = Object.values(data).flatMap((tasks) => tasks.map(({ length }, place) => [`q${place}`, length]));
  return { counts: counts.withField("minutes", new Map(lengths)), options: clustered ? { cluster: "task" } : {} };
}

/** JavaScript's readers have no weights of questions. */
const unweighted = ({ data }) => Object.values(data).flat().every(({ weight }) => (weight ?? 1) === 1);

for (const one of exact.filter(unweighted)) {
  test(`horizons: ${one.name}`, { skip }, () => {
    const { counts, options } = asked(one);
    const dates = one.days === null ? {} : { dates: Object.entries(one.days).map(([model, day]) => `${model}=${day}`) };
    const found = horizon(counts, "minutes", { ...options, ...dates });
    for (const [model, expected] of Object.entries(one.expected.models)) {
      const rows = found.filter((row) => row.model === model);
      if (expected.problem) {
        assert.ok(rows.every((row) => row.horizon === null && row.kind !== "fitted"));
        continue;
      }
      const curve = found.curves.find((own) => own.model === model);
      near(curve.intercept, expected.intercept);
      near(curve.slope, expected.slope);
      near(curve.varianceSlope, expected.covariance_like[1][1]);
      for (const row of rows) {
        const own = expected[row.at === 0.5 ? "h50" : "h80"];
        near(row.horizon, own.horizon);
        near(row.lo, own.interval_like?.[0], 1e-7);
        near(row.hi, own.interval_like?.[1], 1e-7);
      }
    }
    for (const own of one.expected.ratios) {
      const { ratios } = horizon(counts, "minutes", { ...options, baseline: own.b });
      const row = ratios.find(({ model, at }) => model === own.a && at === own.at);
      near(row.ratio, own.ratio);
      near(row.longer, own.probability, 1e-7);
    }
    if (one.expected.trend) near(found.doublings[0].days, one.expected.trend.doubling_days);
  });
}

test("lengths are numbers above 0", () => {
  const counts = Counts.fromMatrix({ m: [[1, 0], [0, 0]] });
  for (const length of [0, -1, "long"]) {
    const named = counts.withField("minutes", { 0: 1, 1: length });
    assert.match(thrown(() => horizon(named, "minutes")).message, /minutes of question 1 is .*above 0/);
  }
  assert.match(thrown(() => horizon(counts, "minutes")).message, /no question has the field/);
  assert.match(thrown(() => horizon(counts, "item")).message, /difficulty/);
});
