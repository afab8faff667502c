"""The one set of cases: seeded draws, every kind of input and option, and bad input."""

from parity.cases.every import EVERY, cases, scored
from parity.cases.variants import NAMES

__all__ = ["EVERY", "NAMES", "cases", "scored"]
