"""Looking several times, and stopping at the first separation."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorio._arguments import number, seed_digits, whole
from scorio._call import asked
from scorio._errors import coded
from scorio._rows import Measured
from scorio.plan.models import numbers_of_trials, said, shared_weights, side, sources_of
from scorio.show.single import Single, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.plan.models import Assumed


class _Looks(NamedTuple):
    stopped: Measured
    """Probability of stopping at one of the looks."""
    wrong: Measured
    """Probability of stopping in the wrong order, or though there is none."""
    wrong_once: Measured
    """The same with one look alone, the last."""
    trials: Measured
    """Mean number of trials of each question."""
    confidence: float | None
    """Of equal models: the confidence to look with, for which at most 1 - confidence stop.

    None for models that are not known to be equal, and where no value of z is rare enough.
    """
    says: str
    """That confidence, or why there is none, in a sentence."""


class Looks(Single, _Looks):
    """What becomes of looking several times, and stopping at the first separation."""

    _title = "Repeated looks"
    _row_type = _Looks
    _meanings = MappingProxyType({
        "stopped": "chance to stop at a look",
        "wrong": "chance to stop wrongly",
        "wrong_once": "the same with the last look alone",
        "trials": "trials of each question, on average",
        "confidence": "confidence that makes up for it",
    })  # fmt: skip
    _parts = parts_of(_Looks, Measured)


@coded
def repeated_looks(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    looks: Iterable[int] = range(1, 81),
    confidence: float = 0.95,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> Looks:
    r"""What looking several times, and stopping at the first separation, really does.

    Parameters
    ----------
    a, b, confidence, w, replicates, seed, missing
        As for `foresee`.
    looks
        The numbers of trials of each question at which z is looked at, increasing.

    Returns
    -------
    Looks
        `(stopped, wrong, wrong_once, trials, confidence, says)`. Of two equal models, a single
        look separates up to 1 - confidence wrongly, half of them either way. `confidence` is the
        one to look with for no more of these replicates at all looks together. It lies halfway
        between the z of the last that may not stop and that of the first that may. It is None where
        more than so many replicates reach the largest z of all, as with one question and one trial.

    Raises
    ------
    ValueError
        As for `foresee`.

    Examples
    --------
    >>> from scorio import plan
    >>> p = plan.assumed([0.2, 0.5, 0.8] * 10)
    >>> seen = plan.repeated_looks(p, p)
    >>> round(seen.wrong.value, 1), round(seen.wrong_once.value, 1)
    (0.4, 0.0)
    >>> again = plan.repeated_looks(p, p, confidence=seen.confidence, seed=1)
    >>> round(again.wrong.value, 2)
    0.05
    """
    level, listed = number("confidence", confidence), shared_weights(w, a, b)
    one, other = (side(x, listed, missing) for x in (a, b))
    listed_looks = numbers_of_trials(looks)
    seen = asked(
        "repeated_looks", a=one, b=other, looks=listed_looks, confidence=level, weights=listed,
        replicates=whole("replicates", replicates), seed=seed_digits(seed),
    )  # fmt: skip
    *figures, restoring, _ = seen.table(0)[0]
    says = " ".join(said(seen))
    found = Looks._make([*(Measured(*figure) for figure in figures), restoring, says])
    settings = {
        "looks": listed_looks, "confidence": level, "w": listed, "replicates": replicates,
        "seed": seed, "missing": missing,
    }  # fmt: skip
    return found.of(settings, sources_of(a, b))
