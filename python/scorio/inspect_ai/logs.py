"""Finished logs of inspect_ai, in files or in memory: counts, scores, comparisons, more metrics."""

from __future__ import annotations

import math
import os
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import url2pathname

from scorio._calls.compare import compare as compare_counts
from scorio._errors import fault
from scorio._inside.asked import Figures
from scorio._reading.reading import count as count_logs
from scorio.inspect_ai.needed import Metric, log_module
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio._compare.comparisons import Comparisons
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums

# An EvalLog, a path, or an entry of list_eval_logs. inspect_ai is not imported to say so.
Log = Any

# What scorio reads of a log in memory.
_KEPT = {
    "version": True,
    "status": True,
    "error": True,
    "invalidated": True,
    "eval": True,
    "samples": {"__all__": {"id", "epoch", "scores", "error", "metadata"}},
}

# Options of `Counts.score`; the others say how a log is read.
_OF_SCORES = {
    "weights", "tau", "lam", "spectrum", "pass_power", "unanimous_power", "ragged", "prior",
    "sampled", "confidence",
}  # fmt: skip


def count(
    log: Log | Sequence[Log],
    *,
    cluster: str | None = None,
    **reading: Any,  # noqa: ANN401
) -> Counts | Sums:
    """Count the trials of logs, in files or in memory.

    Parameters
    ----------
    log
        An `EvalLog`, an entry of `list_eval_logs`, a path of a log or folder, or several of these.
    cluster
        Key of the samples' metadata that names the cluster of a question.
    **reading
        Options of `scorio.count`: `score` names the scorer, `on_error` says what to do with samples
        that ended in an error, `threshold` and `numeric` how to take numbers.

    Raises
    ------
    ValueError
        A log in memory without samples that is in no file; whatever `scorio.count` refuses.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> from scorio import inspect_ai
    >>> folder = tempfile.TemporaryDirectory()
    >>> log = pathlib.Path(folder.name, "log.json")
    >>> samples = [{"id": q, "epoch": e, "scores": {"match": {"value": "CIC"[q - e]}}}
    ...            for q in (1, 2) for e in (1, 2)]
    >>> run = {"model": "org/model", "task": "sums"}
    >>> _ = log.write_text(json.dumps({"status": "success", "eval": run, "samples": samples}))
    >>> inspect_ai.count(log)
    Counts(1 model, 1 task, 2 questions, 4 trials)
    >>> folder.cleanup()
    """
    several = log if isinstance(log, list | tuple) else [log]
    with ExitStack() as stack:
        files = [stack.enter_context(_file(one)) for one in several]
        counts: Counts | Sums = count_logs(files, cluster=_field(cluster), **reading)
    return counts


def compare(
    log_a: Log,
    log_b: Log,
    *,
    cluster: str | None = None,
    **options: Any,  # noqa: ANN401
) -> Comparisons:
    """Compare two logs on the samples that both have: the differences are a − b.

    Parameters
    ----------
    log_a, log_b
        Logs of one model each: an `EvalLog`, or a path.
    cluster
        Key of the samples' metadata that names the cluster of a question.
    **options
        Those of `scorio.compare`, and of `scorio.count`.

    Raises
    ------
    ValueError
        No sample in common; whatever `scorio.compare` refuses.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> from scorio import inspect_ai
    >>> folder = tempfile.TemporaryDirectory()
    >>> logs = [pathlib.Path(folder.name, f"{name}.json") for name in "ab"]
    >>> for place, log in enumerate(logs):
    ...     samples = [
    ...         {"id": q, "epoch": e, "scores": {"match": {"value": "CI"[q * e % 2 * place]}}}
    ...         for q in (1, 2) for e in (1, 2)]
    ...     run = {"model": log.stem, "task": "sums"}
    ...     whole = {"status": "success", "eval": run, "samples": samples}
    ...     _ = log.write_text(json.dumps(whole))
    >>> inspect_ai.compare(*logs)[0].difference
    0.25
    >>> folder.cleanup()
    """
    with _file(log_a) as a, _file(log_b) as b:
        return compare_counts(a, b, cluster=_field(cluster), **options)


def metrics_of(
    log: Log,
    metric: str = "avg",
    k: int | None = None,
    *,
    cluster: str | None = None,
    **options: Any,  # noqa: ANN401
) -> dict[str, float]:
    """Score a finished log: the metric with its σ and the ends of its interval.

    Parameters
    ----------
    log
        An `EvalLog`, or the path of a log, of one model.
    metric, k
        Name and budget of a metric of `scorio.eval`.
    cluster
        Key of the samples' metadata that names the cluster of a question.
    **options
        Those of `Counts.score`, and of `scorio.count`, such as `on_error="drop"`.

    Returns
    -------
    dict
        As the metrics of this module have it: "avg", "avg_sigma", "avg_lower", "avg_upper".

    Raises
    ------
    ValueError
        Several models or scores; whatever `scorio.count` and `Counts.score` refuse.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> from scorio import inspect_ai
    >>> folder = tempfile.TemporaryDirectory()
    >>> log = pathlib.Path(folder.name, "log.json")
    >>> samples = [{"id": q, "epoch": e, "scores": {"match": {"value": "CIC"[q - e]}}}
    ...            for q in (1, 2) for e in (1, 2)]
    >>> run = {"model": "org/model", "task": "sums"}
    >>> _ = log.write_text(json.dumps({"status": "success", "eval": run, "samples": samples}))
    >>> found = inspect_ai.metrics_of(log, "bayes")
    >>> {name: round(value, 4) for name, value in found.items()}
    {'bayes': 0.625, 'bayes_sigma': 0.1479, 'bayes_lower': 0.3351, 'bayes_upper': 0.9149}
    >>> folder.cleanup()
    """
    scoring = {name: options.pop(name) for name in list(options) if name in _OF_SCORES}
    counts = count(log, cluster=cluster, **options)
    if cluster is not None:
        scoring["cluster"] = "cluster"
    rows = counts.score(metric, k, by_task=False, **scoring)
    if len(rows) != 1:
        raise fault(
            ValueError("there are several models or scores: give the log of one, and name a score"),
            "inspect_ai.several",
        )
    row = rows[0]
    name = metric if k is None else metric.replace("at_k", f"at_{k}")
    return Figures(row.score, row.sigma, row.lo, row.hi).named(name)


def with_metrics(log: Log, *metrics: Metric, scorer: str | None = None) -> Log:
    """Add metrics to the results of a finished log, as if its task had had them.

    Parameters
    ----------
    log
        An `EvalLog`, which is not changed, or the path of a log.
    *metrics
        Metrics of this module, such as `avg(cluster="topic")`.
    scorer
        Name of the scorer; by default those of all scorers of the samples.

    Returns
    -------
    EvalLog
        The log with the metrics, for inspect_ai's `write_eval_log`.

    Raises
    ------
    ValueError
        A log without samples; a scorer that it does not have; as for the metrics.
    ModuleNotFoundError
        inspect_ai is not installed.

    Examples
    --------
    `write_eval_log(with_metrics("log.eval", avg(), bayes()), "log.eval")` keeps them in the log.
    """
    module = log_module()
    name = _name(log)
    found = log if name is None else module.read_eval_log(name)
    samples = _with_samples(found, module).samples
    names = list(dict.fromkeys(name for sample in samples for name in sample.scores or {}))
    if scorer is not None and scorer not in names:
        raise fault(
            ValueError(f"there is no scorer {scorer}: there are {on_a_line(', '.join(names))}"),
            "inspect_ai.scorer",
        )
    results = found.results or module.EvalResults(total_samples=len(samples))
    scores = list(results.scores)
    for name in names if scorer is None else [scorer]:
        scored = _scores(samples, name)
        view = {"name": name, "reducer": None, "scored_samples": len(scored)}
        place = next((place for place, one in enumerate(scores) if _is(one, view)), None)
        if place is None:
            missing = sum(name in (sample.scores or {}) for sample in samples) - len(scored)
            scores.append(module.EvalScore(scorer=name, unscored_samples=missing, **view))
            place = len(scores) - 1
        added = {
            key: module.EvalMetric(name=key, group=_group(metric), value=value,
                                   params=metric.parameters)
            for metric in metrics
            for key, value in metric(scored).items()
        }  # fmt: skip
        old = scores[place]
        scores[place] = old.model_copy(update={"metrics": {**old.metrics, **added}})
    return found.model_copy(update={"results": results.model_copy(update={"scores": scores})})


def _group(metric: Metric) -> str:
    """Give the name of a metric, without that of the package."""
    from inspect_ai.util import registry_info

    name: str = registry_info(metric).name
    return name.rpartition("/")[2]


def _is(score: Any, view: dict[str, Any]) -> bool:  # noqa: ANN401  of inspect_ai
    """Whether a score of the results is of all epochs of a scorer."""
    return all(getattr(score, key) == value for key, value in view.items())


def _scores(samples: Sequence[Any], scorer: str) -> list[Any]:
    """Give a scorer's scores of all samples that it scored."""
    from inspect_ai.scorer import SampleScore

    found = []
    for sample in samples:
        score = (sample.scores or {}).get(scorer)
        if score is None or (isinstance(score.value, float) and math.isnan(score.value)):
            continue
        own = {"sample_id": sample.id, "sample_metadata": sample.metadata}
        found.append(SampleScore(score=score, scorer=scorer, **own))
    return found


@contextmanager
def _file(log: Log) -> Iterator[str]:
    """Give the path of a file that has the log."""
    name = _name(log)
    if name is None and log.samples is None and Path(_local(log.location)).is_file():
        name = log.location
    if name is not None:
        name = _local(name)
        if "://" not in name:
            yield name
            return
        log = log_module().read_eval_log(name)
    found = _with_samples(log, None)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, Path(log.location or "log").stem + ".json")
        file.write_text(found.model_dump_json(include=_KEPT), encoding="utf-8")
        try:
            yield str(file)
        except ValueError as error:
            # The file is of no use to whoever reads of the error.
            name = log.location or "the log"
            error.args = tuple(str(part).replace(str(file), name) for part in error.args)
            if "problem" in vars(error):
                vars(error)["problem"] = vars(error)["problem"].replace(str(file), name)
            raise


def _with_samples(log: Log, module: Any) -> Log:  # noqa: ANN401
    """Give a log with its samples, which one with its header alone has in its file."""
    if log.samples is None and module is not None and log.location:
        log = module.read_eval_log(log.location)
    if log.samples is None:
        problem = "the log has its header alone, without samples"
        error = ValueError(f"{problem}: read it with read_eval_log(path)")
        raise fault(error, "inspect_ai.header", problem)
    return log


def _name(log: Log) -> str | None:
    """Give the name of a log's file, also of an entry of `list_eval_logs`; None of an `EvalLog`."""
    if isinstance(log, str | os.PathLike):
        return os.fspath(log)
    return None if hasattr(log, "samples") else str(log.name)


def _local(name: str | None) -> str:
    """Give the path of a file that inspect_ai names as a URL; other names as they are."""
    name = name or ""
    return url2pathname(name.removeprefix("file://")) if name.startswith("file://") else name


def _field(cluster: str | None) -> str | None:
    """Give the field of a sample that has its cluster."""
    return None if cluster is None else "metadata." + cluster.replace(".", r"\.")
