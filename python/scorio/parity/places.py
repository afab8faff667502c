"""Julia's sentences with places and literals as Python writes them.

The two languages say the same but for what is their own: Julia counts from 1, has the axes of a
batch behind and reversed, and writes `true`, `nothing`, `"drop"` and `1//3`.
"""

from __future__ import annotations

import re

# R[1, 4] and R0[1, 4]; w[2] and weights[2]; row 3 of R; in R[:, :, 2, 1]: …
ENTRY = re.compile(r"\b(R0?|w|weights)\[(\d+(?:, \d+)*)\]")
ROW = re.compile(r"\brow (\d+) of R\b")
BATCH = re.compile(r"\b(in )R\[:, :, (\d+(?:, \d+)*)\]")
# A value that was given, at the place where every sentence has it.
LITERALS = (
    (re.compile(r"(?<= = )true\b"), "True"),
    (re.compile(r"(?<= = )false\b"), "False"),
    (re.compile(r"(?<= = )nothing\b"), "None"),
    (re.compile(r"(?<= is not )true or false\b"), "True or False"),
    (re.compile(r"(?<= = )(-?\d+)//(\d+)\b"), r"\1/\2"),
    (re.compile(r'(?<= = )"([^"\\]*)"'), r"'\1'"),
)
# What this package itself says of a NaN; what the core says is the same in both.
NOT_A_NUMBER = re.compile(r"(?<= = )NaN(?= is not a whole number$)|(?<=\] = )NaN(?= is not a cat)")
AXES = re.compile(r"\bR has the trailing axes \(([\d, ]+)\) but R0 has \(([\d, ]*)\)")
# A value that is a list of texts.
TEXTS = re.compile(r'(?<= = )\["[^"\\]*"(?:, "[^"\\]*")*\](?= is )')
CHOICES = re.compile(r'(?<= is not one of )"\w+"(?:, "\w+")*')


def to_python(sentence: str) -> str:
    """Give the sentence that Python says where Julia says this one."""
    said = BATCH.sub(lambda found: f"{found[1]}\0[{_places(found[2], reverse=True)}]", sentence)
    said = ENTRY.sub(lambda found: f"{found[1]}[{_places(found[2])}]", said)
    said = ROW.sub(lambda found: f"row {_places(found[1])} of R", said)
    said = CHOICES.sub(lambda found: found[0].replace('"', "'"), said)
    said = TEXTS.sub(lambda found: found[0].replace('"', "'"), said)
    said = NOT_A_NUMBER.sub("nan", said)
    said = AXES.sub(
        lambda found: f"R has the leading axes {_axes(found[1])} but R0 has {_axes(found[2])}", said
    )
    for literal, python in LITERALS:
        said = literal.sub(python, said)
    return said.replace("\0", "R")


def _places(written: str, *, reverse: bool = False) -> str:
    places = [int(place) for place in written.split(", ")]
    if 0 in places:
        raise ValueError(f"[{written}] is no place in Julia, which counts from 1")
    return ", ".join(str(place - 1) for place in (reversed(places) if reverse else places))


def _axes(written: str) -> str:
    return str(tuple(reversed([int(size) for size in written.split(",") if size.strip()])))
