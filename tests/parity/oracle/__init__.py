"""Exact values of every metric of `scorio.eval`, from the formulas alone.

Rational values are computed in `Fraction`, with a float parameter as its binary fraction.
Roots, powers and the normal quantile are computed in `Decimal` with 60 digits. There is a function
for each metric. Binary metrics take the successes and the trials of each question, categorical ones
the counts of each category. The other arguments are those of `scorio.eval`, by name.
"""

from parity.oracle.digits import DIGITS, DOUBLE, errors
from parity.oracle.functions import BINARY, CATEGORICAL, NAMES, WITH_PRIOR, exact

__all__ = ["BINARY", "CATEGORICAL", "DIGITS", "DOUBLE", "NAMES", "WITH_PRIOR", "errors", "exact"]
