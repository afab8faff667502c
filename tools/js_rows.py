"""Print js/rows.d.ts: the rows of results in TypeScript, as the core declares them.

`make rows` writes the file anew after a change in the core. A test compares the two.
"""

from __future__ import annotations

import re
import sys
import textwrap

from rows import prose

from scorio import _core

# The results that the JavaScript package gives.
GIVEN = {
    "Score",
    "Unscored",
    "Judged",
    "Comparison",
    "Gated",
    "SliceDifference",
    "Heterogeneity",
    "DriftRun",
    "DriftVerdict",
    "Doubling",
    "Horizon",
    "HorizonBin",
    "HorizonCurve",
    "HorizonRatio",
    "Judging",
    "LabelPlan",
    "Cost",
    "CostPair",
    "CostCrossing",
    "Retry",
    "Capped",
    "CostGated",
    "CostPlan",
    "QuestionDifference",
    "Unmatched",
    "Uncompared",
    "Pair",
    "Measured",
    "Foresight",
    "SeparatedModel",
    "TrialsNeeded",
    "Narrowing",
    "Separation",
    "ModelSeparation",
}
KINDS = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}
HEAD = """\
// The rows of results. `make rows` writes this file from the declarations in the core."""


def camel(name: str) -> str:
    """Give a name as JavaScript writes it."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def kind_of(kind: str) -> str:
    """Give a type as TypeScript writes it."""
    bare = kind.removesuffix(" | None")
    missing = "" if bare == kind else " | null"
    if bare.startswith("tuple"):
        return f"number[]{missing}"
    return f"{KINDS.get(bare, bare)}{missing}"


def declaration(name: str, doc: str, fields: list[tuple[str, str, str]]) -> str:
    """Give the interface of one kind of row."""
    lines = [f"/** {prose(doc)} */", f"export interface {name} {{"]
    for field, kind, about in fields:
        words = textwrap.wrap(prose(about), 92)
        if len(words) == 1:
            lines.append(f"  /** {words[0]} */")
        else:
            lines += ["  /**", *(f"   * {word}" for word in words), "   */"]
        lines.append(f"  {camel(field)}: {kind_of(kind)};")
    return "\n".join([*lines, "}"]) + "\n"


def module() -> str:
    """Give the file's text."""
    given = [row for row in _core.row_types() if row[0] in GIVEN]
    return "\n".join([HEAD, *(declaration(*row) for row in given)])


if __name__ == "__main__":
    sys.stdout.write(module())
