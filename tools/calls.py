"""Write the functions of declared calls and of metrics: `make calls`, after a change in the core.

Each language has a file of templates beside this one. With --check it names the files that are
stale.
"""

from __future__ import annotations

import sys
from typing import Any

import asked_julia
import call_javascript
import call_julia
import call_python
import call_rank
import eval_javascript
import eval_julia
import eval_python
from call_text import ROOT, Option, has_example, sections

from scorio import _core
from scorio._declared import meaning


def row(option: Option) -> str:
    """Give the row of an option in the table of a call."""
    usual = f"`{option['usual']}`" if option["usual"] else ""
    cells = [
        f"`{_core.option_name(option['name'], 'Python')}`",
        f"`{_core.option_name(option['name'], 'command line')}`",
        "needed" if option["required"] else usual,
        meaning(option, "Python").replace("|", "\\|"),
    ]
    return f"| {' | '.join(cells)} |"


KINDS = {
    "str": "text", "int": "whole number", "float": "number", "bool": "flag", "tuple": "numbers",
    "Measured": "measured figure",
}  # fmt: skip
# Numbers of a default that are shown by their ends.
MANY = 20
INTRODUCTION = """\
Python and Julia have functions for these calls of `scorio_call`. JavaScript lacks some of them.

| takes | is given by |
|---|---|
| flag | the number 1 or 0 |
| number, whole | a number |
| numbers, wholes | numbers along one axis |
| budget, budgets | a number k, or several |
| choice, text, texts | a text, or several options of one name |
| seed | a number up to 2^53, or the digits of a whole number of 64 bits as a text |
| share | a number, or a text such as "2/3" |
| array | numbers with `axes`, of which the last runs fastest |
| side | `states` of a pilot, success probabilities, or an array of category probabilities |"""


def page(calls: list[dict[str, Any]]) -> str:
    """Give the page of options by call."""
    lines = ["# Options of calls", "`make calls` writes this page.", ""]
    for call in own(calls):
        lines += [f"## {call['name']}", sections(call["doc"])[""][0], ""]
        lines += ["| option | command line | default | meaning |", "|---|---|---|---|"]
        lines += [*map(row, call["options"]), "", *given(call)]
    lines += ["# Calls of C", *INTRODUCTION.split("\n"), ""]
    for call in calls:
        if call not in own(calls):
            lines += described(call)
    lines += [
        "# Rows",
        "A measured figure `x` has its Monte Carlo error in the column `x_error`.",
        "",
    ]
    shown = {row_name for call in calls for _, row_name in call["tables"]}
    for name, about, fields in _core.row_types():
        if name in shown:
            lines += [f"## {name}", " ".join(about.split()), "", *columns(fields)]
    return "\n".join(lines)


def described(call: dict[str, Any]) -> list[str]:
    """Give the section of a call that has its options in C alone."""
    lines = [f"## {call['name']}", sections(call["doc"])[""][0], ""]
    if call["about"] != "nothing":
        alone = ", or its options alone" if call["about"] == "maybe" else ""
        lines += [f"It is about counts{alone}.", ""]
    lines += ["| option | takes | default | meaning |", "|---|---|---|---|"]
    for option in call["options"]:
        cells = [
            f"`{option['name']}`",
            ", ".join([option["takes"], *option["of"]]),
            "needed" if option["required"] else usual(option["usual"]),
            meaning(option, "Python").replace("|", "\\|"),
        ]
        lines += [f"| {' | '.join(cells)} |"]
    if call["further"]:
        lines += ["", call["further"].strip()]
    return [*lines, "", *given(call)]


def given(call: dict[str, Any]) -> list[str]:
    """Give the list of what a call gives."""
    lines = [f"- `{name}`: rows of [{kind}](#{kind.lower()})." for name, kind in call["tables"]]
    lines += [f"- `{name}`: an array of {axes}." for name, axes in call["arrays"]]
    return ["It gives:", *lines, ""]


def usual(value: object) -> str:
    """Give a default as a reader writes it."""
    if value is None:
        return ""
    if isinstance(value, list):
        return f"`{', '.join(f'{one:g}' for one in value)}`" if len(value) < MANY else (
            f"`{value[0]:g} to {value[-1]:g}`"
        )  # fmt: skip
    return f"`{value:g}`" if isinstance(value, float | int) else f"`{value}`"


def columns(fields: list[tuple[str, str, str]]) -> list[str]:
    """Give the table of the columns of a row."""
    lines = ["| column | kind | meaning |", "|---|---|---|"]
    for field, kind, about in fields:
        known = next((word for name, word in KINDS.items() if kind.startswith(name)), kind)
        missing = ", or missing" if kind.endswith("None") else ""
        meant = " ".join(about.split()).replace("|", "\\|")
        lines.append(f"| `{field}` | {known}{missing} | {meant} |")
    return [*lines, ""]


def own(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the calls whose functions are written here in each language."""
    return [one for one in calls if one["name"] in call_python.RESULTS]


FILES = {
    "js/calls.js": call_javascript.module,
    "js/calls.d.ts": call_javascript.declarations,
}


def texts(calls: list[dict[str, Any]]) -> dict[str, str]:
    """Give the text of each file."""
    generated = own(calls)

    def of(language: str) -> list[dict[str, Any]]:
        return [one for one in generated if has_example(one["name"], language)]

    found = {f"python/scorio/_calls/{one['name']}.py": call_python.module(one) for one in generated}
    found |= eval_python.files() | eval_julia.files() | eval_javascript.files()
    found |= call_rank.modules() | asked_julia.files() | call_julia.files(of("julia"))
    for file, write in FILES.items():
        found[file] = write(of("javascript"))
    return found | {"docs/options.md": page(calls)}


def main() -> None:
    """Write the files, or with --check name those that are stale."""
    stale = []
    for file, text in texts(_core.calls_declared()).items():
        path = ROOT / file
        if "--check" not in sys.argv:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            stale.append(file)
    sys.exit(f"run make calls: {', '.join(stale)}" if stale else 0)


if __name__ == "__main__":
    main()
