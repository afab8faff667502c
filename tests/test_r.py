"""The page for R: every block runs in R, and prints what the page says."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(
    r"^```(r|text)\n(.*?)^```$", (ROOT / "docs/r.md").read_text(), re.MULTILINE | re.DOTALL
)
END = "--- end of a block ---"
RSCRIPT = shutil.which("Rscript")


def has(package):
    """Whether R has a package."""
    code = f"quit(status = !requireNamespace('{package}', quietly = TRUE))"
    return (
        RSCRIPT is not None and subprocess.run([RSCRIPT, "-e", code], check=False).returncode == 0
    )


@pytest.fixture(scope="module")
def needed():
    if RSCRIPT is None:
        pytest.skip("there is no Rscript on PATH")
    if not has("jsonlite"):
        pytest.skip("R has no package jsonlite")


def run(blocks):
    """Run blocks of R one after another, and give what each prints."""
    code = f'cat("\n{END}\n")\n'.join([*blocks, ""])
    own = os.environ | {"PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [RSCRIPT, "-"], input=code, capture_output=True, text=True, cwd=ROOT, env=own, check=False
    )
    assert done.returncode == 0, done.stderr
    return [part.strip("\n") for part in done.stdout.split(END)][: len(blocks)]


def documented():
    """Give each block of R with the text that it prints."""
    for place, (kind, block) in enumerate(BLOCKS):
        follows = BLOCKS[place + 1] if place + 1 < len(BLOCKS) else ("", "")
        if kind == "r":
            yield block, follows[1].strip("\n") if follows[0] == "text" else ""


@pytest.mark.usefixtures("needed")
def test_the_page_of_r():
    pairs = list(documented())
    assert len(pairs) == 5
    own = [pair for pair in pairs if "library(arrow)" not in pair[0]]
    assert run([block for block, _ in own]) == [text for _, text in own]


@pytest.mark.usefixtures("needed")
def test_the_part_of_arrow():
    if not has("arrow"):
        pytest.skip("R has no package arrow")
    pairs = list(documented())
    assert run([block for block, _ in pairs]) == [text for _, text in pairs]


def test_what_arrow_of_r_reads_is_as_the_page_says(tmp_path):
    """The table of the page's last block, by the library that R's package wraps."""
    parquet = pytest.importorskip("pyarrow.parquet")
    (block, text) = list(documented())[-1]
    assert '"count", log, "--question", "id", "--outcome", "passed"' in block
    arrow = pytest.importorskip("pyarrow")
    runs = arrow.table({
        "model": [model for model in ("large", "small") for _ in range(60)],
        "id": [float(number) for _ in range(6) for number in range(1, 21)],
        "passed": [float(x) for x in [1, 1, 0] * 20 + [1, 0, 0] * 20],
    })  # fmt: skip
    log, out = tmp_path / "runs.parquet", tmp_path / "counts.parquet"
    parquet.write_table(runs, log)
    command = [Path(sysconfig.get_path("scripts")) / "scorio", "count", log, "--question", "id"]
    subprocess.run([*command, "--outcome", "passed", "--out", out], check=True, capture_output=True)
    assert text == f"[1] {parquet.read_table(out).num_rows}"
