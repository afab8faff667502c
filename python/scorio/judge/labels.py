"""Labels of another file than the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorio._errors import code_of, fault, of_options
from scorio._reading import frames, matrices, records
from scorio._reading.sources import read
from scorio.rubric.refusals import memory_of
from scorio.rubric.rubrics import load

if TYPE_CHECKING:
    from scorio import _core
    from scorio._reading.options import Frame, Path

# The rubric that reads one number of a trial. Its categories do not matter: every trial is in one,
# also without a label.
_RUBRIC = """
[signals]
label = "@outcome"
never = 0
[[rubric]]
name = "labels"
category = [
  { name = "below", weight = 0, when = "never and label < 0" },
  { name = "other", weight = 1, otherwise = true },
]
"""
# What stands for the model of tables without one.
_UNNAMED = "(no model)"


def check_sources(label: str | None, labels: object, on_unmatched: str) -> None:
    """Check that labels are in one place, and what to do with those of other trials."""
    if label is not None and labels is not None:
        template = "{label} and {labels} both say where the labels are: give one"
        raise of_options("judge.labels", template, "label", "labels")
    if label is None and labels is None:
        template = "{label} or {labels} says where the labels are: give one"
        raise of_options("judge.labels", template, "label", "labels")
    if on_unmatched not in ("error", "drop"):
        raise ValueError(f"on_unmatched = {on_unmatched!r} is not one of: error, drop")
    if labels is None and on_unmatched == "drop":
        template = "{on_unmatched} is for labels of another file: give {labels}, too"
        raise of_options("judge.labels", template, "on_unmatched", "labels")


def other_labels(
    labels: Path | Frame,
    on_unmatched: str,
) -> tuple[_core.Grades, str, list[str], bool]:
    """Read the labels of a file, as the core takes them for the trials of a log."""
    if matrices.are_matrices(labels):
        raise TypeError("labels is a matrix: scorio.judge.from_arrays takes matrices")
    options: dict[str, Any] = {"outcome": "label", "on_repeat": "keep", "allow_copies": True}
    unnamed = _lacks_model(labels)
    if unnamed:
        options["constants"] = {"model": _UNNAMED}
    rubric = (load(_RUBRIC)._core, memory_of(None), True, None, True, None)
    try:
        # A log of a tool keeps its own outcome.
        grades, sources = read(labels, options, rubric, own_fields=False)
    except ValueError as error:
        problem = str(vars(error).get("problem", error))
        if "the signal label" not in problem:
            raise
        problem = problem.replace("the signal label", "the label").replace(" in the outcome", "")
        raise fault(ValueError(problem), code_of(error)) from None
    return grades, ", ".join(sources), [_UNNAMED] if unnamed else [], on_unmatched == "drop"


def _lacks_model(labels: object) -> bool:
    """Whether this is a table in memory without a column of models."""
    if records.are_records(labels):
        return not any("model" in one for one in labels if isinstance(one, Mapping))
    columns = frames.columns_of(labels) if frames.is_frame(labels) else None
    return columns is not None and "model" not in columns
