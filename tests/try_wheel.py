"""Try an installed wheel as a user would: `python try_wheel.py FOLDER_OF_THE_WHEEL`.

It scores the sample log, writes a report, and compares the digest of many calls with that of every
other platform (`portable_calls.py`). Several threads at once give the figures of one.
"""

import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMIT = 8_000_000
HERE = Path(__file__).resolve().parent


def median_seconds(*command):
    seconds = []
    for _ in range(7):
        begin = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - begin)
    return sorted(seconds)[3]


def try_threads():
    """Call the package from several threads at once, on the same counts and the same array."""
    import numpy as np

    import scorio

    if sys.version_info >= (3, 13) and "free-threading" in sys.version:
        assert not sys._is_gil_enabled(), "the import of scorio brings the interpreter's lock back"
    log = HERE.parent / "examples" / "coins.jsonl"
    counts = scorio.count(log)
    outcomes = np.random.default_rng(1).integers(0, 2, (500, 40))

    def figures(_):
        return (
            counts.score().to_json(),
            counts.select(model=["coin-01", "coin-02"]).score().to_json(),
            scorio.count(log) == counts,
            scorio.eval.bayes(outcomes),
            scorio.eval.pass_at_k(outcomes, 4),
            str(scorio.compare(counts, baseline="coin-01")),
        )

    alone = figures(0)
    with ThreadPoolExecutor(8) as threads:
        assert all(one == alone for one in threads.map(figures, range(48)))


def main():
    (wheel,) = Path(sys.argv[1]).glob("*.whl")
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    assert size < LIMIT, f"the wheel has {size} bytes, more than {LIMIT}"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tests = [name for name in names if "parity" in name or "test" in name]
    assert not tests, f"the wheel holds tests: {tests}"
    licences = {Path(name).name for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "THIRD_PARTY_NOTICES"}, licences

    scorio = Path(sys.executable).with_name("scorio")
    board = subprocess.run(
        [scorio, "score", HERE.parent / "examples" / "coins.jsonl"],
        check=True,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    assert "coin-11" in board.stdout
    # Its template, style and script are files of the wheel.
    page = subprocess.run(
        [scorio, "report", HERE.parent / "examples" / "coins.jsonl", "--out", "-"],
        check=True,
        capture_output=True,
    )
    assert b"</html>" in page.stdout

    subprocess.run([sys.executable, HERE / "portable_calls.py"], check=True)

    try_threads()

    # Printed but not checked, because a busy machine is no failure.
    numpy = median_seconds(sys.executable, "-c", "import numpy")
    ours = median_seconds(sys.executable, "-c", "import scorio")
    evaluating = median_seconds(sys.executable, "-c", "from scorio import eval")
    helping = median_seconds(scorio, "--help")
    print(
        f"import numpy {numpy * 1e3:.0f} ms, import scorio {ours * 1e3:.0f} ms, "
        f"from scorio import eval {evaluating * 1e3:.0f} ms, scorio --help {helping * 1e3:.0f} ms"
    )


if __name__ == "__main__":
    main()
