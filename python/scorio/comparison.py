"""Models beside a baseline: differences with their uncertainty."""

from __future__ import annotations

import operator
import os
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorio import _core, frames
from scorio.counts import Counts, count
from scorio.tables import Tables, aligned, counted, report_lines, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from scorio.counts import Frame, Path

# Names that a note lists, and notes of one kind.
LISTED = 5


class Comparison(NamedTuple):
    """One model beside the baseline.

    `difference` is the model's score less the baseline's, `sigma` its standard deviation, `lo` and
    `hi` the ends of its interval at `level`. `probability` is P(A > B), that the model is better
    than the baseline; `ranking` is ρ, that the higher score is the better model's. `z` is
    difference / sigma, normal or, where `degrees` are not None, Student's t of so many degrees of
    freedom; `pvalue` is two-sided, `holm` and `bh` (Benjamini and Hochberg) are it adjusted for all
    rows overall, or for all by task. `task` is None in overall rows. `score` and `baseline_score`
    are of `questions` and `baseline_questions`; `unmatched` and `baseline_unmatched` questions are
    those of one model only, which a paired comparison leaves out. `uneven` says that the two differ
    in their trials a question. `decisive` is how few questions make the difference: without them
    the others' would be none, or the other way. Of a comparison with a margin, overall rows have
    the fields of a `Verdict`: `margin`, `worse_probability`, `worse` and `detectable`; else they
    are None.
    """

    model: str
    baseline: str
    task: str | None
    difference: float
    sigma: float
    lo: float
    hi: float
    level: float
    probability: float
    ranking: float
    z: float
    pvalue: float
    holm: float
    bh: float
    degrees: float | None
    score: float
    baseline_score: float
    questions: int
    baseline_questions: int
    unmatched: int
    baseline_unmatched: int
    trials: int
    baseline_trials: int
    uneven: bool
    clusters: int | None
    decisive: int | None
    margin: float | None
    worse_probability: float | None
    worse: bool | None
    detectable: float | None


class QuestionDifference(NamedTuple):
    """A question on which a model and the baseline are compared.

    `difference` and `sigma` are the posterior's, `probability` is P(A > B) on this question, and
    `part` its part of the overall difference: the parts add up to it.
    """

    model: str
    task: str
    question: str
    score: float
    baseline_score: float
    difference: float
    part: float
    sigma: float
    probability: float


class Unmatched(NamedTuple):
    """A question that only one of a row's two models has: `of` is that one."""

    model: str
    of: str
    task: str
    question: str


class Verdict(NamedTuple):
    """Whether a model is worse than the baseline by more than a margin.

    `probability` is how probable that is, and `worse` whether it reaches the confidence. A model
    that truly is worse by `detectable` would be found so with probability 0.8.
    """

    model: str
    baseline: str
    margin: float
    probability: float
    worse: bool
    detectable: float

    def __str__(self) -> str:
        """Say it in a sentence."""
        said = "is worse" if self.worse else "is not found worse"
        found = f"{shown(self.model)} {said} than {shown(self.baseline)} by more than"
        return (
            f"{found} {self.margin:g}: P {_equals(self.probability)}. A model worse by "
            f"{self.detectable:.4f} would be found so in 80% of such comparisons."
        )


class Comparisons(Tables[Comparison]):
    """Models beside a baseline: a sequence of `Comparison`, table by table, best first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `unmatched` lists what a paired comparison leaves out, `uncompared` the (model,
    task, reason) of the rows that tables by task lack.
    """

    def __init__(
        self,
        core: _core.Comparisons,
        *,
        options: dict[str, Any],
        report: dict[str, int],
        notes: list[str],
    ) -> None:
        super().__init__(core, [Comparison(**row) for row in core.rows()])
        self._core = core
        self._options = options
        self.confidence: float = options["confidence"]
        self.unmatched = [Unmatched(*one) for one in core.unmatched()]
        self.uncompared = core.uncompared()
        self.report = report
        self.notes = notes

    def questions(self, model: str | None = None, n: int | None = None) -> list[QuestionDifference]:
        """Give the questions that decide a difference, those that differ most first.

        Parameters
        ----------
        model
            Which model's; of a single comparison it may be left out.
        n
            How many; all by default.

        Raises
        ------
        ValueError
            An n below 0; a model that was not compared, or none named of several; an unpaired
            comparison, which has no differences by question.
        """
        if n is not None and (isinstance(n, bool) or operator.index(n) < 0):
            raise ValueError(f"n = {n} is not a number of questions: give 0 or more")
        if not self._options["paired"]:
            raise ValueError(
                "an unpaired comparison has no differences by question: compare with paired=True"
            )
        models = [row.model for row in self.rows if row.task is None]
        if model is None and len(models) == 1:
            model = models[0]
        if model not in models:
            named = "name one" if model is None else f"there is no model {model!r} among them"
            are = "is" if len(models) == 1 else "are"
            raise ValueError(
                f"{counted(len(models), 'model')} {are} compared: {named}: {', '.join(models)}"
            )
        found = [QuestionDifference(**one) for one in self._core.questions()]
        return [one for one in found if one.model == model][:n]

    def verdicts(self, margin: float) -> list[Verdict]:
        """Say of every model, overall, whether it is worse than the baseline by more than a margin.

        It is if P(difference < −margin) is at least the comparison's confidence.

        Raises
        ------
        ValueError
            A margin below 0, or that scores cannot differ by more than; a confidence below 0.5; no
            overall table, as of scores of the same trials.
        """
        from scorio.arguments import number

        if all(row.task is not None for row in self.rows):
            raise ValueError(
                "there is no overall comparison to judge: the tasks are scores of the same trials; "
                "select one of them, or count one score"
            )
        margin = number("margin", margin)
        return [
            Verdict(row.model, row.baseline, margin, *said)
            for row, said in zip(self.rows, self._core.verdicts(margin), strict=True)
            if row.task is None
        ]

    def _tables(self) -> Iterator[list[Comparison]]:
        for _, rows in groupby(self.rows, key=lambda row: row.task):
            yield list(rows)

    def _several(self, rows: list[Comparison]) -> int:
        """Count the rows whose p-values are adjusted together with these."""
        return sum((row.task is None) == (rows[0].task is None) for row in self.rows)

    def _title(self, rows: list[Comparison]) -> str:
        options = self._options
        given = ",".join(f"{w:g}" for w in options["weights"] or [])
        weights = f", weights = {given}" if given else ""
        pairing = "paired" if options["paired"] else "unpaired"
        title = (
            f"{options['metric']}{weights}, {pairing} · difference from {shown(rows[0].baseline)}"
        )
        if rows[0].task is not None:
            return f"{title} · {shown(rows[0].task) or '(no task)'}"
        return f"{title} · overall" if any(row.task is not None for row in self.rows) else title

    def _lines(self, rows: list[Comparison]) -> list[list[str]]:
        several = self._several(rows) > 1
        paired = self._options["paired"]
        interval = f"{100 * self.confidence:g}% interval"
        lines = [["model", "score", "baseline", "difference", "±", interval, "P(A > B)", "ranking",
                  "p", *(["Holm", "BH"] if several else []), "questions",
                  *(["decisive"] if paired else [])]]  # fmt: skip
        for row in rows:
            chances = [_chance(row.probability), _chance(row.ranking), _pvalue(row.pvalue)]
            adjusted = [_pvalue(row.holm), _pvalue(row.bh)] if several else []
            of_baseline = "" if paired else f" : {row.baseline_questions:,}"
            lines.append(
                [
                    shown(row.model),
                    f"{row.score:.4f}",
                    f"{row.baseline_score:.4f}",
                    _signed(row.difference),
                    f"{row.sigma:.4f}",
                    f"[{_signed(row.lo)}, {_signed(row.hi)}]",
                    *chances,
                    *adjusted,
                    f"{row.questions:,}{of_baseline}",
                    *([f"{row.decisive:,}"] if paired else []),
                ]
            )
        return lines

    def _notes(self) -> list[str]:
        overall = [row for row in self.rows if row.task is None]
        margin = self._options["margin"]
        verdicts = [] if margin is None else self.verdicts(margin)
        notes = [*map(str, verdicts), self._inference(overall or self.rows)]
        both = {self._several(rows) for rows in self._tables()}
        if max(both) > 1:
            counts = " and ".join(str(count) for count in sorted(both))
            notes.append(f"Holm, BH: p adjusted for {counts} comparisons.")
        notes += self._left_out()
        if self._options["metric"] == "bayes":
            uneven = [row for row in overall if row.uneven]
            notes += [
                f"{shown(row.model)} and {shown(row.baseline)} differ in trials a question "
                f"({row.trials:,} and {row.baseline_trials:,} in all): the prior of bayes pulls "
                "the one with fewer more to the middle, which biases the difference; avg does not."
                for row in uneven[:LISTED]
            ]
            if len(uneven) > LISTED:
                notes.append(f"So do {len(uneven) - LISTED:,} other models and the baseline.")
        if self._options["by_task"] and len(overall) == len(self.rows) and not self.uncompared:
            notes.append("There is one task, whose table is the overall one.")
        notes += [
            f"{shown(model)} is not compared in {shown(task) or '(no task)'}: {reason}."
            for model, task, reason in self.uncompared
        ]
        return notes + report_lines(self.report, self.notes)

    def _inference(self, overall: list[Comparison]) -> str:
        degrees = sorted({row.degrees for row in overall if row.degrees is not None})
        if not degrees:
            return "σ and P are about these questions: what finite trials leave open; normal."
        units = "questions like these, of which these are a sample"
        clusters = sorted({row.clusters for row in overall if row.clusters is not None})
        if clusters:
            units = f"questions of clusters like these {_range(clusters)}"
            if self._options["paired"] and all(row.clusters == row.questions for row in overall):
                units += ", each of one question as in a plain sample"
        freedom = "degree" if degrees == [1] else "degrees"
        return f"σ and P are about {units}; Student's t, {_range(degrees)} {freedom} of freedom."

    def _left_out(self) -> list[str]:
        """Say for each model which questions only one of the two has."""
        pairs = [list(pair) for _, pair in groupby(self.unmatched, key=lambda one: one.model)]
        notes = []
        for pair in pairs[:LISTED]:
            sides = []
            for of, group in groupby(pair, key=lambda one: one.of):
                names = [shown(f"{q} ({task})" if task else q) for *_, task, q in group]
                several = ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")
                sides.append(f"{counted(len(names), 'question')} of {shown(of)} alone ({several})")
            beside = f"{shown(pair[0].model)} and {shown(self.rows[0].baseline)}"
            notes.append(f"Left out of {beside}: {' and '.join(sides)}.")
        if len(pairs) > LISTED:
            questions = {one[1:] for one in self.unmatched}
            notes.append(
                f"In all, {counted(len(pairs), 'model')} and the baseline have "
                f"{counted(len(questions), 'question')} not in common."
            )
        return notes


def questions_text(found: Sequence[QuestionDifference], group: str = "task") -> str:
    """Format questions as an aligned table; `group` is what their tasks are called."""
    tasks = any(one.task for one in found)
    lines = [["question", *([group] if tasks else []), "score", "baseline", "difference", "±",
              "P(A > B)", "part"]]  # fmt: skip
    lines += [
        [
            shown(one.question),
            *([shown(one.task)] if tasks else []),
            f"{one.score:.4f}",
            f"{one.baseline_score:.4f}",
            _signed(one.difference),
            f"{one.sigma:.4f}",
            _chance(one.probability),
            _signed(one.part),
        ]
        for one in found
    ]
    return "\n".join(aligned(lines))


def _signed(value: float) -> str:
    text = f"{value:+.4f}"
    return "0.0000" if float(text) == 0 else text.replace("-", "−")


def _chance(value: float, most: str = ">0.9999") -> str:
    """Give a probability that never says 0, and 1 only of a p-value that is."""
    least = 0.0001
    if value < least:
        return "<0.0001"
    return most if value > 1 - least else f"{value:.4f}"


def _equals(probability: float) -> str:
    """Give a probability with its sign: = 0.9000, > 0.9999."""
    text = _chance(probability)
    return f"{text[0]} {text[1:]}" if text[0] in "<>" else f"= {text}"


def _pvalue(value: float) -> str:
    return _chance(value, "1.0000")


def _range(values: Sequence[float]) -> str:
    first, last = f"{values[0]:.4g}", f"{values[-1]:.4g}"
    return first if first == last else f"{first} to {last}"


def compare(
    a: Counts | Path | Iterable[Path] | Frame | ArrayLike,
    b: Counts | Path | ArrayLike | None = None,
    *,
    baseline: str | None = None,
    models: str | Sequence[str] | None = None,
    metric: Literal["bayes", "avg"] = "bayes",
    weights: ArrayLike | None = None,
    paired: bool = True,
    sampled: bool = False,
    cluster: Literal["task"] | Sequence[object] | None = None,
    by_task: bool = False,
    confidence: float = 0.95,
    margin: float | None = None,
    missing: Literal["error", "drop"] = "error",
    **reading: Any,  # noqa: ANN401
) -> Comparisons:
    """Compare two models, or many with a baseline, question by question.

    Parameters
    ----------
    a, b
        Two models: counts or logs of one model each, whose questions are matched by task and name,
        or results matrices (M × N, or ragged rows), whose rows are matched by position. Or `a`
        alone: counts, a log, several, or a data frame of many models.
    baseline
        Of one log of many models: the one that the others are compared with.
    models
        Those others, at least one; all by default.
    metric
        "bayes" or "avg", the scale of the scores. Where all questions have the same number of
        trials the two differ by a factor, and z and all probabilities are the same; where not, the
        prior of bayes biases the difference.
    weights
        A weight per category; if omitted, the numbers that the categories are named by, or (0, 1).
    paired
        Compare on the questions that both have; False: each on its own, with all of its own.
    sampled
        Infer about questions like these, from the scatter over them; False: about these alone,
        from what their trials leave open.
    cluster
        "task": the tasks are clusters of questions, whatever field they were read from, and σ is
        robust to what the questions of a cluster have in common; of matrices, the label of each
        row's cluster. Implies `sampled`.
    by_task
        A table for each task, beside the overall one.
    confidence
        Level of the intervals, and of the verdicts.
    margin
        Say of each model whether it is worse than the baseline by more than this, as
        `Comparisons.verdicts` does, in the rows and below the tables.
    missing
        Missing entries of matrices: "error", or "drop" to leave them out.
    **reading
        For logs, the options of `scorio.count`.

    Raises
    ------
    ValueError
        No question in common; a baseline or model that the log does not hold, or no model; a
        sample of one question or cluster; a log without tasks, by task; a margin that scores
        cannot differ by more than; cluster labels that are missing, or of one text and two types;
        whatever `scorio.count` refuses.
    TypeError
        A matrix beside a log; options of logs for counts or matrices, or of matrices for logs.

    Notes ----- With d the difference of a question's posterior means and v the sum of their
    variances, the difference is the mean of d over M questions. About these questions σ² = Σ v /
    M², and z = difference / σ is normal (sections 2.5 and 2.6 of arXiv:2510.04265). About questions
    like these σ² = G / (G − 1) Σ S² / M², S being the sum of d − difference over each of G clusters
    (each question its own if there are none), and z is Student's t of G − 1 degrees of freedom.
    Unpaired, the variances of the two means add up, with Welch's degrees of freedom; but where
    models A and B share clusters, σ² = G / (G − 1) Σ (S_A / M_A − S_B / M_B)² over the G clusters
    of either, with S the sum of a model's posterior means less their mean, and G − 1 degrees of
    freedom. P(A > B) is the probability below z, ρ = P(|z|), and p = 2 (1 − ρ).

    Examples
    --------
    >>> import scorio
    >>> found = scorio.compare("examples/coins.jsonl", baseline="coin-04", models="coin-05")
    >>> row = found[0]
    >>> round(row.difference, 4), round(row.probability, 4), row.questions
    (0.0089, 0.7628, 30)
    >>> scorio.compare([[1, 1, 1], [1, 0, 1]], [[0, 1, 0], [1, 0, 0]])[0].difference
    0.3
    """
    from scorio import matrix
    from scorio.arguments import flag, number

    options: dict[str, Any] = {
        "metric": metric,
        "weights": matrix.weights(weights),
        "paired": flag(paired, "paired"),
        "sampled": flag(sampled, "sampled"),
        "clustered": cluster is not None,
        "by_task": flag(by_task, "by_task"),
        "confidence": number("confidence", confidence),
        "margin": None if margin is None else number("margin", margin),
    }
    if b is None:
        _refuse_labels(cluster)
        if _is_matrix(a):
            axes = getattr(a, "ndim", matrix.MATRIX)
            if axes > matrix.MATRIX:
                raise TypeError(
                    f"a has {axes} axes and is not a matrix: give two, as compare(a[0], a[1])"
                )
            raise TypeError("a is a matrix: give another one, b, to compare it with")
        counts = _counted(a, missing, reading)
        if baseline is None:
            raise ValueError(
                "there is no baseline: give baseline=NAME, one of "
                f"{', '.join(counts.models)}, or a second log or matrix"
            )
        if not isinstance(baseline, str):
            raise TypeError(f"baseline = {baseline!r} is not the name of a model")
        names = [models] if isinstance(models, str) else list(models or [])
        if models is not None and not names:
            raise ValueError("models is empty: name one, or leave it out to compare all")
        options |= {"baseline": baseline, "models": names}
        core = counts._core
    else:
        if baseline is not None or models is not None:
            raise ValueError("baseline and models name models of one log, but two are given")
        core = _both(a, b, options, cluster, missing, reading)
    if by_task and not any(core.tasks):
        raise ValueError(
            "by_task, but there are no tasks: name the field that they are in (task=FIELD)"
        )
    report, notes = core.report, core.notes
    return Comparisons(core.compare(options), options=options, report=report, notes=notes)


def _counted(
    log: Any,  # noqa: ANN401
    missing: Literal["error", "drop"],
    reading: dict[str, Any],
) -> Counts:
    """Counts of a log, read as the options say, or as they are."""
    if missing != "error":
        raise TypeError("missing is for matrices: of a log, say on_missing")
    if not isinstance(log, Counts):
        return count(log, **reading)
    if reading:
        raise TypeError(f"{next(iter(reading))} says how to read logs, but counts are given")
    return log


def _is_matrix(a: Any) -> bool:  # noqa: ANN401
    if isinstance(a, list | tuple):
        return not all(isinstance(file, str | os.PathLike) for file in a)
    return hasattr(a, "ndim") and not frames.is_frame(a)


def _both(
    a: Any,  # noqa: ANN401
    b: Any,  # noqa: ANN401
    options: dict[str, Any],
    cluster: Literal["task"] | Sequence[object] | None,
    missing: Literal["error", "drop"],
    reading: dict[str, Any],
) -> _core.Counts:
    """Counts of two models under two names, which the options are given."""
    logs = [isinstance(one, Counts | str | os.PathLike) for one in (a, b)]
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
        sides = _matrices(a, b, options, cluster, missing)
        names = ["a", "b"]
    else:
        _refuse_labels(cluster)
        each = [_counted(one, missing, reading) for one in (a, b)]
        names = [", ".join(one.models) for one in each]
        if names[0] == names[1]:
            names = [f"{names[0]} (a)", f"{names[1]} (b)"]
        sides = [one._core.renamed(name) for one, name in zip(each, names, strict=True)]
    options |= {"baseline": names[1], "models": [names[0]]}
    return sides[0].merge([sides[1]])


def _matrices(
    a: ArrayLike,
    b: ArrayLike,
    options: dict[str, Any],
    cluster: str | Sequence[object] | None,
    missing: Literal["error", "drop"],
) -> list[_core.Counts]:
    from scorio import matrix

    if isinstance(cluster, str):
        raise TypeError(f"cluster = {cluster!r}: of matrices, give the label of each row's cluster")
    if options["by_task"]:
        raise ValueError("by_task is for logs: matrices have no tasks")
    rows = [matrix.end_to_end(side, name) for side, name in ((a, "a"), (b, "b"))]
    numbers = [len(lengths) for _, lengths in rows]
    if options["paired"] and numbers[0] != numbers[1]:
        raise ValueError(
            f"a has {numbers[0]} rows (questions) but b has {numbers[1]}: give both the same, row "
            "by row, or compare with paired=False"
        )
    labels = [] if cluster is None else _labels(cluster)
    if cluster is not None and not labels:
        raise ValueError("cluster is empty: give the label of each row's cluster")
    categories = 2 if options["weights"] is None else len(options["weights"])
    drop = matrix.dropped(missing)
    return [
        _core.count_matrix(first, flat, lengths, labels, categories, drop)
        for first, (flat, lengths) in zip((True, False), rows, strict=True)
    ]


def _labels(cluster: Iterable[Any]) -> list[str]:
    """The texts of labels, of which none is missing and no two different ones look alike."""
    if getattr(cluster, "ndim", 1) != 1:
        raise ValueError("cluster has more axes than one: give one label for each row")
    texts: dict[Any, str] = {}
    known: dict[str, Any] = {}
    labels = []
    for place, label in enumerate(cluster):
        missing = label is None or type(label).__name__ in ("NAType", "NaTType", "MaskedConstant")
        if missing or label != label:  # noqa: PLR0124 (NaN)
            raise ValueError(f"cluster[{place}] is missing: give every row a label")
        try:
            text = texts.setdefault(label, str(label))
        except TypeError:
            raise TypeError(f"cluster[{place}] = {label!r} is not a name or a number") from None
        same = known.setdefault(text, label)
        if same != label:
            raise ValueError(
                f"cluster has the labels {same!r} and {label!r}, which look alike: give both one "
                "type, or other names"
            )
        labels.append(text)
    return labels


def _refuse_labels(cluster: object) -> None:
    if cluster not in (None, "task"):
        raise ValueError(
            f"cluster = {cluster!r} is not 'task': read the field of the clusters of a log as its "
            "task (task=FIELD)"
        )
