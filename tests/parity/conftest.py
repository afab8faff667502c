import pytest

from parity import comparison, report
from parity.needs import without_julia
from parity.sides import julia

KEY = pytest.StashKey[comparison.Comparison]()


@pytest.fixture(scope="session")
def found(request):
    """The whole comparison, made once: tests/conftest.py names the files that ask for it."""
    made = comparison.compare(live=False)
    request.config.stash[KEY] = made
    return made


@pytest.fixture(scope="session")
def process():
    """A way to Julia in a process of its own."""
    try:
        return julia.process()
    except julia.NoJuliaError as reason:
        without_julia(str(reason))


def pytest_terminal_summary(terminalreporter, config):
    made = config.stash.get(KEY, None)
    if made is not None:
        terminalreporter.section("parity")
        for line in report.summary(made):
            terminalreporter.write_line(line)
