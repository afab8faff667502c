// Results matrices as the module takes them: one typed array, and the lengths of the rows.

import { isTyped } from "./arguments.js";
import { many, ScorioError, shown, typeError } from "./errors.js";

export const isRow = (row) => Array.isArray(row) || isTyped(row);

/** An outcome as a number. NaN is a missing one. */
function outcome(value, place) {
  if (typeof value === "number") return value;
  if (value === undefined || value === null) return NaN;
  if (typeof value === "boolean") return Number(value);
  throw typeError(place(), value, "an outcome: outcomes are numbers or booleans, and null if missing");
}

/** Bytes as they are; other numbers as doubles. */
function flat(data, place) {
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) {
    return new Uint8Array(data.buffer, data.byteOffset, data.length);
  }
  if (data instanceof Float64Array) return data;
  if (isTyped(data)) return Float64Array.from(data);
  if (Array.isArray(data)) return gathered([data], data.length, () => place);
  throw typeError(place, data, "an array of outcomes");
}

/** The entries of rows: bytes as long as all are small whole numbers. */
function gathered(rows, size, name) {
  let values = new Uint8Array(size);
  let small = true;
  let at = 0;
  rows.forEach((row, place) => {
    for (let column = 0; column < row.length; column += 1) {
      const value = outcome(row[column], () => `${name(place)}[${column}]`);
      if (small && !(value >= 0 && value < 256 && Number.isInteger(value))) {
        values = Float64Array.from(values);
        small = false;
      }
      values[at] = value;
      at += 1;
    }
  });
  return values;
}

/** Values, the number of rows, and the lengths of the rows if they differ. */
export function flatten(R, name) {
  if (typeof R === "object" && R !== null && !isRow(R) && "data" in R) {
    const values = flat(R.data, `${name}.data`);
    const rows = R.rows;
    if (!Number.isSafeInteger(rows) || rows < 1 || values.length % rows !== 0) {
      const problem = `${name}.rows is ${shown(rows)}, which does not divide the ${values.length} entries`;
      throw new ScorioError({ code: "argument.shape", problem, place: `${name}.rows` });
    }
    return { values, rows, lengths: undefined };
  }
  if (!isRow(R)) throw typeError(name, R, "a matrix: an array of rows, or {data, rows}");
  const rows = Array.from(R);
  rows.forEach((row, index) => {
    if (!isRow(row)) throw typeError(`${name}[${index}]`, row, "a row of outcomes");
  });
  const lengths = Uint32Array.from(rows, (row) => row.length);
  const size = lengths.reduce((sum, length) => sum + length, 0);
  const even = lengths.every((length) => length === lengths[0]);
  const values = gathered(rows, size, (row) => `${name}[${row}]`);
  return { values, rows: rows.length, lengths: even ? undefined : lengths };
}

/** Entries in the memory of the module. */
export function entriesOf(core, { values, rows, lengths }) {
  return values instanceof Uint8Array
    ? core.Entries.bytes(values, rows, lengths)
    : core.Entries.floats(values, rows, lengths);
}

/** Which rows of a matrix have different lengths. */
function uneven({ lengths }, place) {
  const other = lengths.findIndex((length) => length !== lengths[0]);
  return `${place}[${other}] has ${many(lengths[other], "trial")}, but ${place}[0] has ${lengths[0]}`;
}

/** How a matrix differs from the first one, or null. */
function otherShape({ rows, values }, first, columns, place, name) {
  if (rows !== first.rows) return `${place} has ${many(rows, "question")}, but ${name}[0] has ${first.rows}`;
  if (values.length === rows * columns) return null;
  return `${place} has ${many(values.length / rows, "trial")} of each question, but ${name}[0] has ${columns}`;
}

/** L × M × N outcomes: values and shape. */
export function flattenModels(R, name) {
  if (typeof R === "object" && R !== null && !Array.isArray(R) && "data" in R) {
    const values = flat(R.data, `${name}.data`);
    const place = `${name}.shape`;
    const shape = Array.isArray(R.shape) || isTyped(R.shape) ? Array.from(R.shape) : [];
    if (shape.length !== 3 || !shape.every((size) => Number.isSafeInteger(size) && size >= 0)) {
      throw typeError(place, R.shape, "three whole numbers: models, questions and trials");
    }
    if (shape.reduce((product, size) => product * size, 1) !== values.length) {
      const problem = `${place} is [${shape.join(", ")}], which does not fit the ${values.length} entries`;
      throw new ScorioError({ code: "argument.shape", problem, place });
    }
    return { values, shape };
  }
  if (!Array.isArray(R)) throw typeError(name, R, "an array of models, questions and trials");
  const matrices = R.map((matrix, model) => {
    if (!Array.isArray(matrix)) throw typeError(`${name}[${model}]`, matrix, "a matrix");
    return flatten(matrix, `${name}[${model}]`);
  });
  const first = matrices[0] ?? { rows: 0, values: [] };
  const columns = first.rows === 0 ? 0 : first.values.length / first.rows;
  matrices.forEach((matrix, model) => {
    const place = `${name}[${model}]`;
    const problem = matrix.lengths === undefined ? otherShape(matrix, first, columns, place, name) : uneven(matrix, place);
    const remedy = "give all models the same questions, and equally many trials of each";
    if (problem !== null) throw new ScorioError({ code: "argument.shape", problem, place, remedy });
  });
  const bytes = matrices.every(({ values }) => values instanceof Uint8Array);
  const size = matrices.length * first.rows * columns;
  const values = bytes ? new Uint8Array(size) : new Float64Array(size);
  matrices.forEach((matrix, model) => values.set(matrix.values, model * first.rows * columns));
  return { values, shape: [matrices.length, first.rows, columns] };
}
