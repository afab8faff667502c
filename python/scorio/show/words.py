"""Numbers and names in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# From here on, three digits show a thousand.
_SHOWN_AS_1000 = 999.5
# Digits of a probability, and of one in few signs.
_DIGITS, _SHORT_DIGITS = 4, 2
# No probability is shown smaller, and none smaller in few signs.
_LEAST, _LEAST_SHORT = 0.0001, 0.005
# A number of 64 bits has no more.
_MOST_DIGITS = 16

# Names of a sentence.
_NAMED = 5

# What people call the metrics.
METRICS = {
    "avg": "Average score",
    "bayes": "Bayes@N",
    "pass_at_k": "Pass@k",
    "pass_hat_k": "Pass^k",
    "unanimous_at_k": "Unanimous@k",
    "g_pass_at_k": "G-Pass@k",
    "g_pass_at_k_tau": "G-Pass@k",
    "mg_pass_at_k": "mG-Pass@k",
    "maj_at_k": "Maj@k",
    "auc_at_k": "AUC@k",
    "threshold_spectrum_at_k": "Threshold spectrum@k",
    "geom_at_k": "Geom@k",
    "geom_ds_at_k": "Geom@k of the data set",
    "geo_spectrum_at_k": "GeoSpectrum@k",
    "geo_spectrum_star_at_k": "GeoSpectrum*@k",
    "max_at_k": "Max@k",
}


def metric_in_words(metric: str, k: int | None) -> str:
    """Give what people call a metric, of its budget if there is one: Pass@4."""
    base = metric.removesuffix("_ci")
    words = METRICS[base]
    if k is not None:
        words = words.replace("@k", f"@{k}").replace("^k", f"^{k}")
    return words if base == metric else f"{words}, posterior mean"


def counted(count: int, noun: str, several: str | None = None) -> str:
    """Count things: 1 trial, 2 trials; 1 query, 2 queries, if the plural is another."""
    return f"{count:,} {noun if count == 1 else several or f'{noun}s'}"


def few(names: Sequence[str]) -> str:
    """Name a few of several, and count the others."""
    names = list(dict.fromkeys(names))
    more = [counted(len(names) - _NAMED, "other")] if names[_NAMED:] else []
    *first, last = [*names[:_NAMED], *more]
    return f"{', '.join(first)} and {last}" if first else last


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


def digits_beside(value: float, digits: int, side: Callable[[float], bool]) -> int:
    """Give the digits behind the point that leave a value on its side of a threshold, when rounded.

    They are `digits`, or more where the rounded value would be on the other side.
    """
    while digits < _MOST_DIGITS and side(round(value, digits)) != side(value):
        digits += 1
    return digits


def chance(value: float, most: str = ">0.9999", level: float | None = None) -> str:
    """Give a probability that is never shown as 0, and as 1 only with `most`.

    Beside a level, it has as many digits as tell whether it reaches that, or what is left of 1.
    """
    if level is not None:
        sure = level
        digits = digits_beside(value, _DIGITS, lambda one: max(one, 1 - one) >= sure)
        if digits > _DIGITS:
            return f"{value:.{digits}f}"
    if value < _LEAST:
        return "<0.0001"
    return most if value > 1 - _LEAST else f"{value:.4f}"


def short_chance(value: float) -> str:
    """Give a probability in few signs, never as 0 or 1: .95."""
    if _LEAST_SHORT <= value <= 1 - _LEAST_SHORT:
        return f"{value:.{_SHORT_DIGITS}f}"[1:]
    return "<.01" if value < _LEAST_SHORT else ">.99"


def equals(probability: float) -> str:
    """Give a probability with its sign: = 0.9000, > 0.9999."""
    text = chance(probability)
    return f"{text[0]} {text[1:]}" if text[0] in "<>" else f"= {text}"


def rank_range(lo: int, hi: int) -> str:
    """Give the range of a rank: 1, or 1 to 3."""
    return str(lo) if lo == hi else f"{lo} to {hi}"


def pvalue(value: float, level: float | None = None) -> str:
    """Give a p-value, which may be 1. Its digits tell whether it is at most 1 − level."""
    return chance(value, "1.0000", level)


def span(values: Sequence[float]) -> str:
    """Give the first and the last of sorted values, or the only one."""
    first, last = f"{values[0]:.4g}", f"{values[-1]:.4g}"
    return first if first == last else f"{first} to {last}"
