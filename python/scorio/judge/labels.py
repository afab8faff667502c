"""Labels of another file than the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scorio._errors import code_of, of_options
from scorio._reading import frames, matrices, records
from scorio._reading.sources import read
from scorio.rubric.field_errors import refused
from scorio.rubric.refusals import memory_of
from scorio.rubric.rubrics import load
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio import _core
    from scorio._reading.options import Frame, Path

    ForeignLabels = tuple[_core.Grades, str, str | None, Sequence[str], bool]

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


def check_sources(labels: object, on_unmatched: str) -> None:
    """Check what to do with labels of other trials."""
    if on_unmatched not in ("error", "drop"):
        raise ValueError(f"on_unmatched = {on_unmatched!r} is not one of: error, drop")
    if labels is None and on_unmatched == "drop":
        template = "{on_unmatched} is for labels of another file: give {labels}, too"
        raise of_options("judge.labels", template, "on_unmatched", "labels")


def other_labels(
    labels: Path | Iterable[Path] | Frame, on_unmatched: str, field: str | None
) -> ForeignLabels:
    """Read the labels of files, as the core takes them for the trials of a log.

    `field` is that of the labels in the log itself, if there are any.
    """
    if matrices.are_matrices(labels):
        raise TypeError("labels is a matrix: scorio.judge.from_arrays takes matrices")
    labels = list(labels) if isinstance(labels, Iterator) else labels
    grades, sources = _read(labels)
    unnamed = [_UNNAMED] if _lacks_model(labels) else []
    return grades, ", ".join(sources), field, unnamed, on_unmatched == "drop"


def _read(labels: Any) -> tuple[_core.Grades, list[str]]:  # noqa: ANN401
    """Read the labels of files, or the outcomes of a second grader."""
    grades, sources = _graded(labels, "label")
    several = isinstance(labels, list | tuple) and not records.are_records(labels)
    if "-" in sources:
        return grades, sources
    lacking = [one for one in (labels if several else [labels]) if _lacks_label(one)]
    if not lacking:
        return grades, sources
    if several and len(lacking) < len(labels):
        shown = on_a_line(str(lacking[0]))
        raise ValueError(
            f'{shown} has no field "label", but other files of labels have: rename its field'
        )
    found, _ = _graded(labels, "outcome")
    if not _has_labels(found):
        known = _lacks_label(lacking[0])
        raise ValueError(
            f'{sources[0]} has neither a field "label" nor an outcome; fields here: {known}; '
            'rename the field of the labels to "label"'
        )
    return found, sources


def _graded(labels: Any, field: str) -> tuple[_core.Grades, list[str]]:  # noqa: ANN401
    """Read the numbers of a field, or the outcomes of a tool's log."""
    rubric = (load(_RUBRIC)._core, memory_of(None), True, None, True, None)
    try:
        # A log of a tool keeps its own outcome.
        return read(labels, _options(labels, field), rubric, own_fields=False)
    except ValueError as error:
        if "the signal label" not in str(vars(error).get("problem", error)):
            raise
        raise refused(error) from None


def _options(labels: object, field: str) -> dict[str, Any]:
    """Give the options that read labels from a field."""
    options: dict[str, Any] = {"outcome": field, "on_repeat": "keep", "allow_copies": True}
    return options | ({"constants": {"model": _UNNAMED}} if _lacks_model(labels) else {})


def _has_labels(grades: _core.Grades) -> bool:
    """Whether any trial has a label."""
    return any(signals[0] is not None for _, signals, _ in grades.trials(0, grades.kept))


def _lacks_label(labels: Any) -> str:  # noqa: ANN401
    """Give the fields of a file that has no field of labels, and "" for another."""
    if _has_labels(_graded(labels, "label")[0]):
        return ""
    columns = frames.columns_of(labels) if frames.is_frame(labels) else None
    if columns is not None:
        return "" if "label" in columns else ", ".join(columns)
    try:
        read(labels, _options(labels, "label"), own_fields=False)
    except ValueError as error:
        if code_of(error) != "count.no_field":
            return ""
        _, _, known = str(vars(error)["problem"]).partition("fields here: ")
        return known
    return ""


def _lacks_model(labels: object) -> bool:
    """Whether this is a table in memory without a column of models."""
    if records.are_records(labels):
        return not any("model" in one for one in labels if isinstance(one, Mapping))
    columns = frames.columns_of(labels) if frames.is_frame(labels) else None
    return columns is not None and "model" not in columns
