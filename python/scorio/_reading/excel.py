"""Workbooks of Excel as tables, by the optional package python-calamine."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scorio._errors import renamed
from scorio._reading import workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENDINGS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")

# A file, with the model, task and trial of all of it, and whether it was found in a folder.
File = tuple[str, str | None, str | None, str | None, bool]


@contextmanager
def as_tables(files: Sequence[File]) -> Iterator[list[File]]:
    """Give the files, with a CSV table in the place of each workbook. Errors name the workbook."""
    books = [file[0] for file in files if file[0].lower().endswith(ENDINGS)]
    if not books:
        yield list(files)
        return
    # Here, because most logs are no workbooks.
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        tables = {}
        for number, book in enumerate(books):
            table = Path(folder, str(number), Path(book).name + ".csv")
            table.parent.mkdir()
            _write(book, table)
            tables[book] = str(table)
        with renamed({table: book for book, table in tables.items()}):
            yield [(tables.get(name, name), *labels) for name, *labels in files]  # type: ignore[misc]


def _write(book: str, table: Path) -> None:
    """Write the first sheet of a workbook as CSV."""
    try:
        import python_calamine  # noqa: F401
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"{book} is a workbook: save it as CSV (File, Save As, CSV UTF-8), or install "
            "scorio[excel]"
        ) from None
    if not Path(book).is_file():
        raise FileNotFoundError(f"cannot open {book}: no such file")
    # Here, because most logs are no workbooks.
    import subprocess

    # The folder of the program has files that are named like modules of Python.
    command = [sys.executable, "-P", workbook.__file__, book, str(table)]
    modules = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=modules, stderr=subprocess.PIPE, check=False)  # noqa: S603  no shell
    if done.returncode in workbook.UNREADABLE:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ValueError(f"{book} cannot be read as a workbook: {''.join(said[-1:])}")
    if done.returncode != 0:
        most = f"{workbook.MOST_MEMORY >> 30} GiB"
        raise ValueError(
            f"{book} cannot be read as a workbook: up to its farthest cell, the first sheet needs "
            f"more than {most} of memory; delete cells far from the table, or save it as CSV"
        )
