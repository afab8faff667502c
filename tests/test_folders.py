"""Nothing in a given folder is lost without a word, read twice, or walked without an end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import scorio

RECORD = '{{"model": "m", "question": "{}", "outcome": 1}}\n'


@pytest.fixture
def put(tmp_path):
    def put(name, question="q"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(RECORD.format(question))
        return path

    return put


def score(*arguments, **options):
    command = [sys.executable, "-m", "scorio", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, **options
    )


def test_what_is_no_log_by_its_name_is_named(put, tmp_path):
    import zipfile

    put("a/1.jsonl")
    for name in ("b.zip", "c.xlsx", "d.tar.gz", "e.jsonl.1", ".hidden"):
        put(f"a/{name}")
    (note,) = scorio.count(tmp_path / "a").notes
    assert note.startswith("No logs by their names, not read, in ")
    assert note.endswith("/a: b.zip, c.xlsx, d.tar.gz, e.jsonl.1")
    shown = score("score", tmp_path / "a").stdout
    assert " ".join(shown.split()).count("b.zip, c.xlsx, d.tar.gz, e.jsonl.1") == 1
    for n in range(5):
        put(f"a/f{n}.txt")
    assert scorio.count(tmp_path / "a").notes[0].endswith("e.jsonl.1, f0.txt, f1.txt and 3 more")
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        for name in ("a/1.jsonl", "a/b.zip"):
            archive.write(tmp_path / name, name)
        archive.writestr("__MACOSX/._1.jsonl", "")
    (note,) = scorio.count(tmp_path / "r.zip").notes
    assert note.endswith("r.zip: a/b.zip")
    assert scorio.count(put("alone.jsonl")).notes == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_file_of_questions_is_a_small_file(put, tmp_path):
    log = put("1.jsonl")
    os.mkfifo(tmp_path / "pipe")
    large, latin = tmp_path / "large.txt", tmp_path / "latin.txt"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    latin.write_bytes(b"caf\xe9\n")
    for path, why in [
        (tmp_path / "pipe", "is a pipe or a device, and not a file of questions: give a file"),
        ("/dev/zero", "is a pipe or a device, and not a file of questions: give a file"),
        (large, "is larger than 64 MiB, too large for a file of questions"),
        (latin, "is not UTF-8"),
    ]:
        ran = score("score", log, "--questions", path)
        assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
        assert f"{path} {why}" in ran.stderr
    if Path("/proc/self/mem").exists():
        for option in ("--questions", "--rubric"):
            said = score("score", log, option, "/proc/self/mem").stderr
            assert "/proc/self/mem: Input/output error" in said
            assert "standard output" not in said


@pytest.mark.parametrize("source", ["a", "a/**/*.jsonl", "a/*.jsonl"])
def test_a_link_that_leads_nowhere(put, tmp_path, monkeypatch, source):
    put("a/1.jsonl")
    (tmp_path / "a" / "gone.jsonl").symlink_to("elsewhere.jsonl")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        FileNotFoundError, match=r"the link leads nowhere \(elsewhere.jsonl\)"
    ) as no:
        scorio.count(source)
    assert no.value.filename == str(Path("a", "gone.jsonl"))
    result = score("score", source, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr == (
        "scorio: cannot use a/gone.jsonl: the link leads nowhere (elsewhere.jsonl)\n"
    )


UNREADABLE = """
import os, sys
import scorio, scorio._reading.reading
os.chmod(sys.argv[2], int(sys.argv[3], 8))
if os.getuid() == 0:
    os.setuid(65534)
try:
    print(scorio.count(sys.argv[1]))
except PermissionError as error:
    print(error.filename)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of folders")
@pytest.mark.parametrize("mode", ["000", "444"])
@pytest.mark.parametrize("source", ["a", "a/**/*.jsonl", "a/*/*.jsonl"])
def test_a_folder_that_cannot_be_read(put, tmp_path, mode, source):
    put("a/x/1.jsonl")
    closed = put("a/y/1.jsonl", "r").parent
    # The folders of pytest are closed to others, and one process of several has one more.
    for above in [tmp_path, *tmp_path.parents]:
        if above.name.startswith(("test_", "popen-", "pytest-")):
            above.chmod(0o755)
    command = [sys.executable, "-c", UNREADABLE, tmp_path / source, closed, mode]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    closed.chmod(0o755)
    lost = closed if mode == "000" else closed / "1.jsonl"
    assert (result.stdout, result.stderr) == (f"{lost}\n", "")


@pytest.mark.parametrize("source", ["runs", "runs/**/*.jsonl", "runs/**"])
def test_links_to_folders_are_followed_once(put, tmp_path, monkeypatch, source):
    put("runs/1.jsonl")
    for name in "pq":
        (tmp_path / "runs" / name).symlink_to(".")
    put("runs/run1/1.jsonl", "r")
    (tmp_path / "runs" / "latest").symlink_to("run1")
    put("elsewhere/1.jsonl", "s")
    for name in ("one", "two"):
        (tmp_path / "runs" / name).symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "up").symlink_to(tmp_path / "runs")
    monkeypatch.chdir(tmp_path)
    counts = scorio.count(source)
    assert (counts.report["files"], counts.trials, len(counts)) == (3, 3, 3)
    inside = scorio.count(source, path=r"(?P<task>[^/]+)/1.jsonl")
    assert inside.tasks == ["runs", "one", "run1"]


def test_patterns_match_as_before(put, tmp_path, monkeypatch):
    for name in ("1.jsonl", "a/2.jsonl", "a/b/3.jsonl", ".h/4.jsonl", "a/.5.jsonl", "a/[6].jsonl"):
        put(name, name)
    monkeypatch.chdir(tmp_path)

    assert scorio.count("*.jsonl").trials == 1
    assert scorio.count("**").trials == 4
    assert scorio.count("**/*.jsonl").trials == 4
    assert scorio.count("./**/**/*.jsonl").trials == 4
    assert scorio.count("*/*.jsonl").trials == 2
    assert scorio.count("a/**/3.jsonl").trials == 1
    assert scorio.count(f"{tmp_path}/**/[[]6].jsonl").trials == 1
    assert scorio.count(".h/*.jsonl").trials == 1
    assert scorio.count("a/.*.jsonl").trials == 1
    for pattern in ("**/none*", "none/*", "1.jsonl/*", "none/**"):
        with pytest.raises(FileNotFoundError, match="no file matches"):
            scorio.count(pattern)


def test_a_loop_of_links_and_a_deep_folder_give_one_sentence(tmp_path):
    (tmp_path / "1.jsonl").symlink_to("2.jsonl")
    (tmp_path / "2.jsonl").symlink_to("1.jsonl")
    for source in (tmp_path / "1.jsonl", tmp_path):
        result = score("score", source)
        assert result.returncode == 2
        assert result.stderr.startswith("scorio: cannot ")
        assert "1.jsonl: Too many levels of symbolic links" in result.stderr
    deep = tmp_path / "deep"
    deep.mkdir()
    here = os.open(deep, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        here, above = os.open("d", os.O_RDONLY, dir_fd=here), here
        os.close(above)
    with os.fdopen(os.open("x.jsonl", os.O_WRONLY | os.O_CREAT, dir_fd=here), "w") as file:
        file.write(RECORD.format("q"))
    os.close(here)
    result = score("score", "deep", cwd=tmp_path)
    subprocess.run(["rm", "-rf", deep], check=True)
    assert (result.returncode, result.stderr) == (0, "")
