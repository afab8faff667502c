"""One command for several files that are read alike."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._counting.counts import Counts
from scorio._inspecting.command import command
from scorio._inspecting.documents import place
from scorio._inspecting.evidence import is_name
from scorio._inspecting.files import by_path, by_task
from scorio._inspecting.guess import Proposal, guess
from scorio._inspecting.inspection import OWN, Inspection
from scorio._inspecting.name_patterns import MODELS
from scorio._inspecting.profile import Field, Profile, profile
from scorio._inspecting.trying import tried
from scorio._reading.excel import ENDINGS
from scorio._reading.options import taken
from scorio._reading.paths import expand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# Files that are looked at one by one.
_MOST = 50
# Words in the names of fields that tell what was tested.
_TESTED = ("checkpoint", "ckpt", "variant", "version", "model")


def asks_nothing(options: Mapping[str, Any]) -> bool:
    """Whether nobody says how the files are read."""
    return not any(options.get(name) not in (None, name, {}, ()) for name in (*OWN, "format"))


def together(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], paths: Sequence[str]
) -> Inspection | None:
    """Say how files are scored together, or nothing if they are not read alike."""
    looks = _looks(paths[:_MOST])
    if not looks:
        return None
    seen, proposal = looks[0]
    alike = all(other.options == proposal.options for _, other in looks)
    if proposal.options is None or not alike:
        return None
    options: dict[str, Any] = dict(proposal.options)
    doubts = [doubt for _, one in looks for doubt in one.doubts]
    if not proposal.names_model:
        shared = _share_questions([one for one, _ in looks], options)
        named = _one_value(options, [one for one, _ in looks]) or by_path(paths, shared=shared)
        if named is None:
            return None
        options |= named[0]
        doubts += named[1]
    elif "task" not in options and _share_questions([one for one, _ in looks], options):
        added, why = by_task(paths)
        options |= added
        doubts += why
    sources = _sources(source, paths)
    trial = tried(sources, options, [])
    if trial.counts is None or proposal.missed_by(trial):
        return None
    doubts = list(dict.fromkeys([*doubts, *proposal._replace(doubts=[]).all_doubts(trial)]))
    more = {"guess": "; ".join(doubts)} if doubts else {}
    counts = trial.counts
    shown = counts if isinstance(counts, Counts) else Counts(_core.no_counts())
    names = ", ".join(Path(path).name for path in paths[:3])
    title = f"{', '.join(sources)}: {len(paths)} files ({names}{', …' if len(paths) > 3 else ''})"  # noqa: PLR2004
    fields = [field.name for field in seen.fields]
    return Inspection(
        title, seen.form, fields, [], shown, [], command(sources, trial.options | more), seen,
        doubts=doubts,
    )  # fmt: skip


def _looks(paths: Sequence[str]) -> list[tuple[Profile, Proposal]]:
    """Look at each of the files, or at none if one of them is no log of unknown kind."""
    if paths[0] != "-" and _is_tool(paths[0]):
        return []
    for path in paths:
        if path == "-" or path.lower().endswith(ENDINGS) or _core.is_counts(path, "outcome"):
            return []
    try:
        return [_look(path) for path in paths]
    except ValueError:
        return []


def _look(path: str) -> tuple[Profile, Proposal]:
    file, where = (path, None, None, None, False), place(path)
    seen = profile(file, taken({"records": where.options.get("records")}), None)
    return seen, guess(seen, where.beside(seen.records_at))


def _is_tool(path: str) -> bool:
    """Whether a tool wrote a file, so that its format says everything."""
    try:
        (_, _, mapping), *_ = _core.survey((path, None, None, None, False), taken({}), None)
    except ValueError as error:
        return getattr(error, "code", None) == "tools.not_format"
    return bool(mapping)


def _sources(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], paths: Sequence[str]
) -> list[str]:
    """Give the folder of files if it has no others, or else what the user named."""
    if isinstance(source, str | os.PathLike):
        return [os.fspath(source)]
    named = [os.fspath(one) for one in source]
    folders = {os.path.normpath(Path(path).parent) for path in paths}
    if len(named) == 1 or len(folders) > 1:
        return named
    folder = folders.pop()
    here = {os.path.normpath(path) for path in expand(folder)}
    return [folder] if here == {os.path.normpath(path) for path in paths} else named


def _one_value(
    options: dict[str, Any], files: Sequence[Profile]
) -> tuple[dict[str, Any], list[str]] | None:
    """Give a field with one value in each file as the model."""
    used = {str(value) for value in options.values()}

    def constant(field: Field, seen: Profile) -> bool:
        whole = field.records == seen.records and field.distinct == 1
        return whole and set(field.kinds) == {"text"} and is_name(field)

    found = []
    for field in files[0].fields:
        same = [next((f for f in seen.fields if f.name == field.name), None) for seen in files]
        if field.name in used or field.in_list:
            continue
        pairs = zip(same, files, strict=True)
        if not all(one is not None and constant(one, seen) for one, seen in pairs):
            continue
        values = {one.values[0][0] for one in same if one is not None}
        if len(values) > 1:
            tested = any(word in field.word for word in _TESTED)
            found.append((not tested, field, values))
    found.sort(key=lambda one: one[0])
    if not found or (len(found) > 1 and found[0][0]):
        return None
    _, field, values = found[0]
    doubts = [] if any(map(MODELS.search, values)) else [
        f'"{field.name}" is taken for the model, because each file has one value of it'
    ]  # fmt: skip
    return {"model": field.name}, doubts


def _share_questions(files: Sequence[Profile], options: Mapping[str, Any]) -> bool:
    """Whether some question is in several files."""
    if len(files) < 2:  # noqa: PLR2004
        return False
    name = str(options.get("question", "question"))
    seen: set[str] = set()
    for one in files:
        field = next((field for field in one.fields if field.name == name), None)
        if field is None:
            # Several fields, or names above records.
            return True
        if seen & field.texts():
            return True
        seen |= field.texts()
    return False
