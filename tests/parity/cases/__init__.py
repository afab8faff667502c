"""The one set of cases: seeded draws, every kind of input and option, and bad input."""

from parity.cases.every import cases, scored
from parity.cases.variants import NAMES

__all__ = ["NAMES", "cases", "scored"]
