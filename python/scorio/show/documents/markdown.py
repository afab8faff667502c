"""Tables as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import in_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio.show.page import Page


def render(page: Page) -> str:
    """Give the page as Markdown."""
    parts = []
    for table in page.tables:
        head = _line(column.name for column in table.columns)
        rule = "|" + "|".join("---" if column.left else "--:" for column in table.columns) + "|"
        parts.append(
            "\n".join([f"**{in_markdown(table.title)}**", "", head, rule, *map(_line, table.lines)])
        )
    if page.notes:
        parts.append("\n".join(f"- {in_markdown(note)}" for note in page.notes))
    return "\n\n".join(parts) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(in_markdown, cells))} |"
