"""Tables as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import in_html

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio.show.page import Page


def render(page: Page) -> str:
    """Give the page as a fragment, which a notebook shows."""
    parts = []
    for table in page.tables:
        head = _line("th", (column.name for column in table.columns))
        body = "".join(_line("td", line) for line in table.lines)
        parts.append(
            f"<p><b>{in_html(table.title)}</b></p>"
            f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
        )
    if page.notes:
        parts.append(f"<p>{'<br>'.join(map(in_html, page.notes))}</p>")
    return "".join(parts)


def document(page: Page, title: str) -> str:
    """Give the page as a file that a browser shows."""
    head = f'<meta charset="utf-8"><title>{in_html(title)}</title>'
    return f"<!doctype html>\n<html><head>{head}</head><body>{render(page)}</body></html>\n"


def _line(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{in_html(cell)}</{tag}>' for cell in cells)}</tr>"
