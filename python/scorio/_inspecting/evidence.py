"""What the values of a field say for or against it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scorio._inspecting.name_patterns import AGGREGATED, BAD, SETTINGS
from scorio._inspecting.names import (
    ANSWERS,
    FAILURE,
    JUDGED,
    OPPOSITES,
    OUTCOMES,
    PARTS,
    SUCCESS,
    WEAK,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._inspecting.profile import Field

# How well true and false are outcomes. Words, grades and numbers are less.
BINARY = 3.0
_WORDS = 2.5
_GRADES = 2.4
_SHARE = 1.5
_NUMBER = 1.0

# Parts of a name that make an outcome of it.
_PARTS = OUTCOMES[:18]
# Why a field is no outcome that says how a question is, or how a run was.
OF_SETTING = "its name is that of a setting"
# Parts of a name that say that true is good.
_GOOD = re.compile(r"(?:^|_)(?:pass|passed|success|successful|correct|solved|ok)(?:_|$)")
# Marks of the longest text that names something.
_LONG = 80


def outcome_name(field: Field) -> float:
    """Say how much a field's name is that of an outcome: 2 and less, or 0."""
    # A list may have the plural.
    if field.word in OUTCOMES or (field.in_list and outcome_of(field.word)):
        return outcome_of(field.word)
    if field.word in OPPOSITES:
        return 0.7
    parts = re.split("[^a-z]+", field.word)
    return 0.8 if any(word in parts for word in _PARTS) else 0.0


def outcome_of(word: str) -> float:
    """Say how much a word is the name of an outcome, also in the plural: 2 and less, or 0."""
    names = [name for name in (word, word.removesuffix("s")) if name in OUTCOMES]
    return 2 - 0.02 * OUTCOMES.index(names[0]) if names else 0.0


def against(field: Field) -> str | None:  # noqa: PLR0911, a list of reasons
    """Say why a field that looks like an outcome is none, or nothing."""
    if not field.texts():
        return "it has no value"
    if field.by_place:
        return "each place in the list has the same value in all records"
    if field.counts_up:
        return "it counts up"
    if lists_of(field) & set(PARTS):
        return "its list holds the parts of one trial"
    if why := _of_its_name(field):
        return why
    if AGGREGATED.search(field.word):
        return "its name is that of a figure over many trials"
    if field.word in ANSWERS and not field.texts() <= set(JUDGED):
        return "it may be the gold answer"
    weak = field.word in WEAK or not outcome_name(field)
    if len(field.texts()) == 1 and (weak or not field.is_binary()):
        return f"all of its values are {field.values[0][0]}"
    return None


def _of_its_name(field: Field) -> str | None:
    """Say why the name of a field is that of no outcome: it is of failures, or of a setting."""
    if field.word in OPPOSITES and not field.is_binary():
        return "it tells failures"
    if field.is_binary() and field.word not in (*OPPOSITES, *OUTCOMES):
        if BAD.search(field.word) and not _GOOD.search(field.word):
            fail, good = turned(field).values()
            way = f"--category fail={fail[0]} --category pass={good[0]}"
            return f"true seems to be bad: {way} turns it round"
        if SETTINGS.search(field.word) and not outcome_name(field):
            return OF_SETTING
    return None


def turned(field: Field) -> dict[str, list[str]]:
    """Give the categories of a field that is true of a failure."""
    absent = set(field.missing())
    exact = [text for text, *_ in field.values if text not in absent]
    true = [text for text in exact if text.lower() in ("true", "1", "1.0")]
    false = [text for text in exact if text.lower() in ("false", "0", "0.0")]
    return {"fail": true or ["true"], "pass": false or ["false"]}


def lists_of(field: Field) -> set[str]:
    """Give the names of the lists that a field is in, in small letters."""
    parts = re.split(r"(?<!\\)\.", field.name)
    return {part.replace("[]", "").lower() for part in parts if part.endswith("[]")}


def is_determined(field: Field, others: Sequence[Field]) -> bool:
    """Whether other fields fix a field's value: no two records with their values have two of it."""
    seen: dict[tuple[int, ...], int] = {}
    rows = zip(field.codes, *(other.codes for other in others), strict=False)
    return all(seen.setdefault(tuple(key), code) == code for code, *key in rows if code)


def is_unique(fields: Sequence[Field]) -> bool:
    """Whether no two records have the same values of all of these fields."""
    rows = list(zip(*(field.codes for field in fields), strict=False))
    return len(set(rows)) == len(rows)


def agree(one: Field, other: Field) -> bool:
    """Whether two fields have the same truth in each record."""
    return is_determined(one, [other]) and is_determined(other, [one])


def names_something(field: Field, records: int) -> bool:
    """Whether all records have a short value of it."""
    return (
        field.is_plain
        and not field.in_list
        and not field.has_gaps(records)
        and set(field.kinds) <= {"text", "number", "boolean"}
    )


def is_name(field: Field) -> bool:
    """Whether its values are short enough for names, and not sentences."""
    texts = [text for text, *_ in field.values]
    return all(len(text) < _LONG and text.count(" ") < 5 for text in texts)  # noqa: PLR2004


def read_by(field: Field, records: int) -> tuple[float, dict[str, Any]] | None:
    """Say how well values are outcomes, and the options that read them."""
    if not field.is_plain or not field.texts():
        return None
    options: dict[str, Any] = {}
    missing = field.missing()
    if field.has_gaps(records) or missing:
        options["on_missing"] = "drop"
    if missing:
        options["missing_values"] = missing
    texts = field.texts()
    if field.is_binary():
        turn = {"categories": turned(field)} if field.word in OPPOSITES else {}
        return BINARY, options | turn
    exact = [text for text, *_ in field.values if text not in missing]
    if field.all_known and texts <= {*SUCCESS, *FAILURE}:
        no = [text for text in exact if text.lower() in FAILURE] or ["fail"]
        yes = [text for text in exact if text.lower() in SUCCESS] or ["pass"]
        return _WORDS, options | {"categories": {"fail": no, "pass": yes}}
    if field.all_known and texts <= {"c", "i", "n", "p"} and "c" in texts:
        # Categories that are numbers are their own weights.
        grades = {"0": ["I", "N"], "0.5": ["P"], "1": ["C"]}
        if "p" not in texts:
            del grades["0.5"]
        return _GRADES, options | {"categories": grades}
    numbers = field.numbers()
    if numbers is None:
        return None
    share = all(0 <= number <= 1 for number in numbers)
    return (_SHARE if share else _NUMBER), options | {"numeric": True}
