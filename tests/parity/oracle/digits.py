"""Numbers with 60 digits: roots, powers, the normal quantile, intervals, and errors."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Values = tuple[Decimal, ...]
Exact = Decimal | Fraction
Bounds = tuple[float | Decimal, float | Decimal] | None

DIGITS = 60
GUARD = 30
SMALLEST = Decimal(2) ** -1022
# The distance from 1 to the next double.
DOUBLE = Fraction(1, 2**52)


def in_digits(function: Callable[..., Iterable[Decimal]]) -> Callable[..., Values]:
    """Run the function with 60 digits and a guard, and round what it gives to 60."""

    @wraps(function)
    def run(*arguments: Any, **options: Any) -> Values:
        with localcontext() as context:
            context.prec, context.Emin, context.Emax = DIGITS + GUARD, -(10**9), 10**9
            values = function(*arguments, **options)
            context.prec = DIGITS
            return tuple(+value for value in values)

    return run


def decimal(number: Fraction | int) -> Decimal:
    """Give a rational number with the digits of the context."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def power(base: Exact | int, exponent: Exact | int) -> Decimal:
    """Give base ** exponent, where 0 ** 0 is 1."""
    if not exponent:
        return Decimal(1)
    if not base:
        return Decimal(0)
    left, right = (x if isinstance(x, Decimal) else decimal(x) for x in (base, exponent))
    return left**right


@cache
def root_of_pi() -> Decimal:
    """Give √π by Machin's formula, π = 16 arctan(1/5) - 4 arctan(1/239)."""
    unit: int = 10 ** (2 * DIGITS)

    def arctan(inverse: int) -> int:
        term, total, odd = unit // inverse, 0, 1
        while term:
            total += term // odd
            term, odd = -term // inverse**2, odd + 2
        return total

    return (Decimal(16 * arctan(5) - 4 * arctan(239)) / unit).sqrt()


def erf(x: Decimal) -> Decimal:
    """Give 2 / √π exp(-x²) Σ 2^n x^(2n+1) / (1 · 3 ··· (2n+1)), whose terms are positive."""
    term, total, odd = x, Decimal(0), 1
    while total + term != total:
        total += term
        odd += 2
        term *= 2 * x * x / odd
    return 2 * total * (-x * x).exp() / root_of_pi()


@cache
def normal_quantile(confidence: float) -> Decimal:
    """Give the z with P(|Z| < z) = confidence, by Newton's method on erf(z / √2)."""
    level, x = Decimal(confidence), Decimal(0)
    for _ in range(200):
        step = (level - erf(x)) * root_of_pi() / 2 * (x * x).exp()
        x += step
        if abs(step) < x.scaleb(-(DIGITS - GUARD // 2)):
            return x * Decimal(2).sqrt()
    raise ArithmeticError(confidence)


def errors(
    values: Iterable[float | Decimal], exact: Iterable[Decimal], w: Sequence[float] | None = None
) -> Iterator[Decimal]:
    """Give the error of each value, relative to the exact one, absolute where that is 0.

    Means and ends of weights of both signs cancel: their errors are relative to the largest weight.
    Below the normal doubles, none has all its digits.
    """
    largest = max(map(abs, w)) if w is not None and min(w) < 0 < max(w) else 0
    for place, (value, true) in enumerate(zip(values, exact, strict=True)):
        size = abs(true) if place == 1 else max(abs(true), Decimal(largest))
        yield abs(Decimal(value) - true) / (max(size, SMALLEST) if size else 1)


def interval(mean: Decimal, deviation: Decimal, confidence: float, bounds: Bounds) -> Values:
    """Give mean, deviation and the two ends, clipped to the bounds."""
    reach = normal_quantile(confidence) * deviation
    low, high = mean - reach, mean + reach
    if bounds is not None:
        least, most = map(Decimal, bounds)
        low, high = (min(max(end, least), most) for end in (low, high))
    return mean, deviation, low, high
