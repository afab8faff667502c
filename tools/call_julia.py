"""Declared calls as functions of Julia."""

from __future__ import annotations

from typing import Any

from call_text import by_place, example, imperative, listed, sections, wrapped

from scorio import _core
from scorio._declared import meaning

READERS = {
    "flag": 'switch("{0}", {0})', "number": 'number("{0}", {0})', "portion": 'number("{0}", {0})',
    "budget": "{0} === nothing ? nothing : budget_of({0})", "choice": '{0}', "text": '{0}',
    "numbers": 'numbers("{0}", {0}, "{1}")', "texts": '{0}',
}  # fmt: skip
HEAD = "# The declared calls. `make calls` writes this file from the declarations in the core.\n"
# How results become counts, the same in every call: see `called`.
INPUTS = ["models", "questions", "tasks", "cluster", "weight", "missing"]
USUAL = {"missing": '"error"'}


def literal(value: object) -> str:
    """Write a default."""
    words = {None: "nothing", True: "true", False: "false"}
    if isinstance(value, str):
        return f'"{value}"'
    # 1.0 is no True here.
    return repr(value) if isinstance(value, float) else words[value]


def function(call: dict[str, Any]) -> str:
    """Give the function of a call."""
    name, doc = call["name"], sections(call["doc"])
    placed, named = by_place(call)
    named = [one for one in named if one["name"] not in INPUTS]
    own = lambda one: _core.option_name(one["name"], "Julia")  # noqa: E731
    pairs = [f"{own(one)} = {literal(one['usual'])}" for one in named]
    pairs += [f"{one} = {USUAL.get(one, 'nothing')}" for one in INPUTS]
    places = ", ".join(["R", *map(own, placed)])
    start = f"    {name}({places}; "
    lines = [
        '"""',
        *listed([start + pairs[0], *pairs[1:-1], pairs[-1] + ")"], 104, "", " " * (5 + len(name))),
    ]
    lines += ["", imperative(doc[""][0]), "", "# Arguments"]
    lines += [
        (
            "- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for "
            "[`score`](@ref)."
        )
    ]
    for one in [*placed, *named]:
        text = meaning(one, "Julia")
        lines += wrapped(f"- `{own(one)}`: {text[0].lower()}{text[1:]}", 104, "", "  ")
    _, row = call["tables"][0]
    fields = next(fields for known, _, fields in _core.row_types() if known == row)
    columns = ", ".join(f"`{field}`" for field, *_ in fields)
    lines += ["", "# Returns", *wrapped(f"A vector of rows: {columns}.", 104, ""), "", "# Formula"]
    for paragraph in doc.get("Formula", []):
        lines += wrapped(paragraph.replace("−", "-"), 104, "")
    lines += ["", "# Throws"]
    lines += wrapped(
        "- `ArgumentError`: options that do not go together. " + " ".join(doc.get("Errors", [])),
        104,
        "",
        "  ",
    )
    ranges = [
        f"{own(one)} that is not {one['range'][3]}" for one in call["options"] if one["range"]
    ]
    lines += [
        f"- `DomainError`: {'; '.join(ranges)}.",
        "",
        "# Examples",
        "```jldoctest",
        *example(name, "julia"),
        "```",
        "",
    ]
    lines += ["# Source", *doc.get("Source", []), '"""', f"function {name}("]
    lines += listed([f"{places}; {pairs[0]}", *pairs[1:], ""], 100, "    ")
    lines += [")", "    options = options_of(("]
    read = []
    for one in [*placed, *named]:
        reader = "method_name({0})" if one["name"] == "metric" else READERS[one["takes"]]
        read.append(f"{one['name']} = {reader.format(own(one), *one['of'])}")
    read.append("cluster = cluster_option(cluster)")
    lines += listed([*read, ""], 100, " " * 8)
    inputs = ", ".join(INPUTS[1:])
    lines += [
        "    ))",
        f'    return called("{name}", counted(R, models, weights; {inputs}), options)',
        "end",
    ]
    return "\n".join(lines) + "\n"


def module(calls: list[dict[str, Any]]) -> str:
    """Give the file of Julia."""
    return "\n".join([HEAD, *map(function, calls)])
