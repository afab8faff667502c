import pytest
from needs import refuse

from scorio.parity import comparison, julia, report

KEY = pytest.StashKey[comparison.Comparison]()


@pytest.fixture(scope="session")
def found(request):
    """The whole comparison, made once."""
    made = comparison.compare()
    request.config.stash[KEY] = made
    return made


@pytest.fixture(scope="session")
def process():
    """A way to Julia in a process of its own."""
    try:
        return julia.Process(julia.executable(), julia.package(), "a test")
    except julia.NoJuliaError as reason:
        refuse(str(reason))


def pytest_terminal_summary(terminalreporter, config):
    made = config.stash.get(KEY, None)
    if made is not None:
        terminalreporter.section("parity")
        for line in report.summary(made):
            terminalreporter.write_line(line)
