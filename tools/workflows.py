"""Check the workflows, those of the docs too, and the citation: `python tools/workflows.py BIN`.

BIN is the folder of zizmor, shellcheck and cffconvert. actionlint is taken from there or from PATH,
or built by Go. Without it and without Go, a sentence says that it was left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN = Path(".github")
ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)
# A workflow of GitHub. Other blocks are of other systems.
WORKFLOW = re.compile(r"^on:.*^jobs:", re.DOTALL | re.MULTILINE)


def of_docs() -> Iterator[tuple[str, str]]:
    """Give the workflows that the docs show, each with a name."""
    for page in sorted(Path("docs").rglob("*.md")):
        blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
        for place, block in enumerate(filter(WORKFLOW.search, blocks)):
            yield f"{page.stem}-{place}.yml", block


def actionlint(folder: Path, environment: dict[str, str]) -> str | None:
    """Give the path of actionlint. Where it is missing, Go builds it."""
    found = shutil.which("actionlint", path=environment["PATH"])
    go = shutil.which("go")
    if found or not go:
        return found
    subprocess.run([go, "install", ACTIONLINT], env=environment | {"GOBIN": str(folder)})  # noqa: PLW1510, S603  tried below
    return shutil.which("actionlint", path=environment["PATH"])


def say(sentence: str) -> None:
    """Print a sentence."""
    sys.stdout.write(f"{sentence}\n")


def main(folder: Path) -> int:
    """Run each program on the workflows, and give the exit code."""
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    failures = 0

    def run(program: str, *arguments: str | Path, where: Path | None = None) -> None:
        nonlocal failures
        program = shutil.which(program, path=environment["PATH"]) or program
        ended = subprocess.run([program, *arguments], env=environment, cwd=where, check=False)  # noqa: S603
        failures += ended.returncode != 0

    with tempfile.TemporaryDirectory() as place:
        copies = Path(place) / ".github" / "workflows"
        shutil.copytree(OWN, copies.parent)
        for name, text in of_docs():
            (copies / f"docs-{name}").write_text(text, encoding="utf-8")
        files = sorted(path.relative_to(place) for path in copies.glob("*.yml"))
        run("zizmor", "--offline", "--quiet", "--persona", "pedantic", ".github", where=Path(place))
        linter = actionlint(folder, environment)
        if linter:
            run(linter, *files, where=Path(place))
        else:
            say("Workflows were not checked by actionlint: it needs actionlint or Go.")
    run("cffconvert", "--validate", "--infile", "CITATION.cff")
    say(f"{len(files)} workflows checked.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
