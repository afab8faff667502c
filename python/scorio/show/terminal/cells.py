"""Cells of a terminal: how many columns a text takes, and how a long one is shortened."""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING

from scorio.show.escaping import JOINER, on_a_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    # Gives the room that a text takes.
    Measure = Callable[[str], float]

CUT = "…"
# Asks for the picture of the sign before it, which is two columns wide.
_PICTURE = "\ufe0f"
_SKINS = range(0x1F3FB, 0x1F400)
# Vowels and final consonants of Hangul, which join the sign before them.
_JOINING = range(0x1160, 0x1200)
_MARKS = ("Mn", "Me", "Cf")
# Without these marks, a terminal that knows right-to-left text would move the figures beside it.
_LEFT_TO_RIGHT = "\u200e"
# Of a longer text only the ends are looked at: a whole prompt may stand where a name should.
_MOST = 2000


def columns_of(text: str) -> int:
    """Count the columns of a text: wide signs and emoji take two, accents none.

    Of a text of more than 2,000 signs each counts one.
    """
    if text.isascii() or len(text) > _MOST:
        return len(text)
    return sum(width for _, width in signs_of(text))


def signs_of(text: str) -> list[tuple[str, int]]:
    """Split a text into signs with the accents on them, each with its columns.

    Emoji that are joined are one sign.
    """
    signs: list[tuple[str, int]] = []
    for c in text:
        if signs and signs[-1][0].endswith(JOINER):
            signs[-1] = signs[-1][0] + c, 2
            continue
        joined = c == _PICTURE or unicodedata.category(c) in _MARKS or ord(c) in _JOINING
        skin = ord(c) in _SKINS and signs and signs[-1][1] > 1
        if (joined or skin) and signs:
            sign, width = signs[-1]
            picture = c == _PICTURE and width == 1 and not sign.isalpha()
            signs[-1] = sign + c, 2 if picture else width
        else:
            wide = unicodedata.east_asian_width(c) in "WF"
            signs.append((c, 0 if joined else 2 if wide else 1))
    return signs


def _head(signs: Iterable[str], most: float, measure: Measure) -> list[str]:
    """Give as many signs as fit into some room."""
    taken, used = [], 0.0
    for sign in signs:
        used += measure(sign)
        if used > most:
            break
        taken.append(sign)
    return taken


def _ends(text: str, most: int) -> tuple[str, str]:
    """Give the beginning and the end of a long text, and of another the whole as both."""
    return (text, text) if len(text) <= most else (text[:most], text[-most:])


def _cut(text: str, width: float, before: float, measure: Measure) -> str:
    """Shorten a text to some room, of which `before` stands before the cut."""
    first, last = _ends(text, max(_MOST, 2 * math.ceil(width)))
    head = "".join(_head((sign for sign, _ in signs_of(first)), before, measure))
    signs = [sign for sign, _ in signs_of(last)]
    tail = _head(signs[::-1], width - measure(CUT) - measure(head), measure)
    return f"{head}{CUT}{''.join(reversed(tail))}"


def shortened(text: str, width: float, measure: Measure = columns_of) -> str:
    """Shorten a text in the middle to at most `width` columns, at least 1."""
    return text if measure(text) <= width else _cut(text, width, width // 2, measure)


def all_shortened(
    texts: Sequence[str],
    width: float,
    measure: Measure = columns_of,
    *,
    keep_ends: bool = False,
) -> list[str]:
    """Shorten texts so that different ones stay different, if any place of the cut allows it.

    With `keep_ends`, the cut is at the beginning if that does.
    """
    different = len(set(texts))
    long = [measure(text) > width for text in texts]
    places = (width // 2, width // 4, 0, 3 * width // 4, width - measure(CUT))
    for before in (0, *places) if keep_ends else places:
        cut = [
            _cut(text, width, before, measure) if is_long else text
            for text, is_long in zip(texts, long, strict=True)
        ]
        if len(set(cut)) == different:
            return cut
    return [shortened(text, width, measure) for text in texts]


def readable(text: str, most: int = _MOST) -> str:
    """Give a text on one line, and of one that nobody would read only the ends."""
    line = on_a_line(text)
    return line if len(line) <= most else f"{line[: most // 2]}{CUT}{line[1 - most // 2 :]}"


def in_place(text: str) -> str:
    """Mark right-to-left text, so that the cells beside it keep their places."""
    if text.isascii() or not any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        return text
    return f"{_LEFT_TO_RIGHT}{text}{_LEFT_TO_RIGHT}"
