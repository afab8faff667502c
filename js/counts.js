// Counts: from matrices and logs, to leaderboards and comparisons.

import * as check from "./arguments.js";
import { compare, comparePairs, score } from "./calls.js";
import { many, ScorioError, shown, typeError } from "./errors.js";
import { entriesOf, flatten } from "./matrix.js";
import { ranked } from "./rank.js";
import { choicesOf, READ_OPTIONS, separatorOf } from "./reading.js";
import { call } from "./wasm.js";

const handles = new WeakMap();
const own = Symbol("made by this package");

/** The counts in the memory of the module. */
export function handleOf(counts) {
  const handle = handles.get(counts);
  if (handle === undefined) {
    throw new ScorioError({ code: "counts.freed", problem: "the counts were freed" });
  }
  return handle;
}

/** How often each question had each outcome, by model and task. */
export class Counts {
  constructor(made, handle) {
    if (made !== own) {
      const problem = "counts come from Counts.fromMatrix, Counts.fromJsonl and the like";
      throw new ScorioError({ code: "counts.constructor", problem });
    }
    handles.set(this, handle);
    Object.assign(this, handle.describe());
    for (const name of Object.keys(this)) Object.defineProperty(this, name, { writable: false });
  }

  static fromMatrix(R, options) {
    const given = check.options(options, ["model", "task", "questions", "categories", "missing", "order"]);
    const named = matricesOf(R, "R", given);
    const task = check.text(given.task, "options.task", "");
    const questions = check.distinct(given.questions, "options.questions", []);
    const categories = check.distinct(given.categories, "options.categories", ["0", "1"]);
    if (categories.length < 2) {
      const problem = `options.categories has ${categories.length === 1 ? "one name" : "no name"}, and two are needed`;
      throw new ScorioError({ code: "argument.shape", problem, place: "options.categories" });
    }
    const drop = check.choice(given.missing, "options.missing", ["error", "drop"], "error") === "drop";
    const order = check.flag(given.order, "options.order");
    return made((core, keep) => {
      const counts = new core.CountTable(categories, order);
      try {
        for (const [model, matrix, name] of named) {
          const flat = flatten(matrix, name);
          if (questions.length > 0 && questions.length !== flat.rows) {
            const problem = `options.questions has ${questions.length} names, but ${name} has ${flat.rows} rows`;
            throw new ScorioError({ code: "check.shape", problem, place: "options.questions" });
          }
          counts.add(keep(entriesOf(core, flat)), name, model, task, questions, drop);
        }
      } catch (error) {
        counts.free();
        throw error;
      }
      return counts;
    });
  }

  static fromLabels(outcomes, labels, options) {
    const given = check.options(options, ["model", "task", "questions", "cluster", "labelRange"]);
    const models = labelledModels(outcomes, labels, given);
    const task = check.text(given.task, "options.task", "");
    const questions = check.distinct(given.questions, "options.questions", []);
    const clusters = check.texts(given.cluster, "options.cluster", []);
    const ends = check.numbers(given.labelRange, "options.labelRange", []);
    if (ends.length !== 0 && ends.length !== 2) {
      const problem = `options.labelRange has ${many(ends.length, "number")}, not the least and the largest label`;
      throw new ScorioError({ code: "argument.shape", problem, place: "options.labelRange" });
    }
    return made((core, keep) => {
      const trials = keep(new core.LabelledTrials());
      for (const { model, name, judged, lengths, labelled } of models) {
        for (const [names, option] of [[questions, "questions"], [clusters, "cluster"]]) {
          if (names.length === 0 || names.length === lengths.length) continue;
          const problem = `options.${option} has ${names.length} names, but ${name} has ${lengths.length} rows`;
          throw new ScorioError({ code: "check.shape", problem, place: `options.${option}` });
        }
        trials.add(judged, labelled, lengths, model, task, questions, clusters);
      }
      return trials.counts(Float64Array.from(ends));
    });
  }

  static fromJsonl(text, options) {
    return whole(text, { ...check.options(options, READ_OPTIONS), format: "jsonl" });
  }

  static fromCsv(text, options) {
    return whole(text, { ...check.options(options, READ_OPTIONS), format: "csv" });
  }

  static async fromStream(stream, options) {
    const given = check.options(options, [...READ_OPTIONS, "format", "onProgress", "signal"]);
    const { onProgress, signal, ...reading } = given;
    check.callback(onProgress, "options.onProgress");
    check.signal(signal, "options.signal");
    const reader = new CountsReader(reading);
    try {
      for await (const chunk of chunks(stream)) {
        goesOn(signal);
        reader.push(chunk);
        onProgress?.(reader.bytes);
      }
      goesOn(signal);
      return reader.finish();
    } catch (error) {
      reader.free();
      throw error;
    }
  }

  score(options) {
    return score(this, options);
  }

  compare(model, baseline, options) {
    if (typeof model !== "string") throw typeError("model", model, "the name of a model");
    return this.compareWith(baseline, { ...check.options(options), models: [model] })[0];
  }

  compareWith(baseline, options) {
    if (typeof baseline !== "string") throw typeError("baseline", baseline, "the name of a model");
    return compare(this, { ...check.options(options), baseline });
  }

  pairwise(options) {
    return comparePairs(this, options);
  }

  ranks(options) {
    const { tieMethod, tol, ...scoring } = check.options(options);
    const board = this.score({ ...scoring, byTask: false });
    if (new Set(board.map((row) => `${row.metric} ${row.k} ${row.scoreName}`)).size > 1) {
      const problem = "ranks are of one metric and one budget";
      throw new ScorioError({ code: "argument.several", problem, place: "options.metrics" });
    }
    const ranks = ranked(board.map((row) => row.score), {
      sigmas: board.map((row) => row.sigma),
      confidence: scoring.confidence,
      tieMethod,
      tol,
    });
    return board.map(({ model, score, sigma }, at) => ({
      model,
      score,
      sigma,
      competition: ranks.competition[at],
      competitionMax: ranks.competitionMax[at],
      dense: ranks.dense[at],
      fractional: ranks.fractional[at],
    }));
  }

  select(options) {
    const given = check.options(options, ["model", "task"]);
    const models = check.texts(given.model, "options.model");
    const tasks = check.texts(given.task, "options.task");
    for (const [names, known, place] of [[models, this.models, "model"], [tasks, this.tasks, "task"]]) {
      const other = names?.find((name) => !known.includes(name));
      if (other !== undefined) {
        const problem = `there is no ${place} ${shown(other)}: there are ${known.map(shown).join(", ")}`;
        throw new ScorioError({ code: "counts.unknown", problem, place: `options.${place}` });
      }
    }
    return made(() => handleOf(this).select(models, tasks));
  }

  withField(field, values, options) {
    if (typeof field !== "string") throw typeError("field", field, "a name");
    if (typeof values !== "object" || values === null) throw typeError("values", values, "values by question");
    const task = check.text(check.options(options, ["task"]).task, "options.task");
    const pairs = values instanceof Map ? [...values] : Object.entries(values);
    const each = pairs.filter(([, value]) => value !== null && value !== undefined);
    const [questions, texts] = [0, 1].map((part) => each.map((pair) => check.text(String(pair[part]), "values")));
    return made(() => handleOf(this).with_field(check.text(field, "field"), task, questions, texts));
  }

  merge(...others) {
    return made(() => {
      const sum = handleOf(this).copy();
      try {
        others.forEach((other, index) => {
          if (!(other instanceof Counts)) throw typeError(`others[${index}]`, other, "Counts");
          if (other.hasCosts !== this.hasCosts) {
            const problem = `others[${index}] ${other.hasCosts ? "has costs" : "has no costs"}, unlike these counts`;
            const remedy = "count all logs with cost, or all without";
            throw new ScorioError({ code: "counts.costs", problem, place: `others[${index}]`, remedy });
          }
          sum.merge(handleOf(other));
        });
      } catch (error) {
        sum.free();
        throw error;
      }
      return sum;
    });
  }

  rows() {
    return call(() => handleOf(this).rows());
  }

  free() {
    handles.get(this)?.free();
    handles.delete(this);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }
}

/** Counts of a handle that the module gives. */
function made(work) {
  return new Counts(own, call(work));
}

/** Matrices by their models. A single one has the model of the options. */
function matricesOf(R, name, given) {
  const single = Array.isArray(R) || (typeof R === "object" && R !== null && "data" in R);
  if (!single && (typeof R !== "object" || R === null)) throw typeError(name, R, "a matrix, or an object of them");
  if (single) return [[check.text(given.model, "options.model", "model"), R, name]];
  return check.byName(R, name).map(([model, matrix]) => [model, matrix, `${name}[${JSON.stringify(model)}]`]);
}

/** The outcomes and the labels of each model, one question after another. */
function labelledModels(outcomes, labels, given) {
  const named = matricesOf(outcomes, "outcomes", given);
  const others = new Map(matricesOf(labels, "labels", given).map(([model, ...matrix]) => [model, matrix]));
  const unknown = [...others.keys()].find((model) => !named.some(([own]) => own === model));
  const lacking = named.find(([model]) => !others.has(model))?.[0];
  if (lacking !== undefined || unknown !== undefined) {
    const [has, lacks] = lacking !== undefined ? ["outcomes", "labels"] : ["labels", "outcomes"];
    const problem = `${has} have the model ${shown(lacking ?? unknown)}, but ${lacks} do not`;
    throw new ScorioError({ code: "argument.shape", problem, place: lacks });
  }
  return named.map(([model, matrix, name]) => {
    const [own, place] = others.get(model);
    const [judged, labelled] = [flatten(matrix, name), flatten(own, place)].map((flat) => ({
      values: Float64Array.from(flat.values),
      lengths: flat.lengths ?? new Uint32Array(flat.rows).fill(flat.values.length / flat.rows),
    }));
    const same = judged.lengths.length === labelled.lengths.length
      && judged.lengths.every((length, row) => length === labelled.lengths[row]);
    if (!same) {
      const [one, other] = [judged, labelled].map(({ lengths, values }) =>
        `${many(lengths.length, "question")} and ${many(values.length, "trial")}`);
      const problem = `${name} has ${one}, but ${place} has ${other}: both need the same shape`;
      throw new ScorioError({ code: "argument.shape", problem, place });
    }
    return { model, name, judged: judged.values, lengths: judged.lengths, labelled: labelled.values };
  });
}

/** The counts of a whole log. */
function whole(text, options) {
  const reader = new CountsReader(options);
  if (!isPiece(text)) {
    const listed = Array.isArray(text) && options.format === "jsonl";
    const remedy = listed ? "join records as text: text.map((one) => JSON.stringify(one)).join(\"\\n\")" : null;
    const problem = typeError("text", text, "a string or bytes").message;
    throw new ScorioError({ code: "argument.type", problem, place: "text", remedy });
  }
  if (typeof text === "string" && /^[^\n{[,;\t|]+\.(jsonl?|ndjson|csv|tsv|txt)$/i.test(text)) {
    const problem = `text is ${shown(text)}, the name of a file and not what it holds`;
    throw new ScorioError({ code: "argument.type", problem, place: "text", remedy: "read the file first" });
  }
  reader.push(text);
  return reader.finish();
}

/** Throws if a signal has ended the call. */
function goesOn(signal) {
  if (!signal?.aborted) return;
  throw new ScorioError({ code: "log.cancelled", problem: "the reading was cancelled" }, { cause: signal.reason });
}

/** The pieces of a file, a stream, or a log in one piece. */
async function* chunks(stream) {
  if (isPiece(stream)) {
    yield stream;
    return;
  }
  const known = ["stream", "getReader", Symbol.asyncIterator, Symbol.iterator].some((own) => typeof stream?.[own] === "function");
  if (!known) throw typeError("stream", stream, "a file or a stream");
  let at = 0;
  try {
    for await (const chunk of streamed(typeof stream.stream === "function" ? stream.stream() : stream)) {
      yield chunk;
      at += chunk?.length ?? 0;
    }
  } catch (cause) {
    const problem = `the log cannot be read further: ${cause?.message ?? cause}`;
    throw new ScorioError({ code: "log.stream", problem, place: `byte ${at + 1}` }, { cause });
  }
}

/** The pieces of a stream. Not every browser iterates over streams. */
async function* streamed(source) {
  if (typeof source.getReader !== "function") {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Whether it is a text or bytes. */
const isPiece = (one) => typeof one === "string" || one instanceof ArrayBuffer || ArrayBuffer.isView(one);

const encoder = new TextEncoder();

/** The bytes of a piece. */
function bytesOf(chunk) {
  if (typeof chunk === "string") return encoder.encode(check.text(chunk, "text"));
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw typeError("chunk", chunk, "a string or bytes");
}

/** The bytes that go into the memory of the module at once. */
const PIECE = 1 << 22;

/** Reads a log piece by piece. */
export class CountsReader {
  #reader;
  #bytes = 0;
  // The first half of a character that a text ended with.
  #half = "";

  constructor(options) {
    const given = check.options(options, [...READ_OPTIONS, "format"]);
    const format = check.choice(given.format, "options.format", ["jsonl", "csv"]);
    const isTable = format === undefined ? undefined : format === "csv";
    const separator = separatorOf(given, isTable);
    this.#reader = call((core) => new core.Reader(choicesOf(core, given), isTable, separator));
  }

  push(chunk) {
    if (typeof chunk === "string") {
      const text = this.#half + chunk;
      const isCut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
      this.#half = isCut ? text.slice(-1) : "";
      this.#take(bytesOf(isCut ? text.slice(0, -1) : text));
    } else {
      this.#takeHalf();
      this.#take(bytesOf(chunk));
    }
  }

  #takeHalf() {
    const half = this.#half;
    this.#half = "";
    if (half) this.#take(bytesOf(half));
  }

  #take(bytes) {
    call(() => {
      for (let at = 0; at < bytes.length; at += PIECE) this.#live().push(bytes.subarray(at, at + PIECE));
    });
    this.#bytes += bytes.length;
  }

  finish() {
    this.#takeHalf();
    const counts = made(() => this.#live().finish());
    this.free();
    return counts;
  }

  get records() {
    return this.#reader === undefined ? 0 : call(() => this.#reader.records());
  }

  get bytes() {
    return this.#bytes;
  }

  free() {
    this.#reader?.free();
    this.#reader = undefined;
  }

  #live() {
    if (this.#reader === undefined) {
      throw new ScorioError({ code: "log.finished", problem: "the reader has already finished" });
    }
    return this.#reader;
  }
}
