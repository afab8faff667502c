"""Check the house rules that no linter knows: `python tools/house.py`, in the root of the project.

It reports circles of files, long files, and type names that a crate defines twice. In the strings
of the core and of the readers of logs, it reports words of a front end.
"""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import modules

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_LINES = 450
SOURCES = {".rs", ".py", ".pyi", ".jl", ".sh", ".js", ".mjs"}
# A file that a program writes, and the stub of the one extension module.
WRITTEN = (
    Path("python/scorio/_core.pyi"),
    Path("python/scorio/rank/families/_items.py"),
    Path("python/scorio/rank/families/_pairs.py"),
    Path("python/scorio/rank/families/_voting.py"),
)
FOLDERS = ("rust", "python", "julia", "js", "tests", "tools", "benches", "examples")
PACKAGES = (Path("python/scorio"), Path("tests/parity"))
WITHOUT_DIALECT = tuple(
    Path("rust", f"scorio-{name}", "src") for name in ("core", "logs", "records")
)
DIALECT = re.compile(
    r"""\b[a-z_]+=(?:"|'|True\b|False\b|None\b|NAME\b|FIELD\b)|--[a-z]|\bCounts\.|\bcounts\.select"""
)
TYPE = re.compile(
    r"^(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:struct|enum|union|trait|type) (\w+)", re.MULTILINE
)


def circles(known: modules.Modules) -> Iterator[str]:
    """Find the sets of files that use one another, and show the shortest way round each."""
    uses = modules.arrows(known)

    def reached(start: Path) -> dict[Path, Path]:
        """Give each file that is reached, with the file before it."""
        before, waiting = {}, [start]
        for file in waiting:
            for other in uses[file]:
                if other not in before:
                    before[other] = file
                    waiting.append(other)
        return before

    ways = {file: reached(file) for file in uses}
    done: set[Path] = set()
    for start in sorted(uses):
        if start in done or start not in ways[start]:
            continue
        tied = sorted(file for file in ways[start] if start in ways[file])
        done.update(tied)
        back = [start]
        while len(back) == 1 or back[-1] != start:
            back.append(ways[start][back[-1]])
        yield f"{start}:{uses[start][back[-2]][0]}: {len(tied)} files use one another in a circle."
        for file, other in pairwise(reversed(back)):
            line, name = uses[file][other]
            yield f"    {file}:{line} uses {name} of {other}"
        yield f"    all: {' '.join(map(str, tied))}"
        yield "    Let the arrows run one way: move what both sides need into a file of its own."


def long_files() -> Iterator[str]:
    """Find source files that are too long."""
    for folder in FOLDERS:
        for file in sorted(Path(folder).rglob("*")):
            if file.suffix in SOURCES:
                lines = len(file.read_text().splitlines())
                if lines > MOST_LINES and file not in WRITTEN:
                    yield f"{file}:{MOST_LINES + 1}: {lines} lines. Split the file by idea."


def types(root: Path) -> Iterator[str]:
    """Find type names that a crate defines twice."""
    known: dict[str, str] = {}
    for file in sorted(root.rglob("*.rs")):
        source, _ = modules.code(file.read_text())
        for found in TYPE.finditer(source):
            place = f"{file}:{modules.line_of(source, found.start())}"
            if known.setdefault(found[1], place) != place:
                yield f"{place}: {known[found[1]]} defines {found[1]} too. Rename one of them."


def dialect(root: Path) -> Iterator[str]:
    """Find words of a front end in strings. Braces hold options, which are spelled for each."""
    for file in sorted(root.rglob("*.rs")):
        for line, said in modules.code(file.read_text())[1]:
            found = DIALECT.search(re.sub(r"\{[^{}]*\}", "{}", said))
            if found:
                yield (
                    f"{file}:{line}: {found[0]!r} is a word of a front end. "
                    "Make it data that each front end puts into words."
                )


def findings() -> Iterator[str]:
    """Check every rule."""
    for root in sorted(Path("rust").glob("*/src")):
        yield from circles(modules.crate(root / "lib.rs"))
        yield from types(root)
    for package in PACKAGES:
        yield from circles(modules.package(package))
    yield from long_files()
    for root in WITHOUT_DIALECT:
        yield from dialect(root)


if __name__ == "__main__":
    found = list(findings())
    sys.exit("\n".join(found) if found else 0)
