// A simulation: models with known means, their trials, and what each metric says after n trials.
import { Counts, bayes, passAtK, rank, simulate } from "scorio";

/** Means to begin with. */
export const PRESETS = {
  "The paper's eleven": () => simulate.means,
  "Five, evenly apart": () => [0.3, 0.4, 0.5, 0.6, 0.7],
  "Two, close together": () => [0.5, 0.55],
  "Three, two of them equal": () => [0.45, 0.45, 0.6],
};

const letter = (place) =>
  (place < 26 ? String.fromCharCode(65 + place) : `${letter(Math.floor(place / 26) - 1)}${letter(place % 26)}`);

/** Numbers from a text such as "0.3, 0.4". Throws a sentence about the first that is none. */
export function meansOf(text) {
  const parts = text.split(/[,;\s]+/).filter(Boolean);
  const means = parts.map(Number);
  const wrong = means.findIndex((mean) => !(mean >= 0 && mean <= 1));
  if (wrong >= 0) {
    throw new RangeError(`“${parts[wrong]}” is not a mean between 0 and 1.`);
  }
  if (means.length < 2 || means.length > 40) {
    throw new RangeError("Give the means of 2 to 40 models.");
  }
  return means;
}

/** A whole number of a field, or a sentence that says its limits. */
export function wholeOf(field, label) {
  const value = Number(field.value);
  const [low, high] = [Number(field.min), Number(field.max || Number.MAX_SAFE_INTEGER)];
  if (!field.value.trim() || !Number.isInteger(value) || value < low || value > high) {
    const most = field.max ? ` to ${high}` : " or more";
    throw new RangeError(`${label} must be a whole number, ${low}${most}.`);
  }
  return value;
}

/** The metrics whose order is followed. Pass@k begins with k trials. */
export const METRICS = [
  { name: "Bayes@N, avg@N", from: 1, scores: (R) => bayes(R).mu },
  ...[2, 4, 8].map((k) => ({ name: `Pass@${k}`, from: k, scores: (R) => passAtK(R, k) })),
];

export class Simulation {
  constructor({ means, questions, trials, seed }) {
    this.p = simulate.coins({ means, questions, seed });
    this.truth = means;
    this.names = means.map((_, place) => letter(place));
    this.trials = trials;
    this.questions = questions;
    this.seed = seed;
    this.outcomes = simulate.trials(this.p, trials, { seed: seed + 1 });
    this.courses = METRICS.map((metric) => this.#course(metric));
  }

  /** The first n trials of each question, a matrix for each model. */
  #first(outcomes, n) {
    return outcomes.map((rows) => {
      const data = new Uint8Array(this.questions * n);
      rows.forEach((row, question) => {
        for (let trial = 0; trial < n; trial += 1) {
          data[question * n + trial] = row[trial];
        }
      });
      return { data, rows: this.questions };
    });
  }

  /** Kendall's τ-b with the true order, or null. Equal scores have no order. */
  #tau(scores) {
    const isOrdered = (values) => values.some((value) => value !== values[0]);
    return isOrdered(scores) && isOrdered(this.truth)
      ? rank.kendall(scores, this.truth).statistic
      : null;
  }

  #course(metric) {
    const course = [];
    for (let n = metric.from; n <= this.trials; n += 1) {
      const scores = this.#first(this.outcomes, n).map(metric.scores);
      course.push({
        n,
        tau: this.#tau(scores),
        wrong: this.#wrong(scores),
        ranks: rank.rankScores(scores).fractional,
      });
    }
    return { name: metric.name, from: metric.from, course };
  }

  /** How many pairs of models with different means are in the wrong order, or tied. */
  #wrong(scores) {
    let wrong = 0;
    this.eachPair((a, b) => {
      if (!((scores[a] - scores[b]) * (this.truth[a] - this.truth[b]) > 0)) {
        wrong += 1;
      }
    });
    return wrong;
  }

  /** Calls with each pair of models whose true means differ. */
  eachPair(call) {
    for (let a = 0; a < this.truth.length; a += 1) {
      for (let b = a + 1; b < this.truth.length; b += 1) {
        if (this.truth[a] !== this.truth[b]) {
          call(a, b);
        }
      }
    }
  }

  /** The number of pairs of models whose true means differ. */
  get pairs() {
    let pairs = 0;
    this.eachPair(() => {
      pairs += 1;
    });
    return pairs;
  }

  /** The leaderboard after n trials by `avg` or `bayes`, best first, with the true means. */
  leaderboard(n, metric) {
    const matrices = this.#first(this.outcomes, n);
    const named = Object.fromEntries(this.names.map((name, place) => [name, matrices[place]]));
    const counts = Counts.fromMatrix(named);
    try {
      return counts.score({ metrics: metric })
        .map((row) => ({ ...row, truth: this.truth[this.names.indexOf(row.model)] }));
    } finally {
      counts.free();
    }
  }

  /** About twenty numbers of trials, closer together at the beginning. */
  get grid() {
    const step = Math.max(1.16, this.trials ** (1 / 22));
    const grid = new Set([this.trials]);
    for (let n = 1; n < this.trials; n = Math.max(n + 1, n * step)) {
      grid.add(Math.round(n));
    }
    return [...grid].sort((a, b) => a - b);
  }

  /** Draws the trials `sets` times anew, and gives the mean τ of each metric after each set. */
  *averages(sets) {
    const grid = this.grid;
    const sums = METRICS.map(() => grid.map(() => ({ sum: 0, sets: 0 })));
    for (let set = 1; set <= sets; set += 1) {
      const outcomes = simulate.trials(this.p, this.trials, { seed: this.seed + 1 + set });
      grid.forEach((n, place) => {
        const matrices = this.#first(outcomes, n);
        METRICS.forEach((metric, which) => {
          if (n >= metric.from) {
            const tau = this.#tau(matrices.map(metric.scores));
            // An order of equal scores agrees with nothing.
            sums[which][place].sum += tau ?? 0;
            sums[which][place].sets += 1;
          }
        });
      });
      yield {
        sets: set,
        curves: sums.map((row) =>
          row.flatMap((one, place) => (one.sets ? [[grid[place], one.sum / one.sets]] : []))),
      };
    }
  }
}
