"""Declared calls as functions of Julia."""

from __future__ import annotations

from typing import Any

from call_text import Option, by_place, example, imperative, listed, sections, wrapped

from scorio import _core
from scorio._declared import meaning

READERS = {
    "flag": 'switch("{0}", {0})', "number": 'given_number("{0}", {0})',
    "portion": 'given_number("{0}", {0})', "choice": '{0}', "text": '{0}', "texts": '{0}',
    "budget": "{0} === nothing ? nothing : budget_of({0})", "numbers": 'numbers("{0}", {0}, "{1}")',
    "budgets": "{0} === nothing ? nothing : Float64[budgets({0})...]", "share": "share_option({0})",
    "whole": '{0} === nothing ? nothing : whole_between("{0}", {0}, {least}, 10^9)',
}  # fmt: skip
HEAD = "# The declared calls. `make calls` writes this file from the declarations in the core.\n"
# How results become counts, the same in every call: see `called`.
INPUTS = ["models", "questions", "tasks", "cluster", "weight", "missing"]
USUAL = {"missing": '"error"', "numeric": "false"}
ABOUT_INPUTS = """
`R`: M × N × L outcomes of questions, trials and models. Or a vector with the results of each model:
a matrix, rows of different lengths, or [`Counts`](@ref). With names it is a vector of pairs, such
as `["a" => R_a, "b" => R_b]`, or a `Dict`.

`models`: L names. The default is 1 to L.

`questions`, `tasks`: M names. By default questions are named 1 to M and have no tasks.

`cluster`: M labels of clusters, or "task". σ is then robust to what their questions have in common.

`weight`: M weights of questions in the mean.

`fields`: fields with M values each, by which questions are sliced, such as
`["level" => ["easy", "hard"]]`. `missing` stands for no value.

`missing`: "error" or "drop", what to do with missing outcomes.

`numeric`: whether outcomes are numbers, such as a judge's 7.5, in place of categories.
"""


def literal(value: object) -> str:
    """Write a default."""
    words = {None: "nothing", True: "true", False: "false"}
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return repr(value)
    # 1.0 is no True here.
    return repr(value) if isinstance(value, float) else words[value]


def own(option: Option) -> str:
    """Give the name of an option."""
    return str(_core.option_name(option["name"], "Julia"))


def declared(option: Option) -> str:
    """Give an option as a function declares it, with its default."""
    return own(option) if option["required"] else f"{own(option)} = {literal(option['usual'])}"


def throws(call: dict[str, Any]) -> list[str]:
    """Give what a function throws."""
    # Whole numbers are checked before the library sees them.
    wholes, ranges = (
        [
            f"{own(one)} that is not {one['range'][3]}"
            for one in call["options"]
            if one["range"] and one["range"][3] and (one["takes"] == "whole") == is_whole
        ]
        for is_whole in (True, False)
    )
    errors = "; ".join([*wholes, "options that do not go together"])
    errors += ". " + " ".join(sections(call["doc"]).get("Errors", []))
    return [
        "",
        "# Throws",
        *wrapped(f"- `ArgumentError`: {errors}", 104, "", "  "),
        *wrapped(f"- `DomainError`: {'; '.join(ranges)}.", 104, "", "  "),
        "",
    ]


def inputs_of(call: dict[str, Any], named: list[Option]) -> list[str]:
    """Give what results become counts by, beside R."""
    names = {one["name"] for one in named}
    inputs = INPUTS + ["numeric"] * (call["about"] == "tallied")
    if "slice" in names or call["name"] == "horizon":
        inputs.insert(inputs.index("missing"), "fields")
    if call["about"] == "costs" and "cluster" not in names:
        inputs.remove("cluster")
    clash = names & set(inputs) - {"cluster"}
    if clash:
        name = call["name"]
        raise ValueError(f"an input of {name} in Julia has the name of an option: {clash}")
    return inputs


def function(call: dict[str, Any]) -> str:
    """Give the function of a call."""
    name, doc = call["name"], sections(call["doc"])
    placed, named = by_place(call)
    inputs, of_costs = inputs_of(call, named), call["about"] == "costs"
    named = [one for one in named if one["name"] not in inputs]
    pairs = [*map(declared, named)]
    pairs += [f"{one} = {USUAL.get(one, 'nothing')}" for one in inputs]
    places = ", ".join(["R", *map(declared, placed)])
    start = f"    {name}({places}; "
    lines = [
        '"""',
        *listed([start + pairs[0], *pairs[1:-1], pairs[-1] + ")"], 104, "", " " * (5 + len(name))),
    ]
    lines += ["", imperative(doc[""][0]), "", "# Arguments"]
    like_score = f"{', '.join(f'`{one}`' for one in ['R', *inputs])}: as for [`score`](@ref)."
    if of_costs:
        like_score = like_score.replace("`R`, ", "`R`: [`CostCounts`](@ref).\n\n", 1)
    about = ABOUT_INPUTS if name == "score" else like_score
    for one in about.strip().split("\n\n"):
        lines += wrapped(f"- {' '.join(one.split())}", 104, "", "  ")
    for one in [*placed, *named]:
        text = meaning(one, "Julia")
        lines += wrapped(f"- `{own(one)}`: {text[0].lower()}{text[1:]}", 104, "", "  ")
    _, row = call["tables"][0]
    fields = next(fields for known, _, fields in _core.row_types() if known == row)
    columns = ", ".join(f"`{field}`" for field, *_ in fields)
    returned = f"A vector of rows: {columns}."
    if more := [f"`{table}`" for table, _ in call["tables"][1:]]:
        returned += f" Its `others` are the tables {', '.join(more)}."
    lines += ["", "# Returns", *wrapped(returned, 104, ""), "", "# Formula"]
    for paragraph in doc.get("Formula", []):
        lines += wrapped(paragraph.replace("−", "-"), 104, "")
    lines += [
        *throws(call),
        "# Examples",
        "```jldoctest",
        # A docstring would put in what stands behind such a sign.
        *(line.replace("$", "\\$") for line in example(name, "julia")),
        "```",
        "",
    ]
    source = [line for one in doc.get("Source", []) for line in wrapped(one, 104, "")]
    lines += ["# Source", *source, '"""', f"function {name}("]
    lines += listed([f"{places}; {pairs[0]}", *pairs[1:], ""], 100, "    ")
    lines += [")", "    options = options_of(("]
    read = []
    for one in [*placed, *named]:
        readers = {"metric": "method_name({0})", "metrics": "metric_names({0})"}
        reader = readers.get(one["name"], READERS[one["takes"]])
        least = int(one["range"][0]) if one["takes"] == "whole" else 0
        read.append(f"{one['name']} = {reader.format(own(one), *one['of'], least=least)}")
    if "cluster" in inputs:
        read.append("cluster = cluster_option(cluster)")
    lines += listed([*read, ""], 100, " " * 8)
    labels = ", ".join(inputs[1:])
    weights = "weights" if any(one["name"] == "weights" for one in named) else "nothing"
    lines += [
        "    ))",
        f"    inputs = costed(R, models; {labels})"
        if of_costs
        else f"    inputs = counted(R, models, {weights}; {labels})",
        f'    return called("{name}", inputs, options, {len(call["tables"])})',
        "end",
    ]
    return "\n".join(lines) + "\n"


def files(calls: list[dict[str, Any]]) -> dict[str, str]:
    """Give the files of Julia: comparisons, costs, horizons, and the others."""
    compared = [one for one in calls if one["name"].startswith("compare")]
    costs = [one for one in calls if one["about"] == "costs"]
    slices = [one for one in calls if one["name"] == "slices"]
    horizons = [one for one in calls if one["name"] == "horizon"]
    others = [one for one in calls if one not in [*compared, *costs, *horizons, *slices]]
    parts = {
        "julia/src/calls.jl": others,
        "julia/src/compare_calls.jl": compared,
        "julia/src/cost_calls.jl": costs,
        "julia/src/horizon_calls.jl": horizons,
        "julia/src/slice_calls.jl": slices,
    }
    return {file: "\n".join([HEAD, *map(function, own)]) for file, own in parts.items()}
