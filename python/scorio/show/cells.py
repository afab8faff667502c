"""Cells of a terminal: how many columns a text takes, and how a long one is shortened."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CUT = "…"
# Asks for the picture of the sign before it, which is two columns wide.
_PICTURE = "\ufe0f"
_SKINS = range(0x1F3FB, 0x1F400)
# Vowels and final consonants of Hangul, which join the sign before them.
_JOINING = range(0x1160, 0x1200)
_MARKS = ("Mn", "Me", "Cf")
# Without these marks, a terminal that knows right-to-left text would move the figures beside it.
_LEFT_TO_RIGHT = "\u200e"


def columns_of(text: str) -> int:
    """Count the columns of a text: wide signs and emoji take two, accents none."""
    return len(text) if text.isascii() else sum(width for _, width in _signs(text))


def _signs(text: str) -> list[tuple[str, int]]:
    """Split a text into signs with the accents on them, each with its columns."""
    signs: list[tuple[str, int]] = []
    for c in text:
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


def _head(signs: Sequence[tuple[str, int]], most: int) -> list[str]:
    """Give as many signs as fit into some columns."""
    taken, used = [], 0
    for sign, width in signs:
        used += width
        if used > most:
            break
        taken.append(sign)
    return taken


def _cut(text: str, width: int, before: int) -> str:
    """Shorten a text to some columns, of which `before` stand before the cut."""
    signs = _signs(text)
    head = "".join(_head(signs, before))
    tail = _head(signs[::-1], width - columns_of(CUT) - columns_of(head))
    return f"{head}{CUT}{''.join(reversed(tail))}"


def shortened(text: str, width: int) -> str:
    """Shorten a text in the middle to at most `width` columns, at least 1."""
    return text if columns_of(text) <= width else _cut(text, width, width // 2)


def all_shortened(texts: Sequence[str], width: int) -> list[str]:
    """Shorten texts so that different ones stay different, if any place of the cut allows it."""
    different = len(set(texts))
    for before in (width // 2, width // 4, 0, 3 * width // 4, width - 1):
        cut = [text if columns_of(text) <= width else _cut(text, width, before) for text in texts]
        if len(set(cut)) == different:
            return cut
    return [shortened(text, width) for text in texts]


def in_place(text: str) -> str:
    """Mark right-to-left text, so that the cells beside it keep their places."""
    if text.isascii() or not any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        return text
    return f"{_LEFT_TO_RIGHT}{text}{_LEFT_TO_RIGHT}"
