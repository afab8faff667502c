"""What a trial costs, as a sum of products of fields and numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from scorio._errors import coded

_TOKEN = re.compile(
    r"""\s*(?:(?P<sign>[*+])|"(?P<quoted>[^"]+)"|(?P<number>[0-9.]+(?:[eE][+-]?[0-9]+)?)(?=\s|[*+]|$)
    |(?P<field>[^\s*+"]+))""",
    re.VERBOSE,
)


class Product(NamedTuple):
    """A term of a cost: a factor, and the fields that it is multiplied by."""

    factor: float
    fields: tuple[str, ...]


@coded
def products(text: str) -> list[Product]:
    """Read a cost such as `prompt_tokens * 2.5e-6 + completion_tokens * 1e-5`.

    A field whose name has blanks or signs stands in double quotes.
    """
    wrong = f"{text!r} is no cost: give a field, or a sum of products of fields and numbers"
    terms: list[Product] = []
    factor, open_ = 1.0, True
    fields: list[str] = []
    place = 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        if found is None:
            raise ValueError(wrong)
        place = found.end()
        sign = found["sign"]
        if (sign is None) != open_:
            raise ValueError(wrong)
        open_ = sign is not None
        if sign == "+":
            terms.append(Product(factor, tuple(fields)))
            factor, fields = 1.0, []
        elif found["number"] is not None:
            try:
                factor *= float(found["number"])
            except ValueError:
                raise ValueError(wrong) from None
        elif sign is None:
            fields.append(found["quoted"] or found["field"])
    if open_:
        raise ValueError(wrong)
    terms.append(Product(factor, tuple(fields)))
    if not any(term.fields for term in terms):
        raise ValueError(f"{text!r} names no field: a cost is read from the log")
    return terms
