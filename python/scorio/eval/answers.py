r"""Answers that are selected at run time: the best by a verifier, and the most frequent."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorio._arguments import budget, budgets, number, seed_digits, whole
from scorio._call import asked
from scorio._errors import coded, fault
from scorio._former import taking
from scorio._matrix import Missing, drops, end_to_end, weights
from scorio._numpy import np
from scorio._results import Interval, Real
from scorio.eval.values import report_short

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from scorio.eval.values import Ragged, TargetName

Unanswered: TypeAlias = Literal["error", "drop", "abstain"]
_Trials: TypeAlias = dict[str, Any]
"""Options of the core."""


@coded
def best_of_at_k(
    R: ArrayLike,
    S: ArrayLike,
    k: int | Sequence[int],
    w: ArrayLike | None = None,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""Best-of-k: the expected outcome of the trial that a verifier scores highest, unbiased.

    Parameters
    ----------
    R
        M x N outcomes in 0..C, or ragged rows; one row for a single question.
    S
        The verifier's score of each trial, in the shape of R. Only their order matters.
    k
        Trials drawn, 1 <= k <= N, or a sequence of such budgets.
    w
        C + 1 rewards, one per category; (0, 1) if omitted.
    missing
        "error" or "drop": what to do with trials without an outcome or a verifier score.
    ragged
        "error" or "drop": what to do with questions that have fewer than k trials.

    Returns
    -------
    float or ndarray
        The mean over questions of Σ_i C(i - 1, k - 1) / C(N, k) y_i, i = k..N, y_i being the reward
        of the trial with the i-th lowest verifier score. Trials of equal scores share rewards.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`; another shape of S than of R.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[1, 0, 1, 0], [0, 1, 0, 0]]
    >>> S = [[0.9, 0.5, 0.5, 0.1], [0.2, 0.8, 0.9, 0.1]]
    >>> eval.best_of_at_k(R, S, [1, 2, 4])
    array([0.375     , 0.54166667, 0.5       ])
    """
    drop = drops("ragged", ragged)
    return _curve("best_of", _verified(R, S, w, missing), k, drop=drop)


@coded
@taking(clusters="cluster")
def best_of_at_k_ci(
    R: ArrayLike,
    S: ArrayLike,
    k: int,
    w: ArrayLike | None = None,
    confidence: float = 0.95,
    *,
    target: TargetName = "these",
    cluster: Sequence[Hashable] | None = None,
    replicates: int = 1000,
    seed: int = 0,
    missing: Missing = "error",
) -> Interval:
    r"""Best-of-k for k future trials, with its Bayesian bootstrap interval.

    Parameters
    ----------
    R, S, w, missing
        As for `best_of_at_k`.
    k
        Trials drawn, 1 to 10^9.
    confidence
        Level of the interval, in (0, 1).
    target
        "these" questions, or questions "like" these, of which these are a sample.
    cluster
        The cluster of each question, for "like".
    replicates, seed
        Number and seed of the draws.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`: the exact posterior mean; σ and the interval of the draws.

    Raises
    ------
    ValueError, TypeError
        As for `best_of_at_k`; `cluster` without target="like", or not one for each question.

    Notes
    -----
    Future trials are like those observed. Each of the N trials of a question has a weight, and the
    weights have the uniform Dirichlet law. With G_i the weight of the i lowest, the score of a
    question is Σ y_i (G_i^k - G_(i-1)^k), with mean Σ y_i C(i + k - 2, k - 1) / C(N + k - 1, k). A
    question whose trials all fail has σ = 0: the bootstrap knows no outcome that it has not seen.

    References
    ----------
    Rubin (1981), The Bayesian bootstrap.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[1, 0, 1, 0], [0, 1, 0, 0]]
    >>> S = [[0.9, 0.5, 0.5, 0.1], [0.2, 0.8, 0.9, 0.1]]
    >>> mu, sigma, lo, hi = eval.best_of_at_k_ci(R, S, 2)
    >>> round(mu, 6), bool(lo < mu < hi)
    (0.475, True)
    """
    if target not in ("these", "like"):
        sentence = f"target = {target!r} is not one of 'these', 'like'"
        raise fault(ValueError(sentence), "argument.choice", "target is not one of these, like")
    if cluster is not None and target == "these":
        problem = "clusters are of questions that are a sample"
        raise fault(ValueError(f"{problem}: give target='like'"), "argument.target", problem)
    trials = _verified(R, S, w, missing)
    numbers = None if target == "these" else _numbered(cluster, len(trials["lengths"]))
    drawing = _drawing(k, confidence, replicates, seed, numbers)
    return Interval(*asked("best_of_interval", **trials, **drawing).table(0)[0])


@coded
def vote_at_k(
    answers: Sequence[Sequence[Hashable]] | NDArray[Any],
    correct: Sequence[Hashable] | NDArray[Any],
    k: int | Sequence[int],
    *,
    missing: Unanswered = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""Vote@k: the chance that the most frequent answer of k trials is correct, unbiased.

    Parameters
    ----------
    answers
        M rows of answers, of any length: texts, numbers, or anything that can be compared.
    correct
        The correct answer to each question.
    k
        Trials drawn, or a sequence of such budgets.
    missing
        What to do with trials without an answer (None or NaN): "error", "drop", or "abstain": they
        are drawn and do not vote.
    ragged
        "error" or "drop": what to do with questions that have fewer than k trials.

    Returns
    -------
    float or ndarray
        The mean over questions of the chance that the correct answer wins the plurality of k trials
        drawn without replacement. A tie of t answers counts 1 / t.

    Raises
    ------
    ValueError, TypeError
        No questions; another number of correct answers; an answer that cannot be compared; a
        missing answer, unless a policy is given; a missing correct answer; k below 1, or above the
        trials of a question.

    Examples
    --------
    >>> from scorio import eval
    >>> answers = [["4", "4", "5", "6"], ["7", "8", "8", "7"]]
    >>> eval.vote_at_k(answers, ["4", "7"], [1, 3])
    array([0.5       , 0.58333333])
    """
    drop = drops("ragged", ragged)
    return _curve("vote", _votes(answers, correct, missing), k, drop=drop)


@coded
@taking(clusters="cluster")
def vote_at_k_ci(
    answers: Sequence[Sequence[Hashable]] | NDArray[Any],
    correct: Sequence[Hashable] | NDArray[Any],
    k: int,
    confidence: float = 0.95,
    *,
    cluster: Sequence[Hashable] | None = None,
    replicates: int = 1000,
    seed: int = 0,
    missing: Unanswered = "error",
) -> Interval:
    r"""Vote@k with its interval for questions like these.

    Parameters
    ----------
    answers, correct, k, missing
        As for `vote_at_k`, with one budget.
    confidence
        Level of the interval, in (0, 1).
    cluster
        The cluster of each question; if omitted, every question is its own.
    replicates, seed
        Number and seed of the draws.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`: the score of `vote_at_k`; σ and the interval of the draws.

    Raises
    ------
    ValueError, TypeError
        As for `vote_at_k`; another number of clusters than of questions; a single question or
        cluster.

    Notes
    -----
    Each draw weights the questions, or clusters of them, by the uniform Dirichlet law.

    References
    ----------
    Rubin (1981), The Bayesian bootstrap.

    Examples
    --------
    >>> from scorio import eval
    >>> answers = [["4", "4", "5", "6"], ["7", "8", "8", "7"], ["1", "1", "1", "2"]]
    >>> mu, sigma, lo, hi = eval.vote_at_k_ci(answers, ["4", "7", "1"], 3)
    >>> round(mu, 4), bool(lo < mu < hi)
    (0.7222, True)
    """
    votes = _votes(answers, correct, missing)
    numbers = _numbered(cluster, len(votes["correct"]))
    drawing = _drawing(k, confidence, replicates, seed, numbers)
    return Interval(*asked("vote_interval", **votes, **drawing).table(0)[0])


def _verified(R: ArrayLike, S: ArrayLike, w: ArrayLike | None, missing: str) -> _Trials:
    """Rewards and verifier scores end to end, and the number of trials of each question."""
    drop = drops("missing", missing)
    own = weights(w) or [0.0, 1.0]
    outcomes, lengths = end_to_end(R, "R")
    scores, others = end_to_end(S, "S")
    if lengths != others:
        sentence = f"R and S differ in shape: R has {_rows(lengths)} and S has {_rows(others)}"
        raise fault(ValueError(sentence), "check.shape")
    entries = np.asarray(outcomes, dtype=np.float64)
    verified = np.asarray(scores, dtype=np.float64)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    absent = np.isnan(entries) | np.isnan(verified)
    wrong = ~np.isnan(entries) & ((entries != np.floor(entries)) | (entries < 0))
    wrong |= entries >= len(own)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    for bad, what in ((wrong, f"is not a category from 0 to {len(own) - 1}"), (absent, "")):
        if bad.any() and (what or not drop):
            first = int(np.flatnonzero(bad)[0])
            row = int(rows[first])
            name = "R" if what or np.isnan(entries[first]) else "S"
            place = f"{name}[{row}, {first - starts[row]}]"
            said = f"{place} = {entries[first]:g} {what}" if what else f"{place} is missing"
            kind = "argument.category" if what else "argument.missing"
            raise fault(ValueError(said), kind)
    kept = ~absent
    left = np.bincount(rows[kept], minlength=len(lengths)).tolist()
    rewards = np.asarray(own)[entries[kept].astype(np.int64)]
    lengths = [count for count in left if count] or left
    return {"rewards": rewards, "scores": verified[kept], "lengths": lengths}


def _votes(
    answers: Sequence[Sequence[Hashable]] | NDArray[Any],
    correct: Sequence[Hashable] | NDArray[Any],
    missing: str,
) -> _Trials:
    """Answers by number, equal ones by equal numbers, of which 0 is correct and -1 is none."""
    if missing not in ("error", "drop", "abstain"):
        sentence = f"missing = {missing!r} is not one of 'error', 'drop', 'abstain'"
        problem = "missing is not one of error, drop, abstain"
        raise fault(ValueError(sentence), "argument.choice", problem)
    rows, right = _list("answers", answers), _list("correct", correct)
    if len(rows) != len(right):
        sentence = f"answers has {len(rows)} questions but correct has {len(right)}"
        raise fault(ValueError(sentence), "check.shape")
    found: _Trials = {"answers": [], "lengths": [], "correct": [0] * len(right)}
    for number_, (row, one) in enumerate(zip(rows, right, strict=True)):
        if _is_absent(one):
            raise fault(ValueError(f"correct[{number_}] is missing"), "argument.missing")
        given = _list(f"answers[{number_}]", row)
        absent = [place for place, answer in enumerate(given) if _is_absent(answer)]
        if absent and missing == "error":
            sentence = f"answers[{number_}, {absent[0]}] is missing: drop it, or let it abstain"
            raise fault(ValueError(sentence), "argument.missing")
        present = [answer for answer in given if not _is_absent(answer)]
        try:
            numbers = {one: 0}
            codes = [numbers.setdefault(answer, len(numbers)) for answer in present]
        except TypeError:
            sentence = f"an answer of answers[{number_}] cannot be compared: give texts or numbers"
            raise fault(TypeError(sentence), "argument.type") from None
        codes += [-1] * len(absent) if missing == "abstain" else []
        found["answers"] += codes
        found["lengths"].append(len(codes))
    return found


def _list(name: str, values: object) -> list[Any]:
    if isinstance(values, np.ndarray):
        return list(values.tolist()) if values.ndim else [values[()]]
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        to_list = getattr(values, "to_list", None) or getattr(values, "tolist", None)
        if to_list is None:
            sentence = f"{name} = {values!r} is not a sequence"
            raise fault(TypeError(sentence), "argument.type", f"{name} is not a sequence")
        return list(to_list())
    return list(values)


def _is_absent(answer: object) -> bool:
    return answer is None or (isinstance(answer, float) and math.isnan(answer))


def _numbered(cluster: Sequence[Hashable] | None, questions: int) -> list[int]:
    if cluster is None:
        return list(range(questions))
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(one, len(numbers)) for one in _list("cluster", cluster)]


def _drawing(
    k: int, confidence: float, replicates: int, seed: int, cluster: list[int] | None
) -> _Trials:
    return {
        "k": budget(k),
        "confidence": number("confidence", confidence),
        "replicates": whole("replicates", replicates),
        "seed": seed_digits(seed),
        "cluster": cluster,
    }


def _curve(name: str, trials: _Trials, k: int | Sequence[int], *, drop: bool) -> Real:
    several = budgets(k)
    listed = [budget(k)] if several is None else several
    rows = asked(name, **trials, k=listed, drop_short=drop).table(0)
    report_short([(short, own, "") for own, _, short in rows if short])
    return rows[0][1] if several is None else np.array([value for _, value, _ in rows])


def _rows(lengths: list[int]) -> str:
    sizes = sorted(set(lengths))
    columns = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return f"{len(lengths)} rows of {columns if sizes else 0}"
