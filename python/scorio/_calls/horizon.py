"""The call `horizon`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._horizons.horizons import Horizons
    from scorio._reading.options import Frame, Path
    from scorio.adaptive import ItemBank


def horizon(
    source: Counts | Path | Iterable[Path] | Frame,
    length: str,
    *,
    at: ArrayLike = (0.5, 0.8),
    baseline: str | None = None,
    these: bool = False,
    cluster: str | None = None,
    confidence: float = 0.95,
    penalty: float | None = None,
    unit: Literal["seconds", "minutes", "hours", "days", "none"] | None = None,
    dates: Mapping[str, object] | Path | None = None,
    bank: ItemBank | Path | None = None,
    weight: str | None = None,
    **reading: Any,  # noqa: ANN401
) -> Horizons:
    """Find how long a task a model can do: where its success falls to a half, or another share.

    Parameters
    ----------
    source
        Counts whose questions have the field `length`, as by `Counts.with_field`. Or a log,
        several, or a data frame whose records have it, with options of `scorio.count`.
    length
        The field of the questions that holds their lengths. "item" is the difficulty that the other
        models tell, unless a field has this name.
    at
        Shares of success.
    baseline
        The model that the others are compared with.
    these
        Whether intervals are about these tasks alone. Not with cluster.
    cluster
        Families of tasks: of logs the field of the cluster; "task" if the tasks are families.
    confidence
        Level of the intervals, between 0 and 1.
    penalty
        Penalty of the slope, for parity with earlier fits, positive and finite.
    unit
        What lengths are measured in. By default a time if the name of the field ends with it, as
        "human_minutes" does.
    dates
        Dates of models, for the doubling time: `{"model": "2025-03-01"}`, with a date, or a number
        of days. Or a CSV file with the columns model and date.
    bank
        Item bank (`scorio.adaptive.ItemBank`), or its file. With `length="item"` the length of a
        question is exp(difficulty) there: the odds that a model of ability 0 fails it.
    weight
        Of logs, the field of the weight of a question.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    Horizons
        A sequence of `Horizon`, a row for each model and share, longest first. `ratios`,
        `doublings`, `bins` and `curves` have more.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; penalty that is not positive and finite; options
        that do not go together. A field that no question has. A length that is missing, no number,
        or not above 0. All tasks of a model have one length. Outcomes outside [0, 1].

    Notes
    -----
    Question i has the length L, x = log₂ L, the mean outcome ȳ of its N trials, and the weight w.
    The curve logit P = a + b x maximises Σ w (ȳ ln P + (1 − ȳ) ln(1 − P)), without a penalty. The
    horizon at q is log₂ h = (logit q − a) / b.

    Intervals are about tasks like these, of which these are a sample. G clusters g, or tasks, move
    (a, b) by D = (H − H_g)⁻¹ U_g, where H is the information, and U_g the score of the cluster.
    Their covariance is (G − 1) / G Σ D Dᵀ, the one-step jackknife CR3. About these tasks alone it
    is H⁻¹ M H⁻¹ with M = Σ w² ȳ (1 − ȳ) / (N − 1) x̃ x̃ᵀ and x̃ = (1, x).

    The interval is Fieller's: all h with (a + b h − logit q)² ≤ t² (V_aa + 2 h V_ab + h² V_bb). t
    has G − 1 degrees of freedom, and about these tasks it is normal. If b² ≤ t² V_bb there is none.
    An interval about tasks like these is the hull with that about these tasks, where each has two
    trials.

    Cluster g moves log₂ h by e = −(D_a + h D_b) / b. The ratio of two horizons has σ² = (G − 1) / G
    Σ (e_A − e_B)². The doubling time is 1 / k, with k the slope of log₂ h on days by least squares.
    σ of k comes from the tasks, with the same e, and from the scatter of models. The interval takes
    the wider.

    With a penalty λ, Σ w = 1 and λ b² / 2 is subtracted.

    Source: docs/horizons.md of the checkout. Kwa et al. (2025), arXiv:2503.14499. Fieller, J. R.
    Stat. Soc. B 16 (1954) 175. MacKinnon and White, J. Econometrics 29 (1985) 305.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.horizon("examples/horizons.jsonl", "human_minutes", cluster="family")
    >>> for row in found[:4]:
    ...     print(row.model, row.at, row.shown, row.shown_interval)
    year-4 0.5 6h 00m [3h 06m, 12h 13m]
    year-4 0.8 1h 41m [44m, 3h 14m]
    year-3 0.5 47m [29m, 1h 31m]
    year-3 0.8 11m [5.3m, 17m]
    """
    from scorio._compare.inputs import clusters_of
    from scorio._horizons.horizons import Horizons
    from scorio._horizons.inputs import dates_of, tasks_of

    counts = tasks_of(source, length, cluster, weight, reading, bank)

    answer = answered(
        "horizon", counts,
        length=length, at=at, baseline=baseline, these=these, cluster=clusters_of(cluster),
        confidence=confidence, penalty=penalty, unit=unit, dates=dates_of(dates, counts),
    )  # fmt: skip
    return Horizons(answer, counts)
