"""The share of successes that stands in the place of their number."""

from __future__ import annotations


def share_of(rate: str | None) -> tuple[str | None, int | None]:
    """Give the field of a rate, and the whole that it is a share of: 1, or 100 behind a slash."""
    if rate is None:
        return None, None
    field, slash, whole = rate.rpartition("/")
    if slash and whole.strip() == "100" and field.strip():
        return field.strip(), 100
    return rate, 1
