"""The crates that are linked into the wheel and into WebAssembly: `THIRD_PARTY_NOTICES`.

`tools/notices.py` writes the file with their licences, from the lock file and the crates' own
folders. With `--check` it checks that the file is current. The crates of Linux, macOS and Windows
are together. Where a crate offers the MIT licence among others, that one is taken.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "THIRD_PARTY_NOTICES"
TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]
# The packages that are handed out, and the targets of each.
LINKED = [("scorio-module", target) for target in TARGETS]
LINKED += [("scorio-wasm", "wasm32-unknown-unknown")]
NAMED = re.compile(r"licen[cs]e|copying|notice|copyright|unlicense", re.IGNORECASE)
SOURCES = {".rs", ".c", ".h", ".py", ".toml", ".json", ".yml"}
APACHE = "Apache-2.0"
HEAD = """\
The extension module and the WebAssembly module of scorio contain the Rust standard library (MIT or
Apache-2.0) and the crates below. The numbers are those of the texts that follow."""


def linked(package_name: str, target: str) -> dict[tuple[str, str], tuple[str, Path]]:
    """Licence and folder of each crate, by name and version, that a package links for a target."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    command += ["--filter-platform", target]
    printed = subprocess.run(  # noqa: S603
        command, cwd=ROOT, capture_output=True, text=True, check=True
    )
    metadata = json.loads(printed.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [one for one, package in packages.items() if package["name"] == package_name]
    reached = set(waiting)
    while waiting:
        for needed in nodes[waiting.pop()]["deps"]:
            one = needed["pkg"]
            macros = any("proc-macro" in part["kind"] for part in packages[one]["targets"])
            # Build scripts and macros are not linked.
            usual = any(kind["kind"] is None for kind in needed["dep_kinds"])
            if usual and not macros and one not in reached:
                reached.add(one)
                waiting.append(one)
    return {
        (package["name"], package["version"]): (
            package["license"],
            Path(package["manifest_path"]).parent,
        )
        for package in (packages[one] for one in reached)
        if package["source"] is not None
    }


def texts(licence: str, folder: Path) -> list[str]:
    """The licence texts of a crate, and of the C sources that it brings."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and NAMED.match(path.name) and path.suffix not in SOURCES
    ]
    mit = [path for path in files if "mit" in path.name.lower()]
    if mit and re.search(r"\bMIT\b( OR |/)|( OR |/)MIT\b", licence):
        files = mit
    read = (path.read_text(encoding="utf-8", errors="replace") for path in files)
    clean = ["\n".join(line.rstrip() for line in text.strip().splitlines()) for text in read]
    # zstd may be used under BSD or GPL.
    return [text for text in clean if not text.lstrip().startswith("GNU GENERAL PUBLIC")]


def notices() -> str:
    """The whole file."""
    crates: dict[tuple[str, str], tuple[str, Path]] = {}
    for package, target in LINKED:
        crates |= linked(package, target)
    numbers: dict[str, int] = {}
    whole: list[str] = []
    lines = [HEAD, ""]
    for (name, version), (licence, folder) in sorted(crates.items()):
        own = []
        for text in texts(licence, folder):
            number = numbers.setdefault(" ".join(text.split()), len(numbers) + 1)
            if number > len(whole):
                whole.append(text)
            own.append(number)
        where = ", ".join(map(str, sorted(set(own)))) or f"no text of its own: {APACHE}"
        lines.append(f"{name} {version}: {licence} ({where})")
    for number, text in enumerate(whole, 1):
        lines += ["", "=" * 80, f"Text {number}", "", text]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    found = notices()
    if "--check" not in sys.argv:
        FILE.write_text(found, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != found:
        sys.exit(f"{FILE.name} is not current: run `make notices`")
