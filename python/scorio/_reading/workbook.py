"""A program of its own: `workbook.py BOOK TABLE` writes the first sheet of a workbook as CSV.

The package for workbooks holds the whole rectangle of a sheet, up to its farthest cell. Where that
is too large, this process ends, and not that of the caller.
"""

from __future__ import annotations

import contextlib
import csv
import itertools
import sys
from pathlib import Path

# What this process may need, in bytes. Without it, the system ends it by a signal.
MOST_MEMORY = 4 << 30
# How it ends where the last line of its errors says why: by itself, or by an exception.
REFUSED = 2
UNREADABLE = (REFUSED, 1)
TOO_LARGE = 3


def main(book: str, table: str) -> int:
    """Write the first sheet of a workbook, and give the exit code."""
    from python_calamine import CalamineError, CalamineWorkbook

    _limit_memory()
    try:
        sheet = CalamineWorkbook.from_path(book).get_sheet_by_index(0)
        # Rows above the first cell are none of the table.
        rows = itertools.islice(sheet.iter_rows(), sheet.start[0] if sheet.start else 0, None)
        with Path(table).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([_text(cell) for cell in row] for row in rows)
    except CalamineError as error:
        sys.stderr.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stderr.write(str(error))
        return REFUSED
    except MemoryError:
        return TOO_LARGE
    return 0


def _limit_memory() -> None:
    """Let this process have no more memory, where the system can limit it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, MOST_MEMORY)):
            hard = resource.getrlimit(kind)[1]
            soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (soft, hard))


def _text(cell: object) -> str:
    """Give a cell as text: whole numbers without a point, true and false in small letters."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
