"""What the paths of several files say: models, tasks and trials."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._inspecting.name_patterns import BENCHMARKS, MODELS, PLAIN_FILES, RUN, SHARDS
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
    if _is_grid(paths):
        return _of_trees(paths, stems, runs=all(runs))
    if all(runs):
        return _of_runs(stems, folders)
    if len(set(folders)) == 1 and (
        found := _of_folder(folders[0] or "model", stems, shared=shared)
    ):
        return found
    if len(set(stems)) == len(stems):
        named = any(map(MODELS.search, stems)) and not any(map(PLAIN_FILES.fullmatch, stems))
        doubts = [] if named else ["names of files are taken for models"]
        doubts += [] if shared else ["no question is in two of the files"]
        return {}, doubts + [f"{stems[0]}, … may be trials of {one}" for one in numbered(stems)]
    if len(set(folders)) == len(folders):
        return {"path": r"(?P<model>[^/]+)/[^/]+$"}, []
    return _models_and_tasks(folders, stems, "", r"\.[^/]*$")


def _of_folder(
    folder: str, stems: Sequence[str], *, shared: bool
) -> tuple[dict[str, Any], list[str]] | None:
    """Give the options for files of one folder that are not one a model."""
    if _are_tasks(stems):
        why = f"names of files are taken for tasks, and {folder} for the model"
        return {"constants": {"model": folder}, "path": _TASK}, [why]
    if not shared and all(map(SHARDS.fullmatch, stems)):
        why = f"files are taken for parts of one log, and {folder} for the model"
        return {"constants": {"model": folder}}, [why]
    bases = numbered(stems)
    if len(bases) > 1:
        why = f"{stems[0]}, … are taken for trials of {bases[0]}, and may be models"
        return {"path": r"(?P<model>[^/]+)[-_. ](?P<trial>\d+)" + _ENDING}, [why]
    return None


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


def _is_grid(paths: Sequence[str]) -> bool:
    """Whether folders of the same names stand in several folders."""
    pairs = {Path(path).resolve().parts[-3:-1] for path in paths}
    return len({inner for *_, inner in pairs}) < len(pairs)


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
