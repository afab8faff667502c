"""The functions of metrics in JavaScript, and their types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from call_javascript import camel
from call_text import wrapped
from eval_pages import metrics, page

if TYPE_CHECKING:
    from eval_pages import Metric

HEAD = "// The functions of metrics. `make calls` writes this file from their pages.\n"


def named(metric: Metric) -> list[str]:
    """Give the names of the functions of a metric: its own, and others."""
    return [metric.name, *metric.others]


def module() -> str:
    """Give the functions."""
    lines = [HEAD, 'import { withBudget, withoutBudget } from "./metrics.js";', ""]
    for metric in metrics():
        made = "withBudget" if metric.has_budget else "withoutBudget"
        for one in named(metric):
            lines += [
                f'export const {camel(f"{one}{end}")} = {made}("{one}{end}");'
                for end in ("", "_ci")
            ]
    return "\n".join([*lines, ""])


def declarations() -> str:
    """Give the types of the functions, and of the names of metrics."""
    names = [one for metric in metrics() for one in named(metric)]
    lines = [
        HEAD,
        'import type { Mean, MeanPosterior, Point, Posterior } from "./index.js";',
        "",
        "/** The name of a metric in Python; with `_ci` its posterior with an interval. */",
        "export type MetricName =",
        *(f'  | "{one}" | "{one}_ci"' for one in names),
        "  ;",
        "",
    ]
    for metric in metrics():
        kinds = ("Point", "Posterior") if metric.has_budget else ("Mean", "MeanPosterior")
        for one in named(metric):
            for end, kind in zip(("", "_ci"), kinds, strict=True):
                said = page(f"{metric.name}{end}")
                lines += ["/**", *wrapped(said.about[0], 100, " * "), " *"]
                lines += [*wrapped(said.formula, 100, " * "), " */"]
                lines += [f"export const {camel(f'{one}{end}')}: {kind};"]
    return "\n".join([*lines, ""])


def files() -> dict[str, str]:
    """Give both files."""
    return {"js/eval.js": module(), "js/eval.d.ts": declarations()}
