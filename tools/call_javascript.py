"""Declared calls as functions of JavaScript, and their declarations."""

from __future__ import annotations

from typing import Any

from call_text import Option, by_place, example, imperative, listed, literal, sections, wrapped

from scorio import _core
from scorio._declared import meaning

HEAD = "// The declared calls. `make calls` writes this file from the declarations in the core.\n"
READERS = {
    "flag": "flag({}, null)", "number": "number({})", "portion": "number({})",
    "budget": "number({})", "choice": "text({})", "text": "text({})",
    "numbers": "numbers({}, null)", "texts": "texts({})", "share": "share({})",
    "budgets": "someBudgets({})", "whole": "someWhole({}, {least})",
}  # fmt: skip
TYPES = {
    "flag": "boolean", "number": "number", "portion": "number", "budget": "number",
    "text": "string", "numbers": "NumberArray", "texts": "string | readonly string[]",
    "share": "number | string", "whole": "number", "budgets": "number | readonly number[]",
}  # fmt: skip


def camel(name: str) -> str:
    """Give the name of a function."""
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def own_name(option: Option) -> str:
    """Give the name of an option."""
    return str(_core.option_name(option["name"], "JavaScript"))


def divided(call: dict[str, Any]) -> tuple[list[Option], list[Option]]:
    """Give the options that have to be given in their places, and all others."""
    placed, named = by_place(call)
    return [one for one in placed if one["required"]], [
        *(one for one in placed if not one["required"]), *named,
    ]  # fmt: skip


def read(option: Option, given: str, place: str) -> str:
    """Give the line that reads an option."""
    arguments = f'{given}, "{place}"'
    least = int(option["range"][0]) if option["takes"] == "whole" else 0
    return f"    {option['name']}: check.{READERS[option['takes']].format(arguments, least=least)},"


def function(call: dict[str, Any]) -> str:
    """Give the function of a call."""
    placed, named = divided(call)
    places = ", ".join(["counts", *map(own_name, placed), "options"])
    known = [f'"{own_name(one)}"' for one in named]
    more = [f'"{table}"' for table, _ in call["tables"][1:]]
    lines = [
        f"export function {camel(call['name'])}({places}) {{",
        "  const given = check.options(options, [",
        *listed([*known, ""], 110, "    "),
        "  ]);",
        f'  return called("{call["name"]}", [{", ".join(more)}], handleOf(counts), {{',
    ]
    # What has to be given is read even if it is undefined, and then refused.
    lines += [read(one, f"{own_name(one)} ?? null", own_name(one)) for one in placed]
    lines += [read(one, f"given.{own_name(one)}", f"options.{own_name(one)}") for one in named]
    return "\n".join([*lines, "  });", "}", ""])


def module(calls: list[dict[str, Any]]) -> str:
    """Give the functions of JavaScript."""
    imports = 'import * as check from "./arguments.js";\nimport { called } from "./call.js";\n'
    imports += 'import { handleOf } from "./counts.js";\n'
    return "\n".join([HEAD, imports, *map(function, calls)])


def kind_of(option: Option) -> str:
    """Give the type of an option."""
    if option["takes"] == "choice":
        return " | ".join(map(literal, option["of"]))
    return TYPES[option["takes"]]


def declaration(call: dict[str, Any]) -> str:
    """Give the declarations of a call: its options and its function."""
    placed, named = divided(call)
    name = camel(call["name"])
    options = f"{name[0].upper()}{name[1:]}Options"
    lines = [f"export interface {options} {{"]
    for one in named:
        usual = f" @default {literal(one['usual'])}" if one["usual"] else ""
        words = wrapped(meaning(one, "JavaScript") + usual.replace("True", "true"), 100, "   * ")
        optional = "" if one["required"] else "?"
        lines += ["  /**", *words, "   */", f"  {own_name(one)}{optional}: {kind_of(one)};"]
    about = wrapped(imperative(sections(call["doc"])[""][0]), 100, " * ")
    lines += ["}", "", "/**", *about, " *", " * @example"]
    lines += [f" * {line}".rstrip() for line in example(call["name"], "javascript")]
    places = "".join(f"{own_name(one)}: {kind_of(one)}, " for one in placed)
    optional = "" if any(one["required"] for one in named) else "?"
    (_, row), *more = call["tables"]
    others = "".join(f"{table}: {kind}[]; " for table, kind in more)
    lines += [
        " */",
        f"export function {name}(",
        f"  counts: Counts, {places}options{optional}: {options},",
        f"): {row}[] & {{ {others}notes: Note[] }};",
        "",
    ]
    return "\n".join(lines)


def declarations(calls: list[dict[str, Any]]) -> str:
    """Give the declarations in TypeScript."""
    rows = sorted({row for call in calls for _, row in call["tables"]})
    imports = [
        'import type { Counts, NumberArray } from "./index.js";',
        f'import type {{ {", ".join(rows)} }} from "./rows.js";',
        "",
    ]
    note = [
        "/** What a result says, by its kind and in words. */",
        "export interface Note {",
        "  kind: string;",
        "  words: string;",
        "}",
        "",
    ]
    return "\n".join([HEAD, *imports, *map(declaration, calls), *note])
