"""How many successes τ asks for, from floats of any width."""

from fractions import Fraction

import numpy as np
import pytest

from parity import figures
from parity.cases.variants import ROUNDED
from scorio import eval as scorio_eval

WIDTHS = (np.float16, np.float32, np.float64)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("j", "k", "tau"), ROUNDED)
def test_share_that_was_meant(width, j, k, tau):
    assert figures.successes(width(tau), k) == j
    # Of two questions, the one with j successes has enough.
    R = [[1] * (j - 1) + [0] * (k - j + 1), [1] * j + [0] * (k - j)]
    assert scorio_eval.g_pass_at_k_tau(R, k=k, tau=width(tau)) == 0.5
    if j > 1:  # of the other, every draw of all k
        assert scorio_eval.g_pass_at_k_tau(R[:1], k=k, tau=width(tau)) == 0


@pytest.mark.parametrize(
    ("tau", "k", "j"),
    [
        (0.0, 5, 1),
        (Fraction(1, 3), 3, 1),
        (Fraction(333_333_333_333_334, 10**15), 3, 2),
        (0.1 * 3, 10, 3),
        (0.3000000001, 10, 4),
        (np.float32(0.3000001), 10, 3),
        (np.float32(0.30001), 10, 4),
        # 300.5, of which half a draw is the most that is forgiven.
        (np.float16(0.5), 601, 300),
        (np.float32(0.5), 601, 301),
        (0.5, 601, 301),
        # 300.75.
        (np.float16(0.75), 401, 301),
        (np.float16(1), 2000, 2000),
    ],
)
def test_rule(tau, k, j):
    assert figures.successes(tau, k) == j
    R = [[1] * j + [0] * (k - j), [1] * (j - 1) + [0] * (k - j + 1)]
    assert scorio_eval.g_pass_at_k_tau(R, k=k, tau=tau) == 0.5


@pytest.mark.parametrize("name", ["g_pass_at_k_tau", "g_pass_at_k_tau_ci"])
def test_cases_of_every_width_are_measured(found, name):
    kinds = {one.case.kind for one in found.of(name) if one.error is not None}
    for j, k, _ in ROUNDED:
        assert {f"tau of {bits} bits, {j} of {k}" for bits in (16, 32, 64)} <= kinds
