"""What comparisons are of: logs, counts, data frames, or two results matrices."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from scorio import _matrix
from scorio._arguments import flag
from scorio._compare.matrices import Rows, counts_of_matrices
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._errors import coded, described, fault
from scorio._reading import frames
from scorio._reading.reading import count
from scorio._reading.records import are_records
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._matrix import Missing


@coded
def models_of(
    a: Any,  # noqa: ANN401
    b: Any,  # noqa: ANN401
    baseline: str | None,
    models: str | Sequence[str] | None,
    rows: Rows,
    reading: dict[str, Any],
    *,
    by_task: bool,
) -> tuple[Counts | Sums, str, Sequence[str] | None]:
    """Give the counts of a comparison, its baseline, and the other models."""
    if b is not None:
        if baseline is not None or models is not None:
            raise ValueError("baseline and models name models of one log, but two are given")
        counts, names = _both(a, b, rows, reading, by_task=flag(by_task, "by_task"))
        baseline, models = names[1], [names[0]]
    else:
        if is_matrix(a):
            raise _alone(a)
        counts = counts_of_log(a, rows.cluster, rows.weight, reading, rows.missing)
    if baseline is None:
        raise ValueError(
            "there is no baseline: give baseline=NAME, one of "
            f"{on_a_line(', '.join(counts.models))}, or a second log or matrix"
        )
    if not isinstance(baseline, str):
        raise TypeError(f"baseline = {baseline!r} is not the name of a model")
    if by_task and not any(counts.tasks):
        raise described(ValueError, "there are no tasks to compare by", "name_tasks")
    return counts, baseline, [models] if isinstance(models, str) else models


def clusters_of(cluster: object) -> str | None:
    """Give the clusters as the core names them: the tasks, or labels."""
    return None if cluster is None else "task" if _is(cluster, "task") else "cluster"


def _alone(matrix: object) -> TypeError:
    """Say what a matrix lacks that is given alone."""
    axes = getattr(matrix, "ndim", _matrix.MATRIX)
    if axes > _matrix.MATRIX:
        return TypeError(f"a has {axes} axes and is not a matrix: give two, as compare(a[0], a[1])")
    return TypeError("a is a matrix: give another one, b, to compare it with")


@coded
def counts_of_log(
    log: Any,  # noqa: ANN401
    cluster: str | Sequence[object] | None,
    weight: str | ArrayLike | None,
    reading: dict[str, Any],
    missing: Missing = "error",
) -> Counts | Sums:
    """Counts of a log, read as the options say, or as they are."""
    if missing != "error":
        raise TypeError("missing is for matrices: of a log, say on_missing")
    if "against" in reading:
        sentence = "against is of the command line: here the other log is b, as compare(a, b)"
        raise fault(TypeError(sentence), "compare.against")
    field, weights = _field("cluster", cluster), _field("weight", weight)
    if not isinstance(log, Counts | Sums):
        counts: Counts | Sums = count(
            log, cluster=None if field == "task" else field, weight=weights, **reading
        )
        return counts
    if weight is not None:
        reading = reading | {"weight": weight}
    if reading:
        raise TypeError(f"{next(iter(reading))} says how to read logs, but counts are given")
    if field not in (None, "task", "cluster"):
        raise ValueError(
            f"cluster = {cluster!r} is a field of logs, but counts are given: say 'cluster' for "
            "the clusters that they have, or 'task' for their tasks"
        )
    return log


def _field(name: str, label: object) -> str | None:
    """The name of a field, if there is one."""
    if label is None or isinstance(label, str):
        return label
    raise TypeError(f"{name} has an entry for each row of matrices: of a log, name a field")


def _is(cluster: object, name: str) -> bool:
    # Arrays compare entry by entry.
    return isinstance(cluster, str) and cluster == name


def is_matrix(a: Any) -> bool:  # noqa: ANN401
    """Whether it is an array, or a list of rows, and no log."""
    if isinstance(a, list | tuple):
        return not are_records(a) and not all(isinstance(file, str | os.PathLike) for file in a)
    return hasattr(a, "ndim") and not frames.is_frame(a)


def _both(
    a: Any,  # noqa: ANN401
    b: Any,  # noqa: ANN401
    rows: Rows,
    reading: dict[str, Any],
    *,
    by_task: bool,
) -> tuple[Counts | Sums, list[str]]:
    """Counts of two models, and their names."""
    logs = [
        isinstance(one, Counts | Sums | str | os.PathLike) or are_records(one) for one in (a, b)
    ]
    if logs[0] != logs[1]:
        raise TypeError(
            "one of a and b is a matrix, whose questions have no names: give two logs, or two "
            "matrices"
        )
    if not logs[0]:
        if reading:
            raise TypeError(
                f"{next(iter(reading))} says how to read logs, but a and b are matrices"
            )
        if by_task:
            raise ValueError("by_task is for logs: matrices have no tasks")
        names = ["a", "b"]
        own, base = (Counts(one) for one in counts_of_matrices(a, b, rows))
    else:
        known = rows.cluster, rows.weight, reading, rows.missing
        each = [counts_of_log(one, *known) for one in (a, b)]
        if isinstance(each[0], Sums) != isinstance(each[1], Sums):
            files = [", ".join(one.sources) or name for one, name in zip(each, "ab", strict=True)]
            numbers, categories = files if isinstance(each[0], Sums) else reversed(files)
            problem = f"{numbers} holds numeric scores, but {categories} holds categories"
            raise described(TypeError, problem, "read_numbers")
        names = [", ".join(one.models) for one in each]
        if names[0] == names[1]:
            names = [f"{names[0]} (a)", f"{names[1]} (b)"]
        own, base = (_renamed(one, name) for one, name in zip(each, names, strict=True))
    merged: Counts | Sums = own.merge(base)
    return merged, names


def _renamed(counts: Counts | Sums, name: str) -> Any:  # noqa: ANN401
    return type(counts)(counts._kept.renamed(name), counts.sources)
