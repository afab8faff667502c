"""Names that mean harm are shown in every output, and nothing obeys them."""

import csv
import html
import io
import json
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import scorio
from scorio._inspecting.command import broken, command
from scorio.show.escaping import (
    in_a_shell,
    in_csv,
    in_html,
    in_json,
    in_latex,
    in_markdown,
    on_a_line,
    on_lines,
)

SCORIO = Path(sysconfig.get_path("scripts")) / "scorio"
HOSTILE = [
    "\x1b]0;owned\x07\x1b[2J",
    "\x9b2J\x90",
    "a\u202eb\u2066c\u200f",
    "a\nscorio: all is well\r\x0b\x0c\x85\u2028\u2029b",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>&lt;",
    "![x](http://example.org/t.png) [x](javascript:alert(1)) ][ ]: `code` **b** _i_ ~~s~~",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1+1",
    "a;=1+1;+2\t-3",
    "@user #1 GH-2 org/repo#3 pass@8",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "＝1",
    "\\input{/etc/passwd}",
    "\\write18{ls} $x$ %_#&~^{}",
    "|a|b|",
    "# title",
    "1. one",
    "--",
    "a\"b,c;d'e",
    "$(reboot) `reboot`",
    "\x00",
    "\U000e0041\U0001f600 é 漢",
    "gpt-4_o mini",
]
names = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(min_size=1, max_size=12),
    st.lists(st.sampled_from("=+-@<>&|\\`*_[]()!#$%~^{}\"'\n\r\t\x1b\x9b\u202eab1. "), min_size=1)
    .map("".join),
    st.builds(str.__add__, st.sampled_from(HOSTILE), st.sampled_from(HOSTILE)),
)  # fmt: skip
hostile = given(names)


def with_all(test):
    for name in HOSTILE:
        test = example(name)(test)
    return hostile(test)


@with_all
def test_a_terminal_gets_what_is_printable(name):
    shown = on_a_line(name)
    assert shown.isprintable()
    assert shown == (f'"{name}"' if name.isspace() else name) or not name.isprintable()
    assert on_a_line(shown) == shown
    assert all(line.isprintable() for line in on_lines(name).split("\n"))


def unmarked(text):
    """What a reader of Markdown sees: backslashes before signs, and entities, are gone."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text))


@pytest.mark.parametrize("name", ["👩‍👩‍👧‍👦 family", "👩🏽‍💻", "❤️‍🔥", "🏳️‍🌈 flag", "🙂‍↔️"])
def test_joined_emoji_stay_whole(name):
    assert on_a_line(name) == name
    assert in_html(name) == in_markdown(name) == name


@pytest.mark.parametrize("name", ["a\u200db", "\u200d", "👩\u200d", "\u200d👩", "👩\u200d\u202e"])
def test_other_joiners_are_seen(name):
    assert "\\u200d" in on_a_line(name)


@with_all
def test_markdown_shows_the_name_and_takes_no_tag(name):
    live = in_markdown(name)
    # GitHub takes @user, #1 and GH-1 for links, where no comment parts them.
    assert not re.search(r"(?<!\w)@\w|(?<![\w&])#\d|(?<!\w)[Gg][Hh]-\d", live)
    text = live.replace("<!-- -->", "")
    assert unmarked(text) == on_a_line(name)
    assert "<" not in text
    assert not text.startswith(">")
    # What begins a link, code, a cell or an emphasis has a backslash before it.
    assert not re.search(r"(?<!\\)(?:\\\\)*(?:[`*|~]|\](?=[(\[:]))", re.sub(r"\\[^\\]", "x", text))
    assert not re.match(r"#{1,6}(\s|$)|[-+](\s|$)|[-=]+$|\d+[.)](\s|$)", text)


@with_all
def test_html_has_no_tag_of_its_own(name):
    text = in_html(name)
    assert html.unescape(text) == on_a_line(name)
    assert not set("<>\"'") & set(text)


@with_all
def test_latex_has_no_command_of_its_own(name):
    text = in_latex(name)
    known = (
        r"\\text(?:backslash|asciitilde|asciicircum|quotedbl)\{\}|\\[{}&%$#_]|\\ldots\{\}|\{-\}"
        r"|\$(?:[<>|']|\\[a-zA-Z]+)\$"
    )
    rest = re.sub(known, "", text)
    assert not set("\\{}$&#_^~%") & set(rest)


@with_all
def test_a_spreadsheet_sees_no_formula(name):
    shown = in_csv(name)
    assert not re.search(r"(?:^|[;\t])[=+\-@\t\r]", shown)
    assert shown.replace("'", "") == name.replace("'", "")
    assert shown == name or "'" in shown
    assert in_csv(-1.5) == -1.5
    assert in_csv(None) is None


@with_all
def test_json_keeps_the_name_and_shows_what_is_printable(name):
    document = json.dumps({"name": name}, indent=1, ensure_ascii=False)
    shown = in_json(document)
    assert json.loads(shown) == {"name": name}
    assert on_lines(shown) == shown


@with_all
def test_a_command_is_read_by_a_shell_as_one_word(name):
    word = name.replace("\x00", "").encode("utf-8", "replace").decode()
    made = command(word, {"outcome": word})
    assert made.isprintable()
    lines = broken(made, 30, "  score by ")
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("name", [name for name in HOSTILE if "\x00" not in name])
def test_a_shell_gives_the_word_back(name):
    made = command(name, {"outcome": name})
    joined = "\n".join(broken(made, 20, "  score by "))
    for text in (made, joined.partition("score by")[2]):
        words = text.replace("scorio score", "printf '%s\\n.\\n'", 1)
        words = re.sub(r"scorio \\\n    score", r"printf '%s\\n.\\n'", words)
        done = subprocess.run(["bash", "-c", words], capture_output=True, check=True)
        assert done.stdout.decode() == f"{name}\n.\n--outcome\n.\n{name}\n.\n"
    assert in_a_shell("a b", "'a b'") == "'a b'"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("names") / "log.jsonl"
    with path.open("w") as file:
        for at, name in enumerate(HOSTILE):
            for outcome in (0, 1, at % 2):
                record = {"model": name, "task": name, "question": name, "outcome": outcome}
                print(json.dumps(record), file=file)
    return path


def test_every_output_of_a_leaderboard_is_tame(log):
    scores = scorio.count(log).score()
    assert on_lines(scores.to_text()) == scores.to_text()
    for text in (scores.to_markdown(), scores.to_html(), scores.to_latex(), scores.to_json()):
        assert on_lines(text) == text
        assert "<script" not in text or text == scores.to_json()
        assert "<img" not in text or text == scores.to_json()
    cells = list(csv.reader(io.StringIO(scores.to_csv(), newline="")))
    models = {row[cells[0].index("model")] for row in cells[1:]}
    assert models == {in_csv(name) for name in HOSTILE}
    assert not any(name.startswith(tuple("=+-@\t\r")) for name in models)
    plain = csv.reader(io.StringIO(scores.to_csv(safe_csv=False), newline=""))
    assert {row[cells[0].index("model")] for row in list(plain)[1:]} == set(HOSTILE)
    assert {row["model"] for row in json.loads(scores.to_json())["rows"]} == set(HOSTILE)


@pytest.mark.parametrize("safe", [True, False])
def test_the_option_says_whether_csv_is_safe(log, tmp_path, safe):
    out = tmp_path / "out.csv"
    option = [] if safe else ["--no-safe-csv"]
    subprocess.run([SCORIO, "score", log, "--out", out, *option], check=True, capture_output=True)
    with out.open(newline="") as file:
        models = {row["model"] for row in csv.DictReader(file)}
    assert models == {in_csv(name) if safe else name for name in HOSTILE}


@pytest.mark.parametrize("arguments", [["score"], ["inspect"], ["inspect", "--json"]])
def test_commands_print_nothing_that_a_terminal_obeys(log, arguments):
    done = subprocess.run([SCORIO, *arguments, log], check=True, capture_output=True)
    for text in (done.stdout.decode(), done.stderr.decode()):
        assert on_lines(text) == text


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "record",
    [
        lambda name: {"model": "m", "question": "q", "outcome": name},
        lambda name: {"model": "m", "question": "q", "result": 1, name: 2},
        lambda name: {"model": name, "question": name, "trial": name, "outcome": 1},
        lambda name: {"model": [name], "question": "q", "outcome": 1},
    ],
)
def test_messages_are_one_line(tmp_path, name, record):
    path = tmp_path / "log.jsonl"
    path.write_text(2 * f"{json.dumps(record(name))}\n")
    with pytest.raises(ValueError, match="log.jsonl") as raised:
        scorio.count(path)
    assert on_a_line(str(raised.value)) == str(raised.value)


@pytest.mark.parametrize("command", ["score", "inspect", "count", "merge", "compare"])
def test_names_of_files_are_shown_too(tmp_path, command):
    path = tmp_path / "a\x1b[2J\nb.jsonl"
    path.write_text("no log\n")
    more = {
        "count": ["--out", tmp_path / "o.parquet"],
        "merge": ["--out", tmp_path / "o.parquet"],
        "compare": ["--baseline", "m"],
    }
    done = subprocess.run(
        [SCORIO, command, path, *more.get(command, [])], check=False, capture_output=True
    )
    assert done.returncode == 2 or command == "inspect"
    for text in (done.stdout.decode(), done.stderr.decode()):
        assert on_lines(text) == text
    assert r"\x1b[2J\nb.jsonl" in done.stdout.decode() + done.stderr.decode()
