"""Errors of fields that are read as signals of a rubric, in words of what they are."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorio._errors import code_of, fault
from scorio._reading import excel, frames, records
from scorio._reading.options import taken
from scorio._reading.sources import labelled

if TYPE_CHECKING:
    from collections.abc import Mapping

# So many files are looked at for names of fields.
_FILES = 3
# What a field may be.
_READ = {
    "label": "give labels as 1 and 0, true and false, other numbers, or the letters C and I",
}
_WRONG = re.compile(r".*: the ([a-z]+) is .*, which is no number", re.DOTALL)
_LACKING = re.compile(r"(?P<place>.*: )there is no field (?P<all>.*); fields here: (?P<seen>.*)")
_FIELD = re.compile(r'"((?:[^"\\]|\\.)*)" for the ([a-z]+)')


def refused(
    error: ValueError,
    source: Any = None,  # noqa: ANN401
    options: Mapping[str, Any] | None = None,
) -> ValueError:
    """Give an error of a reading in words of its fields: the user wrote no rubric."""
    problem = str(vars(error).get("problem", error))
    # The way out is that of a rubric, too, and is left out.
    said = re.sub(r"(?<=the )signal ([a-z]+)\d*", r"\1", problem)
    said = re.sub(
        r'the signal "([a-z]+)\d*", which is read from (.*)', r"a field \2 for the \1", said
    )
    wrong = _WRONG.fullmatch(said)
    if wrong is not None and wrong[1] in _READ:
        said = said.replace(" in the outcome, which is no number", ", which is no number")
        said = f"{said}: {_READ[wrong[1]]}"
    lacking = _LACKING.fullmatch(said)
    none = said.startswith("no trial has")
    known = fields_of(source, options or {}) if lacking or none else []
    if lacking is not None and known:
        wanted = _FIELD.findall(lacking["all"])
        # The first record may lack a field that others have.
        own = [(field, role) for field, role in wanted if field not in known] or wanted
        words = ", ".join(f'"{field}" for the {role}{_meant(field, known)}' for field, role in own)
        said = f"{lacking['place']}there is no field {words}; fields here: {lacking['seen']}"
    elif none and (field := _FIELD.search(said)) is not None:
        if field[1] in known:
            said = said.replace("has a field", "has a number in the field", 1)
        else:
            said += _meant(field[1], known)
    return fault(ValueError(said), code_of(error))


def _meant(field: str, known: list[str]) -> str:
    """Name the field that is most like one that is lacking."""
    import difflib

    near = difflib.get_close_matches(field, known, 1)
    return f', perhaps "{near[0]}" is meant' if near else ""


def fields_of(source: Any, options: Mapping[str, Any]) -> list[str]:  # noqa: ANN401
    """Give the fields of the first records of a log, as far as they are known."""
    if source is None:
        return []
    if frames.is_frame(source):
        return list(frames.columns_of(source) or ())
    if records.are_records(source):
        return list(dict.fromkeys(str(name) for one in source for name in one))
    from scorio._inspecting.profile import profile

    files = [source] if isinstance(source, str | os.PathLike) else list(source)
    found: dict[str, None] = {}
    look = {name: options[name] for name in ("format", "records") if name in options}
    with suppress(ValueError, OSError, ModuleNotFoundError):
        named = labelled(files, dict.fromkeys(("model", "task", "trial")), None, None)[:_FILES]
        if any(file == "-" for file, *_ in named):
            return []
        with excel.as_tables(named) as tables:
            for table in tables:
                seen = profile(table, taken(look), None)
                found |= dict.fromkeys(field.name for field in seen.fields)
    return list(found)
