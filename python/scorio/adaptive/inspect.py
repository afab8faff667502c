"""inspect_ai: an evaluation that ends when its models are ranked or scored."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from scorio._errors import fault
from scorio._inside.values import number
from scorio.adaptive.items.bank import ItemBank
from scorio.adaptive.running.ranker import Query, Ranker

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

_REASONS = {
    "confident": "every pair with this model that matters is decided",
    "precision": "the standard error is small enough",
    "items": "the model may have no further item",
    "budget": "the trial does not fit the budget",
}


class Stopping:
    """Early stopping for inspect_ai: trials that no longer help are not run.

    Give it to a task as `early_stopping`. A sample of the task is an item of the bank if its id is
    the item's name, or if task/id is. Trials are stopped when the run needs no more of the model,
    if the question has its trial, or if the bank does not keep the item. One object serves all
    models of an `eval`. It cannot reorder samples: shuffle them, or let `scorio adaptive ask`
    choose them.

    Parameters
    ----------
    bank
        The calibrated items, the path of a bank, or a `Ranker`, which may have trials already.
    models
        Names of the models as inspect_ai has them, such as "openai/gpt-4o". A `Ranker` has its own.
    scorer
        Name of the scorer whose scores count. It is needed if the task has several.
    value
        Function that gives the score of a scorer's value. By default numbers are taken as they are,
        the letters C, P, I and N are 1, 0.5, 0 and 0, yes is 1 and no 0.
    options
        Options of `Ranker`.

    Attributes
    ----------
    run : Ranker
        The run. `run.result()` gives the models and pairs.

    Raises
    ------
    ValueError
        No models, or options of a `Ranker`; the mistakes of `Ranker`.

    Examples
    --------
    >>> from scorio import adaptive
    >>> from scorio.adaptive.inspect import Stopping
    >>> bank = adaptive.ItemBank.from_params(a=1, b=[-1, 0, 1])
    >>> stopping = Stopping(bank, ["openai/gpt-4o", "openai/gpt-4o-mini"], warmup=1)
    >>> stopping.run
    Ranker(2 models, 0 trials, 0 pending)

    With inspect_ai, `Task(dataset, scorer=match(), early_stopping=stopping)` takes it.
    """

    def __init__(
        self,
        bank: ItemBank | Ranker | str | os.PathLike[str],
        models: Sequence[str] | None = None,
        *,
        scorer: str | None = None,
        value: Callable[[Any], float] | None = None,
        **options: Any,  # noqa: ANN401  those of Ranker
    ) -> None:
        if isinstance(bank, Ranker):
            if models is not None or options:
                raise _wrong("a Ranker has its own models and options: give no others")
            self.run = bank
        elif models is None:
            raise _wrong("there are no models: name those that the evaluation has")
        else:
            own = bank if isinstance(bank, ItemBank) else ItemBank.load(bank)
            self.run = Ranker(own, models, **options)
        self._scorer = scorer
        self._value = _number if value is None else value
        self._kept = dict(zip(self.run.bank.items, self.run.bank.kept.tolist(), strict=True))
        self._tasks: list[_Task] = []
        # Each task runs in a context of its own, which its samples inherit.
        self._current: ContextVar[_Task] = ContextVar("scorio_task")

    async def start_task(self, task: Any, samples: Sequence[Any], epochs: int) -> str:  # noqa: ANN401, ARG002  of inspect_ai
        """Begin a task of one model, and give the name of this manager."""
        if task.model not in self.run.models:
            known = ", ".join(self.run.models)
            raise _wrong(f"the run has no model {task.model}: its models are {known}")
        own = _Task(task.model, task.task)
        if not any(self._item(own, sample.id) for sample in samples):
            sentence = f"the bank has none of the {len(samples)} samples of {task.task}"
            raise _wrong(f"{sentence}: sample ids have to be names of items")
        self._tasks.append(own)
        self._current.set(own)
        return "scorio"

    async def schedule_sample(self, id: str | int, epoch: int) -> Any:  # noqa: A002, ANN401  of inspect_ai
        """Say whether a trial is stopped before it begins."""
        from inspect_ai.util import EarlyStop

        task = self._task()
        if (id, epoch) in task.open:
            return None
        reason = self._begun(task, id, epoch)
        if reason is None:
            return None
        task.stopped[reason] = task.stopped.get(reason, 0) + 1
        return EarlyStop(id=id, epoch=epoch, reason=reason)

    def _begun(self, task: _Task, id: str | int, epoch: int) -> str | None:  # noqa: A002
        """Begin a trial, or say why not."""
        item = self._item(task, id)
        if item is None:
            return "the bank does not have this item"
        if not self._kept[item]:
            return "the bank does not keep this item"
        run = self.run
        if run.has(task.model, item) or run.query_id(task.model, item) is not None:
            return "one trial of a question is enough"
        enough = run.enough(task.model, item)
        if enough is not None:
            return _REASONS[enough]
        task.open[id, epoch] = run.ask_item(task.model, item)
        return None

    async def complete_sample(
        self,
        id: str | int,  # noqa: A002  of inspect_ai
        epoch: int,
        scores: Mapping[str, Any],
    ) -> None:
        """Take the score of a trial. A trial without scores has failed, and is given up."""
        task = self._task()
        query = task.open.get((id, epoch))
        if query is None:
            return
        if not scores:
            self._failed(task, (id, epoch))
            return
        self.run.tell(query, self._value(self._score(scores)))
        del task.open[id, epoch]
        task.scored += 1

    def _score(self, scores: Mapping[str, Any]) -> Any:  # noqa: ANN401  a value of inspect_ai
        """Give the value of the scorer that counts."""
        names = list(scores)
        if self._scorer is None and len(names) > 1:
            raise _wrong(f"there are several scorers, {', '.join(names)}: name one as scorer")
        name = names[0] if self._scorer is None else self._scorer
        if name not in scores:
            raise _wrong(f"there is no scorer {name}: there are {', '.join(names)}")
        return scores[name].score.value

    async def complete_task(self) -> dict[str, Any]:
        """End a task, and say what the run knows of its model."""
        task = self._task()
        for trial in list(task.open):
            self._failed(task, trial)
        self._tasks.remove(task)
        row = next(row for row in self.run.result() if row.model == task.model)
        return {
            "model": task.model,
            "scored": task.scored,
            "failed": task.failed,
            "stopped": dict(task.stopped),
            "items": row.items,
            "ability": row.ability,
            "se": row.se,
            "rank_lo": row.rank_lo,
            "rank_hi": row.rank_hi,
            "reason": self.run.reason,
        }

    def _failed(self, task: _Task, trial: tuple[str | int, int]) -> None:
        self.run.tell_failed(task.open.pop(trial), retry=False)
        task.failed += 1

    def _task(self) -> _Task:
        """Give the task that a call belongs to."""
        found = self._current.get(None)
        if found is not None and found in self._tasks:
            return found
        if len(self._tasks) == 1:
            return self._tasks[0]
        raise fault(
            RuntimeError(
                "the samples of several tasks have the same names: run one task at a time"
            ),
            "adaptive.inspect",
        )

    def _item(self, task: _Task, id: str | int) -> str | None:  # noqa: A002
        """Give the item of a sample."""
        names = (f"{task.name}/{id}", str(id))
        return next((name for name in names if name in self._kept), None)


class _Task:
    """A task of one model: its trials under way, and what became of the others."""

    def __init__(self, model: str, name: str) -> None:
        self.model, self.name = model, name
        self.open: dict[tuple[str | int, int], Query] = {}
        self.scored = self.failed = 0
        self.stopped: dict[str, int] = {}


def _number(value: object) -> float:
    """Give the score of a value of inspect_ai."""
    found = number(value)
    if found is None:
        raise _wrong(f"the score {value!r} is no number: pass value, a function that makes it one")
    return found


def _wrong(sentence: str) -> ValueError:
    return fault(ValueError(sentence), "adaptive.inspect")
