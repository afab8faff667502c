"""Parts of a report: its sections, and tables, figures and sentences as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio.show.escaping import in_html
from scorio.show.terminal.cells import all_shortened, readable, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio.plot.figure import Figure
    from scorio.show.page import Table


class Section(NamedTuple):
    """A section of the page: its anchor, its heading, and its content as HTML."""

    anchor: str
    heading: str
    parts: Sequence[str]


# More columns of a name are in its tip alone.
_LONG = 60


def name(text: str, short: str | None = None) -> str:
    """Write a name, whose direction does not change the text around it.

    A long one is shortened in the middle, and whole where it is pointed at.
    """
    whole = readable(text)
    short = shortened(whole, _LONG) if short is None else short
    tip = "" if short == whole else f' title="{in_html(whole)}"'
    return f"<bdi{tip}>{in_html(short)}</bdi>"


def paragraph(html: str) -> str:
    """Give a paragraph of what is HTML already."""
    return f"<p>{html}</p>"


def subheading(text: str) -> str:
    """Give the heading of a part of a section."""
    return f"<h3>{in_html(text)}</h3>"


def notes(sentences: Iterable[str]) -> str:
    """List sentences in small print; nothing if there are none."""
    items = "".join(f"<li>{in_html(one)}</li>" for one in sentences)
    return f'<ul class="notes">{items}</ul>' if items else ""


def verdicts(sentences: Iterable[tuple[str, bool]]) -> str:
    """List sentences of HTML, each with whether it is sure."""
    items = "".join(
        f'<li class="{"sure" if sure else "open"}">{html}</li>' for html, sure in sentences
    )
    return f'<ul class="verdicts">{items}</ul>' if items else ""


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """List facts, each with its name."""
    items = "".join(f"<dt>{in_html(key)}</dt><dd>{in_html(value)}</dd>" for key, value in pairs)
    return f"<dl>{items}</dl>"


def figure(drawn: Figure, kind: str = "scroll") -> str:
    """Place a figure. On a narrow page it scrolls by itself."""
    return f"{_scrolling(drawn.title, kind)}{drawn.to_svg()}</div>"


def for_each_width(drawn: Figure, narrow: Figure) -> str:
    """Place a figure, and in its place on a phone a narrow one, which does not scroll."""
    return f'{figure(drawn, "scroll broad")}<figure class="slim">{narrow.to_svg()}</figure>'


def folded(summary: str, *parts: str) -> str:
    """Fold parts away below a summary."""
    return f"<details><summary>{in_html(summary)}</summary>{''.join(parts)}</details>"


def side_by_side(*parts: str) -> str:
    """Place parts beside one another if the page is wide enough."""
    return f'<div class="beside">{"".join(parts)}</div>'


def table(shown: Table) -> str:
    """Give a table whose heads are buttons that sort it. Its first column of text names the rows.

    On a narrow page it scrolls by itself.
    """
    first = next((at for at, column in enumerate(shown.columns) if column.left), -1)
    if first > 1:
        # Of a narrow page the names are in sight, and beside them what matters most.
        rest = sorted(
            (at for at in range(1, len(shown.columns)) if at != first),
            key=lambda at: -shown.columns[at].worth,
        )
        order = [0, first, *rest]
        columns = [shown.columns[at] for at in order]
        lines = [[line[at] for at in order] for line in shown.lines]
        shown = shown._replace(columns=columns, lines=lines, strong=frozenset())
        first = 1
    heads = "".join(
        f'<th scope="col"{" class=text" if column.left else ""}><button type="button">'
        f"{in_html(column.name)}</button></th>"
        for column in shown.columns
    )
    cells = [
        _cells([line[at] for line in shown.lines], text=column.left, head=at == first)
        for at, column in enumerate(shown.columns)
    ]
    body = "".join(f"<tr>{''.join(line)}</tr>\n" for line in zip(*cells, strict=True))
    title = readable(shown.caption or shown.title)
    caption = f"<caption>{in_html(title)}</caption>"
    return (
        f"{_scrolling(title)}<table>{caption}<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{body}</tbody></table></div>"
    )


def _cells(column: Sequence[str], *, text: bool, head: bool) -> list[str]:
    """Give the cells of a column. Different names stay different where they are shortened."""
    if not text:
        return [f"<td>{in_html(cell)}</td>" for cell in column]
    names = map(name, column, all_shortened([readable(cell) for cell in column], _LONG))
    if head:
        return [f'<th scope="row">{one}</th>' for one in names]
    return [f'<td class="text">{one}</td>' for one in names]


def _scrolling(label: str, kind: str = "scroll") -> str:
    """Open a part that scrolls sideways, also by the keyboard."""
    said = in_html(readable(label))
    return f'<div class="{kind}" role="group" tabindex="0" aria-label="{said}">'
