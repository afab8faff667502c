"""What to do without Julia."""

import os

import pytest


def without_julia(reason):
    """Skip a test that needs Julia. Fail where CI must have it."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
