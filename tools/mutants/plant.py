"""Plant mutants in a copy of the core: each is one change, which the variable MUTANT turns on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tools" / "mutants"
WORK = ROOT / "target" / "mutants"
TREE = WORK / "tree"
CORE = Path("rust/scorio-core/src")
PROFILE = "fast"
SWITCH = """//! Turns one mutant on, or writes down which ones are reached.
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ON: OnceLock<Option<usize>> = OnceLock::new();
static REACHED: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];

pub(crate) fn on(number: usize) -> bool {
    let on = *ON.get_or_init(|| std::env::var("MUTANT").ok()?.parse().ok());
    if on.is_none() && !REACHED[number].load(Ordering::Relaxed) {
        reach(number);
    }
    on == Some(number)
}

#[cold]
fn reach(number: usize) {
    if let (false, Ok(path)) =
        (REACHED[number].swap(true, Ordering::Relaxed), std::env::var("MUTANTS_REACHED"))
    {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        let _ = file.and_then(|mut file| file.write_all(format!("{number}\\n").as_bytes()));
    }
}
"""


class Mutant(NamedTuple):
    """A change of one expression."""

    file: str
    line: int
    start: int
    end: int
    function: str
    kind: str
    new: str
    name: str = ""

    @property
    def room(self) -> str:
        """The folder of the core that it is in."""
        return Path(self.file).relative_to(CORE).parts[0]

    def shown(self, source: bytes) -> str:
        """Say where it is and what it changes."""
        old, new = source[self.start : self.end].decode(), self.new
        place = f"{Path(self.file).relative_to(CORE)} {self.function}"
        return " ".join(f"{place}: {old}  →  {new}".split())


def named(known: list[Mutant]) -> Iterator[Mutant]:
    """Name each change by its place and text. Equal texts of a function are counted."""
    sources = {file: (ROOT / file).read_bytes() for file in {one.file for one in known}}
    shown = [one.shown(sources[one.file]) for one in known]
    every, seen = Counter(shown), Counter[str]()
    for one, text in zip(known, shown, strict=True):
        seen[text] += 1
        count = f" (place {seen[text]})" if every[text] > 1 else ""
        yield one._replace(name=text + count)


def run(*command: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command that has to succeed."""
    return subprocess.run(command, check=True, text=True, **options)


def sites(rooms: list[str]) -> list[Mutant]:
    """List every change that could be made."""
    target = WORK / "tool"
    manifest = HERE / "Cargo.toml"
    run(
        "cargo", "build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", target
    )
    files = [
        str(file.relative_to(ROOT))
        for room in rooms
        for file in sorted((ROOT / CORE / room).rglob("*.rs"))
        if "tests" not in file.stem
    ]
    listed = run(target / "debug" / "mutants", *files, cwd=ROOT, capture_output=True).stdout
    known = [Mutant(**json.loads(line)) for line in listed.splitlines()]
    return list(named(sorted(known, key=lambda one: (one.file, one.start, one.end))))


def drawn(known: list[Mutant], seed: int) -> list[Mutant]:
    """Give the changes in a random order, each apart from those before it.

    The order is that of a hash of the name and the seed, so that it outlasts changes elsewhere.
    """
    taken: dict[str, list[Mutant]] = {}
    order = []
    for one in sorted(known, key=lambda one: sha256(f"{seed} {one.name}".encode()).digest()):
        same = taken.setdefault(one.file, [])
        if all(one.end <= other.start or other.end <= one.start for other in same):
            same.append(one)
            order.append(one)
    return order


def plant(
    mutants: dict[int, Mutant], sources: dict[str, bytes]
) -> dict[str, list[tuple[int, int, int]]]:
    """Write the changed files, and give the bytes at which each mutant stands in them."""
    places: dict[str, list[tuple[int, int, int]]] = {}
    for file, source in sources.items():
        here = sorted((one.start, number) for number, one in mutants.items() if one.file == file)
        text, last = b"", 0
        for start, number in here:
            one = mutants[number]
            text += source[last:start]
            old = source[start : one.end].decode()
            begin = len(text)
            text += f"(if crate::mutant::on({number}) {{ {one.new} }} else {{ {old} }})".encode()
            places.setdefault(file, []).append((begin, len(text), number))
            last = one.end
        written = text + source[last:]
        if (TREE / file).read_bytes() != written:
            (TREE / file).write_bytes(written)
    return places


def copied() -> None:
    """Make a copy of the project with the switch in its core."""
    shutil.rmtree(TREE, ignore_errors=True)
    copy(".")
    (TREE / CORE / "mutant.rs").write_text(SWITCH)
    library = TREE / CORE / "lib.rs"
    library.write_text(
        library.read_text().replace("\npub mod near;", "\nmod mutant;\npub mod near;")
    )


def copy(*places: str) -> None:
    """Copy the files that git knows, or has yet to be told of, below some places."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = run(*listed, *places, cwd=ROOT, capture_output=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, TREE / name)


def cargo(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run cargo in the copy."""
    command = [
        "cargo",
        *arguments,
        "--locked",
        "--profile",
        PROFILE,
        "--target-dir",
        WORK / "build",
    ]
    quiet = os.environ | {"RUSTFLAGS": "--cap-lints allow"}
    return subprocess.run(command, cwd=TREE, text=True, check=False, env=quiet, **options)


def compiling(order: list[Mutant], count: int) -> dict[int, Mutant]:
    """Take as many mutants as are wanted, without those that are no Rust."""
    sources = {one.file: (ROOT / one.file).read_bytes() for one in order}
    waiting = iter(order)
    mutants: dict[int, Mutant] = {}
    number = 0
    while True:
        while len(mutants) < count and (one := next(waiting, None)):
            number += 1
            mutants[number] = one
        places = plant(mutants, sources)
        said = cargo("check", "-p", "scorio-core", "--message-format=json", capture_output=True)
        if said.returncode == 0:
            return mutants
        wrong = set(refused(said.stdout, places))
        if not wrong:
            sys.exit(f"the copy does not compile:\n{said.stderr[-3000:]}")
        for one in wrong:
            del mutants[one]


def refused(messages: str, places: dict[str, list[tuple[int, int, int]]]) -> Iterator[int]:
    """Find the mutants at which the compiler reports errors."""
    for line in messages.splitlines():
        message = json.loads(line).get("message") or {}
        if message.get("level") != "error":
            continue
        for span in message["spans"]:
            for begin, end, number in places.get(span["file_name"], []):
                if begin < span["byte_end"] and span["byte_start"] < end:
                    yield number
