"""What a release needs: one version in every file, and a tag that is that version."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

import scorio

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
FILES = [
    "Cargo.toml",
    "Cargo.lock",
    "julia/Project.toml",
    "julia/build_tarballs.jl",
    "CITATION.cff",
    "CHANGELOG.md",
    *(["js/package.json"] if (ROOT / "js" / "package.json").exists() else []),
]


@pytest.fixture
def tree(tmp_path):
    """A copy of the files that name the version."""
    for file in FILES:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def versions(tree, *arguments):
    ended = subprocess.run(
        [sys.executable, ROOT / "tools" / "versions.py", *arguments],
        capture_output=True, text=True, check=False, cwd=tree,
    )  # fmt: skip
    return ended.returncode, ended.stderr.splitlines()


def test_every_file_names_the_version():
    assert versions(ROOT) == (0, [])
    assert scorio.__version__ == VERSION


@pytest.mark.parametrize("file", [file for file in FILES if file != "Cargo.toml"])
def test_another_version_is_found(tree, file):
    path = tree / file
    text = path.read_text()
    if file == "Cargo.lock":
        text = re.sub(r'(name = "scorio-logs"\nversion = )"[^"]+"', r'\1"9.9.9"', text)
    else:
        text = text.replace(VERSION, "9.9.9", 1)
    path.write_text(text)
    code, [said] = versions(tree)
    assert code == 1
    assert said.startswith(file)
    assert f"the version is 9.9.9, and that of Cargo.toml is {VERSION}." in said


def test_a_crate_that_others_need_has_its_version(tree):
    path = tree / "Cargo.toml"
    text = path.read_text()
    path.write_text(re.sub(r'(scorio-core = .*), version = "[^"]+"', r"\1", text))
    code, [said] = versions(tree)
    assert code == 1
    assert "Cargo.toml, the dependency scorio-core: the version is none" in said


def test_a_tag_is_the_version(tree):
    path = tree / "CHANGELOG.md"
    head = re.compile(rf"^## \[{re.escape(VERSION)}\].*$", re.MULTILINE)
    path.write_text(head.sub(f"## [{VERSION}] - 2026-12-01", path.read_text()))
    assert versions(tree, f"v{VERSION}") == (0, [])
    code, [said] = versions(tree, VERSION)
    assert code == 1
    assert f"The tag is {VERSION}" in said
    path.write_text(head.sub(f"## [{VERSION}]", path.read_text()))
    code, [said] = versions(tree, f"v{VERSION}")
    assert code == 1
    assert "write the day of the release" in said


def packages(lock):
    return {(one["name"], one["version"]) for one in tomllib.loads(lock.read_text())["package"]}


def test_the_source_distribution_has_what_a_build_needs(tmp_path):
    maturin = Path(sys.executable).with_name("maturin")
    command = [maturin, "sdist", "--out", tmp_path]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    with tarfile.open(tmp_path / f"scorio-{VERSION}.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    tree = tmp_path / f"scorio-{VERSION}"
    # Cargo takes what is missing out of the lock file, which `locked` would forbid.
    options = tomllib.loads((tree / "pyproject.toml").read_text())["tool"]["maturin"]
    assert "locked" not in options
    command = ["cargo", "metadata", "--offline", "--format-version", "1"]
    subprocess.run(command, check=True, cwd=tree, capture_output=True)
    assert packages(tree / "Cargo.lock") < packages(ROOT / "Cargo.lock")
    assert {"LICENSE", "THIRD_PARTY_NOTICES", "README.md"} <= {path.name for path in tree.iterdir()}


def test_copies_of_the_licence_are_equal():
    text = (ROOT / "LICENSE").read_text()
    copies = [ROOT / folder / "LICENSE" for folder in
              ("julia", "rust/scorio-core", "rust/scorio-records", "rust/scorio-logs")]  # fmt: skip
    assert all(copy.read_text() == text for copy in copies)
