"""Answers that are selected, in both languages: points, intervals and errors of the same trials."""

import json

import numpy as np
import pytest

from parity.sides import julia
from parity.sides.answer import bits
from scorio import eval as scorio_eval

SETS = 30
REPLICATES = 50
W = [0, 0.25, 1]


def spelled(rows):
    """Rows as Julia source."""
    return f"[{', '.join(f'[{row}]' for row in (', '.join(map(entry, one)) for one in rows))}]"


def entry(value):
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return "missing"
    return json.dumps(value)


def verified(generator):
    """Outcomes and verifier scores of a few questions, with ties, and some without either."""
    lengths = generator.integers(1, 7, generator.integers(1, 5))
    outcomes = [generator.integers(0, 3, length).tolist() for length in lengths]
    scores = [np.round(generator.normal(0, 1, length), 1).tolist() for length in lengths]
    if generator.random() < 0.3:
        outcomes[0][0] = None
    return outcomes, scores


def voted(generator):
    """Answers and correct ones of a few questions: some tie, and some are missing."""
    lengths = generator.integers(1, 9, generator.integers(1, 5))
    answers = [generator.choice(list("aabcd"), length).tolist() for length in lengths]
    if generator.random() < 0.3:
        answers[-1][-1] = None
    return answers, generator.choice(list("ab"), len(lengths)).tolist()


def python(call):
    try:
        found = call()
    except ValueError as error:
        return error
    return np.concatenate([np.ravel(one) for one in np.atleast_1d(found)])


def cases():
    """Calls of Python, and the same in Julia."""
    for number in range(SETS):
        generator = np.random.default_rng(number)
        outcomes, scores = verified(generator)
        answers, correct = voted(generator)
        k, seed = int(generator.integers(1, 5)), int(generator.integers(0, 9))
        R, S = spelled(outcomes), spelled(scores)
        A, C = spelled(answers), f"[{', '.join(map(entry, correct))}]"
        for policy in ("error", "drop"):
            both = {"missing": policy, "ragged": policy}
            said = f'missing = "{policy}", ragged = "{policy}"'
            yield (
                lambda r=outcomes, s=scores, k=k, o=both: scorio_eval.best_of_at_k(
                    r, s, [1, k], W, **o
                ),
                f"S.best_of_at_k({R}, {S}, [1, {k}], {W}; {said})",
            )
            yield (
                lambda a=answers, c=correct, k=k, o=both: scorio_eval.vote_at_k(a, c, [1, k], **o),
                f"S.vote_at_k({A}, {C}, [1, {k}]; {said})",
            )
        for target in ("these", "like"):
            given = {"target": target, "replicates": REPLICATES, "seed": seed, "missing": "drop"}
            words = ", ".join(f"{name} = {json.dumps(one)}" for name, one in given.items())
            yield (
                lambda r=outcomes, s=scores, k=k, o=given: scorio_eval.best_of_at_k_ci(
                    r, s, k, W, **o
                ),
                f"S.best_of_at_k_ci({R}, {S}, {k}, {W}; {words})",
            )
        groups = generator.integers(0, 3, len(correct)).tolist()
        for clusters in (None, groups):
            given = {"replicates": REPLICATES, "seed": seed, "missing": "abstain"}
            words = ", ".join(f"{name} = {json.dumps(one)}" for name, one in given.items())
            own = "nothing" if clusters is None else clusters
            yield (
                lambda a=answers, c=correct, g=clusters, o=given: scorio_eval.vote_at_k_ci(
                    a, c, 1, cluster=g, **o
                ),
                f"S.vote_at_k_ci({A}, {C}, 1; cluster = {own}, {words})",
            )


@pytest.mark.filterwarnings("ignore::scorio.eval.ShortQuestionsWarning")
def test_selected_answers(process):
    pairs = list(cases())
    said = process.answers([source for _, source in pairs])
    refused, found = set(), 0
    for (call, source), answer in zip(pairs, map(julia.parse, said), strict=True):
        expected = python(call)
        if isinstance(expected, ValueError):
            assert answer.error is not None, source
            assert answer.error.kind == expected.code, source
            refused.add(expected.code)
            continue
        assert answer.error is None, (source, answer.error)
        assert bits(answer.values) == bits(tuple(expected.tolist())), source
        found += 1
    assert {"argument.missing", "metric.budget_exceeds_trials"} <= refused, refused
    assert found > 3 * SETS
