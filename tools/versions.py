"""Check that every file names the same version: `python tools/versions.py [TAG]`, in the root.

The version is that of `Cargo.toml`. With a tag, such as `v0.5.0`, it checks that the tag is that of
the version, and that the changelog says the day of the release.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANGELOG = Path("CHANGELOG.md")
SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<day>\d{4}-\d\d-\d\d))?$", re.MULTILINE)
# Files that no parser of the standard library reads.
LINES = {
    Path("julia/build_tarballs.jl"): re.compile(r'^version = v"(.+)"$', re.MULTILINE),
    Path("CITATION.cff"): re.compile(r"^version: (.+)$", re.MULTILINE),
    CHANGELOG: SECTION,
}
PACKAGE = Path("js/package.json")


def toml(path: str) -> dict[str, Any]:
    """Read a TOML file."""
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def named() -> Iterator[tuple[str, str]]:
    """Give every place that names a version, and the version."""
    workspace = toml("Cargo.toml")["workspace"]
    for name, needed in workspace["dependencies"].items():
        if name.startswith("scorio-"):
            yield f"Cargo.toml, the dependency {name}", needed.get("version", "none")
    for package in toml("Cargo.lock")["package"]:
        if package["name"].startswith("scorio-"):
            yield f"Cargo.lock, the package {package['name']}", package["version"]
    yield "julia/Project.toml", toml("julia/Project.toml")["version"]
    for path, line in LINES.items():
        found = line.search(path.read_text(encoding="utf-8"))
        yield str(path), found[1] if found else "none"
    if PACKAGE.exists():
        yield str(PACKAGE), json.loads(PACKAGE.read_text(encoding="utf-8"))["version"]


def findings(tag: str | None) -> Iterator[str]:
    """Check every place."""
    version = toml("Cargo.toml")["workspace"]["package"]["version"]
    for place, other in named():
        if other != version:
            yield f"{place}: the version is {other}, and that of Cargo.toml is {version}."
    if tag is None:
        return
    if tag != f"v{version}":
        yield f"The tag is {tag}, and that of version {version} is v{version}."
    section = SECTION.search(CHANGELOG.read_text(encoding="utf-8"))
    if section and not section["day"]:
        yield f"{CHANGELOG}: write the day of the release as `## [{version}] - YYYY-MM-DD`."


if __name__ == "__main__":
    found = list(findings(*sys.argv[1:2] or [None]))
    sys.exit("\n".join(found) if found else 0)
