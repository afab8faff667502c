// How many trials a comparison needs, and what they will show.

import * as check from "./arguments.js";
import { asked } from "./call.js";
import { Counts, handleOf } from "./counts.js";
import { ScorioError, shown, typeError } from "./errors.js";
import { statesOf } from "./metrics.js";
import { call } from "./wasm.js";

const PLAN = ["weights", "confidence", "missing"];
const STUDY = [...PLAN, "replicates", "seed"];

class Assumed {
  constructor(p) {
    this.p = p;
  }
}

/** What is known of a model. */
function sideOf(core, keep, one, given, name) {
  if (one instanceof Assumed) return one.p;
  if (typeof one === "object" && one !== null && !Array.isArray(one) && "p" in one) {
    return check.numbers(one.p, `${name}.p`);
  }
  return { states: statesOf(core, keep, one, given, name) };
}

/** The options that plans share. Sides share given weights, or the numbers that the categories of counts are. */
function sharedOf(given, sides) {
  const counts = sides.find((one) => one instanceof Counts);
  return {
    weights: given.weights === undefined
      ? counts && handleOf(counts).weights()
      : check.numbers(given.weights, "options.weights"),
    confidence: check.number(given.confidence, "options.confidence"),
  };
}

const studyOf = (given) => ({
  replicates: check.someWhole(given.replicates, "options.replicates"),
  seed: check.seedOf(given.seed, "options.seed", 0),
});

/** Numbers of trials. */
function trialsOf(value) {
  if (value === undefined) return undefined;
  const listed = typeof value === "number" ? [value] : check.numbers(value, "options.trials");
  return Float64Array.from(listed, (one, index) => check.whole(one, `options.trials[${index}]`, undefined, 1));
}

/** The models of counts, or of an object, each with its name. */
function named(models, keep) {
  if (models instanceof Counts) return models.models.map((name) => [name, keep(models.select({ model: name }))]);
  if (typeof models !== "object" || models === null || Array.isArray(models)) {
    throw typeError("models", models, "Counts, or an object of models by name");
  }
  return check.byName(models, "models");
}

const nameOf = (name) => `models[${JSON.stringify(name)}]`;

/** The rows of a call for each of some models. */
function each(name, sides, given, options) {
  return call((core, keep) => {
    const shared = sharedOf(given, sides.map((side) => side[1]));
    return sides.map(([model, one]) => {
      const a = sideOf(core, keep, one, given, nameOf(model));
      return [model, asked(core, keep, name, { a, ...shared, ...options }).tables[0]];
    });
  });
}

/** The rows of a call about two models. */
function pair(name, a, b, given, options) {
  return call((core, keep) => {
    const sides = { a: sideOf(core, keep, a, given, "a"), b: sideOf(core, keep, b, given, "b") };
    const shared = { ...sharedOf(given, [a, b]), ...studyOf(given) };
    return asked(core, keep, name, { ...sides, ...shared, ...options }).tables[0];
  });
}

/** The models but a baseline, and it. */
function divided(models, baseline) {
  const base = models.find(([name]) => name === baseline);
  if (base !== undefined && models.length > 1) return [models.filter((one) => one !== base), base[1]];
  const known = models.map(([name]) => shown(name)).join(", ");
  const problem = base === undefined
    ? `there is no model ${shown(baseline)}: there are ${known}`
    : `there is one model, ${known}: another is to be told from it`;
  throw new ScorioError({ code: "plan.baseline", problem, place: "baseline" });
}

export const plan = {
  assumed(p) {
    const chances = check.numbers(p, "p");
    if (chances.length === 0) throw check.empty("p");
    call((core, keep) => asked(core, keep, "trials_for_half_width", { a: chances, half_width: 1 }));
    return new Assumed(chances);
  },
  trialsNeeded(a, b, options) {
    const given = check.options(options, [...STUDY, "power"]);
    return pair("trials_needed", a, b, given, { power: check.number(given.power, "options.power") })[0];
  },
  smallestDifference(a, trials, options) {
    const given = check.options(options, [...PLAN, "power"]);
    const own = {
      trials: check.whole(trials, "trials", undefined, 1),
      power: check.number(given.power, "options.power"),
    };
    return each("smallest_difference", [["a", a]], given, own)[0][1][0].difference;
  },
  foresee(a, b, options) {
    const given = check.options(options, [...STUDY, "trials"]);
    return pair("foresee", a, b, given, { trials: trialsOf(given.trials)?.sort() });
  },
  trialsForHalfWidth(models, halfWidth, options) {
    const given = check.options(options, PLAN);
    const wanted = check.number(halfWidth, "halfWidth");
    if (wanted === undefined) throw typeError("halfWidth", halfWidth, "a number");
    return call((_, keep) => {
      const found = each("trials_for_half_width", named(models, keep), given, { half_width: wanted });
      return found.map(([model, rows]) => ({ model, ...rows[0] }));
    });
  },
  trialsToSeparate(models, baseline, options) {
    const given = check.options(options, PLAN);
    return call((core, keep) => {
      const sides = named(models, keep);
      const [others, base] = divided(sides, baseline);
      const shared = sharedOf(given, sides.map((side) => side[1]));
      const against = sideOf(core, keep, base, given, nameOf(baseline));
      return others.map(([model, one]) => {
        const a = sideOf(core, keep, one, given, nameOf(model));
        const options = { a, baseline: against, ...shared };
        const [{ difference, z, more }] = asked(core, keep, "trials_to_separate", options).tables[0];
        return { model, baseline, difference, z, more };
      });
    });
  },
  budget(models, options) {
    const given = check.options(options, [...PLAN, "trials", "power"]);
    const own = { trials: trialsOf(given.trials), power: check.number(given.power, "options.power") };
    return call((_, keep) => {
      const found = each("budget", named(models, keep), given, own);
      return found.flatMap(([model, rows]) => rows.map((row) => ({ model, ...row })));
    });
  },
};
