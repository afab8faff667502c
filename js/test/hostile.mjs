// Names and texts that logs of others may hold, and that JavaScript or a page could take for more.
import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import scorio, { thrown } from "./package.mjs";

const { Counts } = scorio;
const NAMES = [
  "__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf", "then", "length", "notes",
  "0", " ", "a\nb", "null", "\u202eabc", "<img src=x onerror=alert(1)>", "x".repeat(1e6),
];
const [FIRST] = NAMES;
const OUTCOMES = [0, 1, 1];

/** Compares lists of names. One of a million signs is not printed. */
function same(found, wanted) {
  if (isDeepStrictEqual(found, wanted)) return;
  assert.fail(JSON.stringify([found, wanted], (_, one) => (typeof one === "string" ? one.slice(0, 40) : one)));
}

/** Records as JSON Lines. JSON.stringify writes `__proto__` as any other key. */
const lines = (records) =>
  records.map((pairs) => `{${pairs.map((pair) => pair.map((one) => JSON.stringify(one)).join(":")).join(",")}}`).join("\n");

const log = (model, task, question, category = (outcome) => outcome) => lines(OUTCOMES.map((outcome, trial) =>
  [["model", model], ["task", task], ["question", question], ["trial", trial], ["outcome", category(outcome)]]));

test("any name names a model, a task or a question", () => {
  const models = Counts.fromJsonl(NAMES.map((name) => log(name, "t", "q")).join("\n"));
  same(models.models, NAMES);
  same(models.score().map(({ score }) => score.toFixed(4)), NAMES.map(() => "0.6667"));
  for (const name of NAMES.slice(1)) {
    same(models.select({ model: name }).models, [name]);
    const row = models.compare(name, FIRST);
    same([row.model, row.baseline, row.difference], [name, FIRST, 0]);
  }
  const tasks = Counts.fromJsonl(NAMES.map((name) => log("m", name, "q")).join("\n"));
  same(tasks.score().map(({ task }) => task).filter((task) => task !== null), NAMES);
  const questions = Counts.fromJsonl(NAMES.map((name) => log("m", "t", name)).join("\n"));
  // The text 0 is another question than the number.
  const own = NAMES.map((name) => (name === "0" ? '"0"' : name));
  same(questions.rows().map(({ question }) => question), own);
});

test("any name names a field, a category or a matrix", () => {
  for (const name of NAMES) {
    const records = OUTCOMES.map((outcome, trial) => [[name, "a"], ["question", 1], ["trial", trial], ["outcome", outcome]]);
    // Blanks alone, and quotes around them, are no name of a field.
    if (name.trim()) same(Counts.fromJsonl(lines(records), { model: name }).models, ["a"]);
  }
  const some = NAMES.slice(0, 8);
  const categories = some.map((name) => [name, name]);
  const words = some.map((name, at) => log("m", "t", `q${at}`, () => name)).join("\n");
  const read = Counts.fromJsonl(words, { categories });
  same([read.categories, read.trials], [some, 3 * some.length]);
  const matrices = Object.fromEntries(some.map((name) => [name, [OUTCOMES]]));
  same(Counts.fromMatrix(matrices, { categories: ["__proto__", "constructor"] }).models, some);
  same(Counts.fromMatrix(new Map(NAMES.map((name) => [name, [OUTCOMES]]))).models, NAMES);
  same(scorio.plan.budget(matrices, { trials: [4] }).map(({ model }) => model), some);
  assert.equal({}.model, undefined);
});

test("what an object inherits is refused, and not lost", () => {
  const place = { code: "argument.inherited", place: "R" };
  assert.throws(() => Counts.fromMatrix({ __proto__: [OUTCOMES], a: [OUTCOMES] }), place);
  const options = { ...place, place: "options" };
  assert.throws(() => Counts.fromMatrix([OUTCOMES], Object.create({ model: "m" })), options);
  const categories = { __proto__: { no: "0" }, yes: "1" };
  assert.throws(() => Counts.fromJsonl(log("m", "t", "q"), { categories }), { ...place, place: "options.categories" });
});

test("half a character is refused: two halves would be one name", () => {
  const [one, other] = ["\ud800", "\udc01"];
  const calls = [
    () => Counts.fromMatrix({ [one]: [OUTCOMES], [other]: [OUTCOMES] }),
    () => Counts.fromMatrix([OUTCOMES, OUTCOMES], { questions: [one, other] }),
    () => Counts.fromMatrix([OUTCOMES], { categories: [one, other] }),
    () => Counts.fromMatrix([OUTCOMES], { model: one }),
    () => Counts.fromMatrix([OUTCOMES]).select({ model: one }),
    () => Counts.fromMatrix([OUTCOMES]).score({ metrics: one }),
    () => Counts.fromJsonl(log("m", "t", "q"), { categories: [["no", one], ["yes", "1"]] }),
    () => Counts.fromJsonl(log("m", "t", "q"), { constants: { model: other } }),
    () => Counts.fromJsonl(`{"model": "${one}", "question": 1, "outcome": 1}`),
    () => Counts.fromCsv(`model,question,outcome\n${other},1,1\n`),
  ];
  for (const call of calls) {
    const error = thrown(call);
    assert.equal(error.code, "argument.text", String(call));
    assert.match(error.message, / has half a character, "\\ud/);
  }
  assert.deepEqual(Counts.fromMatrix({ "\u{1f600}": [OUTCOMES] }).models, ["\u{1f600}"]);
});

test("a message stays short whatever it names", () => {
  const long = "x".repeat(1e6);
  const counts = Counts.fromMatrix({ [long]: [OUTCOMES], b: [OUTCOMES] });
  const calls = [
    () => counts.select({ model: "a" }),
    () => counts.compare("b", "a"),
    () => counts.compare("b", `a${long}`),
    () => scorio.evaluate(long, [OUTCOMES]),
    () => Counts.fromMatrix({ [long]: [[0.5]] }),
    () => Counts.fromMatrix([OUTCOMES], { [long]: 1 }),
    () => Counts.fromMatrix([OUTCOMES], { questions: [long, long] }),
    () => Counts.fromJsonl(log(long, "t", "q"), { model: long }),
    () => Counts.fromJsonl(log(long, "t", "q", () => long)),
    () => Counts.fromJsonl(log(long, "t", "q") + log(long, "t", "q")),
    () => scorio.plan.trialsToSeparate({ [long]: [OUTCOMES], b: [OUTCOMES] }, "c"),
  ];
  for (const call of calls) {
    const { message, place } = thrown(call);
    assert.ok(message.length + (place ?? "").length < 5000, `${call}: ${message.length} ${message.slice(0, 100)}`);
  }
});

test("broken, packed and deep texts are one sentence", () => {
  const deep = 100_000;
  const texts = [
    "[".repeat(deep), '{"a":'.repeat(deep), `{"model":${"[".repeat(deep)}${"]".repeat(deep)}}`, "\u0000".repeat(100), "{",
    Uint8Array.of(0x1f, 0x8b, 8, 0, 0), Uint8Array.of(0x50, 0x4b, 3, 4, 0), Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0),
    Uint8Array.of(0x50, 0x41, 0x52, 0x31, 0), Uint8Array.of(0xff, 0xfe, 0x7b), new Uint8Array(1000),
  ];
  for (const text of texts) {
    for (const read of [Counts.fromJsonl, Counts.fromCsv]) {
      const error = thrown(() => read(text));
      assert.ok(error instanceof scorio.ScorioError);
      assert.notEqual(error.code, "internal");
      assert.ok(error.message.length < 5000, error.message.slice(0, 200));
    }
  }
  assert.equal(scorio.passAtK([OUTCOMES], 1), 2 / 3);
});
