// How many trials a comparison needs, and what they will show.

import * as check from "./arguments.js";
import { Counts, handleOf } from "./counts.js";
import { ScorioError, shown, typeError } from "./errors.js";
import { statesOf } from "./metrics.js";
import { call } from "./wasm.js";

const PLAN = ["weights", "confidence", "missing"];
const STUDY = [...PLAN, "replicates", "seed"];
const USUAL_TRIALS = [1, 2, 5, 10, 20, 40, 80];

class Assumed {
  constructor(p) {
    this.p = p;
  }
}

/** What is known of a model. */
function sideOf(core, keep, one, given, name) {
  if (one instanceof Assumed) return keep(core.Side.assumed(one.p));
  if (typeof one === "object" && one !== null && !Array.isArray(one) && "p" in one) {
    return keep(core.Side.assumed(check.numbers(one.p, `${name}.p`)));
  }
  return keep(core.Side.pilot(statesOf(core, keep, one, given, name)));
}

/** The weights that sides share: given ones, or the numbers that the categories of counts are named by. */
function weightsOf(core, keep, given, sides) {
  const counts = sides.find((one) => one instanceof Counts);
  const weights = given.weights === undefined
    ? counts && handleOf(counts).weights()
    : check.numbers(given.weights, "options.weights");
  return keep(new core.PlanWeights(weights));
}

const confidenceOf = (given) => check.number(given.confidence, "options.confidence", 0.95);
const studyOf = (given) => [
  check.whole(given.replicates, "options.replicates", 4000),
  check.seedOf(given.seed, "options.seed", 0),
];

/** Numbers of trials. */
function trialsOf(value) {
  const listed = typeof value === "number" ? [value] : check.numbers(value, "options.trials", USUAL_TRIALS);
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

export const plan = {
  assumed(p) {
    const chances = check.numbers(p, "p");
    if (chances.length === 0) throw check.empty("p");
    call((core, keep) => keep(core.Side.assumed(chances)));
    return new Assumed(chances);
  },
  trialsNeeded(a, b, options) {
    const given = check.options(options, [...STUDY, "power"]);
    const power = check.number(given.power, "options.power");
    return call((core, keep) => {
      const weights = weightsOf(core, keep, given, [a, b]);
      const sides = [sideOf(core, keep, a, given, "a"), sideOf(core, keep, b, given, "b")];
      return core.trials_needed(...sides, weights, confidenceOf(given), power, ...studyOf(given));
    });
  },
  smallestDifference(a, trials, options) {
    const given = check.options(options, [...PLAN, "power"]);
    const count = check.whole(trials, "trials", undefined, 1);
    return call((core, keep) => {
      const weights = weightsOf(core, keep, given, [a]);
      const power = check.number(given.power, "options.power", 0.8);
      return sideOf(core, keep, a, given, "a").smallest_difference(weights, count, confidenceOf(given), power);
    });
  },
  foresee(a, b, options) {
    const given = check.options(options, [...STUDY, "trials"]);
    const trials = trialsOf(given.trials).sort();
    return call((core, keep) => {
      const weights = weightsOf(core, keep, given, [a, b]);
      const sides = [sideOf(core, keep, a, given, "a"), sideOf(core, keep, b, given, "b")];
      return core.foresee(...sides, weights, trials, confidenceOf(given), ...studyOf(given));
    });
  },
  trialsForHalfWidth(models, halfWidth, options) {
    const given = check.options(options, PLAN);
    const wanted = check.number(halfWidth, "halfWidth");
    if (wanted === undefined) throw typeError("halfWidth", halfWidth, "a number");
    return call((core, keep) => {
      const sides = named(models, keep);
      const weights = weightsOf(core, keep, given, sides.map((side) => side[1]));
      return sides.map(([model, one]) => {
        const side = sideOf(core, keep, one, given, nameOf(model));
        const now = side.half_width(weights, 0, confidenceOf(given), true);
        return { model, halfWidth: now, more: side.further_for_half_width(weights, wanted, confidenceOf(given)) };
      });
    });
  },
  trialsToSeparate(models, baseline, options) {
    const given = check.options(options, PLAN);
    return call((core, keep) => {
      const sides = named(models, keep);
      const base = sides.find(([name]) => name === baseline);
      if (base === undefined || sides.length === 1) {
        const known = sides.map(([name]) => shown(name)).join(", ");
        const problem = base === undefined
          ? `there is no model ${shown(baseline)}: there are ${known}`
          : `there is one model, ${known}: another is to be told from it`;
        throw new ScorioError({ code: "plan.baseline", problem, place: "baseline" });
      }
      const weights = weightsOf(core, keep, given, sides.map((side) => side[1]));
      const other = sideOf(core, keep, base[1], given, nameOf(baseline));
      return sides.filter(([name]) => name !== baseline).map(([model, one]) => {
        const side = sideOf(core, keep, one, given, nameOf(model));
        return { model, baseline, ...core.further(side, other, weights, confidenceOf(given)) };
      });
    });
  },
  budget(models, options) {
    const given = check.options(options, [...PLAN, "trials", "power"]);
    const trials = trialsOf(given.trials);
    const power = check.number(given.power, "options.power", 0.8);
    return call((core, keep) => {
      const sides = named(models, keep);
      const weights = weightsOf(core, keep, given, sides.map((side) => side[1]));
      return sides.flatMap(([model, one]) => {
        const side = sideOf(core, keep, one, given, nameOf(model));
        return Array.from(trials, (count) => ({
          model,
          trials: count,
          halfWidth: side.half_width(weights, count, confidenceOf(given), false),
          smallestDifference: side.smallest_difference(weights, count, confidenceOf(given), power),
        }));
      });
    });
  },
};
