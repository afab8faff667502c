"""What to do where Julia is not to be had."""

import os

import pytest


def refuse(reason):
    """Skip for want of Julia, or fail where it must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
