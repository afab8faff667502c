"""Declared calls as functions of Python."""

from __future__ import annotations

from typing import Any, NamedTuple

from call_text import (
    OF_NUMBERS,
    Option,
    by_place,
    example,
    imperative,
    listed,
    literal,
    sections,
    wrapped,
)

from scorio import _core
from scorio._declared import meaning


class Result(NamedTuple):
    """The class of Python that holds the rows of a call, and what it is."""

    module: str
    name: str
    about: str


RESULTS = {
    "gate": Result(
        "scorio._gate", "Gate", "A sequence of `Gated`, with the `verdict` of all together."
    ),
    "score": Result(
        "scorio._scoring.scores",
        "Scores",
        "A sequence of `Score`, table by table, best first. `unscored` has models without one.",
    ),
}

TYPES = {
    "flag": "bool", "number": "float", "portion": "float", "budget": "int", "text": "str",
    "numbers": "ArrayLike", "texts": "str | Sequence[str]", "budgets": "int | Sequence[int]",
    "share": "float | Fraction | Decimal",
}  # fmt: skip
HEAD = '''"""The declared calls. `make calls` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio import _core
    from scorio._counting.tallied import Tallied
'''


def python_type(option: Option) -> str:
    """Give the type of an option."""
    if option["takes"] == "choice":
        kind = f"Literal[{', '.join(f'{one!r}' for one in option['of'])}]".replace("'", '"')
    else:
        kind = TYPES[option["takes"]]
    missing = option["usual"] is None and not option["required"]
    return f"{kind} | None" if missing else kind


def function(call: dict[str, Any]) -> str:
    """Give the function of a call."""
    name, doc, result = call["name"], sections(call["doc"]), RESULTS[call["name"]]
    own = {one["name"]: _core.option_name(one["name"], "Python") for one in call["options"]}
    placed, named = by_place(call)
    kind = "Tallied[_core.Counts]" + " | Tallied[_core.Sums]" * (name in OF_NUMBERS)
    lines = [f"def {name}(", f"    counts: {kind},"]
    for one in [*placed, None, *named]:
        if one is None:
            lines.append("    *,")
            continue
        usual = "" if one["required"] else f" = {literal(one['usual'])}"
        lines.append(f"    {own[one['name']]}: {python_type(one)}{usual},")
    lines += [
        f") -> {result.name}:",
        f'    """{imperative(doc[""][0])}',
        "",
        "    Parameters",
        "    ----------",
    ]
    of = "Counts, or sums of numbers," if name in OF_NUMBERS else "Counts"
    lines += ["    counts", f"        {of} of `scorio.count`."]
    for one in [*placed, *named]:
        lines += [f"    {own[one['name']]}", *wrapped(meaning(one, "Python"), 100, " " * 8)]
    lines += ["", "    Returns", "    -------", f"    {result.name}", f"        {result.about}", ""]
    lines += [
        "    Raises",
        "    ------",
        "    TypeError",
        "        Something else than counts, or an option of another type.",
        "    ValueError",
    ]
    ranges = [
        f"{own[one['name']]} that is not {one['range'][3]}"
        for one in call["options"] if one["range"] and one["range"][3]
    ]  # fmt: skip
    errors = (
        "; ".join([*ranges, "options that do not go together"])
        + ". "
        + " ".join(doc.get("Errors", []))
    )
    lines += [*wrapped(errors, 100, " " * 8), "", "    Notes", "    -----"]
    for number, paragraph in enumerate(doc.get("Formula", [])):
        lines += ([""] if number else []) + wrapped(paragraph, 100, "    ")
    if "Source" in doc:
        lines += ["", *wrapped("Source: " + " ".join(doc["Source"]), 100, "    ")]
    lines += [
        "",
        "    Examples",
        "    --------",
        *(f"    {one}".rstrip() for one in example(name, "python")),
    ]
    lines += ['    """', f"    from {result.module} import {result.name}", ""]
    given = [f"{one['name']}={own[one['name']]}" for one in call["options"]]
    lines += ["    answer = answered(", f'        "{name}", counts,']
    lines += listed([*given, ""], 100, " " * 8)
    lines += ["    )  # fmt: skip", f"    return {result.name}(answer, counts)"]
    return "\n".join(lines) + "\n"


def module(calls: list[dict[str, Any]]) -> str:
    """Give the module of Python."""
    imports = [
        f"    from {RESULTS[call['name']].module} import {RESULTS[call['name']].name}"
        for call in calls
    ]
    return "\n\n".join([HEAD + "\n".join(imports) + "\n", *map(function, calls)])
