"""Plans in both languages: every figure of the same pilots and seeds, by bits."""

import numpy as np
import pytest

from parity.sides import julia, tables
from scorio import plan

SETS = 6
LOOKS = "(:stopped, :wrong, :wrong_once, :trials, :confidence)"
THREE = [0.0, 0.5, 1.0]
EQUAL = plan.assumed([0.2, 0.5, 0.8] * 10)
RUNS = {"replicates": 40, "seed": 3}
AIM = {"difference": 0.07, "family": 7}


def drawn(number, categories=2):
    """Random pilots of two models on the same questions."""
    generator = np.random.default_rng(number)
    questions, trials = generator.integers([2, 2], [12, 6])
    rise = generator.integers(0, categories, (2, questions, trials))
    return [np.maximum(one, generator.integers(0, categories, one.shape)) for one in rise]


def assumed(number):
    """Random success probabilities of two models."""
    generator = np.random.default_rng(number)
    return generator.random((2, int(generator.integers(2, 9)))).round(3).tolist()


def sides(number):
    """Both kinds of knowledge of two models, with what both languages call them."""
    a, b = drawn(number)
    yield (a.tolist(), b.tolist()), (tables.matrix(a), tables.matrix(b)), {}
    a, b = drawn(number, 3)
    yield (a.tolist(), b.tolist()), (tables.matrix(a), tables.matrix(b)), {"w": THREE}
    p, q = assumed(number)
    known = [f"S.plan.assumed({tables.word(one)})" for one in (p, q)]
    yield (plan.assumed(p), plan.assumed(q)), tuple(known), {}


def counted(model, w):
    """Julia counts the results of a pilot, whose figures do not depend on the order of trials."""
    if isinstance(model, plan.Assumed):
        return model
    return tables.counts({"m": np.array(model)}, 3 if w else 2)


def flat(found):
    """The figures of Python's result in order: without sentences, a missing one as NaN."""
    if isinstance(found, str):
        return []
    if found is None:
        return [float("nan")]
    if isinstance(found, list | tuple):
        return [one for part in found for one in flat(part)]
    return [float(found)]


def by_python(call):
    """The figures of a call, or None for an error."""
    try:
        return flat(call())
    except ValueError:
        return None


def calls():
    for number in range(SETS):
        for (a, b), (x, y), w in sides(number):
            o, runs, aim = tables.given(w), tables.given(RUNS), tables.given(AIM)
            yield (
                f"S.plan.trials_needed({x}, {y}, 0.9{o})",
                lambda a=a, b=b, w=w: plan.trials_needed(a, b, 0.9, **w)[:5],
            )
            yield (
                f"S.plan.trials_needed({x}, {y}, 0.9, 0.6{o}{aim})",
                lambda a=a, b=b, w=w: plan.trials_needed(a, b, 0.9, 0.6, **w, **AIM)[:5],
            )
            yield (
                f"S.plan.smallest_difference({x}, 9{o})",
                lambda a=a, w=w: plan.smallest_difference(a, 9, **w)[:1],
            )
            yield (
                f"S.plan.foresee({x}, {y}, [1, 4, 9]{o}{runs})",
                lambda a=a, b=b, w=w: list(plan.foresee(a, b, [1, 4, 9], **w, **RUNS)),
            )
            yield (
                f"S.plan.order_probability({x}, {y}, 5{o}{runs})",
                lambda a=a, b=b, w=w: plan.order_probability(a, b, 5, **w, **RUNS),
            )
            yield (
                f"NamedTuple{{{LOOKS}}}(S.plan.repeated_looks({x}, {y}, 1:6, 0.8{o}{runs}))",
                lambda a=a, b=b, w=w: plan.repeated_looks(a, b, range(1, 7), 0.8, **w, **RUNS)[:5],
            )
            models, named = {"a": a, "b": b}, f'["a" => {x}, "b" => {y}]'
            yield (
                f"S.plan.trials_for_half_width({named}, 0.05{o})",
                lambda m=models, w=w: [row[1:] for row in plan.trials_for_half_width(m, 0.05, **w)],
            )
            yield (
                f'S.plan.trials_to_separate({named}, "b", 0.9, 0.6{o}{aim})',
                lambda m=models, w=w: [
                    row[2:] for row in plan.trials_to_separate(m, "b", 0.9, 0.6, **w, **AIM)
                ],
            )
            yield (
                f"S.plan.budget({named}, [2, 20]{o})",
                lambda m=models, w=w: [row[1:] for row in plan.budget(m, [2, 20], **w)],
            )
            yield (
                (
                    f"S.plan.questions_or_trials({x}, {y}, 500, question_cost = 3.5, "
                    f"max_questions = 40{o})"
                ),
                lambda a=a, b=b, w=w: plan.questions_or_trials(
                    counted(a, w), counted(b, w), 500, question_cost=3.5, max_questions=40, **w
                )[:5],
            )
            yield (
                f"S.plan.questions_or_trials({x}, {y}, 300{o})",
                lambda a=a, b=b, w=w: plan.questions_or_trials(a, b, 300, **w)[:5],
            )
    equal = "S.plan.assumed(repeat([0.2, 0.5, 0.8], 10))"
    yield (
        f"NamedTuple{{{LOOKS}}}(S.plan.repeated_looks({equal}, {equal}))",
        lambda: plan.repeated_looks(EQUAL, EQUAL)[:5],
    )
    yield from stops()


def stops():
    """The rules of stopping. Julia counts models from 1."""
    generator = np.random.default_rng(1)
    for method in ("ci_overlap", "zscore"):
        for number in range(SETS):
            size = number % 3 + 2
            mus = generator.random(size).round(2).tolist()
            sigmas = generator.random(size).round(2).tolist()
            given = f'{tables.word(mus)}, {tables.word(sigmas)}, 0.9, "{method}"'
            yield (
                f"S.plan.suggest_next_allocation({given})",
                lambda a=(mus, sigmas, 0.9, method): [
                    one + 1 for one in plan.suggest_next_allocation(*a)
                ],
            )
            yield (
                f"S.plan.should_stop_top1({given})",
                lambda a=(mus, sigmas, 0.9, method): top(plan.should_stop_top1(*a)),
            )
    yield "S.plan.ci_from_mu_sigma(0.9, 0.1)", lambda: plan.ci_from_mu_sigma(0.9, 0.1)
    yield (
        "S.plan.ci_from_mu_sigma(0.9, 0.1, 0.5, (0, 0.95))",
        lambda: plan.ci_from_mu_sigma(0.9, 0.1, 0.5, (0, 0.95)),
    )
    yield (
        "S.plan.should_stop(0.01, max_ci_width = 0.03)",
        lambda: plan.should_stop(0.01, max_ci_width=0.03),
    )


def top(found):
    return [found["stop"], found["leader"] + 1, [one + 1 for one in found["ambiguous"]]]


REFUSED = [
    ("S.plan.trials_needed([1 1], [0 1], 2)", lambda: plan.trials_needed([[1, 1]], [[0, 1]], 2)),
    ("S.plan.foresee([1 1], [0 1], [3, 2])", lambda: plan.foresee([[1, 1]], [[0, 1]], [3, 2])),
    ("S.plan.assumed([0.5 0.5])", lambda: plan.assumed([[0.5, 0.5]])),
    (
        "S.plan.trials_needed(S.plan.assumed([2.0]), S.plan.assumed([0.5]))",
        lambda: plan.trials_needed(plan.assumed([2.0]), plan.assumed([0.5])),
    ),
    (
        'S.plan.trials_to_separate(["a" => [1 1]], "b")',
        lambda: plan.trials_to_separate({"a": [[1, 1]]}, "b"),
    ),
    (
        "S.plan.questions_or_trials([1 1; 0 1], [0 1; 1 0], 0)",
        lambda: plan.questions_or_trials([[1, 1], [0, 1]], [[0, 1], [1, 0]], 0),
    ),
    (
        "S.plan.questions_or_trials([1 1; 0 1], S.plan.assumed([0.5, 0.4]), 9)",
        lambda: plan.questions_or_trials([[1, 1], [0, 1]], plan.assumed([0.5, 0.4]), 9),
    ),
    ("S.plan.should_stop(0.1)", lambda: plan.should_stop(0.1)),
    (
        "S.plan.should_stop_top1([0.1], [0.1, 0.2])",
        lambda: plan.should_stop_top1([0.1], [0.1, 0.2]),
    ),
]


def test_the_same_digits(process):
    listed = list(calls())
    said = process.answers([f"flat({source})" for source, _ in listed])
    fitted = 0
    for (source, call), line in zip(listed, said, strict=True):
        answer, expected = julia.parse(line), by_python(call)
        if expected is None:
            assert answer.error is not None, source
            continue
        assert answer.error is None, (source, answer.error)
        assert tables.equal(answer.values, expected), (source, answer.values, expected)
        fitted += 1
    assert fitted > len(listed) / 2


def test_both_refuse(process):
    said = process.answers([source for source, _ in REFUSED])
    for (source, call), line in zip(REFUSED, said, strict=True):
        with pytest.raises((ValueError, TypeError)):
            call()
        assert julia.parse(line).error is not None, source
