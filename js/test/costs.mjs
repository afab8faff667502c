// What trials cost beside their outcomes: readings, bad inputs, and the exact values of the folder that SCORIO_SHARED
// names.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import scorio, { thrown } from "./package.mjs";

const { compare, cost, costGate, Counts, CountsReader, gate, planCosts, score } = scorio;
const file = join(process.env.SCORIO_SHARED ?? "", "reference", "costs.json");
const skip = existsSync(file) ? false : "SCORIO_SHARED names no folder with reference values and real logs";
const exact = skip ? [] : JSON.parse(readFileSync(file, "utf-8")).cases;

/** Numbers are those expected. An end that is missing is infinite. */
function near(found, expected, relative = 1e-9) {
  if (expected === null) return assert.equal(found, null);
  const room = Math.max(1e-12, relative * Math.abs(expected));
  return assert.ok(Math.abs(found - expected) <= room, `${found} is not ${expected}`);
}

/** The trials of models as JSON Lines: by model its questions, each with outcomes and costs. */
const linesOf = (data) => Object.entries(data).flatMap(([model, questions]) => questions.flatMap((trials, question) =>
  trials.map(([outcome, dollars], trial) => JSON.stringify({ model, question, trial, outcome, dollars })))).join("\n");

/** Categories of all outcomes, which are named by their numbers. */
const valuesOf = (data) => [...new Set([0, 1, ...Object.values(data).flat(2).map(([outcome]) => outcome)])].sort((a, b) => a - b);
const countsOf = (data, options) =>
  Counts.fromJsonl(linesOf(data), { cost: "dollars", categories: valuesOf(data).map((one) => [`${one}`, one]), ...options });

const TARGETS = [["these", false], ["like", true]];

test("costs are the exact ones", { skip }, () => {
  for (const { data, expected } of exact) {
    const counts = countsOf(data);
    for (const [target, sampled] of TARGETS) {
      for (const row of cost(counts, { sampled })) {
        const own = expected.models[row.model];
        near(row.score, own.score);
        near(row.sigma, own[`sigma_score_${target}`], 1e-8);
        near(row.cost, own.cost);
        near(row.spent, own.spent);
        near(row.dearest, own.largest_question_share);
        near(row.perSuccess, own.cost_per_success);
        near(row.costSigma, own[`sigma_cost_${target}`]);
        near(row.degrees, own[`degrees_${target}`]);
        near(row.skewness, own[`skew_${target}`]);
        near(row.correlation, own[`correlation_${target}`]);
        const [lo, hi] = own[`interval_cost_${target}`];
        near(row.costLo, lo, 1e-7);
        near(row.costHi, hi, 1e-7);
        if (sampled || expected.probability_frontier_these === undefined) continue;
        assert.ok(Math.abs(row.frontier - expected.probability_frontier_these[row.model]) < 0.03);
      }
    }
  }
});

test("pairs, retries and caps are the exact ones", { skip }, () => {
  let seen = 0;
  for (const { data, expected } of exact) {
    const counts = countsOf(data, { keepValues: true });
    const tries = Math.min(...Object.values(expected.retries).map((rows) => rows.length));
    for (const [target, sampled] of TARGETS) {
      const { pairs, retries } = cost(counts, { sampled, tries });
      for (const row of retries) {
        const own = expected.retries[row.model][row.tries - 1];
        near(row.success, own.success);
        near(row.cost, own.spend);
        near(row.perSuccess, own.spend_per_success);
      }
      for (const own of expected.pairs ?? []) {
        const row = pairs.find(({ model, other }) => model === own.a && other === own.b);
        if (own.target !== target || row === undefined) continue;
        near(row.ratio, own.cost_ratio);
        near(row.lo, own.interval_cost_ratio[0], 1e-7);
        near(row.hi, own.interval_cost_ratio[1], 1e-7);
        assert.ok(Math.abs(row.dominates - own.probability_a_dominates) < 1e-7);
        assert.ok(Math.abs(row.dominated - own.probability_b_dominates) < 1e-7);
        seen += 1;
      }
    }
    for (const [model, rows] of Object.entries(expected.caps ?? {})) {
      const { caps } = cost(counts, { caps: rows.map(({ cap }) => cap) });
      for (const own of rows) {
        const row = caps.find((one) => one.model === model && one.cap === own.cap);
        near(row.success, own.success);
        near(row.sigma, own.sigma_these, 1e-8);
      }
    }
  }
  assert.ok(seen > 5);
});

const DATA = {
  large: [[[1, 4], [1, 5]], [[1, 9], [0, 8]], [[1, 3], [1, 4]]],
  small: [[[1, 1], [0, 1]], [[0, 2], [0, 2]], [[1, 1], [0, 2]]],
};
const LOG = linesOf(DATA);
const read = (options, text = LOG) => Counts.fromJsonl(text, options);
const usual = read({ cost: "dollars", keepValues: true });

test("counts with costs are counts like others", () => {
  const bare = read({});
  assert.deepEqual([usual.hasCosts, bare.hasCosts], [true, false]);
  assert.deepEqual(usual.rows(), bare.rows());
  for (const use of [score, (one) => compare(one, { baseline: "small" }), (one) => gate(one, 0.5)]) {
    assert.deepEqual([...use(usual)], [...use(bare)]);
  }
  for (const [row, own] of cost(usual).map((one, at) => [one, score(bare)[at]])) {
    for (const name of ["model", "score", "sigma", "lo", "hi", "rank"]) assert.equal(row[name], own[name]);
  }
  assert.deepEqual(cost(usual).map((row) => row.cost), [5.5, 1.5]);
  assert.deepEqual(costGate(usual, { atMost: 1.4 }).map((row) => row.verdict), ["fail", "undecided"]);
  assert.equal(costGate(usual, { maxRatio: 20, baseline: "small", models: "large" })[0].verdict, "pass");
  assert.ok(planCosts(usual, { money: 100 }).reduce((sum, row) => sum + row.money, 0) <= 100);
});

test("parts are merged, and models are selected", () => {
  const lines = LOG.split("\n");
  const part = (kept) => read({ cost: "dollars", keepValues: true }, lines.filter((_, at) => at % 2 === kept).join("\n"));
  const merged = part(0).merge(part(1));
  const options = { tries: 2, caps: [4.5] };
  const [whole, parts] = [usual, merged].map((one) => cost(one, options));
  assert.deepEqual(parts, whole);
  const [row, ...others] = cost(usual.select({ model: "small" }));
  assert.deepEqual([row.model, row.cost, others.length], ["small", 1.5, 0]);
  assert.throws(() => usual.merge(read({})), { code: "counts.costs" });
  assert.throws(() => read({}).merge(usual), { code: "counts.costs" });
});

test("every form of a log gives the same costs", async () => {
  const options = { cost: "dollars" };
  const plain = [...cost(read(options))];
  const records = LOG.split("\n").map((line) => JSON.parse(line));
  const names = Object.keys(records[0]);
  const csv = [names.join(","), ...records.map((one) => names.map((name) => one[name]).join(","))].join("\n");
  const reader = new CountsReader(options);
  for (const letter of LOG) reader.push(letter);
  for (const counts of [
    Counts.fromCsv(csv, options), Counts.fromJsonl(JSON.stringify(records), options), reader.finish(),
    await Counts.fromStream(new Blob([LOG]), options),
    read({ cost: "usage.dollars" }, records.map(({ dollars, ...one }) => JSON.stringify({ ...one, usage: { dollars } })).join("\n")),
    read({ cost: "dollars * 0.5 + 5e-1*dollars + none?" }),
    read({ cost: "dollars * unit", prices: { large: { unit: 1e6 }, small: { unit: 1e6, other: null } } }),
    read({ cost: "dollars * unit", prices: new Map([["large", { unit: 1e6 }], ["small", { unit: 1e6 }]]) }),
  ]) {
    assert.deepEqual([...cost(counts)], plain);
  }
});

const changed = (change) => LOG.split("\n").map((line, at) => {
  const record = JSON.parse(line);
  return JSON.stringify(at === 3 ? { ...record, ...change } : record);
}).join("\n");

test("trials without a cost or an outcome follow a policy", () => {
  const lacking = changed({ dollars: null });
  const error = thrown(() => read({ cost: "dollars" }, lacking));
  assert.equal(error.code, "cost.lacking");
  assert.equal(
    error.message,
    '1 of 6 trials of large has no cost; {onMissingCost: "drop"} leaves them out of costs, not of scores',
  );
  const dropped = cost(read({ cost: "dollars", onMissingCost: "drop" }, lacking));
  const [row] = dropped;
  assert.deepEqual([row.trials, row.lacking, row.score], [5, 1, score(usual)[0].score]);
  assert.ok(dropped.notes.some(({ words }) => words.includes("1 of 6 trials of large has no cost")));
  for (const [onMissing, trials] of [["drop", 5], ["fail", 6]]) {
    assert.equal(cost(read({ cost: "dollars", onMissing }, changed({ outcome: null })))[0].trials, trials);
  }
  const free = read({ cost: "dollars" }, changed({ dollars: 0 })).report.freeTrials;
  assert.deepEqual(free, [{ model: "large", free: 1, trials: 6 }]);
});

test("a repeated trial costs once", () => {
  const again = `${LOG}\n${JSON.stringify({ model: "large", question: 0, trial: 0, outcome: 0, dollars: 100 })}`;
  assert.throws(() => read({ cost: "dollars" }, again), { code: "log.repeat" });
  const spent = (onRepeat) => cost(read({ cost: "dollars", onRepeat }, again))[0].spent;
  assert.deepEqual(["first", "last", "keep"].map(spent), [33, 129, 133]);
});

test("bad inputs get a sentence", () => {
  for (const [options, change, code, words] of [
    [{ cost: "dolars" }, {}, "cost.no_field", /there is no field "dolars" for the cost, perhaps "dollars" is meant/],
    [{ cost: "dollars" }, { dollars: -0.2 }, "cost.negative", /^line 4: the cost -0.2 is negative/],
    [{ cost: "dollars" }, { dollars: "much" }, "cost.not_number", /^line 4: the cost is "much" in dollars, which is no number/],
    [{ cost: "dollars" }, { dollars: true }, "cost.not_number", /which is no number/],
    [{ cost: "dollars" }, { dollars: { usd: 1 } }, "cost.not_number", /which is no number/],
    [{ cost: "dollars * 1e300 * 1e300" }, {}, "cost.formula", /is below 0 or too large/],
    [{ cost: "dollars * dollars" }, { dollars: 1e200 }, "cost.infinite", /^line 4: the cost is infinite/],
    [{ cost: "" }, {}, "cost.formula", /has a field or a number in each place/],
    [{ cost: "2 * 3" }, {}, "cost.formula", /names no field/],
    [{ cost: "dollars * -1" }, {}, "cost.formula", /below 0/],
    [{ cost: "dollars dollars" }, {}, "cost.formula", /double quotes/],
    [{ cost: "dollars", order: true }, {}, "cost.conflict", /cannot be combined with the order of trials/],
    [{ cost: "dollars * unit", prices: { large: { unit: 1 } } }, {}, "cost.no_price", /has no row for small; add it/],
    [{ cost: "dollars * unit", prices: { large: { unit: 1 }, small: { unit: null } } }, {}, "cost.no_price", /has no price "unit" for small/],
    [{ cost: "dollars", prices: { large: { unit: 1 } } }, {}, "cost.no_price_named", /uses none of the prices in options.prices: unit/],
    [{ cost: "dollars * unit", prices: { large: { unit: -1 } } }, {}, "cost.price", /price -1 for large/],
    [{ cost: "dollars", prices: {} }, {}, "argument.empty", /options.prices has no price/],
    [{ cost: "dollars", prices: "prices.csv" }, {}, "argument.type", /an object of prices by model/],
    [{ cost: "dollars", prices: { large: 2 } }, {}, "argument.type", /options.prices\["large"\]/],
    [{ cost: "dollars", prices: { large: { unit: "2" } } }, {}, "argument.type", /options.prices\["large"\].unit/],
    [{ cost: "dollars", prices: { large: { unit: NaN } } }, {}, "argument.type", /options.prices\["large"\].unit/],
    [{ cost: 1 }, {}, "argument.type", /options.cost/],
    [{ cost: "dollars", onMissingCost: "fail" }, {}, "argument.choice", /options.onMissingCost/],
    [{ cost: "dollars", keepValues: 1 }, {}, "argument.type", /options.keepValues/],
    [{ keepValues: true }, {}, "argument.cost", /options.keepValues is about costs, and options.cost is missing/],
    [{ prices: { large: { unit: 1 } } }, {}, "argument.cost", /options.prices/],
  ]) {
    const error = thrown(() => read(options, changed(change)));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
  }
});

test("calls refuse what they cannot answer", () => {
  for (const [work, code] of [
    [() => cost(read({})), "cost.no_costs"],
    [() => costGate(Counts.fromMatrix([[1, 0]]), { atMost: 1 }), "cost.no_costs"],
    [() => cost(usual, { tries: 3 }), "cost.tries"],
    [() => cost(usual, { tries: 0 }), "argument.whole"],
    [() => cost(usual, { within: -1 }), "check.not_negative"],
    [() => cost(usual, { within: "1" }), "argument.type"],
    [() => cost(usual, { caps: [-1] }), "check.not_negative"],
    [() => cost(usual, { confidence: 1 }), "check.level"],
    [() => cost(usual, { dollars: true }), "argument.unknown"],
    [() => cost(read({ cost: "dollars" }), { caps: [1] }), "cost.no_values"],
    [() => cost(countsOf({ m: [[[0.5, 1], [1, 2]]] }), { tries: 2 }), "cost.partial"],
    [() => cost(read({ cost: "dollars" }, LOG.split("\n").slice(0, 2).join("\n")), { sampled: true }), "posterior.one_question"],
    [() => costGate(usual), "cost.no_limit"],
    [() => costGate(usual, { maxRatio: 2 }), "call.needed"],
    [() => costGate(usual, { atMost: 1, models: "other" }), "call.no_model"],
    [() => planCosts(usual), "cost.no_plan"],
    [() => planCosts(usual, { money: 1, halfWidth: 0.1 }), "call.excluded"],
    [() => planCosts(usual, { money: 1e-9 }), "cost.little_money"],
  ]) {
    assert.equal(thrown(work).code, code, String(work));
  }
  const { place, message } = thrown(() => cost(usual, { within: -1 }));
  assert.deepEqual([place, message], ["options.within", "options.within = -1 is not a finite number from 0"]);
});

test("any name names what is priced and a field of a cost", () => {
  for (const name of ["__proto__", "constructor", "toString", "<b>", "a\nb", "\u202eabc", "0"]) {
    const key = JSON.stringify(name);
    const log = [1, 0].map((outcome) => `{"model":${key},"question":1,"trial":${outcome},"outcome":${outcome},${key}:2}`).join("\n");
    assert.equal(cost(read({ cost: `"${name}"` }, log))[0].cost, 2);
    if (/[\s0]/.test(name)) continue;
    const [priced] = cost(read({ cost: `"${name}" * ${name}`, prices: JSON.parse(`{${key}: {${key}: 5e5}}`) }, log));
    assert.equal(priced.cost, 1);
  }
  const inherits = { a: { __proto__: { unit: 1 } } };
  assert.throws(() => read({ cost: "dollars * unit", prices: inherits }), { code: "argument.inherited" });
  assert.throws(() => read({ cost: "\ud800" }), { code: "argument.text" });
  assert.throws(() => read({ cost: "dollars * unit", prices: { "\ud800": { unit: 1 } } }), { code: "argument.text" });
});

test("the example of the help is right", () => {
  const log = `{"model": "a", "question": "q1", "trial": 1, "outcome": 1, "dollars": 2}
{"model": "a", "question": "q1", "trial": 2, "outcome": 0, "dollars": 4}`;
  const counts = Counts.fromJsonl(log, { cost: "dollars" });
  assert.deepEqual(cost(counts).map((row) => [row.model, row.cost, row.perSuccess]), [["a", 3, 6]]);
  assert.deepEqual(planCosts(counts, { money: 9 }).map((row) => [row.model, row.more, row.money]), [["a", 3, 9]]);
  assert.deepEqual(costGate(counts, { atMost: 30 }).map((row) => [row.model, row.verdict]), [["a", "pass"]]);
});
