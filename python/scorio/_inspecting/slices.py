"""Fields of questions that could be slices, as a first look at a log tells."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

from scorio._inspecting.profile import profile
from scorio._reading.options import taken
from scorio.show.escaping import in_a_shell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorio._inspecting.profile import Field

# More slices say little of each.
_FEWEST, _MOST = 2, 20
_SHOWN = 3
# More values of a number are cut at quartiles.
_CUTS = 4
# Names of slices, where each question has one record and nothing else tells.
USUAL = ("category", "subject", "difficulty", "language", "level", "topic", "domain")


def usual_field(log: str) -> str | None:
    """Name the first field of a log whose name and values are those of slices."""
    try:
        seen = profile((log, None, None, None, False), taken({}), None)
    except (ValueError, OSError):
        # The reading says what is wrong with a log.
        return None
    for field in seen.fields:
        plain = field.is_plain and not field.in_list and _FEWEST <= field.distinct <= _MOST
        if plain and field.word in USUAL:
            return field.name
    return None


def slices(question: Field, fields: Iterable[Field]) -> Iterator[str]:
    """Say of each field that has one value for each question which slices it makes."""
    single = len(set(question.codes)) == len(question.codes)
    for field in fields:
        if not field.is_plain or field.in_list or (single and field.word not in USUAL):
            continue
        values = _values(question.codes, field.codes)
        if values is None or len({*values.values()} - {0}) < _FEWEST:
            continue
        name = in_a_shell(field.name, shlex.quote(field.name))
        if field.distinct > _MOST:
            if field.numbers() is not None and field.is_measured() and not single:
                yield f"--slice {name}:{_CUTS} cuts its numbers at quartiles"
            continue
        texts = [text for text, *_ in field.values]
        sizes = Counter(values.values()).most_common()
        shown = [f"{texts[code - 1]} {size}" for code, size in sizes if 0 < code <= len(texts)]
        more = ", …" if len(shown) > _SHOWN else ""
        yield f"--slice {name}: {', '.join(shown[:_SHOWN])}{more} (numbers of questions)"


def _values(questions: list[int], codes: list[int]) -> dict[int, int] | None:
    """Give the value of each question, or None if one has two."""
    found: dict[int, int] = {}
    for question, code in zip(questions, codes, strict=False):
        known = found.get(question, 0)
        if code and known and code != known:
            return None
        found[question] = known or code
    return found
