"""Workbooks of Excel as tables, by the optional package python-calamine."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

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
        try:
            yield [(tables.get(name, name), *labels) for name, *labels in files]  # type: ignore[misc]
        except ValueError as error:
            for book, table_name in tables.items():
                error.args = tuple(str(part).replace(table_name, book) for part in error.args)
                if "problem" in vars(error):
                    problem = vars(error)["problem"].replace(table_name, book)
                    vars(error)["problem"] = problem
            raise


def _write(book: str, table: Path) -> None:
    """Write the first sheet of a workbook as CSV."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"{book} is a workbook: save it as CSV (File, Save As, CSV UTF-8), or install "
            "scorio[excel]"
        ) from None
    if not Path(book).is_file():
        raise FileNotFoundError(f"cannot open {book}: no such file")
    try:
        rows = CalamineWorkbook.from_path(book).get_sheet_by_index(0).to_python()
    except CalamineError as error:
        raise ValueError(f"{book} cannot be read as a workbook: {error}") from None
    import csv

    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([_text(cell) for cell in row] for row in rows)


def _text(cell: object) -> str:
    """Give a cell as text: whole numbers without a point, true and false in small letters."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
