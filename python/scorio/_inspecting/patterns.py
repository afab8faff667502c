"""Several fields that are outcomes together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._inspecting.name_patterns import AGGREGATED, MODELS, QUESTIONS, REPEATS
from scorio._inspecting.names import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._inspecting.profile import Field, Profile

# Names that a pattern cannot have.
_SIGNS = re.compile(r"[,{}*]")


class Wide(NamedTuple):
    """A pattern of fields, what it says they are, and what is uncertain about that."""

    options: dict[str, Any]
    doubts: list[str]


def several(seen: Profile, taken: set[str], *, has_model: bool, has_question: bool) -> Wide | None:
    """Give the pattern of several fields that are outcomes."""
    binary = [
        field for field in seen.fields
        if field.is_plain and field.is_binary() and not field.in_list
        and not AGGREGATED.search(field.word)
    ]  # fmt: skip
    names = [field.name for field in binary if field.name not in taken]
    others = [f.name for f in seen.fields if f.is_plain and f.name not in names]
    known = {field.word for field in binary if field.word in OUTCOMES and "." not in field.name}
    for (start, end), stars in _repeated(names).items():
        if len(stars) > 1:
            return Wide({"outcome": _pattern(start, end, stars, others), "trial": "*"}, [])
    for (start, end), stars in _patterns(names).items():
        if len(stars) > 1 and not known:
            role = {"score": "all"} if has_model else {"model": "*"}
            doubts = [] if has_model or end else _models(stars)
            return Wide({"outcome": _pattern(start, end, stars, others), **role}, doubts)
    if known:
        return None
    numbered = _numbered(names, others, has_question=has_question)
    if numbered is not None and (has_model or has_question):
        return numbered
    return None if has_model else _flat(names, others, binary)


def runs_or_models(seen: Profile, taken: set[str]) -> str | None:
    """Name columns of true and false that may be trials of several models, or models."""
    names = [f.name for f in seen.fields if f.is_plain and f.is_binary() and not f.in_list]
    names = [name for name in names if name not in taken]
    bases = numbered(names)
    if len(bases) < 2:  # noqa: PLR2004
        return None
    shown = ", ".join(names[:3])
    first = names[0].removesuffix(re.sub(r".*?(\d+)$", r"\1", names[0]))
    return (
        f"{shown}, …: nothing says whether these are models, as --model '*' takes them, or trials "
        f"of {', '.join(bases[:3])}: --outcome '{first}*' --trial '*' --set model={bases[0]}"
    )


def _numbered(names: list[str], others: list[str], *, has_question: bool) -> Wide | None:
    """Give fields whose names differ by a number alone, as those of trials or of questions."""
    found = [re.fullmatch(r"([A-Za-z]{1,8}[_ -]?)(\d+)", name) for name in names]
    starts = {one[1] for one in found if one}
    if len(names) < 2 or not all(found) or len(starts) > 1 or _SIGNS.search(names[0]):  # noqa: PLR2004
        return None
    start = starts.pop()
    outcome = _pattern(start, "", [one[2] for one in found if one], others)
    if has_question:
        shown = ", ".join(names[:3])
        return Wide({"outcome": outcome, "trial": "*"}, [f"{shown} are taken for trials"])
    doubts = [] if QUESTIONS.fullmatch(names[0]) else [f"{names[0]}, … are taken for questions"]
    return Wide({"outcome": outcome, "question": "*"}, doubts)


def _flat(names: list[str], others: list[str], binary: list[Field]) -> Wide | None:
    """Give fields of true and false without names of outcomes, as those of models."""
    flat = [name for name in names if not _SIGNS.search(name)]
    parts = [name.rpartition(".") for name in flat]
    if len(flat) < 2 or len(flat) < len(names) or len({part[0] for part in parts}) > 1:  # noqa: PLR2004
        return None
    start = parts[0][0] + parts[0][1]
    stars = [part[2] for part in parts]
    doubts = _models(stars)
    bases = numbered(stars)
    if len(bases) > 1:
        return None
    if bases:
        doubts = [f"{', '.join(stars[:3])} are taken for models, and may be trials of {bases[0]}"]
    if any(len(field.texts()) == 1 for field in binary) and doubts:
        return None
    return Wide({"outcome": _pattern(start, "", stars, [*others, ""]), "model": "*"}, doubts)


def numbered(names: Sequence[str]) -> list[str]:
    """Give what stands before numbers, if all names end in the same numbers from 0 or 1 on."""
    found = [re.fullmatch(r"(.*[A-Za-z][^-_. ]*?)(?:[-_. ])(\d+)", name) for name in names]
    numbers: dict[str, list[int]] = {}
    for one in found:
        if one is None or re.search(r"[-_. ]v$", one[1]):
            return []
        numbers.setdefault(one[1], []).append(int(one[2]))
    sets = [sorted(several) for several in numbers.values()]
    first = sets[0] if sets else []
    counted = first in ([*range(len(first))], [*range(1, len(first) + 1)])
    alike = len(first) > 1 and all(one == first for one in sets)
    return list(numbers) if counted and alike else []


def _models(names: list[str]) -> list[str]:
    """Doubt that names are those of models, unless one looks like it."""
    if any(MODELS.search(name) for name in names):
        return []
    return [f"{', '.join(names[:3])} are taken for models"]


def _repeated(names: list[str]) -> dict[tuple[str, str], list[str]]:
    """Give names that end in the number of a run, by what stands before it."""
    repeats: dict[tuple[str, str], list[str]] = {}
    for name in names:
        if found := REPEATS.match(name):
            repeats.setdefault((found[1], ""), []).append(found[2])
    return repeats


def _patterns(names: list[str]) -> dict[tuple[str, str], list[str]]:
    """Give names with a word for outcomes before or behind another part."""
    patterns: dict[tuple[str, str], list[str]] = {}
    for name in names:
        if _SIGNS.search(name) or REPEATS.match(name):
            continue
        for word in OUTCOMES:
            if found := re.match(rf"(.+)([_.\-/ :]{re.escape(word)})$", name, re.IGNORECASE):
                before, _, star = found[1].rpartition(".")
                start = before + "." if before else ""
                patterns.setdefault((start, found[2]), []).append(star)
            elif found := re.match(rf"({re.escape(word)}[_.\-/ :])(.+)$", name, re.IGNORECASE):
                patterns.setdefault((found[1], ""), []).append(found[2])
    return patterns


def _pattern(start: str, end: str, stars: list[str], others: list[str]) -> str:
    """Give a pattern that means these fields, and none of the others."""
    also = any(name.startswith(start) and name.endswith(end) for name in others)
    chosen = "{" + ",".join(stars) + "}" if also else "*"
    return f"{start}{chosen}{end}"
