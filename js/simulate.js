// Biased coins as models, and their trials.

import * as check from "./arguments.js";
import { asked, nested } from "./call.js";
import { ScorioError, typeError } from "./errors.js";
import { call } from "./wasm.js";

/** An array of rows of equal length. */
function tableOf(rows, place) {
  if (!Array.isArray(rows) || rows.length === 0) throw typeError(place, rows, "an array of rows");
  const lists = Array.from(rows, (row, index) => check.numbers(row, `${place}[${index}]`));
  lists.forEach((list, index) => {
    if (list.length !== lists[0].length) {
      const problem = `${place}[${index}] has ${list.length} numbers, but ${place}[0] has ${lists[0].length}`;
      throw new ScorioError({ code: "check.shape", problem, place: `${place}[${index}]` });
    }
  });
  const flat = new Float64Array(lists.length * lists[0].length);
  lists.forEach((list, index) => flat.set(list, index * list.length));
  return { axes: [lists.length, lists[0].length], values: flat };
}

const questionsOf = (given) => check.someWhole(given.questions, "options.questions", 1);
const concentrationOf = (given) => check.number(given.concentration, "options.concentration");
const drawn = (name, given) => call((core, keep) => nested(asked(core, keep, name, given).arrays[0]));

export const simulate = {
  get means() {
    return Array.from(call((core) => core.simulate_means()));
  },
  coins(options) {
    const given = check.options(options, ["means", "questions", "concentration", "seed"]);
    const means = check.someNumbers(given.means, "options.means");
    if (means?.length === 0) throw check.empty("options.means");
    return drawn("simulate_coins", {
      means,
      questions: questionsOf(given),
      concentration: concentrationOf(given),
      seed: check.seedOf(given.seed, "options.seed"),
    });
  },
  categorical(options) {
    const given = check.options(options, ["shares", "questions", "concentration", "seed"]);
    return drawn("simulate_categorical", {
      shares: tableOf(given.shares, "options.shares"),
      questions: questionsOf(given),
      concentration: concentrationOf(given),
      seed: check.seedOf(given.seed, "options.seed"),
    });
  },
  trials(p, n, options) {
    const given = check.options(options, ["seed"]);
    return drawn("simulate_trials", {
      p: tableOf(p, "p"),
      trials: check.whole(n, "n", undefined, 1),
      seed: check.seedOf(given.seed, "options.seed"),
    });
  },
};
