// The first part of the page: a simulation that is played trial by trial.
import { byId, element, show, table } from "./dom.js";
import { courses, forest } from "./draw.js";
import { PRESETS, Simulation, meansOf, wholeOf } from "./trials.js";

const OWN = "Your own";
const SETS = 200;
const PAUSE = 140;

let simulation;
let averages = null;
let player = 0;
let averaging = 0;

const digits = (value, places = 3) =>
  (Number.isFinite(value) ? value.toFixed(places).replace("-", "−") : "–");

const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** The width that drawings have in a column of the page. */
function room(id) {
  return Math.max(280, Math.min(620, byId(id).clientWidth || 560));
}

function drawScores(n) {
  const rows = simulation.leaderboard(n, byId("estimate").value).map((row) => ({
    name: row.model, value: row.score, low: row.lo, high: row.hi,
    withLeader: row.withLeader, letters: row.letters, couldBeFirst: row.rankLo === 1, truth: row.truth, said: `${digits(row.score)} [${digits(row.lo, 2)}, ${digits(row.hi, 2)}]`,
  }));
  const could = rows.filter((row) => row.couldBeFirst).length;
  show("scores", forest(rows, {
    width: room("scores"), title: "Scores", label: "share of correct answers",
    described: `${many(rows.length, "model")}, of which ${could} could be first, best first: ` +
      rows.map((row) => `${row.name} ${row.said}`).join("; "),
  }));
  return could;
}

function drawAgreement(n) {
  const lines = simulation.courses.map(({ name, course }, place) => ({
    name,
    points: course.filter((one) => one.n <= n && one.tau !== null).map((one) => [one.n, one.tau]),
    faint: averages?.[place],
  }));
  const drawn = lines.filter((one) => one.points.length || one.faint?.length);
  if (!drawn.length) {
    show("agreement", element("p", {}, simulation.pairs
      ? "All scores are equal so far: there is no order yet."
      : "All true means are equal: there is no true order."));
    return;
  }
  const taus = drawn.flatMap((one) => [...one.points, ...(one.faint ?? [])].map(([, tau]) => tau));
  const low = Math.floor(Math.min(0.5, ...taus) * 10) / 10;
  show("agreement", courses(drawn, {
    width: room("agreement"), height: 300, title: "Kendall's τ with the true order", from: 1,
    to: simulation.trials, range: [low, 1], label: "trials of each question",
    described: lines.map((one) =>
      `${one.name}: ${one.points.length ? digits(one.points.at(-1)[1], 2) : "no figure yet"}`).join("; "),
  }));
}

function drawPlaces(n) {
  const { course } = simulation.courses[0];
  const lines = simulation.names.map((name, place) => ({
    name, points: course.filter((one) => one.n <= n).map((one) => [one.n, one.ranks[place]]),
  }));
  const models = lines.length;
  show("places", courses(lines, {
    width: room("places"), height: Math.max(220, 60 + 20 * models), title: "Ranks by Bayes@N",
    from: 1, to: simulation.trials, range: [1, models], down: true, label: "trials of each question",
    described: lines.map((one) => `${one.name}: rank ${one.points.at(-1)[1]}`).join("; "),
  }));
}

/** The first number of trials from which a course stays as it is now, or null. */
function since(course, holds) {
  let first = null;
  for (const one of [...course].reverse()) {
    if (!holds(one)) {
      break;
    }
    first = one.n;
  }
  return first;
}

function drawMetrics(n) {
  const rows = simulation.courses.map(({ name, from, course }) => {
    const seen = course.filter((one) => one.n <= n);
    const now = seen.at(-1);
    if (!now) {
      return [name, `from ${from} trials`, "–", "–"];
    }
    const order = String(now.ranks);
    return [
      name, digits(now.tau ?? NaN, 2), String(now.wrong),
      String(since(seen, (one) => String(one.ranks) === order)),
    ];
  });
  show("metrics",
    table("By metric", ["Metric", "τ", "Pairs not in order", "Same ranks since trial"], rows),
    element("p", { class: "note" },
      `${many(simulation.pairs, "pair")} of models have different true means. A pair with equal ` +
      "scores is not in order. With a uniform prior, Bayes@N and avg@N give the same order."));
}

function draw() {
  const n = Number(byId("at").value);
  byId("shown").value = `${n} of ${simulation.trials}`;
  const could = drawScores(n);
  drawAgreement(n);
  drawPlaces(n);
  drawMetrics(n);
  const { wrong } = simulation.courses[0].course[n - 1];
  const right = simulation.pairs ? "all pairs are in the true order" : "there is no true order";
  const order = wrong
    ? `${wrong} of ${many(simulation.pairs, "pair")} ${wrong === 1 ? "is" : "are"} not in the true order`
    : right;
  // A screen reader hears the sentence where the reader stops, not at each step.
  byId("settled").setAttribute("aria-live", player ? "off" : "polite");
  byId("settled").textContent =
    `After ${many(n, "trial")} of each of ${many(simulation.questions, "question")}, ${order}` +
    `${simulation.pairs ? " by Bayes@N" : ""}. With 95 % confidence, ${could} of ` +
    `${many(simulation.names.length, "model")} could be first.`;
}

function stop() {
  clearInterval(player);
  player = 0;
  byId("play").textContent = "Play";
}

function step() {
  const at = byId("at");
  if (Number(at.value) >= simulation.trials) {
    stop();
    draw();
    return;
  }
  at.value = String(Number(at.value) + 1);
  draw();
}

function play() {
  if (player) {
    stop();
    draw();
    return;
  }
  if (Number(byId("at").value) >= simulation.trials) {
    byId("at").value = "1";
  }
  player = setInterval(step, PAUSE);
  byId("play").textContent = "Pause";
}

function endAverage(note) {
  averaging += 1;
  byId("average").hidden = false;
  byId("stop-average").hidden = true;
  byId("average-progress").hidden = true;
  byId("average-note").textContent = note;
}

/** Draws sets between two frames of the page, so that it answers meanwhile. */
function average() {
  averaging += 1;
  const own = averaging;
  const study = simulation.averages(SETS);
  byId("average").hidden = true;
  byId("stop-average").hidden = false;
  byId("stop-average").focus();
  byId("average-progress").hidden = false;
  const block = () => {
    if (own !== averaging) {
      return;
    }
    const until = performance.now() + 40;
    let last;
    do {
      const next = study.next();
      if (next.done) {
        drawAgreement(Number(byId("at").value));
        endAverage(`Mean of ${SETS} sets.`);
        return;
      }
      last = next.value;
    } while (performance.now() < until);
    averages = last.curves;
    byId("average-progress").value = last.sets / SETS;
    byId("average-note").textContent = `${last.sets} of ${SETS} sets`;
    drawAgreement(Number(byId("at").value));
    setTimeout(block);
  };
  block();
}

/** Reads the form and draws trials. A wrong field is named, and the last simulation stays. */
function begin(at = 1) {
  try {
    const next = new Simulation({
      means: meansOf(byId("means").value),
      questions: wholeOf(byId("questions"), "Questions"),
      trials: wholeOf(byId("trials"), "Trials"),
      seed: wholeOf(byId("seed"), "Seed"),
    });
    simulation = next;
  } catch (error) {
    byId("simulation-error").textContent = error.message;
    return;
  }
  byId("simulation-error").textContent = "";
  stop();
  averages = null;
  endAverage("");
  byId("at").max = String(simulation.trials);
  byId("at").value = String(Math.min(at, simulation.trials));
  draw();
}

function takePreset() {
  const means = PRESETS[byId("preset").value];
  if (means) {
    byId("means").value = means().join(", ");
  }
}

/** Shows the name of the means, or that they are the reader's own. */
function namePreset() {
  const means = byId("means").value.split(/[,;\s]+/).filter(Boolean).map(Number).join();
  const known = Object.keys(PRESETS).find((name) => PRESETS[name]().join() === means);
  byId("preset").value = known ?? OWN;
}

/** Makes the first part of the page work. */
export function startSimulation() {
  show("preset", [...Object.keys(PRESETS), OWN].map((name) => element("option", {}, name)));
  takePreset();
  byId("preset").addEventListener("change", () => {
    takePreset();
    if (byId("preset").value === OWN) {
      byId("means").focus();
    } else {
      begin();
    }
  });
  for (const event of ["input", "change"]) {
    byId("means").addEventListener(event, namePreset);
  }
  for (const id of ["means", "questions", "trials", "seed"]) {
    byId(id).addEventListener("change", () => begin(Number(byId("at").value)));
  }
  byId("simulation-form").addEventListener("submit", (event) => {
    event.preventDefault();
    byId("seed").value = String(Number(byId("seed").value) + 1);
    begin(Number(byId("at").value));
  });
  byId("play").addEventListener("click", play);
  byId("step").addEventListener("click", () => {
    stop();
    step();
  });
  byId("at").addEventListener("input", () => {
    stop();
    draw();
  });
  byId("estimate").addEventListener("change", draw);
  byId("average").addEventListener("click", average);
  byId("stop-average").addEventListener("click", () => {
    endAverage("Cancelled.");
    byId("average").focus();
  });
  let wide = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== wide) {
      wide = innerWidth;
      draw();
    }
  });
  begin(8);
}

