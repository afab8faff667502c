"""Calibration of verifiers, as Python calls it."""

import numpy as np
import pytest

from scorio.rubric import Verifier

LOGITS = [[2.1, 0.3, -1.0], [0.2, 1.9, -0.5], [-0.4, 0.1, 1.2], [1.1, 0.9, -2.0], [0.6, 1.4, 0.2]]
LABELS = [0, 1, 2, 0, 0]


def test_a_baseline_may_be_the_logits_of_inputs_without_content():
    empty = [[0.4, -0.2, -0.5], [0.6, 0.0, -0.7]]
    verifier = Verifier.fit(LOGITS, LABELS, baseline=empty)
    assert verifier.baseline.tolist() == pytest.approx([0.5, -0.1, -0.6])
    mean = Verifier.fit(LOGITS, LABELS, baseline=verifier.baseline)
    assert mean.temperature == verifier.temperature
    with pytest.raises(ValueError, match="baseline has no row"):
        Verifier.fit(LOGITS, LABELS, baseline=np.zeros((0, 3)))


@pytest.mark.parametrize("baseline", [[0.0, np.nan], [np.inf, 0.0], 1.0])
def test_a_baseline_is_finite(baseline):
    with pytest.raises(ValueError, match="baseline"):
        Verifier(baseline)


@pytest.mark.parametrize("temperature", [0, -1, np.nan, np.inf])
def test_a_temperature_is_positive_and_finite(temperature):
    with pytest.raises(ValueError, match="temperature = "):
        Verifier([0.0, 0.0], temperature)


@pytest.mark.parametrize("label", [-1, 3, 1.0, True])
def test_a_label_is_a_class(label):
    with pytest.raises(ValueError, match=r"labels\[0\] = .* is not a class from 0 to 2"):
        Verifier.fit(LOGITS, [label, label, 2, 0, 0] if label is not True else [label] * 5)


def test_a_temperature_at_its_bound_is_told():
    sure = np.eye(3) * 4
    with pytest.warns(UserWarning, match=r"at its bound, 0\.05: "):
        assert Verifier.fit(sure, [0, 1, 2]).temperature == pytest.approx(0.05)
    with pytest.warns(UserWarning, match="at its bound, 20: "):
        assert Verifier.fit(sure, [1, 2, 0]).temperature == pytest.approx(20)
