"""Logs and data frames on their way into the core."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._errors import braced, callers_level, of_options, renamed
from scorio._reading import excel, frames, matrices, records
from scorio._reading.options import taken
from scorio._reading.paths import Found, expand, labels_in
from scorio._results import InterruptedLogWarning
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorio._reading.options import Frame, Path


def read(
    source: Path | Iterable[Path] | Frame,
    given: Mapping[str, Any],
    rubric: tuple[Any, ...] | None = None,
    **instead: Any,  # noqa: ANN401
) -> tuple[Any, list[str]]:
    """Read logs or a data frame, which a rubric may grade. Give what the core made of them.

    `instead` has options as the core takes them, in the place of those that were given.
    """
    if records.are_records(source):
        with records.as_log(source) as log:
            core = read(log, given, rubric, **instead)[0]
        records.refuse_unnamed(core)
        return core, [records.NAME]
    if matrices.are_matrices(source):
        table, own = matrices.as_table(source, given)
        with renamed({frames.name_of(table): matrices.TRIALS}):
            return read(table, own, rubric, **instead)[0], [matrices.NAME]
    if rubric is not None and given.get("slices") is not None:
        problem = "{slices} are joined with counts, and a rubric grades trials: leave it out"
        raise of_options("reading.slices", problem, "slices")
    options = taken(given) | {"rubric": rubric} | instead
    fields = {name: given.get(name) for name in ("model", "task", "trial")}
    constants, path, progress = options["constants"], options["path"], options["progress"]
    if frames.is_frame(source):
        refused = {
            "score": options["score"],
            "regrade": options["regrade"],
            "questions": options["questions"],
            "on_error": options["on_error"],
            "on_bad_line": None if options["on_bad_line"] == "error" else options["on_bad_line"],
            "records": options["records"],
        }
        if refused["score"] == "all" and frames.is_expression(options["outcome"]):
            del refused["score"]
        frames.refuse(path=path, format=options["format"], **refused)
        labels = zip(fields, _labels("the data frame", fields, constants, None), strict=True)
        # A data frame has no name that could be the model.
        field = {"model": ("field", options["model"][1])}
        set_ = {name: ("constant", text) for name, text in labels if text is not None}
        own = options | field | set_
        reader = frames.count if rubric is None else frames.grade
        return reader(source, own, progress), [frames.name_of(source)]
    sources = [source] if isinstance(source, str | os.PathLike) else source
    if isinstance(sources, Iterable) and not isinstance(sources, Mapping):
        source = sources = list(sources)
    inputs = labelled(source, fields, constants, path)
    with excel.as_tables(inputs) as tables:
        core = _reader(options)(tables, options, progress)
    if core.report["interrupted"]:
        cut = [sentence for kind, _, sentence in core.notes if kind == "interrupted"]
        warnings.warn("\n".join(cut), InterruptedLogWarning, stacklevel=callers_level())
    return core, [os.fspath(one) for one in sources]


def _reader(options: dict[str, Any]) -> Callable[..., Any]:
    if options["rubric"] is not None:
        return _core.grade
    if options["cost"] is not None:
        return _core.count_costs
    return _core.sum_up if options["numeric"] else _core.count


def labelled(
    source: Path | Iterable[Path],
    fields: Mapping[str, str | None],
    constants: Mapping[str, str] | None,
    path: str | None,
) -> list[tuple[str, str | None, str | None, str | None, bool]]:
    """Give the files, each with the model, task and trial of all of it, and whether found."""
    files = expand(source)
    return [(f, *_labels(f, fields, constants, path), isinstance(f, Found)) for f in files]


def _labels(
    file: str,
    fields: Mapping[str, str | None],
    constants: Mapping[str, str] | None,
    path: str | None,
) -> tuple[str | None, str | None, str | None]:
    """The model, task and trial of a whole file, where they are constants or in its path."""
    constants = constants or {}
    for name in constants:
        if name not in fields:
            known = "only model, task and trial can be set"
            shown = braced(repr(name))
            template = f"{{constants}} has {shown}: {known}"
            raise of_options("reading.constants", template, "constants")
    in_path = labels_in(file, path)
    for name in constants.keys() & in_path.keys():
        template = f"{{constants}} and {{path}} both give the {name}"
        raise of_options("reading.constants", template, "constants", "path")
    labels = dict(constants) | in_path
    for name, text in labels.items():
        if not text:
            raise ValueError(f"the {name} of {on_a_line(str(file))} is empty, which names nothing")
        if fields[name] is not None:
            template = (
                f"{{{name}}} names a field, but {{constants}} or {{path}} gives the {name}, too"
            )
            raise of_options("reading.constants", template, name, "constants", "path")
    return labels.get("model"), labels.get("task"), labels.get("trial")
