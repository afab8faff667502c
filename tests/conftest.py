import contextlib
import os
import signal
from pathlib import Path

import pytest

SHARED = os.environ.get("SCORIO_SHARED")

# The environments of engines and harnesses have no Hypothesis.
with contextlib.suppress(ModuleNotFoundError):
    from hypothesis import settings

    # Examples are the same in every run. `make fuzz` draws others.
    settings.register_profile("recorded", derandomize=True, deadline=None)
    settings.register_profile("fuzz", deadline=None, max_examples=2000, print_blob=True)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "recorded"))


# One process runs the files that share the comparison of languages, which takes minutes.
COMPARISON = {
    f"tests/parity/test_{one}.py" for one in ("comparison", "hierarchical", "in_full", "thresholds")
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Let each process run whole files, so that none makes twice what the tests of a file share."""
    from xdist.scheduler import LoadFileScheduling

    class Files(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return "comparison" if file in COMPARISON else file

    return Files(config, log)


def pytest_itemcollected(item):
    """Mark what needs the folder of reference values."""
    if "shared" in getattr(item, "fixturenames", ()):
        item.add_marker("shared")


def pytest_collection_modifyitems(items):
    """Begin with the longest, so that other processes run the rest meanwhile."""
    items.sort(key=lambda item: "found" not in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def shared():
    """The folder of reference values and real logs, if it exists."""
    if not SHARED:
        pytest.skip("SCORIO_SHARED names no folder with reference values and real logs")
    return Path(SHARED)


@pytest.fixture(scope="session")
def coins():
    return Path(__file__).parent.parent / "examples" / "coins.jsonl"


@pytest.fixture(scope="session", autouse=True)
def ctrl_c():
    """Interruptions work even where a shell in the background ignores them."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
