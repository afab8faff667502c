"""The functions of metrics in Python."""

from __future__ import annotations

import re

from call_text import paragraphs, wrapped
from eval_pages import (
    Metric,
    arguments,
    by_meaning,
    is_sized,
    metrics,
    of_kind,
    of_range,
    page,
    returned,
)

WORDS = {
    "batch": "More axes in front are batch axes.",
    "several": "a sequence of such budgets",
    "nothing": "None",
    "named": " Counts have the numbers that their categories are named by.",
    "known": "",
}
WIDTH = 96
VALUES = "scorio.eval.values"
FOLDER = "python/scorio/eval/_metrics"
# Hints and defaults of arguments.
HINTS = {
    "R": "ArrayLike | Counts", "k": "int | Sequence[int]", "w": "ArrayLike | None = None",
    "R0": "ArrayLike | None = None", "tau": "float | Fraction | Decimal",
    "pass_power": "float = 0.5", "unanimous_power": "float = 0.5", "lam": "float = 0.5",
    "lambda_": "float | None = None", "weights": "ArrayLike", "confidence": "float = 0.95",
    "bounds": "Bounds = (0.0, 1.0)", "alpha0": "float = 1.0", "beta0": "float = 1.0",
    "missing": 'Missing = "error"', "ragged": 'Ragged = "error"', "complement": "bool = False",
    "interval": 'Method = "normal"', "prior": "PriorName | None = None",
    "target": 'TargetName = "these"',
}  # fmt: skip
# How the parameters of a metric are read.
READ = {
    "weights": "w", "tau": "share(tau)", "spectrum": "spectrum_weights(weights)",
    "pass_power": 'number("pass_power", pass_power)', "lam": "one_lam(lam, lambda_)",
    "unanimous_power": 'number("unanimous_power", unanimous_power)',
}  # fmt: skip
MODULES = {
    "share": "scorio._arguments", "number": "scorio._arguments",
    "spectrum_weights": "scorio._arguments", "weights_of": "scorio._matrix",
    **dict.fromkeys(
        ("NO_BUDGET", "belief", "intervals", "means", "metric", "one_lam", "points"), VALUES
    ),
}  # fmt: skip
TYPES = {
    "Decimal": "decimal", "Fraction": "fractions", "Sequence": "collections.abc",
    "ArrayLike": "numpy.typing", "Counts": "scorio._counting.counts", "Missing": "scorio._matrix",
    "Estimate": "scorio._results", "Interval": "scorio._results", "Real": "scorio._results",
    **dict.fromkeys(("Bounds", "Method", "PriorName", "Ragged", "TargetName"), VALUES),
}  # fmt: skip
NAMED = ("missing", "ragged", "complement", "interval", "prior", "target")


def hint(metric: Metric, name: str) -> str:
    """Give the hint and the default of an argument."""
    if name == "k" and is_sized(metric):
        return "int"
    if name == "weights" and not is_sized(metric):
        return "ArrayLike | None = None"
    if name == "bounds" and not metric.is_binary:
        return "Bounds = None"
    return HINTS[name]


def signature(function: str, metric: Metric, known: dict[str, str], gives: str) -> list[str]:
    """Give the head of a function."""
    names = list(known)
    if "lam" in names:
        names.insert(names.index("weights") + 1, "lambda_")
    placed = [name for name in names if name not in NAMED]
    named = [name for name in names if name in NAMED]
    lines = [f"    {name}: {hint(metric, name)}," for name in placed]
    lines += ["    *,", *(f"    {name}: {hint(metric, name)}," for name in named)]
    return [f"def {function}(", *lines, f") -> {gives}:"]


def body(metric: Metric, known: dict[str, str], *, posterior: bool) -> list[str]:
    """Give what a function does."""
    if not (posterior or metric.has_budget):
        r0 = ["R0"] if "R0" in known else []
        given = [f'"{metric.name}"', "R", "w", *r0, "missing=missing"]
        return [f"    {line}" for line in call("return means", given).split("\n")]
    values = {name: READ[name] for name, _ in metric.parameters}
    if "spectrum" in values and not is_sized(metric):
        values["spectrum"] = "None if weights is None else spectrum_weights(weights)"
    lines = [] if metric.is_binary else ["w = weights_of(w, R)"]
    given = [f'"{metric.name}"', *(["complement=complement"] if metric.is_subset else [])]
    given += [f"{name}={value}" for name, value in values.items()]
    lines.append(call("own = metric", given))
    k = "k" if metric.has_budget else "NO_BUDGET"
    w = [] if metric.is_binary else ["w=w"]
    r0 = ["R0=R0"] if "R0" in known else []
    if posterior:
        shapes = ", alpha0, beta0" if metric.is_binary else ""
        exact = ["interval=interval"] if "interval" in known else []
        given = ["R", k, "own", "confidence", "bounds", f"belief(prior, target{shapes})"]
        lines.append(call("return intervals", [*given, *w, *r0, "missing=missing", *exact]))
    else:
        given = ["R", "k", "own", *w, "missing=missing", "ragged=ragged"]
        lines.append(call("return points", given))
    return [f"    {line}" for text in lines for line in text.split("\n")]


def call(function: str, given: list[str]) -> str:
    """Give a call, over several lines where it is long."""
    inner = ", ".join(given)
    if len(f"{function}({inner})") <= WIDTH:
        return f"{function}({inner})"
    if len(inner) + 4 <= WIDTH:
        return f"{function}(\n    {inner}\n)"
    return f"{function}(\n" + "".join(f"    {one},\n" for one in given) + ")"


def described(known: dict[str, str]) -> list[str]:
    """Give the section of parameters, where neighbours of one meaning share a line."""
    groups = by_meaning(known)
    if "lam" in known:
        groups = [
            (
                ["lam", "lambda_"] if names == ["lam"] else names,
                meaning + (" `lambda_` is its other name." if names == ["lam"] else ""),
            )
            for names, meaning in groups
        ]
    lines = ["Parameters", "----------"]
    for names, meaning in groups:
        lines += [", ".join(names), *wrapped(meaning, WIDTH, "    ")]
    return lines


def section(metric: Metric, *, posterior: bool) -> list[str]:
    """Give the section of what comes back."""
    kind = "Interval" if posterior else "float or ndarray" if metric.has_budget else "Estimate"
    said = returned(metric, posterior=posterior)
    return ["Returns", "-------", kind, *wrapped(said, WIDTH, "    ")]


def function(metric: Metric, *, posterior: bool) -> str:
    """Give the text of a function."""
    name = f"{metric.name}_ci" if posterior else metric.name
    said, known = page(name), arguments(metric, posterior=posterior, words=WORDS)
    gives = "Interval" if posterior else "Real" if metric.has_budget else "Estimate"
    errors = "; ".join(
        [*of_kind(metric, posterior=posterior), *of_range(metric, posterior=posterior)]
    )
    errors = f"{errors[0].upper()}{errors[1:]}. {said.errors}".strip()
    raised = ["Raises", "------", "ValueError", *wrapped(errors, WIDTH, "    ")]
    if metric.has_budget:
        raised += ["TypeError", "    A k that is not a whole number."]
    doc = [
        said.about[0], "", *paragraphs(said.about[1:], WIDTH),
        *described(known), "", *section(metric, posterior=posterior), "", *raised, "",
        "Notes", "-----", *wrapped(said.formula, WIDTH, ""), "",
        "References", "----------", *wrapped(said.source, WIDTH, ""), "",
        "Examples", "--------", ">>> from scorio import eval", *said.examples["python"],
    ]  # fmt: skip
    lines = [f"    {line}".rstrip() for line in doc]
    lines[0] = f'    r"""{said.about[0]}'
    head = signature(name, metric, known, gives)
    return "\n".join([*head, *lines, '    """', *body(metric, known, posterior=posterior)]) + "\n"


def imports(text: str) -> str:
    """Give the imports that a file needs."""
    code = re.sub(r'r?""".*?"""', "", text, flags=re.DOTALL)

    def needed(known: dict[str, str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, module in known.items():
            if re.search(rf"(?<![\w.]){name}\b", code):
                found.setdefault(module, []).append(name)
        return found

    def lines(found: dict[str, list[str]], indent: str) -> list[str]:
        def order(one: str) -> tuple[int, str]:
            return (0 if one.isupper() else 1 if one[0].isupper() else 2), one

        texts = {
            module: f"{indent}from {module} import {', '.join(sorted(names, key=order))}".replace(
                "weights_of", "weights as weights_of"
            )
            for module, names in found.items()
        }
        own = sorted(one for one in texts if one.startswith("scorio"))
        numpy = [one for one in texts if one.startswith("numpy")]
        standard = sorted(set(texts) - {*own, *numpy})
        groups = [[texts[one] for one in group] for group in (standard, numpy, own) if group]
        return "\n\n".join("\n".join(group) for group in groups).split("\n")

    first, checked = lines(needed(MODULES), ""), lines(needed(TYPES), "    ")
    return "\n".join(["from typing import TYPE_CHECKING", "", *first, "", "if TYPE_CHECKING:",
                      *checked])  # fmt: skip


def files() -> dict[str, str]:
    """Give the files of all metrics, and of their package."""
    found, exported = {}, []
    for metric in metrics():
        both = [function(metric, posterior=False), function(metric, posterior=True)]
        names = [metric.name, *metric.others]
        if metric.others:
            others = [" = ".join(f"{one}{end}" for one in [*metric.others, metric.name])
                      for end in ("", "_ci")]  # fmt: skip
            both.append("\n".join(others) + "\n")
        exported.append((metric.name, [f"{one}{end}" for one in names for end in ("", "_ci")]))
        head = f'"""The metric {metric.name} and its posterior. `make calls` writes this file."""'
        text = "\n\n".join(both)
        found[f"{FOLDER}/{metric.name}.py"] = (
            f"{head}\n\nfrom __future__ import annotations\n\n{imports(text)}\n\n\n{text}"
        )
    lines = [
        '"""The functions of metrics. `make calls` writes this package from their pages."""',
        "",
    ]
    lines += [
        f"from scorio.eval._metrics.{name} import (\n    "
        + ",\n    ".join(sorted(names)) + ",\n)"
        for name, names in sorted(exported)
    ]  # fmt: skip
    lines += ["", "__all__ = ["]
    lines += [f'    "{one}",' for one in sorted(name for _, names in exported for name in names)]
    found[f"{FOLDER}/__init__.py"] = "\n".join([*lines, "]", ""])
    return found
