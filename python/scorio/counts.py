"""Trial logs to counts, and counts to scores."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from scorio import _core, frames
from scorio.files import Found, expand, labels_in
from scorio.results import InterruptedLogWarning, Results, ShortQuestionsWarning

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio.scores import Scores

Path = str | os.PathLike[str]
Value = str | bool | float
Frame = Any


class Counts:
    """How often each question of each model and task had each outcome.

    Counts come from `scorio.count` or `Counts.load`. They add up exactly and in any order, so
    logs that are counted apart, on other days or other machines, give the same scores together.
    Any Arrow consumer takes them (`pyarrow.table(counts)`, `polars.DataFrame(counts)`): a row for
    each question, a column for each category.

    Examples
    --------
    >>> import scorio
    >>> counts = scorio.count("examples/coins.jsonl")
    >>> counts
    Counts(11 models, 1 task, 330 questions, 26,400 trials)
    >>> counts.select(model="coin-01").score().rows[0].score > 0.2
    True
    """

    __slots__ = ("_core",)

    def __init__(self, core: _core.Counts) -> None:
        self._core = core

    @classmethod
    def load(cls, path: Path) -> Counts:
        """Read a count file that `save` or `scorio count` wrote.

        Any Parquet file with the columns `model`, `task`, `question` (text) and two or more
        `count_<category>` (whole numbers) will do; `missing` is optional.

        Raises
        ------
        FileNotFoundError, OSError
            The file is not there, or cannot be read.
        ValueError
            It does not hold counts.
        """
        return cls(_core.Counts.load(path))

    def save(self, path: Path) -> None:
        """Write a count file (Parquet), whole or not at all.

        A name that ends in `_samples.jsonl` asks for samples of Every Eval Ever, a line for each
        trial (`docs/formats/every-eval-ever.md`).

        Raises
        ------
        OSError
            The file cannot be written.
        ValueError
            Samples of more than two categories whose names are no numbers.
        """
        self._core.save(path)

    def merge(self, *others: Counts) -> Counts:
        """Give these counts and others together; all are left as they are.

        Categories are matched by name. The sum has the longest list of them; counts that lack
        some of its names, as those of ("0", "1") lack one of ("0", "0.5", "1"), have none of them.

        Raises
        ------
        TypeError
            Something else than counts.
        ValueError
            A list of categories that is not part of the longest, in its order.
        """
        for other in others:
            if not isinstance(other, Counts):
                raise TypeError(f"{other!r} is not Counts")
        return Counts(self._core.merge([other._core for other in others]))

    def __add__(self, other: object) -> Counts:
        return self.merge(other) if isinstance(other, Counts) else NotImplemented

    def select(
        self, *, model: str | Sequence[str] | None = None, task: str | Sequence[str] | None = None
    ) -> Counts:
        """Give the counts of some models, some tasks, or both.

        Raises
        ------
        ValueError
            A model or task that the counts do not hold.
        """
        models = _known("model", model, self.models)
        tasks = _known("task", task, self.tasks)
        return Counts(self._core.select(models, tasks))

    def results(self, *, ragged: Literal["error", "drop"] = "error") -> Results:
        """Give the outcomes trial by trial, of counts that keep the order of the trials.

        Parameters
        ----------
        ragged
            Questions that some model was not asked, trials whose numbers some model does not have,
            and those beyond as many as every question has: "error", or "drop" to leave them out
            with a `ShortQuestionsWarning`.

        Returns
        -------
        Results
            (R, models, questions): L x M x N categories, and the names of the first two axes.

        Raises
        ------
        ValueError
            Counts without the order, as `scorio.count` keeps it with `order=True`; questions or
            trials that would be left out, unless ragged is "drop".

        Examples
        --------
        >>> import scorio
        >>> coins = scorio.count("examples/coins.jsonl", order=True)
        >>> R, models, questions = coins.results()
        >>> R.shape, models[0]
        ((11, 30, 80), 'coin-01')
        """
        if ragged not in ("error", "drop"):
            raise ValueError(f"ragged = {ragged!r} is not one of 'error', 'drop'")
        if self._core.scores_apart and len(self.tasks) > 1:
            raise ValueError(
                "the tasks are scores of the same trials: choose one with counts.select(task=...), "
                "or count one score"
            )
        models, questions, R, (unasked, beyond, _) = self._core.results(ragged == "drop")
        if unasked or beyond:
            warnings.warn(
                f"{_plural(unasked, 'question')} that not all models were asked and "
                f"{_plural(beyond, 'trial')} beyond the {R.shape[2]} that all have were left out",
                ShortQuestionsWarning,
                stacklevel=2,
            )
        return Results(R, models, questions)

    def score(
        self,
        metrics: str | Sequence[str] = "bayes",
        k: int | Sequence[int] | None = None,
        *,
        weights: ArrayLike | None = None,
        tau: float | Fraction | Decimal | None = None,
        lam: float | None = None,
        spectrum: ArrayLike | None = None,
        pass_power: float | None = None,
        unanimous_power: float | None = None,
        ragged: Literal["error", "drop"] = "error",
        confidence: float = 0.95,
        by: Literal["task", "model"] = "task",
        macro: bool = False,
    ) -> Scores:
        """Score every model: a leaderboard with intervals, ranks and ties.

        Parameters
        ----------
        metrics
            One or more functions of `scorio.eval`, by name: `"bayes"`, `"pass_at_k"`,
            `"pass_at_k_ci"`, …
        k
            One or more budgets, for the metrics that have one.
        weights
            A weight per category, for `bayes`, `avg` and `max_at_k`; if omitted, the numbers that
            the categories are named by, or (0, 1) for two with other names.
        tau
            Share of `g_pass_at_k_tau`.
        lam
            λ of `geo_spectrum_at_k`; 0.5 if omitted.
        spectrum
            k weights of thresholds, for `threshold_spectrum_at_k` and `geo_spectrum_at_k`, whose
            argument `weights` they are.
        pass_power, unanimous_power
            Exponents of `geom_at_k` and `geom_ds_at_k`; 0.5 if omitted.
        ragged
            Questions with fewer than k trials, for point estimates of which they have none:
            "error", or "drop" to leave them out; the `questions` column says how many are in.
        confidence
            Level of the intervals, and of the ranks with uncertainty.
        by
            "task": a table for each task, and one overall; "model": overall only.
        macro
            Overall, average the tasks with equal weight; otherwise all questions are pooled.

        Raises
        ------
        ValueError
            An unknown metric; k missing, below 1, above a question's trials, or used by none of
            the metrics; any other option needed, out of range, or used by none; a confidence
            outside (0, 1); no observed trial at all; `by="model"` for several scores of the same
            trials, as `score="all"` counts them.

        Notes
        -----
        Names without `_ci` are the unbiased estimates from the observed trials; their σ is how far
        such an estimate scatters from one set of trials to the next, averaged over the posterior
        of a uniform prior. Those with `_ci` are the posterior means with the posterior σ under
        that prior. Questions without an observed trial are left out of a model's score; the
        `questions` column shows how many remain. A model without any is named in `unscored`.
        `coverage` says what share of the trials there is, `worst` and `best` what the score would
        be if all that are absent had failed, or succeeded.

        Examples
        --------
        >>> import scorio
        >>> scores = scorio.count("examples/coins.jsonl").score("pass_at_k", k=[1, 8])
        >>> [(row.k, row.model, row.rank) for row in scores if row.rank == 1]
        [(1, 'coin-11', 1), (8, 'coin-11', 1)]
        """
        from scorio import matrix
        from scorio.arguments import all_budgets, number, share
        from scorio.scores import Scores

        if by not in ("task", "model"):
            raise ValueError(f"by = {by!r} is not one of 'task', 'model'")
        if ragged not in ("error", "drop"):
            raise ValueError(f"ragged = {ragged!r} is not one of 'error', 'drop'")
        if not isinstance(metrics, Iterable):
            raise TypeError(f"metrics = {metrics!r} is not a name, or several")
        names = [metrics] if isinstance(metrics, str) else list(metrics)
        if not names:
            raise ValueError("metrics is empty: name at least one")
        budgets = all_budgets(k)
        level = number("confidence", confidence)
        options = {
            "weights": matrix.weights(weights),
            "tau": None if tau is None else share(tau),
            "lam": _optional("lam", lam),
            "spectrum": None if spectrum is None else matrix.spectrum(spectrum),
            "pass_power": _optional("pass_power", pass_power),
            "unanimous_power": _optional("unanimous_power", unanimous_power),
            "confidence": level,
            "by_task": by == "task",
            "macro_average": macro,
            "drop_short": ragged == "drop",
        }
        core = self._core.score(names, budgets, options)
        return Scores(core, confidence=level, macro=macro, report=self.report, notes=self.notes)

    @property
    def models(self) -> list[str]:
        """The models, in order of appearance."""
        return self._core.models

    @property
    def tasks(self) -> list[str]:
        """The tasks, in order of appearance; `""` where the log names none."""
        return self._core.tasks

    @property
    def categories(self) -> list[str]:
        """The categories' names, from category 0."""
        return self._core.categories

    @property
    def trials(self) -> int:
        """How many outcomes are counted."""
        return self._core.trials

    @property
    def missing(self) -> int:
        """How many trials had no outcome and are left out, or were planned and are in no log."""
        return self._core.missing

    @property
    def notes(self) -> list[str]:
        """What else the reading has to say: which scores count, which logs end early."""
        return self._core.notes

    @property
    def report(self) -> dict[str, int]:
        """What the reading did: files, bytes, records, and what each policy left out or changed.

        Merging adds the figures up; the counts that `select` gives have none of their own.
        """
        return self._core.report

    def _states(self) -> _core.States:
        """Count states of all questions, for `scorio.eval`."""
        return self._core.states()

    def __len__(self) -> int:
        return len(self._core)

    def __eq__(self, other: object) -> bool:
        return self._core == other._core if isinstance(other, Counts) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parts = [
            _plural(len(self.models), "model"),
            _plural(len(self.tasks), "task"),
            _plural(len(self), "question"),
            _plural(self.trials, "trial"),
        ]
        return f"Counts({', '.join(parts)})"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand the counts to an Arrow consumer."""
        return self._core.__arrow_c_stream__(requested_schema)


def count(
    source: Path | Iterable[Path] | Frame,
    *,
    model: str | None = None,
    task: str | None = None,
    question: str = "question",
    trial: str | None = None,
    outcome: str = "outcome",
    total: str | None = None,
    correct: str | None = None,
    times: str | None = None,
    path: str | None = None,
    constants: Mapping[str, str] | None = None,
    categories: Mapping[str, Value | Sequence[Value]] | None = None,
    threshold: float | None = None,
    score: str | None = None,
    regrade: str | None = None,
    ids: Literal["distinct", "text"] = "distinct",
    on_missing: Literal["error", "drop", "fail"] = "error",
    on_error: Literal["error", "drop", "fail"] | None = None,
    on_repeat: Literal["error", "first", "last", "keep"] = "error",
    on_bad_line: Literal["error", "skip"] = "error",
    format: str | None = None,  # noqa: A002
    order: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Counts:
    r"""Read trial logs or a data frame into counts: memory in the number of questions.

    Parameters
    ----------
    source
        Files, patterns (`runs/*.jsonl`), folders, or `-` for standard input: what evaluation tools
        write (`docs/formats.md`), or long tables as JSON Lines, one JSON list of records, CSV, TSV
        or Arrow, each plain, gzip or zstd, or Parquet. Or a data frame: pandas, Polars, PyArrow,
        whatever hands out an Arrow stream; those of engines (lazy Polars, DuckDB, Dask, ibis,
        PySpark) count their rows themselves, and only counts come here.
    model, task, question, trial
        Fields of a record: dotted paths such as `info.model`, `\.` for a dot in a name, numbers
        for places in a list. By default the fields of those names; a log may lack `task`, and
        `trial`, without which every record is a trial of its own. Of a data frame: columns, or
        dotted paths into columns of structs.
    outcome
        Field of the outcome: true, false, 0 or 1 unless `threshold` or `categories` is given.
    total, correct
        For rows that stand for a whole question: fields of its number of trials and of successes.
    times
        For records that each stand for several trials of one outcome, as a query that groups and
        counts gives them: field of how many. They have no trial then.
    path
        Regular expression with groups `(?P<model>…)`, `(?P<task>…)`, `(?P<trial>…)`, searched in
        each path. Not for data frames, as `on_bad_line`, `format`, `score` and `regrade`.
    constants
        Model, task, trial or several of them, the same for every record.
    categories
        Categories in order, from 0, each with the value or values that belong to it:
        `{"wrong": [0, "I"], "partial": 0.5, "right": [1, "C"]}`.
    threshold
        Numbers from it up are successes, others failures.
    score
        Of a tool's log in which a trial has several scores, the one that counts: its name, a part
        of its name in commas, or "all" for each as a task of its own, without an overall
        table; by default the first. Files in a folder that have no such score are passed over.
    regrade
        For logs that keep responses beside their target: a regular expression whose first group
        (or whole match) is a response's answer, which is right if it equals the target.
    ids
        "distinct": the questions `1` and `"1"` are two, and the second keeps its quotes; "text":
        they are one.
    on_missing
        Outcomes that are absent, null, NaN or empty: "error", "drop" them, or "fail": count them
        in category 0.
    on_error
        The same for trials of which the tool says that they went wrong; as `on_missing` if omitted.
    on_repeat
        A (model, task, question, trial) that was there before: "error", the "first" or "last"
        counts, or "keep" all. An engine without an order of rows has no first and last.
    on_bad_line
        Records that cannot be read: "error", or "skip" and count them.
    format
        "jsonl", "json", "csv", "tsv", "parquet", "arrow", or a tool's format (`docs/formats.md`);
        by default told by name and content.
    order
        Whether to keep the order of the trials, for `Counts.results` and `scorio.convergence`: by
        their numbers, or as the records come. It takes memory in the number of trials.
    progress
        Called now and then with the bytes read so far.

    Raises
    ------
    FileNotFoundError, OSError
        A file is not there, or cannot be read.
    TypeError
        A source that is neither paths nor a data frame.
    ValueError
        Anything else that is wrong, with the file, the line or entry, and the value.
    ModuleNotFoundError
        PyArrow is not there, which all data frames but those of Polars need.

    Examples
    --------
    >>> import scorio
    >>> scorio.count("examples/coins.jsonl").models[:2]
    ['coin-01', 'coin-02']
    >>> import pandas
    >>> runs = pandas.DataFrame({"model": "m", "id": ["q1", "q1", "q2"], "passed": [1, 0, 1]})
    >>> scorio.count(runs, question="id", outcome="passed")
    Counts(1 model, 1 task, 2 questions, 3 trials)
    """
    fields = {"model": model, "task": task, "trial": trial}
    options = reading(
        model=model,
        task=task,
        question=question,
        trial=trial,
        outcome=outcome,
        total=total,
        correct=correct,
        times=times,
        categories=categories,
        threshold=threshold,
        score=score,
        regrade=regrade,
        ids=ids,
        on_missing=on_missing,
        on_error=on_error,
        on_repeat=on_repeat,
        on_bad_line=on_bad_line,
        format=format,
        order=order,
    )
    if frames.is_frame(source):
        bad_line = None if on_bad_line == "error" else on_bad_line
        refused = {
            "score": score,
            "regrade": regrade,
            "on_error": on_error,
            "on_bad_line": bad_line,
        }
        frames.refuse(path=path, format=format, **refused)
        labels = zip(fields, _labels("the data frame", fields, constants, None), strict=True)
        options |= {name: ("constant", text) for name, text in labels if text is not None}
        return Counts(frames.count(source, options, progress))
    inputs = labelled(source, fields, constants, path)
    counts = Counts(_core.count(inputs, options, progress))
    if counts.report["interrupted"]:
        cut = [note for note in counts.notes if note.startswith("Interrupted")]
        warnings.warn("\n".join(cut), InterruptedLogWarning, stacklevel=2)
    return counts


def reading(
    *,
    model: str | None = None,
    task: str | None = None,
    question: str = "question",
    trial: str | None = None,
    outcome: str = "outcome",
    total: str | None = None,
    correct: str | None = None,
    times: str | None = None,
    categories: Mapping[str, Value | Sequence[Value]] | None = None,
    threshold: float | None = None,
    score: str | None = None,
    regrade: str | None = None,
    ids: str = "distinct",
    on_missing: str = "error",
    on_error: str | None = None,
    on_repeat: str = "error",
    on_bad_line: str = "error",
    format: str | None = None,  # noqa: A002
    order: bool = False,
) -> dict[str, Any]:
    """Give the options of a reading as the core takes them."""
    if (total is None) != (correct is None):
        raise ValueError("total and correct go together: one of them is missing")
    if total is not None and (trial is not None or categories is not None or threshold is not None):
        raise ValueError("total and correct stand for whole questions: no trial or categories then")
    if times is not None and (trial is not None or total is not None):
        raise ValueError("times counts trials of one outcome: no trial, total or correct then")
    if categories is not None and threshold is not None:
        raise ValueError("categories and threshold exclude each other")
    own = (model, task, trial, total, times)
    return {
        "model": ("field", model or "model"),
        "task": ("field", task) if task else ("optional", "task"),
        "question": ("field", question),
        "trial": ("field", trial) if trial else ("optional", "trial"),
        "outcome": outcome,
        "times": times,
        "grouped": False,
        "ordered": order,
        "aggregate": None if total is None else (total, correct),
        "own_fields": (question, outcome) != ("question", "outcome") or any(own),
        "categories": None if categories is None else _categories(categories),
        "threshold": threshold if threshold is None else _number_of("threshold", threshold),
        "score": score,
        "regrade": regrade,
        "ids": ids,
        "on_missing": on_missing,
        "on_error": on_error,
        "on_repeat": on_repeat,
        "on_bad_line": on_bad_line,
        "format": format,
    }


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
            raise ValueError(f"constants has {name!r}: only model, task and trial can be constants")
    in_path = labels_in(file, path)
    for name in constants.keys() & in_path.keys():
        raise ValueError(f"{name} is given both as a constant and by the path")
    labels = dict(constants) | in_path
    for name, text in labels.items():
        if not text:
            raise ValueError(f"the {name} of {file} is empty, which names nothing")
        if fields[name] is not None:
            raise ValueError(f"{name} is given as a field and as a constant or by the path")
    return labels.get("model"), labels.get("task"), labels.get("trial")


def _categories(
    categories: Mapping[str, Value | Sequence[Value]],
) -> list[tuple[str, list[str]]]:
    if not isinstance(categories, Mapping):
        raise TypeError(f"categories = {categories!r} is not a mapping of names to values")
    listed = []
    for name, values in categories.items():
        texts = []
        for value in _each(values):
            if not isinstance(value, str | bool | int | float):
                raise TypeError(
                    f"categories[{name!r}] has {value!r}, not a text, number or boolean"
                )
            texts.append(str(value).lower() if isinstance(value, bool) else str(value))
        listed.append((str(name), texts))
    return listed


def _each(values: Value | Sequence[Value]) -> Iterable[Value]:
    """Give one value, or several."""
    return values if isinstance(values, Iterable) and not isinstance(values, str) else [values]


def _number_of(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} = {value!r} is not a number")
    return float(value)


def _optional(name: str, value: float | None) -> float | None:
    from scorio.arguments import number

    return None if value is None else number(name, value)


def _known(name: str, wanted: str | Sequence[str] | None, known: list[str]) -> list[str] | None:
    if wanted is None:
        return None
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for one in names:
        if one not in known:
            raise ValueError(f"there is no {name} {one!r}: there are {', '.join(map(repr, known))}")
    return names


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
