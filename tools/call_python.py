"""Declared calls as functions of Python."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from call_inputs import COUNTS, INPUTS, Inputs
from call_text import (
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
        "scorio._gating.gate", "Gate", "A sequence of `Gated`, with the `verdict` of all together."
    ),
    "score": Result(
        "scorio._scoring.scores",
        "Scores",
        "A sequence of `Score`, table by table, best first. `unscored` has models without one.",
    ),
    "compare": Result(
        "scorio._compare.comparisons",
        "Comparisons",
        "A sequence of `Comparison`, table by table, best first. `questions`, `unmatched` and "
        "`uncompared` have more.",
    ),
    "compare_pairs": Result(
        "scorio._compare.pairs",
        "Pairs",
        "A sequence of `Pair`. `letters` has the letters of each model.",
    ),
}

RESULTS |= {
    "slices": Result(
        "scorio._slicing.slices",
        "Slices",
        "A sequence of `SliceDifference`, model by model. `models` says of each whether its "
        "differences differ between slices.",
    ),
    "cost": Result(
        "scorio._costing.costs",
        "Costs",
        "A sequence of `Cost`, table by table, best score first. `pairs`, `retries` and `caps` "
        "have more.",
    ),
    "cost_gate": Result(
        "scorio._costing.gate",
        "CostGate",
        "A sequence of `CostGated`, a row for each model and limit. `verdict` is that of all.",
    ),
    "plan_costs": Result(
        "scorio._costing.plans", "CostPlans", "A sequence of `CostPlan`, a row for each model."
    ),
    "horizon": Result(
        "scorio._horizons.horizons",
        "Horizons",
        "A sequence of `Horizon`, a row for each model and share, longest first. `ratios`, "
        "`doublings`, `bins` and `curves` have more.",
    ),
    "drift": Result(
        "scorio._drifting.chart",
        "DriftChart",
        "A sequence of `DriftRun`, a row for each run. `verdict` says what the series tells.",
    ),
    "judge_quality": Result(
        "scorio.judge.tables",
        "Judgings",
        "A sequence of `Judging`, a row for each model with labels.",
    ),
    "plan_labels": Result(
        "scorio.judge.tables",
        "LabelPlans",
        "A sequence of `LabelPlan`, a row for each model and outcome of the judge.",
    ),
}

TYPES = {
    "flag": "bool", "number": "float", "portion": "float", "budget": "int", "text": "str",
    "whole": "int", "numbers": "ArrayLike", "texts": "str | Sequence[str]",
    "budgets": "int | Sequence[int]",
    "share": "float | Fraction | Decimal",
}  # fmt: skip
HEAD = '''"""The call `{name}`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

'''
# The modules of names in hints.
HINTS = {
    "Any": "typing", "Literal": "typing",
    "Iterable": "collections.abc", "Mapping": "collections.abc",
    "Sequence": "collections.abc", "Decimal": "decimal",
    "Fraction": "fractions", "ArrayLike": "numpy.typing", "Counts": "scorio._counting.counts",
    "CostCounts": "scorio._counting.costed", "Sums": "scorio._counting.sums", "_core": "scorio",
    "Tallied": "scorio._counting.tallied", "ItemBank": "scorio.adaptive",
    "Frame": "scorio._reading.options", "Path": "scorio._reading.options",
}  # fmt: skip


def python_type(option: Option) -> str:
    """Give the type of an option."""
    if option["takes"] == "choice":
        kind = f"Literal[{', '.join(f'{one!r}' for one in option['of'])}]".replace("'", '"')
    else:
        kind = TYPES[option["takes"]]
    missing = option["usual"] is None and not option["required"]
    return f"{kind} | None" if missing else kind


def signature(call: dict[str, Any], inputs: Inputs) -> list[str]:
    """Give the arguments of a call, each with its type and default."""
    placed, named = by_place(call)

    def declared(option: Option) -> str:
        own = _core.option_name(option["name"], "Python")
        usual = "" if option["required"] else f" = {literal(option['usual'])}"
        kind = inputs.kinds.get(option["name"], f"{python_type(option)}{usual}")
        return f"{own}: {kind}"

    lines = [*inputs.places, *map(declared, placed), "*", *map(declared, named), *inputs.named]
    # `Any` takes whatever a reading takes, and the name of a slice is that of a builtin.
    noted = {"**reading: Any": "  # noqa: ANN401", "slice": "  # noqa: A002"}
    return [f"    {line},{noted.get(line, noted.get(line.split(':')[0], ''))}" for line in lines]


def function(call: dict[str, Any]) -> str:
    """Give the function of a call."""
    name, doc, result = call["name"], sections(call["doc"]), RESULTS[call["name"]]
    inputs = INPUTS.get(name, COUNTS)
    own = {one["name"]: _core.option_name(one["name"], "Python") for one in call["options"]}
    placed, named = by_place(call)
    lines = [
        f"def {name}(",
        *signature(call, inputs),
        f") -> {result.name}:",
        f'    """{imperative(doc[""][0])}',
        "",
        "    Parameters",
        "    ----------",
    ]
    options = [
        (own[one["name"]], inputs.meanings.get(one["name"]) or meaning(one, "Python"))
        for one in [*placed, *named]
    ]
    for argument, about in [*inputs.about, *options, *inputs.about_named]:
        lines += [f"    {argument}", *wrapped(" ".join(about.split()), 100, " " * 8)]
    lines += ["", "    Returns", "    -------", f"    {result.name}"]
    lines += [*wrapped(result.about, 100, " " * 8), ""]
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
    read = [f"from {result.module} import {result.name}", *inputs.read]
    at_once = sorted(line for line in read if line.startswith("from"))
    lines += ['    """', *(f"    {one}" for one in at_once)]
    lines += [*(f"    {one}".rstrip() for one in read if not one.startswith("from")), ""]
    given = [f"{one}={inputs.values.get(one, own[one])}" for one in own]
    lines += ["    answer = answered(", f'        "{name}", counts,']
    lines += listed([*given, ""], 100, " " * 8)
    lines += ["    )  # fmt: skip", f"    return {result.name}(answer, counts)"]
    return "\n".join(lines) + "\n"


def imports(hints: str, result: Result) -> str:
    """Give the imports of a file whose function has these hints."""
    modules: dict[str, list[str]] = {result.module: [result.name]}
    for name, module in HINTS.items():
        if re.search(rf"(?<![.\w]){name}\b", hints):
            modules.setdefault(module, []).append(name)
    typing = ", ".join(["TYPE_CHECKING", *modules.pop("typing", [])])
    lines = {module: f"    from {module} import {', '.join(modules[module])}" for module in modules}
    own = sorted(module for module in modules if module.startswith("scorio"))
    numpy = [module for module in modules if module.startswith("numpy")]
    standard = sorted(set(modules) - {*own, *numpy})
    groups = [[lines[one] for one in group] for group in (standard, numpy, own) if group]
    checked = "\n\n".join(map("\n".join, groups))
    return (
        f"from typing import {typing}\n\nfrom scorio._call import answered\n\n"
        f"if TYPE_CHECKING:\n{checked}\n"
    )


def module(call: dict[str, Any]) -> str:
    """Give the file of a call."""
    written = function(call)
    hints = written.split('"""', 1)[0]
    head = HEAD.replace("{name}", call["name"]) + imports(hints, RESULTS[call["name"]])
    return f"{head}\n\n{written}"
