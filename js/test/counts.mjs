import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import scorio, { thrown } from "./package.mjs";

const { Counts, CountsReader } = scorio;
const coins = readFileSync(new URL("../../examples/coins.jsonl", import.meta.url));
const lines = (records) => records.map((record) => JSON.stringify(record)).join("\n");
const trial = (more) => ({ model: "m", question: "q", trial: 0, outcome: 1, ...more });

test("a text that ends within a character goes on with the next one", () => {
  const log = lines(["😀", "😃"].map((model) => trial({ model })));
  for (let cut = 1; cut < log.length; cut += 1) {
    const reader = new CountsReader();
    reader.push(log.slice(0, cut));
    reader.push(log.slice(cut));
    assert.deepEqual(reader.finish().models, ["😀", "😃"]);
  }
});

test("the sample log has the documented leaderboard", () => {
  const counts = Counts.fromJsonl(coins);
  assert.equal(counts.models.length, 11);
  assert.equal(counts.length, 330);
  assert.equal(counts.trials, 26_400);
  assert.equal(counts.report.records, 26_400);
  assert.equal(counts.report.bytes, coins.length);
  const board = counts.score();
  const [first, second] = board;
  assert.deepEqual([first.model, first.rank, first.rankHi, first.score.toFixed(4)], ["coin-11", 1, 1, "0.7246"]);
  assert.deepEqual([second.model, second.rankLo, second.rankHi, second.sigma.toFixed(4)], ["coin-10", 2, 3, "0.0090"]);
  assert.equal(first.task, null);
  assert.deepEqual(board.unscored, []);
  assert.deepEqual(counts.score({ metrics: ["bayes", "pass_at_k"], k: [1, 2] }).length, 33);
});

test("the sample log has the documented comparison", () => {
  const counts = Counts.fromJsonl(coins);
  const row = counts.compare("coin-05", "coin-04");
  assert.equal(row.difference.toFixed(4), "0.0092");
  assert.equal(row.probability.toFixed(4), "0.7642");
  const some = counts.compareWith("coin-04", { models: ["coin-05", "coin-06"], margin: 0.02 });
  assert.deepEqual(some.map(({ model }) => model), ["coin-06", "coin-05"]);
  assert.equal(some.questions.length, 60);
  assert.equal(typeof some[0].worse, "boolean");
  assert.equal(counts.pairwise().length, 55);
  assert.equal(counts.ranks().find(({ model }) => model === "coin-11").competition, 1);
});

test("pieces that end anywhere give the same counts", () => {
  const part = coins.subarray(0, 40_000);
  const whole = Counts.fromJsonl(part.subarray(0, part.lastIndexOf(10) + 1));
  for (const size of [1, 7, 4096]) {
    const reader = new CountsReader();
    for (let at = 0; at < part.lastIndexOf(10) + 1; at += size) {
      reader.push(part.subarray(at, Math.min(at + size, part.lastIndexOf(10) + 1)));
    }
    assert.equal(reader.records, whole.report.records);
    assert.deepEqual(reader.finish().rows(), whole.rows());
    assert.throws(() => reader.push("{}"), { code: "log.finished" });
  }
});

test("a table in pieces has the rows and the errors of the whole table", () => {
  const table = '\ufeff\n \nmodel,question,outcome,note\r\nm,q1,1,"a, ""b""\nc" \r\n m , q2 ,False,é\r\n';
  for (const [text, code] of [[table], [`${table}m,q3\n`, "log.cells"], [`${table}m,"q"x,1,\n`, "log.quote"]]) {
    const bytes = new TextEncoder().encode(text);
    const read = (size) => {
      const reader = new CountsReader({ format: "csv" });
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      return reader.finish().rows();
    };
    for (const size of [1, 2, 3, 7, 64]) {
      if (code === undefined) assert.deepEqual(read(size), read(bytes.length));
      else assert.throws(() => read(size), { code, place: "line 7" });
    }
  }
});

test("a record of a list that is longer than its pieces is read in time that grows with its length", () => {
  const reader = new CountsReader();
  const bytes = new TextEncoder().encode(JSON.stringify([trial({ text: "x".repeat(3e7) }), trial({ trial: 1 })]));
  for (let at = 0; at < bytes.length; at += 4096) reader.push(bytes.subarray(at, at + 4096));
  assert.equal(reader.finish().trials, 2);
});

test("a stream is read in bounded memory, with progress and a signal", async () => {
  const seen = [];
  const counts = await Counts.fromStream(new Blob([coins]), { onProgress: (bytes) => seen.push(bytes) });
  assert.equal(counts.trials, 26_400);
  assert.equal(seen.at(-1), coins.length);
  const signal = AbortSignal.abort("enough");
  await assert.rejects(Counts.fromStream(new Blob([coins]), { signal }), { name: "ScorioError", code: "log.cancelled", cause: "enough" });
  // A log of 120 MB, made as it is read.
  async function* long() {
    const record = (question) => JSON.stringify({ ...trial({ question }), text: "x".repeat(1000) });
    for (let block = 0; block < 120; block += 1) {
      const questions = Array.from({ length: 1000 }, (_, at) => record(`q${at}`).replace('"trial":0', `"trial":${block}`));
      yield new TextEncoder().encode(`${questions.join("\n")}\n`);
    }
  }
  const before = process.memoryUsage().rss;
  const large = await Counts.fromStream(long());
  assert.deepEqual([large.length, large.trials], [1000, 120_000]);
  assert.ok(process.memoryUsage().rss - before < 100e6);
});

test("what a stream or its watcher does wrong is named", async () => {
  const log = `${lines([trial()])}\n`;
  assert.equal((await Counts.fromStream(log)).trials, 1);
  assert.equal((await Counts.fromStream(new TextEncoder().encode(log))).trials, 1);
  async function* broken() {
    yield new TextEncoder().encode(log);
    throw new Error("the disk is gone");
  }
  const lost = { name: "ScorioError", code: "log.stream", place: `byte ${log.length + 1}` };
  await assert.rejects(Counts.fromStream(broken()), lost);
  await assert.rejects(Counts.fromStream(3), { code: "argument.type", place: "stream" });
  await assert.rejects(Counts.fromStream([1]), { code: "argument.type", place: "chunk" });
  await assert.rejects(Counts.fromStream(log, { onProgress: 3 }), { code: "argument.type", place: "options.onProgress" });
  await assert.rejects(Counts.fromStream(log, { signal: 3 }), { code: "argument.type", place: "options.signal" });
  const own = new Error("mine");
  await assert.rejects(Counts.fromStream(log, { onProgress: () => { throw own; } }), own);
});

test("the first character tells JSON from a table, unless the format is named", async () => {
  const log = lines([trial()]);
  for (const text of [log, `[${log}]`, "\ufeff\nmodel;question;outcome\nm;q;1\n"]) {
    const reader = new CountsReader();
    for (const letter of text) reader.push(letter);
    assert.equal(reader.finish().trials, 1, text);
  }
  const table = new Blob(["model:question:outcome\nm:q:1\n"]);
  assert.equal((await Counts.fromStream(table, { separator: ":" })).trials, 1);
  await assert.rejects(Counts.fromStream(table, { format: "jsonl" }), { code: "log.not_json", remedy: /^read a table by Counts\.fromCsv/ });
  await assert.rejects(Counts.fromStream(table, { format: "jsonl", separator: ":" }), { code: "argument.type" });
});

test("a matrix for each model, also in a Map", () => {
  const [a, b] = [[[0, 1]], [[1, 1]]];
  const counts = Counts.fromMatrix(new Map([["2", a], ["1", b]]));
  assert.deepEqual(counts.models, ["2", "1"]);
  assert.deepEqual(counts.rows().map((row) => row.counts), [[1, 1], [0, 2]]);
});

test("one list of records is read like JSON Lines", () => {
  const records = [trial(), trial({ trial: 1, outcome: 0 }), trial({ question: 'a "b" ]}, \\', note: [[1], { a: "]" }] })];
  const list = `\ufeff \n${JSON.stringify(records, null, 1)}\n`;
  const whole = Counts.fromJsonl(lines(records));
  const bytes = new TextEncoder().encode(list);
  for (const size of [1, 7, bytes.length]) {
    const reader = new CountsReader();
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    assert.deepEqual(reader.finish().rows(), whole.rows());
  }
  const one = JSON.stringify(trial());
  for (const [log, trials] of [[`[${one}`, 1], [`[${one}, {"mod`, 1], [`[${one}, ${one.replace("0", "1")}`, 2]]) {
    const { trials: read, report } = Counts.fromJsonl(log);
    assert.deepEqual([read, report.interrupted], [trials, true], log);
  }
  const bad = [
    [`[${one}, 7]`, "log.not_object", "entry 2"],
    [`[${one}] x`, "log.not_json", "entry 2"],
    [`[${one},]`, "log.not_json", "entry 2"],
    [`[{"model" "m"}]`, "log.not_json", "entry 1"],
    [`[${one}, ${JSON.stringify(trial({ trial: 1, outcome: 7 }))}]`, "log.outcome", "entry 2"],
    ["[", "log.not_json", "entry 1"],
    [" [ ] ", "log.empty", null],
  ];
  for (const [log, code, place] of bad) {
    const error = thrown(() => Counts.fromJsonl(log));
    assert.deepEqual([error.code, error.place], [code, place], error.message);
  }
  assert.equal(Counts.fromJsonl(`[7, ${one}]`, { onBadLine: "skip" }).report.skipped, 1);
});

test("what is no text in UTF-8 is named, in the words of Python", () => {
  const log = lines([trial(), trial({ trial: 1 })]);
  const wide = (text) => new Uint8Array(Uint16Array.from(text, (one) => one.charCodeAt(0)).buffer);
  const said = (bytes) => thrown(() => Counts.fromJsonl(bytes)).message;
  const sentence = "the log cannot be read as text: it is UTF-16; save it as UTF-8";
  assert.equal(said(wide(`\ufeff${log}`)), sentence);
  assert.equal(said(wide(log)), sentence);
  assert.equal(thrown(() => Counts.fromCsv(wide("model,question,outcome\nm,q,1\n"))).message, sentence);
  assert.equal(said(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0)), "the log cannot be read as text: it is packed by gzip; unpack it first");
  assert.match(said(new TextEncoder().encode("PAR1....")), /it is Parquet; save the table as CSV/);
  assert.match(said(log.replaceAll("\n", "\r")), /its lines end in a carriage return alone; end them by line feeds$/);
  assert.equal(Counts.fromJsonl(log.replaceAll("\n", "\r\n")).trials, 2);
  assert.equal(Counts.fromJsonl(`${JSON.stringify(trial())}\r\n`).trials, 1);
});

test("a missing field is named with those that are there", () => {
  const error = thrown(() => Counts.fromJsonl(JSON.stringify({ info: { model: "m", "a.b": 1 }, id: 1, scores: [1] })));
  assert.equal(error.problem, 'line 1: there is no field "model" for the model, perhaps "info.model" is meant; fields here: info.model, info.a\\.b, id, scores');
  assert.equal(error.remedy, 'name the field that holds it ({model: FIELD}) or set it as a constant ({constants: {"model": NAME}})');
  assert.match(thrown(() => Counts.fromCsv("Model;Question;Correct\nm;q;1\n")).message, /fields here: Model, Question, Correct; name the field/);
});

test("tables: separators, quotes, blanks and line ends", () => {
  const text = 'model,question,outcome,note\r\nm,q1,1,"a, ""b""\nc"\r\n m , q1 ,False,\r\n\r\nm,q2,TRUE,x';
  const counts = Counts.fromCsv(text);
  assert.deepEqual(counts.rows().map(({ question, counts: c }) => [question, c]), [["q1", [1, 1]], ["q2", [0, 1]]]);
  for (const separator of ["\t", ";", "|"]) {
    const other = Counts.fromCsv(`\ufeffmodel${separator}question${separator}outcome\nm${separator}q${separator}0\n`);
    assert.deepEqual(other.rows()[0].counts, [1, 0]);
  }
  assert.equal(Counts.fromCsv("model:question:outcome\nm:q:1\n", { separator: ":" }).trials, 1);
});

test("fields, paths, constants and categories", () => {
  const log = lines([
    { info: { name: "a" }, id: 1, grades: ["C"] },
    { info: { name: "a" }, id: "1", grades: ["I"] },
    { info: { name: "a" }, id: 12345678901234567890n.toString(), grades: ["P"] },
  ]).replace('"12345678901234567890"', "12345678901234567890") + "\n" +
    '{"info": {"name": "a"}, "id": 12345678901234567891, "grades": ["P"]}\n';
  const categories = { no: ["I", "N"], half: "P", yes: "C" };
  const counts = Counts.fromJsonl(log, {
    model: "info.name", question: "id", outcome: "grades.0", categories, constants: { task: "math" },
  });
  assert.deepEqual(counts.tasks, ["math"]);
  assert.deepEqual(counts.categories, ["no", "half", "yes"]);
  assert.deepEqual(counts.rows().map(({ question }) => question), [
    "1", '"1"', "12345678901234567890", "12345678901234567891",
  ]);
  assert.equal(counts.score({ weights: [0, 0.5, 1] })[0].trials, 4);
  const own = Counts.fromJsonl(lines([trial({ outcome: 0.5 }), trial({ trial: 1 })]), {
    categories: [["0", 0], ["0.5", 0.5], ["1", 1]],
  });
  assert.deepEqual(own.categories, ["0", "0.5", "1"]);
  assert.equal(scorio.avg(own).mu, 0.75);
  assert.equal(own.score()[0].parameters, "weights=0,0.5,1");
  assert.throws(() => scorio.avg(counts), { code: "metric.weights_needed", place: "options.weights" });
  const numeric = Counts.fromJsonl(lines([trial({ outcome: 0.4 }), trial({ trial: 1, outcome: "60%" })]), { threshold: 0.5 });
  assert.deepEqual(numeric.rows()[0].counts, [1, 1]);
  assert.throws(() => Counts.fromJsonl(log, { categories: { b: ["x"], 1: ["y"] } }), { code: "argument.order" });
  assert.throws(() => Counts.fromJsonl(log, { categories: { a: ["x"], b: ["x"] } }), { code: "log.categories" });
});

test("exceptions are errors with their line, or follow a policy that is reported", () => {
  const bad = [
    [`${lines([trial()])}\nnot json\n`, "log.not_json", "line 2"],
    [`${lines([trial()])}\n[1]\n`, "log.not_object", "line 2"],
    [`${lines([trial()])}\n7\n{}\n`, "log.not_object", "line 2"],
    ['{"model": "m", "model": "n", "question": "q", "outcome": 1}\n', "log.key_twice", "line 1"],
    [lines([{ question: "q", outcome: 1 }]), "log.no_field", "line 1"],
    [lines([{ model: "m", question: "q" }]), "log.no_field", "line 1"],
    [lines([trial({ model: null })]), "log.label", "line 1"],
    [lines([trial({ question: "" })]), "log.label", "line 1"],
    [lines([trial({ question: {} })]), "log.label", "line 1"],
    [lines([trial({ outcome: 2 })]), "log.outcome", "line 1"],
    [lines([trial({ outcome: "1" })]), "log.outcome", "line 1"],
    [lines([trial({ outcome: [1] })]), "log.outcome", "line 1"],
    [lines([trial({ outcome: null })]), "log.missing", "line 1"],
    [lines([trial(), trial({ task: "t", trial: 1 })]), "log.uneven", "line 2"],
    [lines([trial(), { model: "m", question: "q", outcome: 1 }]), "log.uneven", "line 2"],
    [lines([trial(), trial({ outcome: 0 })]), "log.repeat", "line 2"],
    ["\n \n", "log.empty", null],
    [Uint8Array.from([...new TextEncoder().encode('{"model": "'), 0xff, 0x22, 0x7d, 10]), "log.not_utf8", "line 1"],
  ];
  for (const [log, code, place] of bad) {
    const error = thrown(() => Counts.fromJsonl(log));
    assert.deepEqual([error.code, error.place], [code, place], error.message);
  }
  const log = lines([trial(), trial({ outcome: 0 }), trial({ trial: 1, outcome: null }), trial({ trial: 2 })]);
  const counted = (options) => Counts.fromJsonl(log, options);
  assert.deepEqual(counted({ onRepeat: "first", onMissing: "drop" }).rows()[0], {
    model: "m", task: "", question: "q", counts: [0, 2], missing: 1,
  });
  const last = counted({ onRepeat: "last", onMissing: "fail" });
  assert.deepEqual(last.rows()[0].counts, [2, 1]);
  assert.deepEqual([last.report.repeatsDropped, last.report.missingFailed], [1, 1]);
  assert.deepEqual(counted({ onRepeat: "keep", onMissing: "drop" }).rows()[0].counts, [1, 2]);
  assert.equal(Counts.fromJsonl(`${lines([trial()])}\nnot json\n`, { onBadLine: "skip" }).report.skipped, 1);
});

test("bad tables are errors with their line", () => {
  const bad = [
    ["model,question\nm,q\n", "log.no_field", "line 1"],
    ["model,question,outcome,outcome\nm,q,1,1\n", "log.column_twice", "line 1"],
    ["model,question,outcome\nm,q\nm,q,1\n", "log.cells", "line 2"],
    ["model,question,outcome\nm,q,1,1\n", "log.cells", "line 2"],
    ['model,question,outcome\nm,"q"x,1\n', "log.quote", "line 2"],
    ['model,question,outcome\nm,q,1\nm,"q\n,1\n', "log.quote", "line 3"],
    ["model,question,outcome\nm,q,\n", "log.missing", "line 2"],
    ["model,question,outcome\n", "log.empty", null],
    ["", "log.empty", null],
  ];
  for (const [log, code, place] of bad) {
    const error = thrown(() => Counts.fromCsv(log));
    assert.deepEqual([error.code, error.place], [code, place], error.message);
  }
});

test("a log that is cut off counts as far as it goes, and says so", () => {
  const cut = `${lines([trial(), trial({ trial: 1 })])}\n{"model": "m", "quest`;
  const counts = Counts.fromJsonl(cut);
  assert.deepEqual([counts.trials, counts.report.interrupted], [2, true]);
  const header = "model,question,outcome,note\n";
  for (const end of ["m,q", 'm,q,0,"a', 'm,"q, ""', "m,q,0,é"]) {
    const bytes = new TextEncoder().encode(`${header}m,q,1,\n${end}`);
    const table = Counts.fromCsv(end.endsWith("é") ? bytes.subarray(0, -1) : bytes);
    assert.deepEqual([table.trials, table.report.interrupted], [1, true], end);
  }
  // Another row may be within these quotes.
  assert.throws(() => Counts.fromCsv(`${header}m,q,1,\nm,q,0,"a\nm,q,0,`), { code: "log.quote", place: "line 3" });
  assert.throws(() => Counts.fromCsv(`${header}m,q`), {
    code: "log.cells", message: "line 2: the row has 2 cells but the header has 4; the file ends there and may be truncated; it begins: m,q",
  });
  const perhaps = (text) => Counts.fromCsv(`model,question,outcome\nm,q,1\n${text}`).report.perhapsInterrupted;
  assert.deepEqual(["m,q,1", "m,q,1\n", 'm,q,"1"', 'm,q,"1" '].map(perhaps), [true, false, false, false]);
  // Nothing tells whether this is JSON Lines at all.
  assert.throws(() => Counts.fromJsonl('{"model": "m"'), { code: "log.not_json" });
});

test("counts merge, are selected, and are freed", () => {
  const [a, b] = [[[0, 1]], [[1, 1]]];
  const both = Counts.fromMatrix({ a, b });
  const sum = Counts.fromMatrix({ a }).merge(Counts.fromMatrix({ b }));
  assert.deepEqual(sum.rows(), both.rows());
  assert.deepEqual(both.select({ model: "a" }).rows(), Counts.fromMatrix(a, { model: "a" }).rows());
  assert.throws(() => scorio.bayes(both), { code: "counts.several_models" });
  both.free();
  assert.throws(() => both.score(), { code: "counts.freed" });
});

test("plans", () => {
  const { plan } = scorio;
  const counts = Counts.fromJsonl(coins);
  const [five, four] = ["coin-05", "coin-04"].map((model) => counts.select({ model }));
  const needed = plan.trialsNeeded(five, four);
  assert.deepEqual([needed.trials, needed.half, needed.atMost], [1207, 4828, false]);
  const [a, b] = [plan.assumed([0.2, 0.4]), { p: [0.8, 0.9] }];
  assert.ok(plan.trialsNeeded(a, b, { power: 0.9, family: 3 }).power >= 0.9);
  const seen = plan.foresee(a, b, { trials: [1, 5, 20], replicates: 200 });
  assert.deepEqual(seen.map(({ trials }) => trials), [1, 5, 20]);
  assert.equal(seen[0].quantiles.length, 3);
  const some = counts.select({ model: ["coin-09", "coin-10", "coin-11"] });
  const apart = plan.trialsToSeparate(some, "coin-09");
  assert.deepEqual(apart.map(({ model, more, half }) => [model, more, half]), [
    ["coin-11", 0, 0], ["coin-10", 320, 1520],
  ]);
  const [compared] = some.compareWith("coin-09");
  assert.deepEqual([apart[0].difference, apart[0].z], [compared.difference, compared.z]);
  const sides = plan.trialsToSeparate({ a: [[1, 1, 0], [1, 1, 1]], b: [[0, 1, 0], [1, 0, 1]] }, "b", { difference: 0.1 });
  assert.ok(sides[0].more < sides[0].half);
  const narrow = plan.trialsForHalfWidth(counts.select({ model: ["coin-01", "coin-09"] }), 0.015);
  assert.deepEqual(narrow.map(({ more }) => more), [4, 33]);
  assert.equal(plan.budget({ one: [[0, 1]] }).length, 7);
  assert.ok(plan.smallestDifference([[0, 1, 1]], 50) > 0);
});

test("simulation, and convergence in one call and block by block", () => {
  const p = scorio.simulate.coins({ means: [0.2, 0.5, 0.8], questions: 10, seed: 7 });
  assert.deepEqual([p.length, p[0].length], [3, 10]);
  assert.deepEqual(p, scorio.simulate.coins({ means: [0.2, 0.5, 0.8], questions: 10, seed: 7n }));
  assert.equal(scorio.simulate.coins({ seed: 1 }).length, scorio.simulate.means.length);
  const shares = scorio.simulate.categorical({ shares: [[0.5, 0.3, 0.2]], questions: 4, seed: 1 });
  assert.deepEqual([shares.length, shares[0].length, shares[0][0].length], [1, 4, 3]);
  const R = scorio.simulate.trials(p, 20, { seed: 3 });
  assert.deepEqual([R.length, R[0].length, R[0][0].length], [3, 10, 20]);
  const options = { metrics: ["bayes", "pass_at_k"], k: 2, replicates: 1000, seed: 5 };
  const progress = [];
  const whole = scorio.convergence(R, { ...options, onProgress: (done) => progress.push(done) });
  assert.equal(progress.at(-1), 1000);
  assert.deepEqual(whole.courses.map(({ metric, n }) => [metric, n[0]]), [["bayes", 1], ["pass_at_k", 2]]);
  const study = scorio.convergenceStudy(R, { ...options, block: 96 });
  const results = [...study];
  assert.equal(results.length, 11);
  assert.equal(results[0].replicates, 96);
  assert.deepEqual(results.at(-1), whole);
  assert.equal(study.trajectory(0, 0).length, 20);
  const named = { low: R[0], middle: R[1], high: R[2] };
  const counted = scorio.convergence(Counts.fromMatrix(named, { order: true }), options);
  assert.deepEqual(counted.courses, whole.courses);
  assert.deepEqual(counted.models, ["low", "middle", "high"]);
});

test("intervals about new runs take the columns as runs", () => {
  // The columns have 6, 4, 1 and 1 successes of 6.
  const lucky = [[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0], [1, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 0]];
  const counts = Counts.fromMatrix({ a: lucky });
  const [row] = counts.score({ runs: true });
  assert.ok(Math.abs(row.sigma - Math.sqrt((9 + 1 + 4 + 4) / 3 / 36 / 4)) < 1e-12);
  assert.ok(counts.score({ runs: true }).notes.some((note) => note.kind === "score.runs"));
  counts.free();
});
