"""Numbers and names in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# From here on, three digits show a thousand.
_SHOWN_AS_1000 = 999.5
# No probability is shown smaller.
_LEAST = 0.0001


def counted(count: int, noun: str, several: str | None = None) -> str:
    """Count things: 1 trial, 2 trials; 1 query, 2 queries, if the plural is another."""
    return f"{count:,} {noun if count == 1 else several or f'{noun}s'}"


def data_size(count: int) -> str:
    """Give a number of bytes with its unit: 1.23 MB."""
    size, unit = float(count), "B"
    for larger in ("kB", "MB", "GB"):
        if size < _SHOWN_AS_1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.3g} {unit}" if size < _SHOWN_AS_1000 else f"{size:,.0f} {unit}"


def percent(share: float) -> str:
    """Give a share as a percentage that says 100% only of all."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(100 * share, 0.1), 99.9):.1f}%"


def signed(value: float) -> str:
    """Give a difference with its sign."""
    text = f"{value:+.4f}"
    return "0.0000" if float(text) == 0 else text.replace("-", "−")


def chance(value: float, most: str = ">0.9999") -> str:
    """Give a probability that is never shown as 0, and as 1 only with `most`."""
    if value < _LEAST:
        return "<0.0001"
    return most if value > 1 - _LEAST else f"{value:.4f}"


def equals(probability: float) -> str:
    """Give a probability with its sign: = 0.9000, > 0.9999."""
    text = chance(probability)
    return f"{text[0]} {text[1:]}" if text[0] in "<>" else f"= {text}"


def pvalue(value: float) -> str:
    """Give a p-value, which may be 1."""
    return chance(value, "1.0000")


def span(values: Sequence[float]) -> str:
    """Give the first and the last of sorted values, or the only one."""
    first, last = f"{values[0]:.4g}", f"{values[-1]:.4g}"
    return first if first == last else f"{first} to {last}"
