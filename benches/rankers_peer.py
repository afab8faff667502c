"""Time a method of another package: `python rankers_peer.py PACKAGE METHOD FILE` prints JSON.

Run by `rankers.py` with the interpreter of the other packages. FILE holds the array and the wins
and ties of its pairs. The times are those of a call, from the form that the package takes.
"""

import json
import sys
import time
import warnings

import numpy as np

SHARE_OF_TIME = 1.0
MOST_ROUNDS = 50


def earlier(method, R, _wins, _ties):
    """Give a call of scorio 0.2.3, which takes the array."""
    from scorio import rank

    return lambda: getattr(rank, method)(R, return_scores=True)[1]


def evalica(method, _R, wins, ties):
    """Give a call of evalica, which takes games with weights."""
    import evalica
    import pandas

    size = len(wins)
    won = [(i, j) for i in range(size) for j in range(size) if i != j]
    tied = [(i, j) for i, j in won if i < j]
    names = pandas.Index(range(size))
    winners = [evalica.Winner.X] * len(won) + [evalica.Winner.Draw] * len(tied)
    xs, ys = zip(*won, *tied, strict=True)
    weights = [wins[pair] for pair in won] + [ties[pair] for pair in tied]
    # A tie counts nothing, as in the model of Bradley and Terry.
    settings = {"tie_weight": 0.0, "tolerance": 1e-13, "limit": 100_000}
    run = getattr(evalica, method)
    return lambda: (
        run(xs, ys, winners, index=names, weights=weights, **settings)
        .scores.reindex(names)
        .to_numpy()
    )


def choix(_method, _R, wins, _ties):
    """Give a call of choix, which takes the wins."""
    import choix

    return lambda: np.exp(choix.ilsr_pairwise_dense(wins, tol=1e-12))


PACKAGES = {"scorio 0.2.3": earlier, "evalica": evalica, "choix": choix}


def main():
    """Print the median of seconds, and the scores."""
    package, method, file = sys.argv[1:]
    data = np.load(file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call = PACKAGES[package](method, data["R"], data["wins"], data["ties"])
        began = time.perf_counter()
        scores = call()
        first = time.perf_counter() - began
        spent = [] if first < SHARE_OF_TIME else [first]
        while sum(spent) < SHARE_OF_TIME and len(spent) < MOST_ROUNDS:
            start = time.perf_counter()
            call()
            spent.append(time.perf_counter() - start)
    answer = {"seconds": float(np.median(spent)), "scores": np.asarray(scores).tolist()}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
