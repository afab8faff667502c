"""TailPass in both languages: profiles, their errors, utilities and weights to the last bit."""

import numpy as np

from parity.sides import julia
from parity.sides.answer import bits
from scorio.eval import tailpass, tailpass_empirical, tailpass_weights

SETS = 12


def table(values):
    """A matrix as Julia source."""
    return f"[{'; '.join(' '.join(map(str, row)) for row in values.tolist())}]"


def cases():
    """Julia source, and Python's figures."""
    for number in range(SETS):
        generator = np.random.default_rng(number)
        questions, trials = generator.integers([1, 2], 6)
        several = number % 3 == 2
        w = [0.0, 0.5, 1.0] if several else [0.0, 1.0]
        R = generator.integers(0, len(w), (questions, trials))
        R0 = generator.integers(0, len(w), (questions, 2))
        k, cuts = int(generator.integers(1, 6)), [0.2, 0.5, 0.9]
        prior = generator.uniform(0.2, 2, (questions, len(w)))
        own = f"S.tailpass({table(R)}, {k}, {w}"
        for profile, source in (
            (tailpass(R, k, w), f"{own})"),
            (
                tailpass(R, k, w, R0, eta=0.3, prior=prior, thresholds=cuts),
                f"{own}, {table(R0)}; eta = 0.3, prior = {table(prior)}, thresholds = {cuts})",
            ),
        ):
            size = len(profile.thresholds)
            weights = np.arange(1, size + 1) / np.arange(1, size + 1).sum()
            yield f"{source}.thresholds", profile.thresholds
            yield f"{source}.mean", profile.mean
            yield f"vec(permutedims({source}.covariance))", profile.covariance.ravel()
            yield f"vec(permutedims({source}.question_mean))", profile.question_mean.ravel()
            yield f"S.tailpass_ci({source}, confidence = 0.8)", np.ravel(profile.ci(0.8))
            yield (
                f"S.tailpass_linear({source}, {weights.tolist()})",
                np.ravel(profile.linear_ci(weights)),
            )
            for lam in (0.5, 1, 3):
                yield f"S.tailpass_moment({source}, {lam})", np.ravel(profile.moment_ci(lam))
        drawn = int(min(k, trials))
        yield (
            f"S.tailpass_empirical({table(R)}, {drawn}, {w})",
            tailpass_empirical(R, drawn, w),
        )
        yield f'S.tailpass_weights("moment", {k}, 2.5)', tailpass_weights.moment_weights(k, 2.5)
        yield f'S.tailpass_weights("beta", {k}, 0.3, 4)', tailpass_weights.beta_weights(k, 0.3, 4)
        yield f'S.tailpass_weights("maxent", {k}, 0.7)', tailpass_weights.maxent_weights(k, 0.7)


def refusals():
    """Julia source, and what Python says of the same."""
    for source, call in (
        ("S.tailpass([0 2], 1)", lambda: tailpass([[0, 2]], 1)),
        ("S.tailpass([0 1], 0)", lambda: tailpass([[0, 1]], 0)),
        ("S.tailpass([0 1], 1; eta = 2)", lambda: tailpass([[0, 1]], 1, eta=2)),
        ("S.tailpass([0 1], 1; prior = -1)", lambda: tailpass([[0, 1]], 1, prior=-1)),
        ("S.tailpass([0 1], 1; prior = [1, 1, 1])", lambda: tailpass([[0, 1]], 1, prior=[1, 1, 1])),
        (
            "S.tailpass([0 1], 1; thresholds = [0.5, 0.2])",
            lambda: tailpass([[0, 1]], 1, thresholds=[0.5, 0.2]),
        ),
        ("S.tailpass([0 1], 30_000)", lambda: tailpass([[0, 1]], 30_000)),
        ("S.tailpass_empirical([0 1], 3)", lambda: tailpass_empirical([[0, 1]], 3)),
        (
            "S.tailpass_linear(S.tailpass([0 1], 2), [0.2, 0.2])",
            lambda: tailpass([[0, 1]], 2).linear([0.2, 0.2]),
        ),
        ("S.tailpass_moment(S.tailpass([0 1], 2), 0)", lambda: tailpass([[0, 1]], 2).moment(0)),
        ('S.tailpass_weights("maxent", 3, 1)', lambda: tailpass_weights.maxent_weights(3, 1)),
    ):
        try:
            call()
        except ValueError as error:
            yield source, error.code
        else:
            raise AssertionError(source)


def test_profiles(process):
    pairs, wrong = list(cases()), list(refusals())
    said = process.answers([source for source, _ in pairs] + [source for source, _ in wrong])
    answers = list(map(julia.parse, said))
    for (source, expected), answer in zip(pairs, answers, strict=False):
        assert answer.error is None, (source, answer.error)
        assert bits(answer.values) == bits(tuple(expected.tolist())), source
    for (source, kind), answer in zip(wrong, answers[len(pairs) :], strict=True):
        assert answer.error is not None, source
        assert answer.error.kind == kind, source
