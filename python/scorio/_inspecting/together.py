"""One command for several files that are read alike."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._counting.counts import Counts
from scorio._inspecting.command import command
from scorio._inspecting.documents import place
from scorio._inspecting.evidence import is_name
from scorio._inspecting.guess import Proposal, guess
from scorio._inspecting.inspection import OWN, Inspection
from scorio._inspecting.names import MODELS, RUN
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
# What follows the number of a run in a path.
_ENDING = r"\.[^/]*$"


def asks_nothing(options: Mapping[str, Any]) -> bool:
    """Whether nobody says how the files are read."""
    return not any(options.get(name) not in (None, name, {}, ()) for name in (*OWN, "format"))


def together(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], paths: Sequence[str]
) -> Inspection | None:
    """Say how files are scored together, or nothing if they are not read alike."""
    looks: list[tuple[Profile, Proposal]] = []
    if paths[0] != "-" and _is_tool(paths[0]):
        return None
    for path in paths[:_MOST]:
        if path == "-" or path.lower().endswith(ENDINGS) or _core.is_counts(path, "outcome"):
            return None
        try:
            looks.append(_look(path))
        except ValueError:
            return None
    seen, proposal = looks[0]
    alike = all(other.options == proposal.options for _, other in looks)
    if proposal.options is None or not alike:
        return None
    options: dict[str, Any] = dict(proposal.options)
    doubts = [doubt for _, one in looks for doubt in one.doubts]
    if not proposal.names_model:
        named = _one_value(options, [one for one, _ in looks]) or _by_path(paths)
        options |= named[0]
        doubts += named[1]
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


def _by_path(paths: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Give the options by which paths name models and trials."""
    stems = [_core.stem(path) for path in paths]
    folders = [Path(path).resolve().parent.name for path in paths]
    runs = [RUN.fullmatch(stem) for stem in stems]
    if all(runs):
        return _of_runs(stems, folders)
    if len(set(stems)) == len(stems):
        doubts = [] if any(map(MODELS.search, stems)) else ["names of files are taken for models"]
        return {}, doubts
    of_folders = r"(?P<model>[^/]+)/[^/]+$"
    if len(set(folders)) == len(folders):
        return {"path": of_folders}, []
    each = r"(?P<model>[^/]+)/(?P<task>[^/]+)" + _ENDING
    return {"path": each}, ["folders are taken for models, and names of files for tasks"]


def _of_runs(stems: Sequence[str], folders: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Give the options for files that are numbered runs."""
    found = [RUN.fullmatch(stem) for stem in stems]
    models = [one["model"] for one in found if one]
    if not any(models) and len(set(folders)) == 1:
        name = folders[0] or "model"
        return {"constants": {"model": name}, "path": r"(?P<trial>\d+)" + _ENDING}, []
    if not any(models):
        return {"path": r"(?P<model>[^/]+)/[^/]*?(?P<trial>\d+)" + _ENDING}, []
    words = {
        stem[one.end("model") : one.start("trial")]
        for stem, one in zip(stems, found, strict=True)
        if one
    }
    word = re.escape(words.pop()) if len(words) == 1 else r"[-_. ]?[a-zA-Z]+[-_. ]?"
    return {"path": rf"(?P<model>[^/]+){word}(?P<trial>\d+)" + _ENDING}, []
