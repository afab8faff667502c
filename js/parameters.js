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

/** The given parameters, in the memory of the module. */
export function parametersOf(core, given) {
  const parameters = new core.Parameters();
  for (const [name, [own, checked]] of Object.entries(PARAMETERS)) {
    if (given[name] === undefined) continue;
    const value = checked(given[name], `options.${name}`);
    if (typeof value === "number") parameters.number(own, value);
    else parameters.numbers(own, value);
  }
  return parameters;
}
