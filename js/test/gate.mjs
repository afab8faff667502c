import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import scorio, { thrown } from "./package.mjs";

const { Counts, gate } = scorio;
const R = { new: [[1, 1, 1, 1], [1, 1, 1, 1]], old: [[0, 0, 0, 1], [0, 1, 0, 0]] };
const counts = Counts.fromMatrix(R);
const coins = Counts.fromJsonl(readFileSync(new URL("../../examples/coins.jsonl", import.meta.url)));

test("a score passes or fails a level", () => {
  const found = gate(counts, 0.6);
  assert.deepEqual(found.map((row) => [row.model, row.verdict]), [["new", "pass"], ["old", "fail"]]);
  assert.equal(found[0].questionsAsked, 2);
  assert.deepEqual(found.notes.map((note) => note.kind).slice(0, 2), ["gate.scores", "gate.these"]);
  assert.equal(found.notes[1].words, "Scores are about these questions.");
});

test("single questions have the verdicts of the docs", () => {
  const two = coins.select({ model: ["coin-01", "coin-11"] });
  const verdicts = gate(two, 0.5).map((row) => [row.model, row.verdict]);
  assert.deepEqual(verdicts, [["coin-11", "pass"], ["coin-01", "fail"]]);
  const each = gate(two, 0.5, { perQuestion: true, models: "coin-01" });
  assert.deepEqual(each.slice(0, 2).map((row) => [row.question, row.verdict]), [["q01", "fail"], ["q02", "undecided"]]);
  assert.ok(each.every((row) => row.model === "coin-01"));
  assert.ok(each.notes.some((note) => note.kind === "gate.fails"));
  assert.ok(gate(two, 0.5, { perQuestion: true, alone: true }).notes.some((note) => note.kind === "gate.each_alone"));
});

test("options have one meaning each", () => {
  assert.equal(gate(coins, 0.5, { metric: "pass_at_k", k: 2 }).length, 11);
  assert.deepEqual(gate(counts, 0.5, { prior: "hierarchical", confidence: 0.95, sampled: false }), gate(counts, 0.5));
  assert.equal(gate(counts, 0.4, { weights: [1, 0] })[0].verdict, "pass");
});

test("mistakes name options as JavaScript writes them", () => {
  const said = (...given) => thrown(() => gate(counts, ...given));
  assert.equal(said().code, "argument.type");
  assert.equal(said(0.5, { perquestion: true }).code, "argument.unknown");
  assert.equal(said(0.5, { perQuestion: true, byTask: true }).message, "byTask is about scores, and perQuestion about single questions");
  assert.equal(said(0.5, { family: true }).message, "family is about the questions of a model: give perQuestion too");
  assert.equal(said(0.5, { confidence: 0.4 }).code, "check.range");
  assert.equal(said(0.5, { prior: "x" }).code, "call.choice");
  assert.equal(said(80).code, "check.range");
  assert.equal(said(0.5, { metric: "pass_at_k" }).remedy, "give k");
  assert.equal(said(0.5, { models: "other" }).code, "call.no_model");
});
