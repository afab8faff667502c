"""The page of a report, from its template."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from scorio._core import __version__
from scorio.show.escaping import in_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._reporting.parts import Section

# By this a report is known, in the first bytes of the file.
_MARK = b'<meta name="generator" content="scorio report '
_HEAD = 400


def document(title: str, lead: str, sections: Sequence[Section]) -> str:
    """Give the whole file. `title` is a text, `lead` and the sections' parts are HTML."""
    script = _file("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return Template(_file("page.html")).substitute(
        version=__version__,
        title=in_html(title),
        lead=lead,
        style=_file("page.css"),
        script=script,
        # No other script runs, whatever a name holds.
        script_hash=f"sha256-{digest}",
        contents="".join(
            f'<li><a href="#{one.anchor}">{in_html(one.heading)}</a></li>' for one in sections
        ),
        sections="\n".join(map(_section, sections)),
    )


def is_report(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a report."""
    return _MARK in head[:_HEAD]


def _section(one: Section) -> str:
    heading = f'<h2 id="{one.anchor}">{in_html(one.heading)}</h2>'
    parts = "\n".join(filter(None, one.parts))
    return f'<section aria-labelledby="{one.anchor}">{heading}\n{parts}\n</section>'


def _file(name: str) -> str:
    return files("scorio._reporting").joinpath(name).read_text(encoding="utf-8")
