"""A figure: an SVG drawing, which is also given as PNG and as a Vega-Lite specification."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._errors import coded
from scorio.plot.style import THEMES, Theme, paper, sheet
from scorio.show.documents.records import plain
from scorio.show.documents.writing import write_atomically
from scorio.show.escaping import in_html, in_json, on_a_line
from scorio.show.terminal.cells import readable

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

# The most signs of a description.
_LONGEST = 10_000
ENDINGS = (".svg", ".png", ".json")
_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


class Drawing(NamedTuple):
    """The parts of an SVG drawing, and its size in pixels."""

    width: float
    height: float
    parts: Sequence[str]


class Figure:
    """A picture of a result.

    A notebook shows it. `to_svg`, `to_png` and `to_vega` give it in other forms, and `save` writes
    a file. `title` says what it shows, and `described` what is to be seen, for those who do not
    see it.

    Examples
    --------
    >>> import scorio
    >>> figure = scorio.count("examples/coins.jsonl").score().plot()
    >>> figure.described
    'coin-11 leads with 0.7246, coin-01 is last with 0.2162.'
    >>> figure.to_svg()[:4]
    '<svg'
    """

    def __init__(self, title: str, described: str, drawing: Drawing, vega: dict[str, Any]) -> None:
        self.title = readable(title)
        self.described = readable(described, _LONGEST)
        self._drawing = drawing
        self._vega = vega

    def saying(self, sentence: str) -> Figure:
        """Give the same picture with a sentence below it."""
        width, height, parts = self._drawing
        lines = wrap(sentence, max(20, int((width - 24) / 6.5)))
        below = [
            f'<text x="12" y="{short(height + 6 + 15 * number)}" class="dim">{in_html(line)}</text>'
            for number, line in enumerate(lines)
        ]
        drawing = Drawing(width, height + 15 * len(lines), [*parts, *below])
        return Figure(self.title, f"{self.described} {sentence}", drawing, self._vega)

    @coded
    def to_svg(self, theme: Theme = "auto") -> str:
        """Give an SVG document, on light or dark paper, or on that of the reader's device.

        Raises
        ------
        ValueError
            Another theme.
        """
        _checked(theme)
        width, height, parts = self._drawing
        size = f'viewBox="0 0 {short(width)} {short(height)}" width="{short(width)}"'
        label = in_html(f"{self.title}. {self.described}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="scorio-{theme}" {size} '
            f'height="{short(height)}" role="img" aria-label="{label}">'
            f"<style>{sheet(theme)}</style><title>{in_html(self.title)}</title>"
            f'<desc>{in_html(self.described)}</desc><rect class="paper" width="100%" '
            f'height="100%"/>{"".join(parts)}</svg>'
        )

    @coded
    def to_png(self, theme: Theme = "light", zoom: float = 2.0) -> bytes:
        """Give a PNG picture of `zoom` dots for each pixel, by the optional package resvg-py.

        Raises
        ------
        ModuleNotFoundError
            resvg-py is not installed.
        ValueError
            A zoom that is not positive; another theme.
        """
        _checked(theme)
        if not zoom > 0:
            raise ValueError(f"zoom = {zoom} is not positive")
        try:
            resvg = import_module("resvg_py")
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                "PNG needs resvg-py: pip install 'scorio[png]', or write .svg"
            ) from None
        theme = "light" if theme == "auto" else theme
        svg = self.to_svg(theme)
        return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=zoom, background=paper(theme)))

    def to_vega(self) -> dict[str, Any]:
        """Give a Vega-Lite specification with its data, to restyle or to show on a page."""
        head = {"$schema": _SCHEMA, "title": self.title, "description": self.described}
        spec: dict[str, Any] = plain(head | self._vega)
        return spec

    @coded
    def save(self, path: str | os.PathLike[str], *, theme: Theme | None = None) -> None:
        """Write a file: SVG, PNG, or Vega-Lite as JSON, by the path's ending.

        Raises
        ------
        ValueError
            Another ending or theme.
        ModuleNotFoundError
            PNG without resvg-py.
        OSError
            The file cannot be written.
        """
        ending = checked_picture(path)
        if ending == ".png":
            content = self.to_png(theme or "light")
        elif ending == ".svg":
            content = self.to_svg(theme or "auto").encode()
        else:
            document = json.dumps(self.to_vega(), indent=1, ensure_ascii=False, allow_nan=False)
            content = f"{in_json(document)}\n".encode()
        write_atomically(path, content)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"Figure: {self.title}. {self.described}"


def checked_picture(path: str | os.PathLike[str]) -> str:
    """Give the ending of a path to which a figure can be written."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(
            f"cannot draw {on_a_line(str(path))}: its ending is none of {', '.join(ENDINGS)}"
        )
    return ending


def _checked(theme: str) -> None:
    if theme not in THEMES:
        raise ValueError(f"theme = {theme!r} is not one of {', '.join(map(repr, THEMES))}")


def short(x: float) -> str:
    """Write a coordinate."""
    return f"{x:.2f}".rstrip("0").rstrip(".")
