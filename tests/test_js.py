"""The JavaScript package: its own tests, in Node and in a browser, and its declarations."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scorio._inspecting.names import FAILURE, OUTCOMES, ROLES, SUCCESS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "js" / "test"
BUILT = ROOT / "target" / "js" / "scorio_wasm_bg.wasm"
COMPILER = ROOT / "target" / "js-tools" / "node_modules" / ".bin" / "tsc"
# What others import.
HELPERS = {"chromium.mjs", "package.mjs", "page.mjs", "parity.mjs"}
# What compares with the folder of reference values. The others are run without it.
EXACT = ["costs.mjs", "decisions.mjs", "horizons.mjs", "judges.mjs"]
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
PACKAGE = pytest.mark.skipif(not BUILT.exists(), reason="target/js is not built: run make js")


def run(*command):
    environment = os.environ | {"NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", env=environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@NODE
@PACKAGE
@pytest.mark.parametrize(
    "name", sorted({file.name for file in FOLDER.glob("*.mjs")} - HELPERS - {"decisions.mjs"})
)
def test_the_package_passes_its_tests(name):
    run("node", "--test", "--test-reporter=spec", str(FOLDER / name))


@NODE
@PACKAGE
@pytest.mark.parametrize("name", EXACT)
def test_figures_are_the_exact_ones(shared, name):
    assert (shared / "reference" / name.replace(".mjs", ".json")).is_file()
    run("node", "--test", "--test-reporter=spec", str(FOLDER / name))


@pytest.mark.skipif(not COMPILER.exists(), reason="there is no compiler: run make js with npm")
def test_the_declarations_are_those_of_the_examples():
    run(str(COMPILER), "-p", str(FOLDER / "tsconfig.json"))


def test_the_version_is_that_of_the_crates():
    manifest = (ROOT / "Cargo.toml").read_text("utf-8")
    version = manifest.split('version = "')[1].split('"')[0]
    assert f'"version": "{version}"' in (ROOT / "js" / "package.json").read_text("utf-8")


def test_the_playground_knows_the_names_of_inspect():
    names = json.loads((ROOT / "js" / "playground" / "names.json").read_text("utf-8"))
    assert names["roles"] == {role: " ".join(known) for role, known in ROLES.items()}
    assert names["outcomes"].split() == list(OUTCOMES)
    assert names["success"].split() == list(SUCCESS)
    assert names["failure"].split() == list(FAILURE)
