"""What calls are of in Python, where that is not `counts` alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

About = tuple[str, str]


@dataclass(frozen=True)
class Inputs:
    """The arguments of a call that its declaration does not have.

    Attributes
    ----------
    places, about
        What stands before the options, and what it is.
    named, about_named
        What stands behind them.
    kinds, meanings
        Types and meanings of options that take more than the core does.
    values
        What is handed on in place of an option.
    read
        The lines that give `counts`.
    """

    places: tuple[str, ...]
    about: tuple[About, ...]
    named: tuple[str, ...] = ()
    about_named: tuple[About, ...] = ()
    kinds: dict[str, str] = field(default_factory=dict)
    meanings: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    read: tuple[str, ...] = ()


COUNTS = Inputs(("counts: Tallied[_core.Counts]",), (("counts", "Counts of `scorio.count`."),))
COUNTS_OR_SUMS = Inputs(
    ("counts: Tallied[_core.Counts] | Tallied[_core.Sums]",),
    (("counts", "Counts, or sums of numbers, of `scorio.count`."),),
)


TWO_MODELS = """Two models: counts or logs of one model each, whose questions are matched by task
and name, or results matrices (M × N, or ragged rows), whose rows are matched by position. Or `a`
alone: counts, a log, several, or a data frame of many models."""
CLUSTER = """Clusters of questions: σ is robust to what the questions of a cluster have in common.
For logs, the field of the cluster; for counts, "cluster" if they were counted with one; for both,
"task" if the tasks are the clusters. For matrices, the label of each row's cluster. Implies
`sampled`."""
WEIGHT = """Weights of questions in the mean: 0, or from 1e-100 to 1e100. For logs, the field of
the weight; for matrices, one weight for each row. Counts that were counted with a weight use it. A
weight of 0 leaves the question out."""
MISSING = 'Missing entries of matrices: "error", or "drop" to leave them out.'
READING = ("**reading", "For logs, the options of `scorio.count`.")
MODELS = Inputs(
    (
        "a: Counts | Sums | Path | Iterable[Path] | Frame | ArrayLike",
        "b: Counts | Sums | Path | ArrayLike | None = None",
    ),
    (("a, b", TWO_MODELS),),
    (
        "weight: str | ArrayLike | None = None",
        'missing: Literal["error", "drop"] = "error"',
        "**reading: Any",
    ),
    (("weight", WEIGHT), ("missing", MISSING), READING),
    {"baseline": "str | None = None", "cluster": "str | Sequence[object] | None = None"},
    {
        "baseline": "Of one log of many models: the one that the others are compared with.",
        "cluster": CLUSTER,
    },
    {"only": "only", "cluster": "clusters_of(cluster)"},
    (
        "from scorio._compare.inputs import clusters_of, models_of",
        "from scorio._compare.matrices import Rows",
        "",
        "rows = Rows(cluster, weight, missing, paired, weights)",
        (
            "counts, baseline, only = models_of("
            "a, b, baseline, models, rows, reading, by_task=by_task)"
        ),
    ),
)
LOG = Inputs(
    ("a: Counts | Sums | Path | Iterable[Path] | Frame",),
    (("a", "Counts, a log, several, or a data frame of many models."),),
    ("weight: str | None = None", "**reading: Any"),
    (("weight", "Of logs, the field of the weight of a question in the mean."), READING),
    {"cluster": "str | None = None"},
    {"cluster": 'Of logs, the field of the cluster; "task" if the tasks are the clusters.'},
    {"cluster": "clusters_of(cluster)"},
    (
        "from scorio._compare.inputs import clusters_of, counts_of_log",
        "",
        "counts = counts_of_log(a, cluster, weight, reading)",
    ),
)
SLICES = replace(
    MODELS,
    meanings={**MODELS.meanings, "slice": """The fields whose values make the slices. `task` is one,
too. "length:4" cuts a number at its quartiles, and equal values stay together. Logs are read with
these fields; counts have them by `with_field` or by `fields` of `scorio.count`."""},
    read=(
        MODELS.read[0],
        MODELS.read[1],
        "from scorio._slicing.inputs import with_fields",
        "",
        "rows = Rows(cluster, weight, missing, paired, weights)",
        "reading = with_fields(a, slice, reading)",
        "counts, baseline, only = models_of(a, b, baseline, models, rows, reading, by_task=False)",
    ),
)  # fmt: skip
COSTS = Inputs(
    ("source: CostCounts | Path | Iterable[Path] | Frame",),
    (
        (
            "source",
            """Counts with costs, of `scorio.count` with `cost`. Or a log, several, or a data frame,
with `cost` and other options of `scorio.count`.""",
        ),
    ),
    ("**reading: Any",),
    (READING,),
    {"cluster": "str | None = None"},
    {"cluster": 'Clusters of questions: the tasks ("task"), or of logs the field of the cluster.'},
    {"cluster": "clusters_of(cluster)"},
    (
        "from scorio._compare.inputs import clusters_of",
        "from scorio._costing.inputs import costs_of",
        "",
        "single = caps is not None or curve is not None",
        'counts = costs_of("cost", source, cluster, reading, single=single)',
    ),
)
COSTS_ALONE = replace(
    COSTS, read=(*COSTS.read[:3], 'counts = costs_of("cost_gate", source, cluster, reading)')
)
COST_PLANS = replace(
    COSTS, kinds={}, meanings={}, values={},
    read=(COSTS.read[1], "", 'counts = costs_of("plan.costs", source, None, reading)'),
)  # fmt: skip
DATES = """Dates of models, for the doubling time: `{"model": "2025-03-01"}`, with a date, or a
number of days. Or a CSV file with the columns model and date."""
HORIZONS = Inputs(
    ("source: Counts | Path | Iterable[Path] | Frame",),
    (
        (
            "source",
            """Counts whose questions have the field `length`, as by `Counts.with_field`. Or a log,
several, or a data frame whose records have it, with options of `scorio.count`.""",
        ),
    ),
    ("bank: ItemBank | Path | None = None", "weight: str | None = None", "**reading: Any"),
    (
        (
            "bank",
            """Item bank (`scorio.adaptive.ItemBank`), or its file. With `length="item"` the length
of a question is exp(difficulty) there: the odds that a model of ability 0 fails it.""",
        ),
        ("weight", "Of logs, the field of the weight of a question."),
        READING,
    ),
    {
        "cluster": "str | None = None",
        "dates": "Mapping[str, object] | Path | None = None",
    },
    {
        "cluster": 'Families of tasks: of logs the field of the cluster; "task" if the tasks are '
        "families.",
        "dates": DATES,
    },
    {"cluster": "clusters_of(cluster)", "dates": "dates_of(dates, counts)"},
    (
        "from scorio._compare.inputs import clusters_of",
        "from scorio._horizons.inputs import dates_of, tasks_of",
        "",
        "counts = tasks_of(source, length, cluster, weight, reading, bank)",
    ),
)
SERIES = Inputs(
    (
        "source: Counts | Sums | Path | Iterable[Path] | Frame",
        "series: str | None = None",
    ),
    (
        ("source", "Counts whose models are runs, a log, several, or a data frame."),
        (
            "series",
            """Of logs, the field of the run, such as a date or a version; "@file" is the name of
the file. Without it, each model is a run.""",
        ),
    ),
    ("**reading: Any",),
    (READING,),
    read=(
        "from scorio._drifting.inputs import runs_of",
        "",
        "counts = runs_of(source, series, reading)",
    ),
)
INPUTS = {
    "drift": SERIES,
    "horizon": HORIZONS,
    "cost": COSTS, "cost_gate": COSTS_ALONE, "plan_costs": COST_PLANS, "score": COUNTS_OR_SUMS,
    "gate": COUNTS_OR_SUMS, "compare": MODELS, "compare_pairs": LOG, "slices": SLICES,
}  # fmt: skip
