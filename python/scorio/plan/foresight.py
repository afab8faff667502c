"""What is to be expected after each of several numbers of trials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number, seed_digits, whole
from scorio._call import asked
from scorio._errors import coded
from scorio._rows import Foresight, Measured
from scorio.plan.models import numbers_of_trials, shared_weights, side, sources_of
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.single import parts_of
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.plan.models import Assumed
    from scorio.plot.figure import Figure


class Foresights(Rows[Foresight]):
    """What is to be expected after each of several numbers of trials: a sequence of `Foresight`."""

    _row_type = Foresight
    _parts = parts_of(Foresight, Measured) | {"quantiles": ["z_5", "z_50", "z_95"]}

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        return f"Separation of two models, confidence {self.settings['confidence']:g}"

    @property
    def notes(self) -> list[str]:
        """How the figures were measured."""
        replicates = counted(self.settings["replicates"], "replicate")
        return [f"Shares of {replicates}, seed {self.settings['seed']}."]

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"plan": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.courses import plan

        return plan(self.title, self.rows)

    def _page(self) -> Page:
        names = ["trials", "z", "5% to 95%", "separated", "right order", "both", "wrong"]
        lines = [
            [
                f"{row.trials:,}",
                f"{row.z.value:.2f}",
                f"{row.quantiles[0]:.2f} to {row.quantiles[2]:.2f}",
                *(f"{share.value:.4f}" for share in row[3:]),
            ]
            for row in self.rows
        ]
        return Page([Table(self.title, [Column(name) for name in names], lines)], self.notes)


@coded
def foresee(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    trials: int | Iterable[int] = (1, 2, 5, 10, 20, 40, 80),
    confidence: float = 0.95,
    *,
    family: int = 2,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> Foresights:
    r"""What is to be expected after each of several numbers of trials.

    Parameters
    ----------
    a, b, confidence, family, w, missing
        As for `trials_needed`.
    trials
        Numbers N of trials of each question, increasing; or one.
    replicates, seed
        Of the simulation.

    Returns
    -------
    Foresights
        A sequence with a `Foresight` for each N: z with its quantiles, and four probabilities. The
        models are separated, stand in the right order, both, or are separated wrongly. With pilots
        the true scores are unknown: each replicate draws them from the hierarchical posterior of a
        leaderboard, and with them the order that is right. z is the difference of the averages over
        the σ that `trials_needed` expects.

    Raises
    ------
    ValueError
        As for `trials_needed`; numbers of trials that do not increase from 1; more replicates,
        each with a z of 8 bytes for each N, than fit in memory.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.9 and figure 3.

    Examples
    --------
    >>> from scorio import plan, simulate
    >>> nine, ten = simulate.coins([0.608, 0.6213], seed=1)
    >>> for seen in plan.foresee(plan.assumed(ten), plan.assumed(nine), [80, 194]):
    ...     print(seen.trials, round(seen.z.value, 1), round(seen.right.value, 2))
    80 1.2 0.85
    194 1.7 0.95
    """
    level, listed = number("confidence", confidence), shared_weights(w, a, b)
    models = whole("family", family)
    one, other = (side(x, listed, missing) for x in (a, b))
    listed_trials = numbers_of_trials(trials)
    rows = [
        Foresight(n, Measured(*z), quantiles, *(Measured(*share) for share in shares))
        for n, z, quantiles, *shares in asked(
            "foresee",
            a=one,
            b=other,
            trials=listed_trials,
            confidence=level,
            family=models,
            weights=listed,
            replicates=whole("replicates", replicates),
            seed=seed_digits(seed),
        ).table(0)
    ]
    settings = {
        "trials": listed_trials, "confidence": level, "family": models, "w": listed,
        "replicates": replicates, "seed": seed, "missing": missing,
    }  # fmt: skip
    return Foresights(rows, settings, sources_of(a, b))


@coded
def order_probability(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    trials: int,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> Measured:
    r"""Probability that the scores after N trials stand in the order of the true scores.

    Parameters
    ----------
    a, b, w, replicates, seed, missing
        As for `foresee`.
    trials
        N.

    Returns
    -------
    Measured
        The probability and its Monte Carlo error. Equal scores are no order; where the true
        scores are assumed equal no order is right, and it is 0.

    Raises
    ------
    ValueError
        As for `trials_needed`.

    Examples
    --------
    >>> from scorio import plan
    >>> pilot_a, pilot_b = [[1, 1, 0, 1]] * 20, [[0, 1, 0, 1]] * 20
    >>> probability, error = plan.order_probability(pilot_a, pilot_b, 20)
    >>> round(probability, 1), error < 0.01
    (1.0, True)
    """
    n = whole("trials", trials)
    options = {"w": w, "replicates": replicates, "seed": seed, "missing": missing}
    return foresee(a, b, n, **options)[0].right  # type: ignore[arg-type]
