"""How wide texts are in a picture: fonts differ, so these are the widths of a wide one."""

from __future__ import annotations

from scorio.show.terminal.cells import signs_of

# Of DejaVu Sans, in hundredths of the height of a line of type, from the narrowest to the widest.
_CLASSES = {
    32: " ',.IJijl", 38: "/:;\\|f-()[]t!r", 52: '"*_`sz?', 60: "cLFkvxyPTYaoe",
    66: "ESbdghnpqu$0123456789{}KAVBRXZ", 79: "CUHNDG&OQw#+<=>^~", 95: "M%m", 100: "W@…",
}  # fmt: skip
_OF = {sign: width for width, signs in _CLASSES.items() for sign in signs}
# Signs of other scripts of one column, and of two.
_OTHER, _WIDE, _EMOJI = 72, 102, 128
_FIRST_EMOJI = 0x1F000
_BOLD = 1.12


def pixels(text: str, size: float = 12, *, bold: bool = False) -> float:
    """Give the pixels that a text takes."""
    total = sum(_OF.get(sign, 0) or _width(sign, columns) for sign, columns in signs_of(text))
    return total / 100 * size * (_BOLD if bold else 1)


def _width(sign: str, columns: int) -> int:
    if columns < 2:  # noqa: PLR2004
        return _OF.get(sign[0], _OTHER) * columns
    return _EMOJI if ord(sign[0]) >= _FIRST_EMOJI else _WIDE
