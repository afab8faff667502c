r"""Tables as LaTeX, with the rules of the package booktabs (`\usepackage{booktabs}`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorio.show.escaping import in_latex
from scorio.show.page import OfFiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio.show.page import Page, Table

_BOLD = "Bold: not separated from the best."


def render(page: Page, label: str | None = None, caption: str | None = None) -> str:
    """Give the page as one `table` for each table, and the notes below the last one.

    Each table says what bold means. A caption of the page stands before that of each of several.
    """
    names = _labels(page.tables, label)
    notes = [note for note in page.notes if not isinstance(note, OfFiles)]
    last = len(page.tables) - 1
    parts = []
    for at, (table, name) in enumerate(zip(page.tables, names, strict=True)):
        below = ([_BOLD] if _has_bold(table) else []) + (notes if at == last else [])
        own = table.caption or table.title
        if caption is not None:
            own = caption if last == 0 else f"{caption}: {own}"
        parts.append(_table(table, name, own, below))
    return "\n\n".join(parts or _notes(notes)) + "\n"


def _has_bold(table: Table) -> bool:
    return any(place < len(table.columns) for _, place in table.strong)


def _table(table: Table, label: str, caption: str, notes: Sequence[str]) -> str:
    alignment = "".join("l" if column.left else "r" for column in table.columns)
    lines = [
        [_cell(cell, strong=(at, place) in table.strong) for place, cell in enumerate(line)]
        for at, line in enumerate(table.lines)
    ]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{in_latex(caption)}}}",
            rf"\label{{{label}}}",
            r"\smallskip",
            rf"\begin{{tabular}}{{{alignment}}}",
            r"\toprule",
            _line([in_latex(column.name) for column in table.columns]),
            r"\midrule",
            *map(_line, lines),
            r"\bottomrule",
            r"\end{tabular}",
            *_notes(notes),
            r"\end{table}",
        ]
    )


def _labels(tables: Sequence[Table], label: str | None) -> list[str]:
    """Give each table a label of its own."""
    if label is not None and re.search(r"[\\{}%#~,]", label):
        raise ValueError(f"label = {label!r} has a sign that LaTeX takes for its own")
    if label is not None and len(tables) == 1:
        return [label]
    wanted = [f"tab:{_plain(table.title)}" if label is None else label for table in tables]
    seen: dict[str, int] = {}
    labels = []
    for name in wanted:
        seen[name] = seen.get(name, 0) + 1
        labels.append(name if wanted.count(name) == 1 else f"{name}-{seen[name]}")
    return labels


def _plain(title: str) -> str:
    """Give the letters and digits of a title, with hyphens between its words."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower())) or "scores"


def _notes(notes: Sequence[str]) -> list[str]:
    if not notes:
        return []
    # A paragraph as wide as the text, below the table.
    return [
        r"\par\medskip",
        r"\parbox{\linewidth}{\footnotesize\raggedright",
        *(f"{in_latex(note)}\\par" for note in notes),
        "}",
    ]


def _cell(text: str, *, strong: bool) -> str:
    return rf"\textbf{{{in_latex(text)}}}" if strong else in_latex(text)


def _line(cells: Sequence[str]) -> str:
    line = " & ".join(cells)
    # Behind the end of a line, these would belong to it.
    return f"{'{}' if line.startswith(('[', '*')) else ''}{line} \\\\"
