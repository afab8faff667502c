"""Where the earlier packages and this one differ, exact arithmetic is on this one's side."""

import pytest

from parity import comparison, oracle

pytestmark = pytest.mark.network
LEAST = 15


@pytest.fixture(scope="module")
def live():
    """The comparison with the earlier packages, which are installed and asked."""
    return comparison.compare(oracle.NAMES, live=True, with_julia=False)


@pytest.mark.parametrize("peer", comparison.EARLIER)
@pytest.mark.parametrize("name", oracle.NAMES)
def test_same_or_right(live, name, peer):
    gaps = [(one, gap) for one in live.of(name) for whose, gap in one.gaps if whose == peer]
    if not gaps:
        pytest.skip("; ".join(live.reasons))
    answered = [(one, gap) for one, gap in gaps if gap.answer.error is None]
    assert len(answered) >= LEAST
    for one, gap in answered:
        assert gap.difference <= comparison.SAME or one.error <= comparison.EXACT, str(one.case)
