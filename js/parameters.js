// Parameters of metrics among the options: their names in Python, and how they are checked.

import { number, numbers } from "./arguments.js";

const PARAMETERS = {
  weights: ["weights", numbers],
  tau: ["tau", number],
  spectrum: ["spectrum", numbers],
  lam: ["lam", number],
  passPower: ["pass_power", number],
  unanimousPower: ["unanimous_power", number],
};

export const PARAMETER_NAMES = Object.keys(PARAMETERS);

/** The given parameters by their names in the module. */
export function checkedParameters(given) {
  const known = Object.entries(PARAMETERS).filter(([name]) => given[name] !== undefined);
  return Object.fromEntries(known.map(([name, [own, checked]]) => [own, checked(given[name], `options.${name}`)]));
}

/** The given parameters, in the memory of the module. */
export function parametersOf(core, given) {
  const parameters = new core.Parameters();
  for (const [name, value] of Object.entries(checkedParameters(given))) {
    if (typeof value === "number") parameters.number(name, value);
    else parameters.numbers(name, value);
  }
  return parameters;
}
