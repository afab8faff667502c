// Biased coins as models, and their trials.

import * as check from "./arguments.js";
import { ScorioError, typeError } from "./errors.js";
import { table } from "./rank.js";
import { call } from "./wasm.js";

/** Numbers of rows of equal length, one after another. */
function flatRows(rows, place) {
  if (!Array.isArray(rows) || rows.length === 0) throw typeError(place, rows, "an array of rows");
  const lists = rows.map((row, index) => check.numbers(row, `${place}[${index}]`));
  lists.forEach((list, index) => {
    if (list.length !== lists[0].length) {
      const problem = `${place}[${index}] has ${list.length} numbers, but ${place}[0] has ${lists[0].length}`;
      throw new ScorioError({ code: "check.shape", problem, place: `${place}[${index}]` });
    }
  });
  const flat = new Float64Array(lists.length * lists[0].length);
  lists.forEach((list, index) => flat.set(list, index * list.length));
  return flat;
}

/** Arrays of arrays from the numbers one after another. */
function cube(values, columns, trials) {
  const lines = table(values, trials);
  return Array.from({ length: lines.length / columns }, (_, at) => lines.slice(at * columns, (at + 1) * columns));
}

const questionsOf = (given) => check.whole(given.questions, "options.questions", 30, 1);
const concentrationOf = (given) => check.number(given.concentration, "options.concentration", 4.5);

export const simulate = {
  get means() {
    return Array.from(call((core) => core.simulate_means()));
  },
  coins(options) {
    const given = check.options(options, ["means", "questions", "concentration", "seed"]);
    const means = check.numbers(given.means ?? simulate.means, "options.means");
    if (means.length === 0) throw check.empty("options.means");
    const questions = questionsOf(given);
    const seed = check.seedOf(given.seed, "options.seed");
    return call((core) => table(core.coins(means, questions, concentrationOf(given), seed), questions));
  },
  categorical(options) {
    const given = check.options(options, ["shares", "questions", "concentration", "seed"]);
    const shares = flatRows(given.shares, "options.shares");
    const models = given.shares.length;
    const questions = questionsOf(given);
    const seed = check.seedOf(given.seed, "options.seed");
    return call((core) => {
      const drawn = core.categorical(shares, models, questions, concentrationOf(given), seed);
      return cube(drawn, questions, shares.length / models);
    });
  },
  trials(p, n, options) {
    const given = check.options(options, ["seed"]);
    const chances = flatRows(p, "p");
    const trials = check.whole(n, "n", undefined, 1);
    const seed = check.seedOf(given.seed, "options.seed");
    return call((core) => cube(core.trials(chances, p.length, trials, seed), chances.length / p.length, trials));
  },
};
