"""Texts of declared calls: sections of documentation, examples, and how lines are wrapped."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
Option = dict[str, Any]


def sections(doc: str) -> dict[str, list[str]]:
    """Give the paragraphs of a doc comment by its headings."""
    found: dict[str, list[str]] = {"": []}
    heading = ""
    for part in re.split(r"\n\s*\n|\n(?=# )", "\n".join(map(str.strip, doc.split("\n")))):
        paragraph = part
        if part.startswith("# "):
            first, _, paragraph = part.partition("\n")
            heading = first[2:]
            found[heading] = []
        if paragraph.strip():
            found[heading].append(" ".join(paragraph.split()))
    return found


def example(call: str, language: str) -> list[str]:
    """Give the lines of an example."""
    found = re.search(rf"```{language}\n(.*?)```", _examples(call), re.DOTALL)
    return found[1].rstrip().split("\n")


def has_example(call: str, language: str) -> bool:
    """Whether a call has an example in a language. Without one, the language lacks the call."""
    return f"```{language}\n" in _examples(call)


def _examples(call: str) -> str:
    """Give the examples of a call in all languages."""
    pages = ROOT.glob("rust/scorio-core/src/*/examples.md")
    texts = "\n".join(page.read_text("utf-8") for page in pages)
    return texts.partition(f"Examples of `{call}`")[2].partition("\nExamples of ")[0]


def wrapped(text: str, width: int, first: str, rest: str | None = None) -> list[str]:
    """Wrap a paragraph."""
    rest = first if rest is None else rest
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest,
                         break_long_words=False, break_on_hyphens=False)  # fmt: skip


def paragraphs(texts: list[str], width: int = 100) -> list[str]:
    """Wrap paragraphs, with an empty line after each."""
    return [line for one in texts for line in [*wrapped(one, width, ""), ""]]


def listed(items: list[str], width: int, first: str, rest: str | None = None) -> list[str]:
    """Wrap a list between its items."""
    text = ", ".join(one.replace(" ", "\0") for one in items)
    return [line.replace("\0", " ") for line in wrapped(text, width, first, rest)]


def imperative(sentence: str) -> str:
    """Give what a call does as docstrings say it: Say for Says."""
    verb, _, rest = sentence.partition(" ")
    return f"{verb.removesuffix('s')} {rest}"


def by_place(call: dict[str, Any]) -> tuple[list[Option], list[Option]]:
    """Give the options that stand in their places, and those that have names."""
    options = call["options"]
    placed = [one for one in options if one["placed"]]
    return placed, [one for one in options if not one["placed"]]


def literal(value: object) -> str:
    """Write a default as Python and JavaScript do."""
    if isinstance(value, list):
        # No caller can change a tuple, and TypeScript shows the numbers alone.
        return f"({', '.join(map(repr, value))})"
    return f'"{value}"' if isinstance(value, str) else repr(value)
