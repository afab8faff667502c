"""Functions of Julia for calls that are about their options alone."""

from __future__ import annotations

from typing import Any

from call_julia import literal
from call_text import Option, by_place, example, imperative, listed, sections, wrapped

from scorio import _core
from scorio._declared import meaning

# What a function gives of the rows of its call.
PLAN = {
    "trials_needed": "only_one({})",
    "smallest_difference": "only_one({}).difference",
    "foresee": "map(measured, {})",
    "repeated_looks": "measured(only_one({}))",
    "ci_from_mu_sigma": "only_one({})",
    "should_stop": "only_one({}).stop",
    "suggest_next_allocation": "places_from_one(only_one({}))",
}
RANK = {
    "spearman": "tested(only_one({}))",
    "weighted_tau": "only_one({})",
    "agreement": "only_one({})",
    "letters": "String[row.letters for row in {}]",
}
FILES = {"julia/src/plan/calls.jl": ("plan.", PLAN), "julia/src/rank/calls.jl": ("", RANK)}
HEAD = "# Calls about their options. `make calls` writes this file from their declarations.\n"
READERS = {
    "number": 'number("{0}", {0})', "flag": 'switch("{0}", {0})', "wholes": 'trials_of("{0}", {0})',
    "whole": 'whole_between("{0}", {0}, {low}, typemax(Int64))',
    "choice": 'choice("{0}", {0}, {of})',
    "seed": 'string(whole_between("{0}", {0}, 0, typemax(UInt64)))',
    "numbers": 'numbers("{0}", {0}, "{what}")',
}  # fmt: skip
# Options that a plan has by other names or readers.
NAMES = {"weights": "w", "mus": "mus_in_id_order", "sigmas": "sigmas_in_id_order"}
SPECIAL = {"weights": "weights(w)", "clip": "interval_bounds(clip)"}
SIDE = " It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref) probabilities."
MISSING = '- `missing`: "error" or "drop", what to do with missing outcomes of pilots.'


def own(option: Option, room: str) -> str:
    """Give the name of an option."""
    return NAMES.get(option["name"], option["name"]) if room else str(option["name"])


def usual(option: Option) -> str:
    """Give the default of an option."""
    value = option["usual"]
    if option["takes"] == "seed":
        return "0"
    if isinstance(value, list):
        whole = [int(one) for one in value]
        run = list(range(whole[0], whole[-1] + 1))
        return f"{run[0]}:{run[-1]}" if whole == run else f"({', '.join(map(str, whole))})"
    if option["takes"] == "whole" and value is not None:
        return str(int(value))
    return literal(value)


def reader(option: Option, room: str) -> str:
    """Give how an option is read."""
    name = own(option, room)
    if room and option["name"] in SPECIAL:
        return SPECIAL[option["name"]]
    optional = option["usual"] is None and not option["required"]
    if option["takes"] == "number" and optional:
        return f'given_number("{name}", {name})'
    known = ", ".join(f'"{one}"' for one in option["of"])
    what = option["of"][0] if option["takes"] == "numbers" else ""
    if what == "one per model" and not optional:
        return f'per_model("{name}", {name})'
    low = int(option["range"][0]) if option["takes"] == "whole" else 0
    return READERS[option["takes"]].format(name, low=low, of=f"({known})", what=what)


def begun(text: str) -> str:
    """Give a meaning as it goes on after a name. Symbols keep their capitals."""
    words = " ".join(text.split()).replace("−", "-")
    return words[0].lower() + words[1:] if words[1].islower() else words


def returned(call: dict[str, Any]) -> list[str]:
    """Give what a function returns: the fields of its rows."""
    lines = []
    for _, row in call["tables"]:
        (fields,) = (fields for known, _, fields in _core.row_types() if known == row)
        for field, _, about in fields:
            lines += wrapped(f"- `{field}`: {begun(about)}", 104, "", "  ")
    return lines


def function(call: dict[str, Any], room: str, result: str) -> str:
    """Give the function of a call."""
    name, doc = call["name"], sections(call["doc"])
    placed, named = by_place(call)
    sides = [one["name"] for one in placed if one["takes"] == "side"]

    def declared(option: Option) -> str:
        given = own(option, room)
        return given if option["required"] else f"{given} = {usual(option)}"

    places = [*map(declared, placed)]
    more = [*map(declared, named)] + ['missing = "error"'] * bool(sides)
    start = [f"{', '.join(places)}; {more[0]}", *more[1:]] if more else places
    signature = [f"{room}{name}({start[0]}", *start[1:]]
    signature[-1] += ")"
    lines = ['"""', *listed(signature, 104, "    ", " " * (5 + len(room + name))), ""]
    lines += [imperative(doc[""][0]), "", "# Arguments"]
    for one in [*placed, *named]:
        about = meaning(one, "Julia") + (SIDE if one["takes"] == "side" else "")
        lines += wrapped(f"- `{own(one, room)}`: {begun(about)}", 104, "", "  ")
    lines += [MISSING] * bool(sides)
    lines += ["", "# Returns", *returned(call)]
    if "Formula" in doc:
        lines += ["", "# Formula"]
        for paragraph in doc["Formula"]:
            lines += wrapped(paragraph.replace("−", "-"), 104, "")
    lines += ["", "# Throws"]
    errors = "`ArgumentError`, or `DomainError` for a number out of its range. "
    lines += wrapped(errors + " ".join(doc.get("Errors", [])), 104, "")
    lines += ["", "# Examples", "```jldoctest", *example(name, "julia"), "```", ""]
    lines += ["# Source", *wrapped(" ".join(doc["Source"]), 104, ""), '"""', f"function {name}("]
    lines += [*listed([*start, ""], 100, "    "), ")"]
    options = [one for one in [*placed, *named] if one["takes"] != "side"]
    read = [f"{one['name']} = {reader(one, room)}" for one in options]
    lines += ["    given = ("]
    lines += [*listed([*read, ""], 100, " " * 8), "    )"]
    if sides:
        models = ", ".join(f"{one} = {one}" for one in sides)
        tail = "," * (len(sides) == 1)
        asked = f'planned("{name}", ({models}{tail}), given, given.weights, drop_of(missing))'
    else:
        asked = f'asked_rows("{name}", given)'
    lines += [f"    rows = {asked}", f"    return {result.format('rows')}", "end"]
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Give the text of each file."""
    calls = {one["name"]: one for one in _core.calls_declared()}
    return {
        file: "\n".join(
            [HEAD, *(function(calls[name], room, result) for name, result in of.items())]
        )
        for file, (room, of) in FILES.items()
    }
