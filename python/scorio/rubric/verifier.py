"""Calibration of verifiers."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio._errors import callers_level
from scorio._numpy import np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


# The temperatures between which the core looks, and what it means to end there.
_BOUNDS = (0.05, 20.0)
_AT_BOUND = (
    "the logits give every label, so that surer is always better. Give more labels.",
    "the logits say little about the labels. Check the order of classes and labels.",
)


class VerifierReport(NamedTuple):
    """How well probabilities fit labels.

    Attributes
    ----------
    nll : float
        Mean negative log-likelihood of the labels, in nats.
    brier : float
        Mean Brier score: the sum over classes of (p − label)².
    ece : float
        Expected calibration error of the likeliest class, over 15 bins of equal size.
    """

    nll: float
    brier: float
    ece: float


class Verifier:
    """A verifier whose logits become probabilities: p(y | x) = softmax((s_y − b_y) / T).

    Parameters
    ----------
    baseline
        The mean logits b on inputs without content, one for each class.
    temperature
        T, above 0.

    Raises
    ------
    ValueError
        A baseline that is no list of finite numbers; a temperature that is not positive and finite.

    Notes
    -----
    Appendix D of arXiv:2510.04265.

    Examples
    --------
    >>> from scorio.rubric import Verifier
    >>> logits = [[2.1, 0.3, -1.0], [0.2, 1.9, -0.5], [-0.4, 0.1, 1.2], [0.6, 1.4, 0.2]]
    >>> verifier = Verifier.fit(logits, labels=[0, 1, 2, 0])
    >>> round(verifier.temperature, 3)
    0.627
    >>> before, after = verifier.report(logits, labels=[0, 1, 2, 0])
    >>> after.nll < before.nll
    True
    """

    __slots__ = ("baseline", "temperature")

    def __init__(self, baseline: ArrayLike, temperature: float = 1.0) -> None:
        self.baseline: NDArray[np.float64] = np.array(baseline, dtype=np.float64)
        if self.baseline.ndim != 1:
            raise ValueError("baseline is not a list of numbers, one for each class")
        for place, value in enumerate(self.baseline.tolist()):
            if not math.isfinite(value):
                raise ValueError(f"baseline[{place}] = {value} is not finite")
        self.temperature = float(temperature)
        if not (0 < self.temperature < math.inf):
            raise ValueError(f"temperature = {temperature} is not a positive finite number")

    @classmethod
    def fit(
        cls, logits: ArrayLike, labels: Sequence[int], baseline: ArrayLike | None = None
    ) -> Verifier:
        """Find the temperature that gives labels the largest likelihood, from 0.05 to 20.

        Parameters
        ----------
        logits
            Shape (inputs, classes).
        labels
            The right class of each input, from 0.
        baseline
            The mean logits on inputs without content. Or the logits themselves, shape
            (inputs, classes), of which the mean is taken. Zeros if omitted.

        Warns
        -----
        UserWarning
            The temperature is at a bound, 0.05 or 20: the labels do not determine it.

        Raises
        ------
        ValueError
            Logits or baseline that are not finite; shapes that do not fit together; a label that
            is not a class.
        """
        rows = _rows(logits)
        verifier = cls(np.zeros(rows.shape[1]) if baseline is None else _mean(baseline))
        known = _classes(labels, rows.shape[1])
        verifier.temperature = _core.verifier_fit(rows, known, verifier.baseline)
        for bound, why in zip(_BOUNDS, _AT_BOUND, strict=True):
            if math.isclose(verifier.temperature, bound, rel_tol=1e-9):
                warnings.warn(
                    f"the temperature is at its bound, {bound:g}: {why}", stacklevel=callers_level()
                )
        return verifier

    def probabilities(self, logits: ArrayLike) -> NDArray[np.float64]:
        """Give the probability of each class, shape (inputs, classes).

        Raises
        ------
        ValueError
            Logits that are not finite, or have other classes.
        """
        rows = _rows(logits)
        p = _core.verifier_probabilities(rows, self.baseline, self.temperature)
        return np.array(p, dtype=np.float64).reshape(rows.shape)

    def report(
        self, logits: ArrayLike, labels: Sequence[int]
    ) -> tuple[VerifierReport, VerifierReport]:
        """Say how well the logits as they are, and then the calibrated ones, fit labels.

        The first has no baseline and the temperature 1.

        Raises
        ------
        ValueError
            As `fit`.
        """
        rows = _rows(logits)
        classes = _classes(labels, rows.shape[1])
        plain = _core.verifier_report(rows, classes, np.zeros(rows.shape[1]), 1.0)
        own = _core.verifier_report(rows, classes, self.baseline, self.temperature)
        return VerifierReport(*plain), VerifierReport(*own)

    def __repr__(self) -> str:
        return f"Verifier(baseline={self.baseline.tolist()}, temperature={self.temperature!r})"


def _rows(logits: ArrayLike) -> NDArray[np.float64]:
    rows = np.array(logits, dtype=np.float64)
    if rows.ndim != 2:  # noqa: PLR2004
        raise ValueError(f"logits has {rows.ndim} dimensions: give one row for each input")
    return rows


def _mean(baseline: ArrayLike) -> NDArray[np.float64]:
    """Give the baseline, of logits on several inputs their mean."""
    own = np.array(baseline, dtype=np.float64)
    if own.ndim == 2:  # noqa: PLR2004
        if not len(own):
            raise ValueError("baseline has no row: give the logits on at least one input")
        own = np.mean(own, axis=0)
    return own


def _classes(labels: Sequence[int], classes: int) -> list[int]:
    known = []
    for place, label in enumerate(np.asarray(labels).tolist()):
        if isinstance(label, bool) or not isinstance(label, int) or not 0 <= label < classes:
            raise ValueError(f"labels[{place}] = {label!r} is not a class from 0 to {classes - 1}")
        known.append(label)
    return known
