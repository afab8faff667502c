"""Adaptive runs: queries, answers, and the state that is kept in a file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from scorio import _core
from scorio._arguments import MOST, flag, number, seed_of, whole
from scorio._errors import coded, fault, wrong
from scorio.adaptive.items.bank import check_bank
from scorio.adaptive.items.pairs import prior_of
from scorio.adaptive.running.costs import costs_of
from scorio.adaptive.running.result import AdaptiveResult
from scorio.adaptive.running.state import StateFile, bank_of, read
from scorio.show.words import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from scorio.adaptive.items.bank import ItemBank
    from scorio.adaptive.running.costs import Cost


Boundary: TypeAlias = Literal["auto", "spending", "anytime", "two-sided", "one-sided"]

# ρ of the anytime boundary: narrowest after some 200 binary items of both models.
RHO = 2.5


class Query(NamedTuple):
    """A trial to run: its number, model, item, stratum and expected cost."""

    id: int
    model: str
    item: str
    stratum: str | None
    cost: float


class Ranker:
    r"""An adaptive run: it asks for trials, takes their scores, and says when it is done.

    Each model first gets `warmup` items. Then items go to the models of neighbouring pairs that are
    not decided, until all are, or until items or budget run out. Trials may be told in any order:
    the abilities depend on the scores alone.

    Parameters
    ----------
    bank
        The calibrated items.
    models
        Names of the models.
    goal
        "rank" orders the models. "score" estimates what each would score on all items, from a
        sample over the difficulties that all models share.
    cost
        What a trial costs: a number, a number for each model (list or dict), or costs by item: an
        array models × items, or {model: {item: cost}}. It is 1 if omitted.
    confidence
        Confidence of decided pairs and of intervals.
    boundary
        When a pair is decided. "spending" spends the error up to the last look, which a budget or
        `max_items` tells: valid at every look, with at least .9 of the power of a single look.
        "anytime" is valid however often and however long you look. "auto" is "spending" for a run
        with a budget or `max_items`, otherwise "anytime". "two-sided" and "one-sided" are normal
        quantiles, which are valid for one look.
    rho, resolution
        ρ of the anytime boundary, or the standard error of a difference that it is best for. With
        one of them, "auto" is "anytime".
    family
        Whether all pairs share the error 1 − confidence (Bonferroni).
    warmup
        Items of each model before pairs matter. With goal="score" and a precision, the fewest
        items. At most `max_items`.
    budget
        The most that all trials may cost. Expected costs never exceed it. With costs by item, a
        model gets the best item that the rest pays for.
    max_items
        The most items of one model.
    precision
        Stop when all standard errors are at most this: of abilities, or of scores.
    top
        Only the models on either side of this place have to be decided.
    baseline
        Only pairs with this model have to be decided.
    allocation
        Which model gets the next item: "paper" takes the largest SE² / ((n + 1) cost), "variance"
        the largest fall of the variance per cost, "uniform" the fewest items.
    select
        Which item it gets: "information" at the ability, "expected" over the posterior, or
        "top:5", one of the five best at random.
    per_cost
        Whether items are chosen by information per cost.
    strata
        Whether strata keep their shares, if the bank has some.
    out_of_range
        "error" refuses scores outside the bank's range, "clip" clips and counts them.
    prior
        Mean and variance of the prior of abilities. None is 0, the mean of a calibration.
    seed
        Seed of what is drawn.

    Raises
    ------
    ValueError
        Too few models, or one twice; an option outside its range, or that means nothing beside the
        others; a warm-up beyond the budget, or of more items than `max_items`.

    Notes
    -----
    The method is that of the paper on continuous adaptive testing, with a quasi-likelihood for
    outcomes in [0, 1]. Let t = 1/(SE² + SE²). The anytime boundary is Robbins'
    √((1 + ρ/t) ln((t + ρ)/(ρ α²))). The spending boundary is h √(T/t), where 8 Φ(-h) = α, and T is
    the most that t may reach with what is left. At the last look it is b, where
    2 Φ(-b) + 2 Φ(b - 2h) = α. This is half of Lan and DeMets' O'Brien-Fleming-like function, and
    the rest at the end. Trials that are added after the last look are not accounted for.

    Examples
    --------
    >>> from scorio import adaptive
    >>> bank = adaptive.ItemBank.from_params(a=1, b=[i / 10 - 2 for i in range(41)], phi=0.05)
    >>> run = adaptive.Ranker(bank, ["large", "small"], warmup=4)
    >>> truth = {"large": 0.9, "small": 0.3}
    >>> while queries := run.ask(2):
    ...     for query in queries:
    ...         run.tell(query, truth[query.model])
    >>> run.reason, run.result().order
    ('confident', ['large', 'small'])
    """

    @coded
    def __init__(
        self,
        bank: ItemBank,
        models: Sequence[str],
        *,
        goal: Literal["rank", "score"] = "rank",
        cost: Cost = None,
        confidence: float = 0.95,
        boundary: Boundary = "auto",
        rho: float = RHO,
        resolution: float | None = None,
        family: bool = False,
        warmup: int = 10,
        budget: float | None = None,
        max_items: int | None = None,
        precision: float | None = None,
        top: int | None = None,
        baseline: str | None = None,
        allocation: Literal["paper", "variance", "uniform"] = "paper",
        select: str = "information",
        per_cost: bool = False,
        strata: bool = True,
        out_of_range: Literal["error", "clip"] = "error",
        prior: tuple[float | None, float] = (None, 25.0),
        seed: int = 0,
    ) -> None:
        if isinstance(models, str):
            raise wrong("argument.type", "models", models, "is one text: give a list", TypeError)
        check_bank(bank)
        names = [str(name) for name in models]
        options = {
            "goal": str(goal),
            "confidence": number("confidence", confidence),
            "boundary": str(boundary),
            "rho": number("rho", rho),
            "resolution": _optional("resolution", resolution),
            "family": flag(family, "family"),
            "warmup": whole("warmup", warmup, 0),
            "budget": _optional("budget", budget),
            "max_items": None if max_items is None else whole("max_items", max_items),
            "precision": _optional("precision", precision),
            "top": None if top is None else whole("top", top),
            "baseline": None if baseline is None else str(baseline),
            "allocation": str(allocation),
            "select": str(select),
            "per_cost": flag(per_cost, "per_cost"),
            "strata": flag(strata, "strata"),
            "out_of_range": str(out_of_range),
            "seed": seed_of(seed),
            "prior": prior_of(prior),
        }
        costs = list(zip(names, costs_of(cost, names, bank.items), strict=True))
        self._begin(bank, costs, options, ([], [], 0, 0))

    def _begin(
        self,
        bank: ItemBank,
        models: list[tuple[str, float | list[float]]],
        options: dict[str, Any],
        state: tuple[Any, Any, int, int],
    ) -> None:
        self.bank = bank
        self._models = models
        self._options = options
        self._core = _core.AdaptiveRun(bank._core, models, options, state)
        self._file: StateFile | None = None

    @property
    def models(self) -> list[str]:
        """Names of the models."""
        return [name for name, _ in self._models]

    @property
    def options(self) -> dict[str, Any]:
        """The options of the run."""
        return dict(self._options)

    @property
    def pending(self) -> list[Query]:
        """Queries without an answer. They stay after a program was killed: run them again."""
        _, pending, _, _ = self._core.state()
        strata = dict(zip(self.bank.items, self.bank.strata, strict=True)) if pending else {}
        return [
            Query(number, model, item, strata[item], cost)
            for number, model, item, cost, _ in pending
        ]

    @property
    def trials(self) -> int:
        """How many trials have ended."""
        return len(self._core.state()[0])

    @property
    def cost(self) -> float:
        """What all trials have cost."""
        return self._core.spent()[0]

    @property
    def done(self) -> bool:
        """Whether there is nothing more to ask, and no query without an answer."""
        return self._core.reason() is not None

    @property
    def reason(self) -> str | None:
        """Why there is nothing more to ask: confident, precision, items or budget."""
        return self._core.reason()

    def ask(self, count: int = 1) -> list[Query]:
        """Give the next queries, at most `count`. Failed ones come first.

        Pending items count as asked, so that a batch spreads over models and items.
        """
        return [Query(*one) for one in self._core.ask(whole("count", count))]

    def ask_item(self, model: str, item: str) -> Query:
        """Give the query of a trial that you chose, for a harness that keeps its own order.

        Raises
        ------
        ValueError
            An unknown model or item; a trial that the run has or that is pending, or that does not
            fit the budget.
        """
        return Query(*self._core.ask_item(str(model), str(item)))

    def enough(self, model: str, item: str) -> str | None:
        """Say why a model needs no trial of an item: confident, precision, items or budget.

        It is None if the trial would help. For scores with `max_items`, the items of the sample
        alone help.

        Raises
        ------
        ValueError
            An unknown model or item.
        """
        return self._core.enough(str(model), str(item))

    def tell(self, query: Query | int, score: float, *, cost: float | None = None) -> None:
        """Tell the score of a query. `cost` corrects what it was expected to cost.

        Raises
        ------
        ValueError
            The query was not asked, or is answered; a score outside the range of the bank.
        """
        self._core.tell(self._id(query), number("score", score), _optional("cost", cost))

    def tell_failed(self, query: Query | int, *, retry: bool = True, cost: float = 0.0) -> None:
        """Tell that the trial of a query failed. It is asked again, or given up.

        Raises
        ------
        ValueError
            The query was not asked, or is answered.
        """
        self._core.tell_failed(self._id(query), flag(retry, "retry"), number("cost", cost))

    def add(self, model: str, item: str, score: float, *, cost: float | None = None) -> None:
        """Add the score of a model on an item, whether it was asked or not.

        Raises
        ------
        ValueError
            An unknown model or item; a trial that the run has; a score outside the range.
        """
        self._core.add(str(model), str(item), number("score", score), _optional("cost", cost))

    def query_id(self, model: str, item: str) -> int | None:
        """Give the number of the pending query of a model on an item, if there is one.

        Raises
        ------
        ValueError
            An unknown model or item.
        """
        return self._core.pending_id(str(model), str(item))

    def has(self, model: str, item: str) -> bool:
        """Whether a trial of a model on an item has ended.

        Raises
        ------
        ValueError
            An unknown model or item.
        """
        return self._core.has(str(model), str(item))

    def run(self, score: Callable[[str, str], float]) -> AdaptiveResult:
        """Ask until the run is done, with a function that scores a model on an item.

        If the function raises, its query stays pending, and `ask` gives it again.
        """
        for query in self.pending:
            self.tell_failed(query)
        while queries := self.ask(1):
            try:
                self.tell(queries[0], score(queries[0].model, queries[0].item))
            except BaseException:
                self.tell_failed(queries[0])
                raise
        return self.result()

    def result(self) -> AdaptiveResult:
        """Give the models and pairs as far as they are known."""
        path = self.bank.path
        return AdaptiveResult(self._core, self.options, [] if path is None else [path])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state as JSON. The bank has to be a file, which the state names.

        Raises
        ------
        ValueError
            The bank was not saved. Or the file is another run's, or another process has written it.
        OSError
            The file cannot be written, or another process writes it.
        """
        file = self._file if self._file is not None and self._file.is_at(path) else StateFile(path)
        file.write(self.bank, self._options, self._models, self._core.state())
        self._file = file

    @classmethod
    def load(cls, path: str | os.PathLike[str], bank: ItemBank | None = None) -> Ranker:
        """Read a state, and its bank if none is given. The log is replayed.

        Raises
        ------
        ValueError
            The file is no state, is cut short, was changed, or is for another bank.
        OSError
            A file cannot be read.
        """
        document, file = read(path)
        own = bank_of(document, file) if bank is None else bank
        document.check_bank(own)
        run = cls.__new__(cls)
        try:
            run._begin(own, document.models, document.options, document.state)
        except (TypeError, OverflowError, KeyError):
            raise file.damaged() from None
        run._file = file
        return run

    def _id(self, query: Query | int) -> int:
        """Give the number of a query, which has to be one of this run."""
        if not isinstance(query, Query):
            return whole("query", query, 0, max(MOST, 2**63 - 1))
        # A name that this run does not know is from another run, which is said below.
        with suppress(ValueError):
            if self._core.pending_id(query.model, query.item) == query.id:
                return query.id
        for own in self.pending:
            if own.id == query.id:
                sentence = (
                    f"query {query.id} of this run asks item {own.item!r} of model {own.model!r}, "
                    f"not item {query.item!r} of model {query.model!r}: is it from another run?"
                )
                raise fault(ValueError(sentence), "adaptive.answer")
        return query.id

    def __repr__(self) -> str:
        log, pending, _, _ = self._core.state()
        trials = counted(len(log), "trial")
        return f"Ranker({len(self._models)} models, {trials}, {len(pending)} pending)"


def _optional(name: str, value: float | None) -> float | None:
    return None if value is None else number(name, value)
