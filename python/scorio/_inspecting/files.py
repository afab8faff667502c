"""What the paths of several files say: models, tasks and trials."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._inspecting.names import BENCHMARKS, MODELS, PLAIN_FILES, RUN, SHARDS
from scorio._inspecting.patterns import numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

# What follows the number of a run in a path.
_ENDING = r"\.[^/]*$"
# The name of a file as the task.
_TASK = r"(?P<task>[^/]+)" + _ENDING


def by_path(paths: Sequence[str], *, shared: bool) -> tuple[dict[str, Any], list[str]] | None:
    """Give the options by which paths name models and trials."""
    stems = [_core.stem(path) for path in paths]
    folders = [Path(path).resolve().parent.name for path in paths]
    runs = [RUN.fullmatch(stem) for stem in stems]
    above = {Path(path).resolve().parent.parent for path in paths}
    if len(above) > 1:
        return _of_trees(paths, stems, runs=all(runs))
    if all(runs):
        return _of_runs(stems, folders)
    one = len(set(folders)) == 1
    if one and _are_tasks(stems):
        return {"constants": {"model": folders[0] or "model"}, "path": _TASK}, [
            f"names of files are taken for tasks, and {folders[0]} for the model"
        ]
    if one and not shared and all(map(SHARDS.fullmatch, stems)):
        return {"constants": {"model": folders[0] or "model"}}, [
            f"files are taken for parts of one log, and {folders[0]} for the model"
        ]
    if one and len(numbered(stems)) > 1:
        return {"path": r"(?P<model>[^/]+)[-_. ](?P<trial>\d+)" + _ENDING}, [
            f"{stems[0]}, … are taken for trials of {numbered(stems)[0]}, and may be models"
        ]
    if len(set(stems)) == len(stems):
        named = any(map(MODELS.search, stems)) and not any(map(PLAIN_FILES.fullmatch, stems))
        doubts = [] if named else ["names of files are taken for models"]
        if one and numbered(stems):
            doubts.append(f"{stems[0]}, … may be trials of {numbered(stems)[0]}")
        if not shared:
            doubts.append("no question is in two of the files")
        return {}, doubts
    of_folders = r"(?P<model>[^/]+)/[^/]+$"
    if len(set(folders)) == len(folders):
        return {"path": of_folders}, []
    return _models_and_tasks(folders, stems, "", r"\.[^/]*$")


def by_task(paths: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Give the task by the names of files that tell the model and share questions."""
    stems = [_core.stem(path) for path in paths]
    if len(set(stems)) == len(stems) and all(map(BENCHMARKS.search, stems)):
        return {"path": _TASK}, []
    numbers = all(map(PLAIN_FILES.fullmatch, stems)) or all(map(RUN.fullmatch, stems))
    if numbers or len(set(stems)) < len(stems):
        return {}, []
    shown = ", ".join(stems[:3])
    return {}, [f"questions of the same name in {shown} are taken for trials of one question"]


def _are_tasks(stems: Sequence[str]) -> bool:
    named = all(BENCHMARKS.search(stem) and not MODELS.search(stem) for stem in stems)
    return named and len(set(stems)) == len(stems)


def _of_trees(
    paths: Sequence[str], stems: Sequence[str], *, runs: bool
) -> tuple[dict[str, Any], list[str]] | None:
    """Give the options for folders in folders: models and tasks, above runs or single files."""
    depths = {len(Path(path).resolve().parts) for path in paths}
    if len(depths) > 1 or not (runs or len(set(stems)) == 1):
        return None
    inner = [Path(path).resolve().parent.name for path in paths]
    outer = [Path(path).resolve().parent.parent.name for path in paths]
    ending = r"/[^/]*?(?P<trial>\d+)" + _ENDING if runs else r"/[^/]+$"
    return _models_and_tasks(outer, inner, "folders ", ending)


def _models_and_tasks(
    outer: Sequence[str], inner: Sequence[str], of: str, ending: str
) -> tuple[dict[str, Any], list[str]]:
    """Give the options for models above tasks, or tasks above models."""
    turned = _all(BENCHMARKS, outer) and not _all(BENCHMARKS, inner)
    turned = turned or (_all(MODELS, inner) and not _all(MODELS, outer))
    first, second = ("task", "model") if turned else ("model", "task")
    kind = of or "names of files "
    doubt = f"{'outer ' if of else ''}folders are taken for {first}s, and {kind}"
    doubt += f"in them for {second}s" if of else f"for {second}s"
    return {"path": rf"(?P<{first}>[^/]+)/(?P<{second}>[^/]+){ending}"}, [doubt]


def _all(pattern: re.Pattern[str], names: Sequence[str]) -> bool:
    return all(pattern.search(name) for name in names)


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
