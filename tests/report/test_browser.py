"""A report in a browser: nothing fails, nothing is fetched, nothing is wider than a phone."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorio.show.terminal.cells import all_shortened

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on PATH")

QUIET = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--enable-logging=stderr",
    # What the browser itself would ask for is not found.
    "--host-resolver-rules=MAP * ~NOTFOUND",
]  # fmt: skip
SHORT, PHONE, DESK = "x" * 12, (390, 844), (1200, 900)
# What the page is asked, in place of its policy, which lets no other script run.
ASKED = """
const button = (name) =>
  [...document.querySelectorAll("table")[0].querySelectorAll("button")]
    .find((one) => one.textContent === name);
const column = (name) => {
  const at = button(name).closest("th").cellIndex;
  return [...document.querySelectorAll("table")[0].tBodies[0].rows]
    .map((row) => row.cells[at].textContent);
};
const said = { before: column("model") };
button("score").click();
said.up = [column("score"), button("score").closest("th").getAttribute("aria-sort")];
button("score").click();
said.down = [column("score"), button("score").closest("th").getAttribute("aria-sort")];
button("model").click();
said.names = column("model");
said.sorted = document.querySelectorAll("table")[0].querySelectorAll("[aria-sort]").length;
said.fetched = performance.getEntriesByType("resource").length;
said.width = document.documentElement.scrollWidth;
const seen = [...document.querySelectorAll("#leaderboard ~ * svg")]
  .find((one) => one.getClientRects().length);
said.dots = [...seen.querySelectorAll("circle")]
  .map((one) => one.getBoundingClientRect().right <= innerWidth);
said.paper = getComputedStyle(document.body).backgroundColor;
said.ink = getComputedStyle(document.body).color;
document.body.textContent = "SAID" + JSON.stringify(said) + "DIAS";
"""


def browse(page, folder, size, *options):
    """Give the page as the browser has it, and what it writes to its console."""
    run = subprocess.run(
        [BROWSER, *QUIET, f"--user-data-dir={folder / 'profile'}",
         f"--window-size={size[0]},{size[1]}", *options, "--dump-dom", page.as_uri()],
        capture_output=True, check=False, timeout=120, env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    said = run.stderr.decode(errors="replace")
    console = [line for line in said.splitlines() if "CONSOLE" in line]
    return run.stdout.decode(), console


def written(tmp_path, counts, **options):
    import scorio

    path = tmp_path / "report.html"
    scorio.report(counts, path, **options)
    return path


@pytest.fixture
def hostile(log):
    return log(["<script>alert(1)</script>", SHORT, "x" * 300, "דגם", "a b", "🦙"])


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_page_has_no_errors_and_fetches_nothing(tmp_path, hostile, size):
    path = written(tmp_path, hostile, baseline=SHORT)
    dom, console = browse(path, tmp_path, size)
    # The policy of the page allows no request, and the console would name each that it stops.
    assert console == []
    assert dom.count("<script>") == 1
    assert "SAID" not in dom


def asked_page(path):
    """Let the page answer, without the policy that lets no other script run."""
    text = path.read_text(encoding="utf-8")
    text, found = re.subn(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    assert found == 1
    path.write_text(text.replace("</body>", f"<script>{ASKED}</script></body>"), encoding="utf-8")
    return path


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESK, True)])
def test_tables_sort_and_the_page_fits_and_follows_the_device(tmp_path, hostile, size, dark):
    path = asked_page(written(tmp_path, hostile))
    options = ["--blink-settings=preferredColorScheme=0"] if dark else []
    dom, console = browse(path, tmp_path, size, *options)
    assert console == []
    said = json.loads(re.search("SAID(.*)DIAS", dom)[1].replace("&lt;", "<").replace("&gt;", ">"))
    board = [row for row in hostile.score() if row.task is None]
    assert said["before"] == all_shortened([row.model for row in board], 60)
    scores = sorted(f"{row.score:.4f}" for row in board)
    assert said["up"] == [scores, "ascending"]
    assert said["down"] == [scores[::-1], "descending"]
    assert sorted(said["names"]) == sorted(said["before"])
    assert said["sorted"] == 1
    assert said["fetched"] == 0
    # A window of a desktop browser may be no narrower than 500 pixels.
    assert said["width"] <= max(size[0], 500)
    # The dot of every model is in sight, without scrolling sideways.
    assert said["dots"] == [True] * len(board)
    assert said["paper"] == ("rgb(13, 17, 23)" if dark else "rgb(255, 255, 255)")
    assert said["ink"] == ("rgb(230, 237, 243)" if dark else "rgb(27, 31, 36)")


def test_the_policy_lets_no_other_script_run(tmp_path, log):
    path = written(tmp_path, log(["a", "b"]))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("</body>", f"<script>{ASKED}</script></body>"), encoding="utf-8")
    dom, console = browse(path, tmp_path, DESK)
    assert "SAID{" not in dom
    assert any("Content Security Policy" in line for line in console)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_pictures_of_costs_fit_the_page(tmp_path, size):
    agents = Path(__file__).parents[2] / "examples" / "agents.jsonl"
    path = asked_page(written(tmp_path, agents, cost="dollars"))
    text = path.read_text(encoding="utf-8").replace("#leaderboard ~ * svg", "#costs ~ * svg")
    path.write_text(text, encoding="utf-8")
    dom, console = browse(path, tmp_path, size)
    assert console == []
    said = json.loads(re.search("SAID(.*)DIAS", dom)[1].replace("&lt;", "<").replace("&gt;", ">"))
    assert said["width"] <= max(size[0], 500)
    assert said["dots"]
    assert all(said["dots"])
