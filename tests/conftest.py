import os
import signal
from pathlib import Path

import pytest

SHARED = os.environ.get("SCORIO_SHARED")


@pytest.fixture
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
