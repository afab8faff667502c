"""Write python/scorio/_rows: the rows of results as the core declares them, a file for each call.

`make rows` writes the files anew after a change in the core. A test compares the two.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

from call_python import RESULTS

from scorio import _core

# Rows of such calls that Python's results have, too.
SHARED = {
    "Foresight", "Heterogeneity", "RankedModel", "RaterAgreement", "SeparatedModel",
    "SliceDifference",
}  # fmt: skip

# The file of rows that no call gives.
OTHERS = "others"
# First words of rows without a call that have a file of their own.
WORDS = ("adaptive", "replay", "rubric")
# The names of types in the type of a field.
WORD = re.compile(r"\w+")

HEAD = '''"""{what}. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple
{needed}'''

ALL = '''"""Rows of results by name. `make rows` writes this file from the declarations in the core.

A file is loaded where its rows are first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
{imports}

__all__ = [
{names}
]

_HOMES = {{
{homes}
}}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'scorio._rows' has no attribute {{name!r}}")
    return getattr(importlib.import_module(f"scorio._rows.{{_HOMES[name]}}"), name)
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


def own_rows() -> dict[str, list[tuple[str, str, list[tuple[str, str, str]]]]]:
    """Give the rows that Python has, by file. Calls about numbers alone have other results."""
    calls = list(_core.calls_declared())
    alone = (call for call in calls if call["name"] not in RESULTS)
    foreign = {row for call in alone for _, row in call["tables"]} - SHARED
    homes: dict[str, str] = {}
    for call in calls:
        for _, row in call["tables"]:
            homes.setdefault(row, call["name"])
    found: dict[str, list[tuple[str, str, list[tuple[str, str, str]]]]] = {}
    for row in _core.row_types():
        if row[0] not in foreign:
            word = next((one for one in WORDS if row[0].lower().startswith(one)), OTHERS)
            found.setdefault(homes.get(row[0], word), []).append(row)
    return found


def files() -> dict[str, str]:
    """Give the text of each file by its name."""
    rows = own_rows()
    homes = sorted((name, home) for home, own in rows.items() for name, *_ in own)
    imports = [
        line
        for home in sorted(rows)
        for line in (
            f"    from scorio._rows.{home} import (",
            *(f"        {name}," for name in sorted(name for name, *_ in rows[home])),
            "    )",
        )
    ]
    written = {
        "__init__.py": ALL.format(
            imports="\n".join(imports),
            names="\n".join(f'    "{name}",' for name, _ in homes),
            homes="\n".join(f'    "{name}": "{home}",' for name, home in homes),
        )
    }
    for home, own in rows.items():
        what = "Other rows" if home == OTHERS else f"Rows of {home.replace('_', ' ')}"
        named = {
            word for _, _, fields in own for _, kind, _ in fields for word in WORD.findall(kind)
        }
        foreign = [(at, name) for name, at in homes if name in named and at != home]
        needed = "".join(
            f"\nfrom scorio._rows.{at} import {name}  # noqa: TC001  get_type_hints reads it\n"
            for at, name in foreign
        )
        written[f"{home}.py"] = "\n\n".join(
            [HEAD.format(what=what, needed=needed), *(declaration(*row) for row in own)]
        )
    return written


def main() -> None:
    """Write the files into a folder, and remove those that are no more."""
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    texts = files()
    for path in folder.glob("*.py"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
