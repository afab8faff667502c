// Drawings: a forest of scores, courses over trials, and a matrix of probabilities.
// They follow the page's colours by classes, and each has a description for screen readers.
import { readable, shape } from "./dom.js";

const HUES = 6;
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

let pen = null;

/** How wide a text of a drawing is. Letters of some scripts are twice as wide as others. */
function wide(text) {
  if (pen === null) {
    pen = document.createElement("canvas").getContext("2d");
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen.measureText(text).width;
}

/** The widest of some texts. */
const widest = (texts) => Math.max(...texts.map(wide));

/** A number of a drawing, with two digits after the point. */
const short = (value) => String(Math.round(value * 100) / 100);

/** A name that fits `letters`, shortened in the middle. */
export function shortened(name, letters) {
  const text = readable(name);
  const own = [...new Intl.Segmenter("en").segment(text)].map((part) => part.segment);
  if (own.length <= letters) {
    return text;
  }
  const head = Math.ceil((letters - 1) / 2);
  return `${own.slice(0, head).join("")}…${own.slice(own.length - (letters - 1 - head)).join("")}`;
}

/** Round ticks between two values, about `wanted` of them, and two at least. */
export function ticks(low, high, wanted = 5) {
  const rough = (high - low) / wanted;
  if (!(rough > 0)) {
    return [low];
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * power).find((one) => one >= rough * 0.999);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1) {
    found.push(Number((at * step).toPrecision(12)));
  }
  return found.length < 2 && wanted < 12 ? ticks(low, high, wanted + 1) : found;
}

function sheet(width, height, title, described, parts) {
  return shape("svg", {
    viewBox: `0 0 ${short(width)} ${short(height)}`, width: short(width), height: short(height),
    role: "img", "aria-label": `${title}. ${described}`, class: "figure",
  }, parts);
}

const text = (x, y, said, more = {}) => shape("text", { x: short(x), y: short(y), ...more }, said);

const line = (d, more) => shape("path", { d, ...more });

/** Whether two models share a letter, so that they are not separated. */
const share = (one, other) => one === other || [...one.letters].some((own) => other.letters.includes(own));

/** How wide names may be in a drawing of this width. */
const lettersFor = (width) => Math.max(8, Math.min(28, Math.floor(width / 30)));

/**
 * A line for each model: its score, its interval, and its true mean where it is known.
 *
 * The models that are not separated from the first are shaded, or from the one that is chosen by a
 * click or the Enter key.
 * @param {{name: string, value: number, low: number, high: number, withLeader: boolean,
 *   letters: string, said: string, truth?: number}[]} rows from best to worst
 */
export function forest(rows, { width, title, described, label }) {
  const letters = lettersFor(width);
  const names = rows.map((row) => shortened(row.name, letters));
  const left = widest(names) + 16;
  const right = widest(rows.map((row) => row.said)) + 18;
  const room = Math.max(60, width - left - right);
  const ends = rows.flatMap((row) => [row.low, row.high, row.truth ?? row.value]);
  const finite = ends.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const pad = (high - low || 0.1) * 0.04;
  const x = (value) => left + ((value - low + pad) / (high - low + 2 * pad || 1)) * room;
  const height = 22;
  const bottom = rows.length * height + 6;
  const parts = [];
  const bands = rows.map((_, place) =>
    shape("rect", { class: "band", x: 0, y: place * height + 6, width, height }));
  const shade = (chosen) => rows.forEach((row, place) => {
    const near = chosen === 0 ? row.withLeader : share(rows[chosen], row);
    bands[place].classList.toggle("near", near);
  });
  shade(0);
  parts.push(...bands);
  for (const at of ticks(low, high, Math.max(3, Math.floor(room / 70)))) {
    parts.push(line(`M${short(x(at))} 6V${bottom}`, { class: "rule" }));
    parts.push(text(x(at), bottom + 16, String(at), { class: "dim", "text-anchor": "middle" }));
  }
  rows.forEach((row, place) => {
    const y = place * height + 17;
    // Without letters, only the models beside the first are known.
    const more = row.letters || place === 0
      ? { tabindex: 0, role: "button", "aria-label": `Shade those not separated from ${row.name}` }
      : {};
    const mark = shape("g", more, shape("title", {}, `${row.name}: ${row.said}`),
      text(left - 8, y + 4, names[place], { "text-anchor": "end" }));
    if (Number.isFinite(row.low)) {
      mark.append(
        line(`M${short(x(row.low))} ${y}H${short(x(row.high))}M${short(x(row.low))} ${y - 4}v8` +
          `M${short(x(row.high))} ${y - 4}v8`, { class: "s0", "stroke-width": 2 }),
        shape("circle", { class: "f0", cx: short(x(row.value)), cy: y, r: 4 }));
    }
    if (row.truth !== undefined) {
      mark.append(line(`M${short(x(row.truth))} ${y - 9}v18`, { class: "truth" }));
    }
    mark.append(text(width - right + 10, y + 4, row.said));
    if (more.tabindex === 0) {
      mark.addEventListener("click", () => shade(place));
      mark.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          shade(place);
        }
      });
    }
    parts.push(mark);
  });
  parts.push(text(left + room / 2, bottom + 33, label, { "text-anchor": "middle" }));
  return sheet(width, bottom + 40, title, described, parts);
}

/** Places of labels at least `gap` apart, as near to where they belong as that allows. */
export function apart(wanted, gap, low, high) {
  const order = wanted.map((_, place) => place).sort((a, b) => wanted[a] - wanted[b]);
  const given = wanted.slice();
  let floor = low;
  for (const place of order) {
    given[place] = Math.max(wanted[place], floor);
    floor = given[place] + gap;
  }
  let ceiling = high;
  for (const place of order.reverse()) {
    given[place] = Math.min(given[place], ceiling);
    ceiling = given[place] - gap;
  }
  return given;
}

/**
 * Lines over the number of trials, each with its name at its end.
 * @param {{name: string, points: [number, number][], faint?: [number, number][]}[]} lines points
 *   with the number of trials and the value; faint ones are drawn thinly behind
 */
export function courses(lines, { width, height, title, described, from, to, range, label, down }) {
  const letters = Math.max(14, Math.min(20, Math.floor(width / 34)));
  const names = lines.map((one) => shortened(one.name, letters));
  const right = widest(names) + 24;
  const left = 40;
  const room = Math.max(60, width - left - right);
  const deep = height - 52;
  const x = (value) => left + ((value - from) / (to - from || 1)) * room;
  const share = (value) => (value - range[0]) / (range[1] - range[0] || 1);
  const y = (value) => 10 + (down ? share(value) : 1 - share(value)) * deep;
  const parts = [];
  for (const at of ticks(range[0], range[1], down ? Math.min(10, range[1] - range[0]) : 5)) {
    parts.push(line(`M${left} ${short(y(at))}H${short(left + room)}`, { class: "rule" }));
    parts.push(text(left - 6, y(at) + 4, String(at), { class: "dim", "text-anchor": "end" }));
  }
  for (const at of ticks(from, to, Math.max(2, Math.floor(room / 60)))) {
    if (Number.isInteger(at)) {
      parts.push(text(x(at), 10 + deep + 16, String(at), { class: "dim", "text-anchor": "middle" }));
    }
  }
  const path = (points) =>
    points.map(([n, v], place) => `${place ? "L" : "M"}${short(x(n))} ${short(y(v))}`).join("");
  const last = lines.map((one) => (one.points.length ? one.points : one.faint ?? []).at(-1));
  // Names follow the lines, and stand at the right where lines go all the way behind them.
  const ahead = Math.max(...last.map((end) => (end ? x(end[0]) : 0)));
  const beside = (lines.some((one) => one.faint?.length) ? left + room : ahead) + 14;
  const places = apart(last.map((end) => (end ? y(end[1]) : 0)), 13, 10, 10 + deep);
  lines.forEach((one, place) => {
    const hue = place % HUES;
    const dash = DASHES[Math.floor(place / HUES) % DASHES.length];
    const group = shape("g", {}, shape("title", {}, one.name));
    if (one.faint?.length) {
      group.append(line(path(one.faint), { class: `s${hue} faint`, "stroke-width": 5 }));
    }
    if (one.points.length) {
      group.append(line(path(one.points),
        { class: `s${hue}`, "stroke-width": 2, "stroke-dasharray": dash || undefined }));
    }
    const end = last[place];
    if (end) {
      const [endX, endY] = [x(end[0]), y(end[1])];
      group.append(
        shape("circle", { class: `f${hue}`, cx: short(endX), cy: short(endY), r: 3 }),
        line(`M${short(endX + 4)} ${short(endY)}L${short(beside - 3)} ${short(places[place])}`,
          { class: "leader" }),
        text(beside, places[place] + 4, names[place], { class: `f${hue}` }));
    }
    parts.push(group);
  });
  parts.push(text(left + room / 2, height - 8, label, { "text-anchor": "middle" }));
  return sheet(width, height, title, described, parts);
}

/** A probability in words that never say "certain". */
export function percent(p) {
  if (!Number.isFinite(p)) {
    return "–";
  }
  if (p > 0.995) {
    return ">99 %";
  }
  return p < 0.005 ? "<1 %" : `${Math.round(p * 100)} %`;
}

/** The chance that the model of a row is better than that of a column. */
export function matrix(names, p, { width, title, described }) {
  const letters = lettersFor(width);
  const shown = names.map((name, row) => `${row + 1} ${shortened(name, letters)}`);
  const left = widest(shown) + 16;
  const cell = Math.max(30, Math.min(56, (width - left) / names.length));
  const top = 26;
  const parts = [];
  names.forEach((_, column) => {
    parts.push(text(left + (column + 0.5) * cell, 16, String(column + 1),
      { class: "dim", "text-anchor": "middle" }));
  });
  names.forEach((name, row) => {
    const y = top + row * 26;
    parts.push(text(left - 8, y + 17, shown[row], { "text-anchor": "end" }));
    names.forEach((other, column) => {
      const at = { x: short(left + column * cell), y, width: short(cell), height: 26 };
      if (row === column) {
        parts.push(shape("rect", { ...at, class: "band" }));
        return;
      }
      const chance = p[row][column];
      const hue = chance > 0.5 ? 0 : 1;
      const depth = Number.isFinite(chance) ? Math.abs(chance - 0.5) * 1.1 : 0;
      parts.push(shape("g", {},
        shape("title", {}, `${name} is better than ${other}: ${percent(chance)}`),
        shape("rect", { ...at, class: `f${hue} cell`, "fill-opacity": short(depth) }),
        text(left + (column + 0.5) * cell, y + 17, percent(chance).replace(" %", ""),
          { "text-anchor": "middle", class: cell < 38 ? "small" : undefined })));
    });
  });
  return sheet(Math.max(width, left + cell * names.length), top + names.length * 26 + 6,
    title, described, parts);
}
