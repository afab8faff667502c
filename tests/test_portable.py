"""The digest of many calls, which wheels of all platforms share."""

import math

import numpy as np
import portable_calls


def packed(value):
    return list(portable_calls.packed(value))


def test_every_kind_of_calls_has_its_digest():
    found = {name: digest for name, digest, _ in portable_calls.digests()}
    assert found == portable_calls.EXPECTED


def test_one_bit_is_another_digest():
    assert packed(0.1) != packed(math.nextafter(0.1, 1))
    assert packed(0.0) != packed(-0.0)
    assert packed([1, 0.5]) != packed([1.0, 0.5])
    assert packed(np.zeros((2, 3))) != packed(np.zeros((3, 2)))
    # Which NaN it is does not matter, and neither does who holds a number.
    assert packed(math.nan) == packed(-math.nan) == packed(np.float64("nan"))
    assert packed(np.array([1, 2])) == packed([[2], [1, 2]])
    assert packed({"a": np.int64(3)}) == packed([("a", 3)])
