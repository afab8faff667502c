"""Ranks of scores, letters, pairs and agreement in both languages, by bits."""

import warnings

import numpy as np

from parity.sides import julia, tables
from parity.sides.answer import bits
from scorio import rank

SETS = 40
TIES = ["zscore_adjacent", "ci_overlap_adjacent"]


def drawn(number):
    """Scores with ties, and their standard deviations."""
    generator = np.random.default_rng(number)
    size = generator.integers(1, 9)
    scores = generator.integers(0, 9, size) / 8
    sigmas = generator.choice([0.0, 0.01, 0.05, 0.2], size)
    return scores.tolist(), sigmas.tolist(), generator.integers(0, 4, size).tolist()


def by_python(call):
    try:
        return call()
    except ValueError as error:
        return error


def flat(found):
    """The figures of Python's agreement, in the order of Julia's columns."""
    return [float(one) for part in found for one in (part if isinstance(part, tuple) else (part,))]


def cases():
    for number in range(SETS):
        scores, sigmas, gold = drawn(number)
        x, s, g = map(tables.word, (scores, sigmas, gold))
        level, tie = [0.95, 0.6][number % 2], TIES[number // 2 % 2]
        options = f'{level}, "{tie}"'
        yield (
            f"map(x -> Float64.(x), S.rank_scores({x}, {s}, {options}))",
            lambda a=(scores, sigmas, level, tie): flat_ranks(rank.rank_scores(*a)),
        )
        yield (
            f"map(x -> Float64.(x), S.rank_scores({x}))",
            lambda a=scores: flat_ranks(rank.rank_scores(a)),
        )
        yield (
            f"Float64.(codeunits(join(S.letters({x}, {s}, {level}), ' ')))",
            lambda a=(scores, sigmas, level): list(map(float, " ".join(rank.letters(*a)).encode())),
        )
        yield (
            f"permutedims(S.chances({x}, {s}).pairs)",
            lambda a=(scores, sigmas): rank.chances(*a).pairs.ravel().tolist(),
        )
        yield (
            f"S.chances({x}, {s}).best",
            lambda a=(scores, sigmas): rank.chances(*a).best.tolist(),
        )
        yield (
            f"permutedims(S.pairwise({x}, {s}))",
            lambda a=(scores, sigmas): rank.pairwise(*a).ravel().tolist(),
        )
        yield (
            f"Float64[values(S.agreement({x}, {g}, permutations = 200, seed = {number}))...]",
            lambda a=(scores, gold), n=number: flat(rank.agreement(*a, permutations=200, seed=n)),
        )
        yield (
            f"Float64[values(S.kendall({x}, {g}))...]",
            lambda a=(scores, gold): list(rank.kendall(*a)),
        )
        yield (
            f'Float64[values(S.kendall({x}, {g}, variant = "a"))...]',
            lambda a=(scores, gold): tau_a(*a),
        )
        yield (
            f"Float64[values(S.spearman({x}, {g}))...]",
            lambda a=(scores, gold): list(rank.spearman(*a)),
        )
        yield (
            f"Float64[values(S.weighted_tau({x}, {g}, permutations = 200, seed = {number}))...]",
            lambda a=(scores, gold), n=number: list(
                rank.weighted_tau(*a, permutations=200, seed=n)
            ),
        )
    yield "S.rank_scores([1.0, NaN])", lambda: rank.rank_scores([1.0, np.nan])
    yield "S.rank_scores([1.0], [-1.0])", lambda: rank.rank_scores([1.0], [-1.0])
    yield "S.rank_scores([1.0], [1.0], 2)", lambda: rank.rank_scores([1.0], [1.0], 2)
    yield "S.letters([1.0], [0.1, 0.2])", lambda: rank.letters([1.0], [0.1, 0.2])


def tau_a(scores, gold):
    """τ-a, or τ-b with a warning if gold has ties."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rank.TiedGoldWarning)
        return list(rank.kendall(scores, gold, variant="a"))


def flat_ranks(found):
    return [float(one) for column in found for one in column]


def test_the_same_digits(process):
    listed = list(cases())
    said = process.answers([source for source, _ in listed])
    fitted, refused = 0, set()
    for (source, call), line in zip(listed, said, strict=True):
        expected, answer = by_python(call), julia.parse(line)
        if isinstance(expected, ValueError):
            assert answer.error is not None, source
            refused.add(answer.error.kind)
            continue
        assert answer.error is None, (source, answer.error)
        assert bits(answer.values) == bits(tuple(expected)), source
        fitted += 1
    assert fitted > 4 * SETS
    assert len(refused) > 1
