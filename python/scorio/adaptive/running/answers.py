"""Lines of a harness with the scores of queries."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scorio._errors import described, fault, placed
from scorio.adaptive.items.calibration import cells_of, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.adaptive.running.ranker import Ranker

_KEYS = {"id", "model", "item", "score", "cost", "error", "retry", "stratum"}


def take(run: Ranker, lines: Iterable[str], source: str) -> tuple[int, int]:
    """Tell a run the scores and failures of JSON Lines, and count both.

    An error leaves the run between two lines: discard it then.
    """
    scores = failures = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if _told(run, _record(line)):
                scores += 1
            else:
                failures += 1
        except (ValueError, TypeError) as error:
            if vars(error).get("code") == "adaptive.answered":
                raise placed(
                    _wrong(f"{error}: leave the line out"), f"{source}, line {number}"
                ) from None
            raise placed(error, f"{source}, line {number}") from None
    return scores, failures


def take_log(
    run: Ranker, log: Counts | Sums, *, weights: Sequence[float] | None = None, mean: bool = False
) -> tuple[int, int]:
    """Tell a run the scores of its queries in a log; count them and all others.

    An item is a question, or task/question where the bank names it so. Several trials of a query
    have to agree, unless `mean` is true.
    """
    cells, _ = cells_of(log, weights)
    told = 0
    items = set(run.bank.items)
    for model, task, question, _, trials, total, ends in cells:
        names = (f"{task}/{question}", question, plain(question))
        item = next((one for one in names if one in items), None)
        name = next((one for one in (model, plain(model)) if one in run.models), None)
        if item is None or name is None:
            continue
        number = run.query_id(name, item)
        if number is not None:
            if not mean:
                _check_alike(name, item, trials, ends)
            run.tell(number, total / trials)
            told += 1
    if not told:
        _check_models([cell[0] for cell in cells], run.models)
    return told, len(cells) - told


def _check_models(found: Sequence[str], known: Sequence[str]) -> None:
    """Check that a log that has no score for the run has at least one of its models."""
    if not found or {*found, *map(plain, found)} & set(known):
        return
    other = ", ".join(json.dumps(plain(one)) for one in list(dict.fromkeys(found))[:5])
    own = ", ".join(map(json.dumps, known[:5]))
    raise _wrong(f"the log has no model of the run: it has {other}, and the run has {own}")


def _check_alike(model: str, item: str, trials: float, ends: tuple[float, float] | None) -> None:
    """Check that all trials of a query in a log have the same score."""
    if ends is not None and ends[0] == ends[1]:
        return
    if ends is None:
        scores = "whose scores the count file does not hold"
    elif trials == 2:  # noqa: PLR2004
        scores = f"with the scores {ends[0]:g} and {ends[1]:g}"
    else:
        scores = f"with scores from {ends[0]:g} to {ends[1]:g}"
    sentence = (
        f"the log has {trials:.0f} trials of item {json.dumps(item)} of model {json.dumps(model)}, "
        f"{scores}"
    )
    raise described(ValueError, sentence, "take_mean_of_trials")


def _record(line: str) -> dict[str, Any]:
    try:
        pairs = json.loads(line, object_pairs_hook=list)
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise _wrong("the line is no JSON: if it was cut off, remove it") from None
    if not isinstance(record, dict):
        raise _wrong("the line is no JSON object")
    names = [name for name, _ in pairs]
    for name in record:
        if names.count(name) > 1:
            raise _wrong(f"the line has {json.dumps(name)} more than once")
    unknown = sorted(set(record) - _KEYS)
    if unknown:
        raise _wrong(f"the line has {json.dumps(unknown[0])}, which means nothing here")
    return record


def _told(run: Ranker, record: dict[str, Any]) -> bool:
    """Tell one score, or one failure."""
    number = _id(run, record)
    cost = record.get("cost")
    score, error, retry = (record.get(name) for name in ("score", "error", "retry"))
    if error is not None:
        if score is not None:
            raise _wrong("the line has both a score and an error")
        if retry not in (None, True, False):
            raise _wrong(f"retry = {json.dumps(retry)} is neither true nor false")
        run.tell_failed(number, retry=retry is not False)
        return False
    if score is None:
        raise _wrong("the line has neither a score nor an error")
    if retry is not None:
        raise _wrong("the line has retry, which belongs to an error")
    run.tell(number, record["score"], cost=cost)
    return True


def _id(run: Ranker, record: dict[str, Any]) -> int:
    """Give the number of the query that a line answers."""
    if "id" in record:
        number = record["id"]
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**64:
            raise _wrong(f"the id {json.dumps(number)} is no number of a query")
        known = {query.id: query for query in run.pending}.get(number)
        for name in ("model", "item"):
            if known is not None and record.get(name, getattr(known, name)) != getattr(known, name):
                raise _wrong(
                    f"query {number} asks another {name}, {json.dumps(getattr(known, name))}"
                )
        return number
    for name in ("model", "item"):
        if record.get(name) is None:
            raise _wrong("the line has neither an id, nor a model and an item")
        if not isinstance(record[name], str):
            raise _wrong(f"{name} = {json.dumps(record[name])} is not a text")
    model, item = record["model"], record["item"]
    found = run.query_id(model, item)
    if found is None:
        was = "is answered already" if run.has(model, item) else "was not asked"
        raise _wrong(f"item {json.dumps(item)} of model {json.dumps(model)} {was}: leave it out")
    return found


def _wrong(sentence: str) -> ValueError:
    return fault(ValueError(sentence), "adaptive.answer")
