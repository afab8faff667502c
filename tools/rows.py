"""Print python/scorio/_rows.py: the rows of results, as the core declares them.

`make rows` writes the file anew after a change in the core. A test compares the two.
"""

from __future__ import annotations

import sys
import textwrap

from call_python import RESULTS

from scorio import _core

# Rows of such calls that Python's results have, too.
SHARED = {
    "Foresight", "Heterogeneity", "RankedModel", "RaterAgreement", "SeparatedModel",
    "SliceDifference",
}  # fmt: skip

HEAD = '''"""The rows of results. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple
'''


def prose(text: str) -> str:
    """Give the words of a doc comment in one line."""
    return " ".join(text.split())


def declaration(name: str, doc: str, fields: list[tuple[str, str, str]]) -> str:
    """Give the class of one kind of row."""
    lines = [
        f"class {name}(NamedTuple):",
        f'    """{prose(doc)}',
        "",
        "    Attributes",
        "    ----------",
    ]
    for field, kind, about in fields:
        lines.append(f"    {field} : {kind.replace(' | None', ' or None')}")
        lines += textwrap.wrap(prose(about), 92, initial_indent=" " * 8, subsequent_indent=" " * 8)
    lines += ['    """', ""]
    lines += [f"    {field}: {kind}" for field, kind, _ in fields]
    return "\n".join(lines) + "\n"


def own_rows() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """Give the rows that Python has: calls about numbers alone have results of their own."""
    alone = (call for call in _core.calls_declared() if call["name"] not in RESULTS)
    foreign = {row for call in alone for _, row in call["tables"]} - SHARED
    return [row for row in _core.row_types() if row[0] not in foreign]


def module() -> str:
    """Give the file's text."""
    return "\n\n".join([HEAD, *(declaration(*row) for row in own_rows())])


if __name__ == "__main__":
    sys.stdout.write(module())
