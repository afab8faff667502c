"""Declared calls as functions of JavaScript, and their declarations."""

from __future__ import annotations

from typing import Any

from call_text import Option, by_place, example, imperative, listed, literal, sections, wrapped

from scorio import _core
from scorio._declared import meaning

HEAD = "// The declared calls. `make calls` writes this file from the declarations in the core.\n"
READERS = {
    "flag": "flag({})", "number": "number({})", "portion": "number({})", "budget": "number({})",
    "choice": "text({})", "text": "text({})", "numbers": "numbers({}, null)", "texts": "texts({})",
}  # fmt: skip
TYPES = {
    "flag": "boolean", "number": "number", "portion": "number", "budget": "number",
    "text": "string", "numbers": "NumberArray", "texts": "string | string[]",
}  # fmt: skip


def own_name(option: Option) -> str:
    """Give the name of an option."""
    return str(_core.option_name(option["name"], "JavaScript"))


def read(option: Option, given: str, place: str) -> str:
    """Give the line that reads an option."""
    arguments = f'{given}, "{place}"'
    return f"    {option['name']}: check.{READERS[option['takes']].format(arguments)},"


def function(call: dict[str, Any]) -> str:
    """Give the function of a call."""
    placed, named = by_place(call)
    places = ", ".join(map(own_name, placed))
    known = [f'"{own_name(one)}"' for one in named]
    lines = [
        f"export function {call['name']}(counts, {places}, options) {{",
        "  const given = check.options(options, [",
        *listed([*known, ""], 110, "    "),
        "  ]);",
        f'  return called("{call["name"]}", handleOf(counts), {{',
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
    placed, named = by_place(call)
    options = f"{call['name'].title()}Options"
    lines = [f"export interface {options} {{"]
    for one in named:
        usual = f" @default {literal(one['usual'])}" if one["usual"] else ""
        words = wrapped(meaning(one, "JavaScript") + usual, 100, "   * ")
        lines += ["  /**", *words, "   */", f"  {own_name(one)}?: {kind_of(one)};"]
    about = wrapped(imperative(sections(call["doc"])[""][0]), 100, " * ")
    lines += ["}", "", "/**", *about, " *", " * @example"]
    lines += [f" * {line}".rstrip() for line in example(call["name"], "javascript")]
    places = ", ".join(f"{own_name(one)}: {kind_of(one)}" for one in placed)
    (_, row), *_ = call["tables"]
    lines += [
        " */",
        f"export function {call['name']}(",
        f"  counts: Counts, {places}, options?: {options},",
        f"): {row}[] & {{ notes: Note[] }};",
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
