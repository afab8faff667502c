r"""Tables as LaTeX, with the rules of the package booktabs (`\usepackage{booktabs}`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import in_latex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio.show.page import Page


def render(page: Page) -> str:
    """Give the page as one `table` environment for each table, and the notes as a paragraph."""
    parts = []
    for table in page.tables:
        alignment = "".join("l" if column.left else "r" for column in table.columns)
        head = _line(column.name for column in table.columns)
        parts.append(
            "\n".join(
                [
                    r"\begin{table}",
                    r"\centering",
                    rf"\caption{{{in_latex(table.title)}}}",
                    rf"\begin{{tabular}}{{{alignment}}}",
                    r"\toprule",
                    head,
                    r"\midrule",
                    *map(_line, table.lines),
                    r"\bottomrule",
                    r"\end{tabular}",
                    r"\end{table}",
                ]
            )
        )
    if page.notes:
        parts.append(
            "\n".join(["{\\footnotesize", *(f"{in_latex(n)}\\par" for n in page.notes), "}"])
        )
    return "\n\n".join(parts) + "\n"


def _line(cells: Iterable[str]) -> str:
    line = " & ".join(map(in_latex, cells))
    # Behind the end of a line, these would belong to it.
    return f"{'{}' if line.startswith(('[', '*')) else ''}{line} \\\\"
