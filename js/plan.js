// How many trials a comparison needs, and what they will show.

import * as check from "./arguments.js";
import { asked, called } from "./call.js";
import { Counts, handleOf } from "./counts.js";
import { ScorioError, shown, typeError } from "./errors.js";
import { statesOf } from "./metrics.js";
import { call } from "./wasm.js";

const WIDTH = ["weights", "confidence", "missing"];
const PLAN = [...WIDTH, "family"];
const AIM = [...PLAN, "power", "difference"];
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

/** How many models the table has: as many as there are, and two at least. */
const familyOf = (given, count = 2) => (given.family === undefined
  ? Math.max(2, count)
  : check.whole(given.family, "options.family", undefined, 1));

const aimOf = (given, count) => ({
  power: check.number(given.power, "options.power"),
  difference: check.number(given.difference, "options.difference"),
  family: familyOf(given, count),
});

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
    return asked(core, keep, name, { ...sides, ...sharedOf(given, [a, b]), ...options }).tables[0];
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
    const given = check.options(options, AIM);
    return pair("trials_needed", a, b, given, aimOf(given))[0];
  },
  smallestDifference(a, trials, options) {
    const given = check.options(options, [...PLAN, "power"]);
    const own = {
      trials: check.whole(trials, "trials", undefined, 1),
      power: check.number(given.power, "options.power"),
      family: familyOf(given),
    };
    return each("smallest_difference", [["a", a]], given, own)[0][1][0].difference;
  },
  foresee(a, b, options) {
    const given = check.options(options, [...STUDY, "trials"]);
    const own = { trials: trialsOf(given.trials)?.sort(), family: familyOf(given) };
    return pair("foresee", a, b, given, { ...own, ...studyOf(given) });
  },
  trialsForHalfWidth(models, halfWidth, options) {
    const given = check.options(options, WIDTH);
    const wanted = check.number(halfWidth, "halfWidth");
    if (wanted === undefined) throw typeError("halfWidth", halfWidth, "a number");
    return call((_, keep) => {
      const found = each("trials_for_half_width", named(models, keep), given, { half_width: wanted });
      return found.map(([model, rows]) => ({ model, ...rows[0] }));
    });
  },
  trialsToSeparate(models, baseline, options) {
    const given = check.options(options, [...AIM, "paired"]);
    const paired = check.flag(given.paired, "options.paired", true);
    return call((core, keep) => {
      const sides = named(models, keep);
      const [others, base] = divided(sides, baseline);
      const aim = aimOf(given, sides.length);
      if (models instanceof Counts) {
        const own = { ...sharedOf(given, [models]), ...aim, paired, baseline };
        return called("trials_to_separate_counted", [], handleOf(models), own);
      }
      const shared = sharedOf(given, sides.map((side) => side[1]));
      const against = sideOf(core, keep, base, given, nameOf(baseline));
      return others.map(([model, one]) => {
        const a = sideOf(core, keep, one, given, nameOf(model));
        const options = { a, baseline: against, ...shared, ...aim };
        return { model, baseline, ...asked(core, keep, "trials_to_separate", options).tables[0][0] };
      });
    });
  },
  budget(models, options) {
    const given = check.options(options, [...PLAN, "trials", "power"]);
    const own = { trials: trialsOf(given.trials), power: check.number(given.power, "options.power") };
    return call((_, keep) => {
      const sides = named(models, keep);
      const found = each("budget", sides, given, { ...own, family: familyOf(given, sides.length) });
      return found.flatMap(([model, rows]) => rows.map((row) => ({ model, ...row })));
    });
  },
};
