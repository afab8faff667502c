"""Adaptive evaluation in both languages: abilities, next items and decided pairs, bit by bit."""

import numpy as np
import pytest

from parity.sides import julia
from parity.sides.answer import bits
from scorio import adaptive

SETS = 12
ITEMS = 30


def bank_of(number):
    """A bank in both languages."""
    generator = np.random.default_rng(number)
    own = {
        "a": generator.uniform(0.5, 2, ITEMS).tolist(),
        "b": generator.normal(0, 1.5, ITEMS).tolist(),
        "s": generator.uniform(0, 0.4, ITEMS).tolist(),
        "phi": generator.uniform(0.1, 1, ITEMS).tolist(),
    }
    strata = generator.choice(["x", "y", "z"], ITEMS).tolist() if number % 2 else None
    names = [str(item + 1) for item in range(ITEMS)]
    bank = adaptive.ItemBank.from_params(**own, items=names, strata=strata)
    labels = "nothing" if strata is None else str(strata).replace("'", '"')
    source = f"S.ItemBank({own['a']}, {own['b']}; s = {own['s']}, phi = {own['phi']}"
    return generator, bank, f"{source}, strata = {labels})"


def abilities():
    """Calls in Julia, and Python's figures."""
    for number in range(SETS):
        generator, bank, source = bank_of(number)
        asked = generator.choice(ITEMS, 8, replace=False)
        trials = generator.integers(1, 5, len(asked))
        sums = generator.uniform(0, trials)
        scores = {
            str(i + 1): (float(n), float(s)) for i, n, s in zip(asked, trials, sums, strict=True)
        }
        pairs = ", ".join(f"{item} => ({n}, {s!r})" for item, (n, s) in scores.items())
        prior = (0.5, 2.0) if number % 3 else (None, 25.0)
        words = f"({'nothing' if prior[0] is None else prior[0]}, {prior[1]})"
        found = adaptive.ability(bank, scores, prior=prior)
        yield (
            f"S.ability({source}, Dict({pairs}); prior = {words}, confidence = 0.9)",
            [found.mode, found.se, found.mean, found.sd, *found.interval(0.9)],
        )


def choices():
    """Calls in Julia, and the items that a run in Python asks for."""
    for number in range(SETS):
        generator, bank, source = bank_of(number)
        for select in ("information", "expected", "top:3"):
            options = {
                "goal": "rank",
                "warmup": 1,
                "select": select,
                "seed": 7,
                "confidence": 1 - 1e-9,
            }
            run = adaptive.Ranker(bank, ["m", "n"], **options)
            scores = {}
            for drawn in range(12):
                (query,) = run.ask(1)
                if query.model == "m":
                    answered = ", ".join(f"{item} => {score}" for item, score in scores.items())
                    words = f'select = "{select}", seed = 7, drawn = {drawn}'
                    call = f"Float64(S.next_item({source}, Dict{{Int,Any}}({answered}); {words}))"
                    yield call, [float(query.item)]
                    scores[query.item] = float(generator.integers(0, 2))
                run.tell(query, scores[query.item] if query.model == "m" else 0.5)


def decisions():
    """Calls in Julia, and the pairs of runs in Python."""
    for number in range(SETS):
        generator, bank, _ = bank_of(number)
        for boundary, more in (
            ("anytime", {}),
            ("anytime", {"rho": 3.0}),
            ("anytime", {"resolution": 0.2}),
            ("two-sided", {}),
            ("one-sided", {}),
        ):
            options = {"boundary": boundary, "confidence": 0.9, "family": True, **more}
            run = adaptive.Ranker(bank, ["m", "n", "o"], **options)
            for place, model in enumerate("mno"):
                for item in range(6 * (number + 1) % ITEMS):
                    run.add(model, str(item + 1), float(generator.random() < 0.2 + 0.3 * place))
            result = run.result()
            of = {one.model: (one.ability, one.se) for one in result}
            words = "".join(f", {name} = {value}" for name, value in more.items())
            for pair in result.pairs:
                both = f"{of[pair.above]}, {of[pair.below]}"
                given = f'boundary = "{boundary}", confidence = 0.9, pairs = 3{words}'
                yield (
                    f"map(Float64, S.decide_pair({both}; {given}))",
                    [float(pair.decided), pair.z, pair.boundary, pair.p_value],
                )


def test_same_bits(process):
    pairs = [*abilities(), *choices(), *decisions()]
    said = process.answers([source for source, _ in pairs])
    decided = set()
    for (source, expected), answer in zip(pairs, map(julia.parse, said), strict=True):
        assert answer.error is None, (source, answer.error)
        assert bits(answer.values) == bits(tuple(expected)), source
        if "decide_pair" in source:
            decided.add(expected[0])
    assert decided == {0.0, 1.0}


def test_same_errors(process):
    bank = adaptive.ItemBank.from_params(a=1, b=[0.0, 1.0], items=["1", "2"])
    wrong = [
        ("S.ability(S.ItemBank(1, [0, 1]), [2, missing])", {"1": 2.0}, {}),
        ("S.ability(S.ItemBank(1, [0, 1]), [(-1, 0), missing])", {"1": (-1.0, 0.0)}, {}),
        (
            "S.ability(S.ItemBank(1, [0, 1]), [1, 1], prior = (0, -1))",
            {"1": 1.0},
            {"prior": (0, -1)},
        ),
    ]
    for (_, scores, options), line in zip(
        wrong, process.answers([source for source, _, _ in wrong]), strict=True
    ):
        answer = julia.parse(line)
        with pytest.raises(ValueError) as raised:  # noqa: PT011  the kind is compared
            adaptive.ability(bank, scores, **options)
        assert answer.error is not None, line
        assert answer.error.kind == raised.value.code
        assert answer.error.problem == raised.value.problem
