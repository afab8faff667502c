// A first look at a log: its form, its fields, and which of them hold what. Names are those that
// `scorio inspect` knows (names.json). What is detected is only proposed: the reader checks each record.
import names from "./names.json";

const RECORDS = 200;
const DEPTH = 6;
const VALUES = 50;
const SEPARATORS = [",", "\t", ";", "|"];

const listed = (text) => text.split(" ");
const ROLES = Object.fromEntries(Object.entries(names.roles).map(([role, known]) => [role, listed(known)]));
const OUTCOMES = listed(names.outcomes);
const SUCCESS = new Set(listed(names.success));
const FAILURE = new Set(listed(names.failure));
const BINARY = new Set(["true", "false", "0", "1", "0.0", "1.0"]);

/** The texts of the first entries of a JSON list, which may be cut off. */
function* entries(text) {
  let [depth, start, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else quoted = sign !== '"';
    } else if (sign === '"') {
      quoted = true;
    } else if ("[{".includes(sign)) {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (depth === 1 && (sign === "," || sign === "]")) {
      yield text.slice(start, at);
      start = at + 1;
      if (sign === "]") return;
    } else if ("]}".includes(sign)) {
      depth -= 1;
    }
  }
}

/** The first lines of a text that are not blank. */
function* lines(text) {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, end);
    if (line.trim()) yield line;
    at = end + 1;
  }
}

/** The rows of a table, without one that is cut off. */
function* rows(text, separator) {
  let [row, cell, quoted] = [[], "", false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else quoted = false;
    } else if (sign === '"' && cell === "") {
      quoted = true;
    } else if (sign === separator || sign === "\n") {
      row.push(cell.trim());
      cell = "";
      if (sign === "\n") {
        if (row.some(Boolean)) yield row;
        row = [];
      }
    } else {
      cell += sign;
    }
  }
}

/** The separator that a header has most of. */
function separatorOf(header) {
  const bare = header.replace(/"[^"]*"/g, "");
  const count = (sign) => bare.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Calls with the path and the value of each field, also inside objects. */
function eachField(record, call, before = "", depth = 1) {
  for (const [key, value] of Object.entries(record)) {
    const path = before + key.replaceAll(".", "\\.");
    if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < DEPTH) {
      eachField(value, call, `${path}.`, depth + 1);
    } else {
      call(path, value);
    }
  }
}

function kindOf(value) {
  if (value === null || value === "") return "none";
  return Array.isArray(value) ? "list" : typeof value;
}

/** What a cell of a table is. */
function typed(cell) {
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  return cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}

function parsed(texts) {
  const records = [];
  for (const text of texts) {
    if (records.length === RECORDS) break;
    try {
      const record = JSON.parse(text);
      if (typeof record === "object" && record !== null && !Array.isArray(record)) records.push(record);
    } catch {
      // The reader says what is wrong with the record.
    }
  }
  return records;
}

/** The form of a log, its first records, and the names of its columns. */
function read(text) {
  const bare = text.replace(/^\uFEFF/, "").trimStart();
  if (bare.startsWith("{")) return { format: "jsonl", records: parsed(lines(bare)) };
  if (bare.startsWith("[")) return { format: "jsonl", records: parsed(entries(bare)) };
  const header = bare.slice(0, (bare.indexOf("\n") + 1 || bare.length + 1) - 1);
  const separator = separatorOf(header);
  const found = rows(bare.endsWith("\n") ? bare : `${bare}\n`, separator);
  const columns = found.next().value ?? [];
  const records = [];
  for (const row of found) {
    if (records.length === RECORDS) break;
    records.push(Object.fromEntries(columns.map((name, at) => [name, typed(row[at] ?? "")])));
  }
  return { format: "csv", records, columns };
}

/** The values of a record by their paths. */
function flat(record, isTable) {
  const values = new Map();
  if (isTable) Object.entries(record).forEach(([name, value]) => values.set(name, value));
  else eachField(record, (path, value) => values.set(path, value));
  return values;
}

/** The fields of some records, each with its values. */
function fieldsOf(records, isTable) {
  const fields = new Map();
  for (const record of records) {
    for (const [path, value] of record) {
      const field = fields.get(path) ?? { path, count: 0, kinds: new Set(), values: new Set() };
      fields.set(path, field);
      const kind = kindOf(value);
      field.kinds.add(kind);
      if (kind !== "none") field.count += 1;
      if (kind !== "none" && kind !== "list" && field.values.size <= VALUES) field.values.add(String(value));
    }
  }
  return [...fields.values()].map((field) => ({
    ...field,
    word: wordOf(field.path, isTable),
    depth: isTable ? 0 : field.path.split(/(?<!\\)\./).length - 1,
    isPlain: field.values.size > 0 && !field.kinds.has("list") && !field.kinds.has("object"),
  }));
}

/** The last name of a path, in small letters with underscores. */
function wordOf(path, isTable) {
  const last = isTable ? path : path.split(/(?<!\\)\./).at(-1).replaceAll("\\", "");
  const spaced = last.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
  return spaced.replace(/[^a-z0-9@]+/g, "_").replace(/^_+|_+$/g, "");
}

/** The field with the likeliest name that every record has. */
function named(fields, known, count) {
  const whole = fields.filter((field) => field.isPlain && field.count === count);
  for (const word of known) {
    const found = whole.filter((field) => field.word === word);
    if (found.length) return found.reduce((best, field) => (field.depth < best.depth ? field : best));
  }
  return undefined;
}

/** How well values are outcomes, and the words for failure and success if they are words. */
function reading(field) {
  const texts = [...field.values];
  const small = texts.map((text) => text.toLowerCase());
  if (!field.kinds.has("string") && small.every((text) => BINARY.has(text))) return { score: 3 };
  if (texts.length <= VALUES && small.every((text) => SUCCESS.has(text) || FAILURE.has(text))) {
    const those = (set, usual) => {
      const own = texts.filter((text) => set.has(text.toLowerCase()));
      return own.length ? own : [usual];
    };
    return { score: 2.5, words: { failure: those(FAILURE, "fail"), success: those(SUCCESS, "pass") } };
  }
  const isNumber = !field.kinds.has("string") && small.every((text) => Number.isFinite(Number(text)));
  if (!isNumber) return undefined;
  return { score: small.every((text) => Number(text) >= 0 && Number(text) <= 1) ? 1.5 : 1 };
}

function outcomeOf(fields, taken) {
  const rated = [];
  for (const field of fields) {
    const read = field.isPlain && !taken.has(field) ? reading(field) : undefined;
    if (!read) continue;
    const place = OUTCOMES.indexOf(field.word);
    const name = place < 0 ? 0 : 2 - 0.02 * place;
    const part = field.word.split(/[^a-z]+/).some((word) => OUTCOMES.slice(0, 18).includes(word));
    const says = name || part || (read.score === 3 && field.values.size > 1);
    if (says) rated.push({ field, words: read.words, score: read.score + (name || 0.8 * part) - 0.1 * field.depth });
  }
  return rated.sort((a, b) => b.score - a.score)[0];
}

/** Whether many trials occur twice, so that their field numbers something else. Few are duplicates. */
function repeats(records, found) {
  const paths = ["model", "task", "question", "trial"].map((role) => found[role]?.path);
  const keys = records.map((record) => JSON.stringify(paths.map((path) => record.get(path) ?? null)));
  return new Set(keys).size < 0.9 * keys.length;
}

/**
 * What the beginning of a log shows: its format, the names of its fields, those that hold the roles,
 * words of outcomes, and lists that have records inside. Nothing is known of what is no text.
 */
export function looked(text) {
  if (/[\0\uFFFD]/.test(text.slice(0, 64))) {
    return { format: "jsonl", names: [], found: {}, lists: [], isText: false };
  }
  const { format, columns, ...seen } = read(text);
  const isTable = format === "csv";
  const records = seen.records.map((record) => flat(record, isTable));
  const fields = fieldsOf(records, isTable);
  const found = Object.fromEntries(Object.entries(ROLES).map(([role, known]) => [role, named(fields, known, records.length)]));
  if (found.task === found.question) found.task = undefined;
  if (found.trial && found.trial.path !== "trial" && repeats(records, found)) found.trial = undefined;
  const outcome = outcomeOf(fields, new Set(Object.values(found)));
  const paths = Object.fromEntries(Object.entries({ ...found, outcome: outcome?.field }).map(([role, field]) => [role, field?.path]));
  const lists = Object.entries(seen.records[0] ?? {})
    .filter(([, value]) => Array.isArray(value) && typeof value[0] === "object" && value[0] !== null).map(([name]) => name);
  const all = columns ?? fields.map((field) => field.path);
  return { format, names: all.filter(Boolean), found: paths, words: outcome?.words, lists, isText: true };
}
