"""Item banks: the curve of each item, with what the calibration says of it."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, Literal

from scorio import _core
from scorio._arguments import flag, number
from scorio._errors import fault, wrong
from scorio._former import taking
from scorio._numpy import np
from scorio.adaptive.items.bank_file import SCHEMA, ending_of, in_json, in_parquet, no_bank, read
from scorio.adaptive.items.calibration import calibrated
from scorio.adaptive.items.columns import check_lengths, column, held, known, length, reals, stored
from scorio.adaptive.items.describing import described
from scorio.adaptive.items.pairs import pair
from scorio.show.documents.writing import write_atomically
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.adaptive.items.calibration import Method, Slopes


class ItemBank:
    r"""Calibrated items: the mean outcome of item i at ability θ is 1 / (1 + exp(−a(θ − b))).

    An outcome is a score on a scale from 0 to 1. Its variance is φ μ(1 − μ). `from_params` makes a
    bank of published parameters, and `load` reads one from a file.

    Attributes
    ----------
    items : list of str
        Names of the items.
    a, b, s, phi : ndarray
        Slopes, difficulties, standard deviations of the difficulties, and dispersions.
    models : list of int or None
        Models of the calibration that each item has.
    mean, r : ndarray
        Mean outcome in the calibration, and correlation of item and ability. NaN if unknown.
    strata : list of str or None
        Stratum of each item.
    kept : ndarray of bool
        Whether an item may be asked.
    steps : list of (list of float or None)
        Thresholds of items whose outcomes are steps, less b. None for the common curve.
    score_range : tuple of float
        Scores that the outcomes 0 and 1 stand for.
    facts : dict
        What else the calibration says.

    Examples
    --------
    >>> from scorio import adaptive
    >>> bank = adaptive.ItemBank.from_params(a=[1, 1, 2], b=[-1, 0, 1], items=["x", "y", "z"])
    >>> bank
    ItemBank(3 items)
    >>> bank.information(0.0).round(3).tolist()
    [0.197, 0.25, 0.42]
    """

    __slots__ = (
        "_core",
        "_sha256",
        "a",
        "b",
        "facts",
        "greater_is_better",
        "items",
        "kept",
        "mean",
        "models",
        "path",
        "phi",
        "r",
        "s",
        "score_range",
        "steps",
        "strata",
    )

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        score_range: tuple[float, float],
        *,
        greater_is_better: bool = True,
        facts: Mapping[str, Any] | None = None,
        path: str | None = None,
    ) -> None:
        self.items: list[str] = list(columns["item"])
        self.a, self.b, self.s, self.phi = (reals(columns[name]) for name in ("a", "b", "s", "phi"))
        self.models: list[int | None] = list(columns["models"])
        self.mean, self.r = (reals(columns[name]) for name in ("mean", "r"))
        self.strata: list[str | None] = list(columns["stratum"])
        self.kept: NDArray[np.bool_] = np.array(columns["kept"], dtype=bool)
        self.steps = stored(columns.get("steps")) or [None] * len(self.items)
        self.score_range = score_range
        self.greater_is_better = greater_is_better
        self.facts: dict[str, Any] = dict(facts or {})
        self.path = path
        self._sha256: str | None = None
        check_lengths(columns)
        self._core = _core.ItemBank(
            self.items,
            (self.a.tolist(), self.b.tolist(), self.s.tolist(), self.phi.tolist()),
            self.strata,
            self.kept.tolist(),
            self.steps,
            (*score_range, greater_is_better),
        )

    @classmethod
    @taking(method="estimator")
    def fit(
        cls,
        scores: Counts | Sums | str | os.PathLike[str] | ArrayLike,
        *,
        weights: ArrayLike | None = None,
        estimator: Method = "eb",
        slopes: Slopes = "common",
        score_range: tuple[float, float] | None = None,
        strata: Literal["cluster", "task"] | Sequence[str | None] | None = None,
        drop_negative: bool = False,
        greater_is_better: bool = True,
        items: Sequence[str] | None = None,
    ) -> ItemBank:
        r"""Calibrate an item bank from the scores of at least three models.

        Parameters
        ----------
        scores
            Counts or sums of trials, the path of a count file, or an array: models × items, or
            models × items × trials. NaN is no trial.
        weights
            The score of each category of counts. By default their names, or 0 and 1.
        estimator
            "eb": difficulties are a sample of a normal population, whose variance the data give.
            Items that all or no models solve have finite difficulties. "ql": each item by its own
            mean score, without a population. "moments": the published formulas, which are biased.
        slopes
            "common": all items have the slope 1. "item": log slopes are a sample of a normal
            population, too, for estimator="eb". With few models (< 100) they are mostly noise.
        score_range
            The lowest and the highest score. By default those of the categories' weights, or of the
            scores that are given.
        strata
            "task", "cluster", or the stratum of each item. Selection keeps their shares.
        drop_negative
            Whether items on which weaker models score higher may not be asked.
        greater_is_better
            Whether high scores are good.
        items
            Names of the items of an array.

        Raises
        ------
        ValueError
            Fewer than three models; a model or an item without trials; scores that are all alike,
            or outside the range.

        Examples
        --------
        >>> from scorio.adaptive import ItemBank
        >>> import numpy as np
        >>> draws = np.random.default_rng(0)
        >>> ability, difficulty = np.linspace(-1, 1, 12), np.linspace(-2, 2, 40)
        >>> chance = 1 / (1 + np.exp(difficulty - ability[:, None]))
        >>> bank = ItemBank.fit(draws.random(chance.shape) < chance)
        >>> bank
        ItemBank(40 items)
        >>> round(float(np.corrcoef(bank.b, difficulty)[0, 1]), 1)
        0.9
        """
        columns, found, facts = calibrated(
            scores,
            weights=weights,
            method=estimator,
            slopes=slopes,
            score_range=score_range,
            strata=strata,
            drop_negative=flag(drop_negative, "drop_negative"),
            greater_is_better=flag(greater_is_better, "greater_is_better"),
            items=items,
        )
        return cls(columns, found, greater_is_better=greater_is_better, facts=facts)

    def report(self) -> list[str]:
        """Say in sentences what the calibration found, and what it cannot know.

        Raises
        ------
        ValueError
            The bank was not calibrated here.
        """
        if not self.facts:
            raise fault(ValueError("the bank was not calibrated by scorio"), "adaptive.no_report")
        return described(self.facts, self.score_range, self.r, self.kept)

    @classmethod
    def from_params(
        cls,
        a: ArrayLike,
        b: ArrayLike,
        phi: ArrayLike = 1.0,
        *,
        s: ArrayLike = 0.0,
        items: Sequence[str] | None = None,
        strata: Sequence[str | None] | None = None,
        kept: Sequence[bool] | None = None,
        steps: Sequence[ArrayLike | None] | None = None,
        score_range: tuple[float, float] = (0.0, 1.0),
        greater_is_better: bool = True,
    ) -> ItemBank:
        """Make a bank of known parameters. A single number holds for every item.

        Parameters
        ----------
        a, b
            Slopes above 0, and difficulties.
        phi
            Dispersions above 0. They are 1 for binary items.
        s
            Standard deviations of the difficulties, from 0. Doubt makes items less informative.
        items
            Names. They are "0", "1", … if omitted.
        strata
            The stratum of each item.
        kept
            Whether each item may be asked.
        steps
            By item, δ_1 … δ_K of the thresholds b + δ, or None for the common curve. The outcomes
            are then c/K, and P(c) ∝ exp Σ_{v ≤ c} a(θ − b − δ_v): generalized partial credit.
            Thresholds need not rise.
        score_range
            The lowest and the highest score.
        greater_is_better
            Whether high scores are good.

        Raises
        ------
        ValueError
            A number of an item is impossible, an item is there twice, or lengths differ.

        Examples
        --------
        >>> from scorio import adaptive
        >>> adaptive.ItemBank.from_params(a=1, b=[-1, 0, 1], phi=0.1).items
        ['0', '1', '2']
        >>> graded = adaptive.ItemBank.from_params(1.3, 0, steps=[[-0.5, 0.2, 1.1]])
        >>> graded.information(0.4).round(4).tolist()
        [1.2841]
        """
        own = stored(steps)
        count = len(items) if items is not None else length(a, b, phi, s, own)
        names = [str(place) for place in range(count)] if items is None else list(items)
        if not all(isinstance(name, str) for name in names):
            raise fault(TypeError("items are not all texts"), "argument.type")
        columns: dict[str, Sequence[Any]] = {
            "item": names,
            "a": column("a", a, count),
            "b": column("b", b, count),
            "s": column("s", s, count),
            "phi": column("phi", phi, count),
            "models": [None] * count,
            "mean": [np.nan] * count,
            "r": [np.nan] * count,
            "stratum": [None] * count if strata is None else list(strata),
            "kept": [True] * count if kept is None else list(kept),
            "steps": [None] * count if own is None else own,
        }
        is_better = flag(greater_is_better, "greater_is_better")
        return cls(columns, pair("score_range", score_range), greater_is_better=is_better)

    @property
    def sha256(self) -> str:
        """SHA-256 of the columns, the range of scores and its direction: the bank hash."""
        if self._sha256 is None:
            content = [self._columns(), list(self.score_range), self.greater_is_better]
            text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
            self._sha256 = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._sha256

    def information(self, theta: float) -> NDArray[np.float64]:
        """Give the information of one trial of each item at an ability: a² μ(1 − μ) / φ.

        It is a² Var(c) / φ for steps. Doubt about difficulties is in a and φ.
        """
        return np.array(self._core.information(_finite(theta)))

    def expected_score(self, theta: float) -> NDArray[np.float64]:
        """Give the mean score of each item at an ability."""
        return np.array(self._core.expected_score(_finite(theta)))

    def select(self, strata: Sequence[str | None]) -> ItemBank:
        """Give the same bank of which items of these strata alone may be asked.

        Raises
        ------
        ValueError
            A stratum that the bank does not have.
        """
        wanted = list(strata)
        for one in wanted:
            if one not in self.strata:
                raise fault(ValueError(f"the bank has no stratum {one!r}"), "adaptive.no_stratum")
        columns = self._columns()
        columns["kept"] = [
            bool(kept) and own in wanted for kept, own in zip(self.kept, self.strata, strict=True)
        ]
        return self._with(columns)

    def _with(self, columns: Mapping[str, Sequence[Any]]) -> ItemBank:
        return ItemBank(
            columns,
            self.score_range,
            greater_is_better=self.greater_is_better,
            facts=self.facts,
        )

    def _columns(self) -> dict[str, list[Any]]:
        """Give the columns as lists, with None for what is unknown."""
        return {
            "item": self.items,
            "a": self.a.tolist(),
            "b": self.b.tolist(),
            "s": self.s.tolist(),
            "phi": self.phi.tolist(),
            "models": self.models,
            "mean": known(self.mean),
            "r": known(self.r),
            "stratum": self.strata,
            "kept": self.kept.tolist(),
            **held(self.steps),
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "kind": "item bank",
            "schema": SCHEMA,
            "scorio": _core.__version__,
            "score_range": list(self.score_range),
            "greater_is_better": self.greater_is_better,
            "calibration": self.facts,
            "sha256": self.sha256,
        }

    def to_json(self) -> str:
        """Give the bank as JSON: its facts, and its columns as lists."""
        return in_json(self._facts(), self._columns())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the bank as Parquet, one row an item, or as JSON, by the path's ending.

        Raises
        ------
        ValueError
            Another ending.
        OSError
            The file cannot be written.
        """
        is_json = ending_of(path) == ".json"
        own = self._columns()
        content = self.to_json().encode() if is_json else in_parquet(self._facts(), own)
        write_atomically(path, content)
        self.path = os.fspath(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ItemBank:
        """Read a bank that `save` wrote.

        Raises
        ------
        ValueError
            The file is no item bank, is damaged, or was changed since it was written.
        OSError
            The file cannot be read.
        """
        name = os.fspath(path)
        facts, columns = read(path)
        try:
            lo, hi = facts["score_range"]
            bank = cls(
                columns,
                (float(lo), float(hi)),
                greater_is_better=bool(facts["greater_is_better"]),
                facts=facts["calibration"],
                path=name,
            )
        except (KeyError, TypeError, ValueError):
            raise no_bank(name) from None
        if bank.sha256 != facts.get("sha256"):
            sentence = f"{name} was changed since scorio wrote it: its columns have another hash"
            raise fault(ValueError(sentence), "adaptive.bank_hash")
        return bank

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        strata = len(set(self.strata))
        kept = "" if self.kept.all() else f", {int(self.kept.sum()):,} kept"
        apart = f", {strata} strata" if strata > 1 else ""
        return f"ItemBank({counted(len(self.items), 'item')}{kept}{apart})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ItemBank):
            return NotImplemented
        return self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __reduce__(self) -> tuple[Any, ...]:
        own = (self._columns(), self.score_range, self.greater_is_better, self.facts, self.path)
        return (_made, own)


def check_bank(bank: object) -> None:
    """Check that an argument is an item bank."""
    if not isinstance(bank, ItemBank):
        raise wrong("argument.type", "bank", bank, "is not an ItemBank", TypeError)


def _finite(theta: float) -> float:
    found = number("theta", theta)
    if not np.isfinite(found):
        raise wrong("argument.finite", "theta", theta, "is not finite", ValueError)
    return found


def _made(
    columns: Mapping[str, Sequence[Any]],
    score_range: tuple[float, float],
    greater_is_better: bool,  # noqa: FBT001  a copy's own argument
    facts: Mapping[str, Any],
    path: str | None,
) -> ItemBank:
    return ItemBank(
        columns, score_range, greater_is_better=greater_is_better, facts=facts, path=path
    )
