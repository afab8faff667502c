"""Mistakes of newcomers: each is read rightly, or told with its place and the way out."""

import os
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from commands import run

ONE = '{"model": "m", "question": "q", "outcome": 1}\n'
TWO = '{"model": "m", "question": "p", "outcome": 0}\n'
CSV = "model,question,outcome\nm,q,1\nm,p,0\n"
PYTHON = "{'model': 'm', 'question': 'q', 'outcome': True}\n"
PRETTY = '{\n "model": "m",\n "question": "q",\n "outcome": 1\n}\n'
TRIAL = '{"model": "m", "question": "q", "trial": 0, "outcome": 1}\n'
HUGE = ONE.replace("1}", "123456789012345678901234567890}")
WEIGHTS = (
    "model,question,outcome,cluster,weight\nm,q,1,a,1\nm,q,0,b,2\nm,p,1,a,1\n"  # q has two of each
)


class Mistake(NamedTuple):
    """Files, what is typed, and what is said: parts of the only line, or of a table."""

    files: dict[str, str | bytes]
    typed: str
    said: tuple[str, ...]
    reads: bool = False


def told(text, typed, *said, name="log.jsonl"):
    return Mistake({name: text}, typed, said)


def read(text, typed, *said, name="log.jsonl"):
    return Mistake({name: text}, typed, said, reads=True)


SCORE = "score log.jsonl"
MISTAKES = {
    "wrong names": told(
        '{"llm": "m", "qid": "q", "correct": 1}\n', SCORE,
        "log.jsonl is of no kind that is known", "it has: llm, qid, correct",
        "this command scores it: scorio score log.jsonl --outcome correct --model llm",
    ),
    "capitals": told(
        "Model,Question,Outcome\nm,q,1\n", "score log.csv",
        "scorio score log.csv --outcome Outcome --model Model --question Question",
        name="log.csv",
    ),
    "percentages": read(
        "model,question,outcome\nm,q,85%\nm,p,15%\n", "score log.csv", "0.5000", "as numbers",
        name="log.csv",
    ),
    "percentages as rates": told(
        "model,question,acc\nm,q,70\n", "score log.csv --total 10 --rate acc",
        "log.csv, line 2", "the rate 70", "say --rate 'acc / 100'", name="log.csv",
    ),
    "yes and no": told(
        "model,question,outcome\nm,q,Yes\nm,p,No\n", "score log.csv",
        "log.csv, line 2", "the outcome Yes", "--category fail=No --category pass=Yes",
        name="log.csv",
    ),
    "letters in a table": told(
        "model,question,outcome\nm,q,C\nm,p,I\n", "score log.csv",
        "line 2", "the outcome C", "--category fail=I --category pass=C", name="log.csv",
    ),
    "NaN": told(
        TWO + ONE.replace("1}", "NaN}"), SCORE, "line 2", "is NaN", "--on-missing drop",
    ),
    "half a line": read(ONE + TWO + ONE[:25], SCORE, "0.5000", "line 3", "may be truncated"),
    "two files of one run": Mistake(
        {"a.jsonl": TRIAL, "b.jsonl": TRIAL.replace("1}", "0}")}, "score a.jsonl b.jsonl",
        ("b.jsonl, line 1", "trial 0 was counted before", "--on-repeat first"),
    ),
    "the same file twice": Mistake(
        {"a.jsonl": ONE, "b.jsonl": ONE}, "score a.jsonl b.jsonl",
        ("a.jsonl", "b.jsonl", "--allow-copies"),
    ),
    "JSON Lines named csv": read(ONE + TWO, "score log.csv", "0.5000", name="log.csv"),
    "a table named jsonl": read(CSV, SCORE, "0.5000"),
    "a table named json": read(CSV, "score log.json", "0.5000", name="log.json"),
    "one model without a name": told(
        ONE + ONE.replace('"m"', '""'), SCORE, "line 2", "is empty", "--model FIELD",
    ),
    "a byte order mark": read(CSV.encode("utf-8-sig"), "score log.csv", "0.5000", name="log.csv"),
    "semicolons": read(CSV.replace(",", ";"), "score log.csv", "0.5000", "semicolons",
                       name="log.csv"),
    "UTF-16": told(ONE.encode("utf-16"), SCORE, "log.jsonl", "UTF-16", "save it as UTF-8"),
    "lines of old Macs, a table": told(
        CSV.replace("\n", "\r"), "score log.csv", "carriage return alone", "tr '\\r' '\\n'",
        name="log.csv",
    ),
    "lines of old Macs, records": told(
        (ONE + TWO).replace("\n", "\r"), SCORE, "carriage return alone", "tr '\\r' '\\n'",
    ),
    "one record whose line ends as in Windows": read(
        ONE.replace("\n", "\r\n"), SCORE, "Read 1 record from 1 file",
    ),
    "a carriage return in a text, and a long blank line": read(
        ONE.replace('"q"', '"q\r"') + " " * 5000, SCORE + " --format jsonl --on-bad-line skip",
        "Read 1 record from 1 file",
    ),
    "Python's dicts": told(PYTHON, SCORE, "line 1", "not JSON", "json.dumps writes"),
    "pretty-printed records": told(PRETTY * 2, SCORE, "line 1", "on a line of its own", "jq -c ."),
    "an empty folder": Mistake({"runs/.keep": ""}, "score runs", ("no log in the folder runs",)),
    "an empty file": told("", SCORE, "log.jsonl is empty: it has no record"),
    "only a header": told(
        "model,question,outcome\n", "score log.csv", "log.csv has a header, but no row below it",
        name="log.csv",
    ),
    "junk": told(b"\xd5\x00\x01junk\xff", SCORE, "line 1", "not UTF-8: byte 1 of the line is 0xd5"),
    "huge integers": told(TWO + HUGE, SCORE, "line 2", "the outcome 1234567890", "--numeric"),
    "huge totals": told(
        "model,question,n,c\nm,q,99999999999999999999,1\n", "score log.csv --total n --correct c",
        "line 2", 'the field "n"', "not a whole number from 0 to 2^53", name="log.csv",
    ),
    "a lone 2": told(
        ONE + TWO + ONE.replace('"q"', '"r"').replace("1}", "2}"), SCORE,
        "line 3", "the outcome 2", "--threshold", "--numeric",
    ),
    "nothing but a 2": told(ONE.replace("1}", "2}"), SCORE, "line 1", "the outcome 2", "--numeric"),
    "k above N": told(
        ONE, SCORE + " --metric pass_at_k -k 5",
        "k = 5 is more than the 1 trial of question q", "take k ≤ 1", "--ragged drop",
    ),
    "no k": told(ONE, SCORE + " --metric pass_at_k", "pass_at_k needs a budget; give -k"),
    "k for an average": told(
        ONE, SCORE + " --metric avg -k 4", "avg has no budget", "leave -k out",
    ),
    "duplicates": told(TRIAL * 2, SCORE, "line 2", "was counted before", "--on-repeat last"),
    "trailing blanks": read(CSV.replace("1\n", "1 \n").replace("0\n", " 0\n"), "score log.csv",
                            "0.5000", name="log.csv"),
    "mixed types": told(
        ONE + TWO.replace("0}", '"no"}'), SCORE, "line 2", 'the outcome "no"',
        "--category fail=no --category pass=1",
    ),
    "a wide table": told(
        "question,gpt,o1\nq,1,0\np,0,1\n", "score log.csv", 'no field "outcome"',
        "scorio score log.csv --outcome '{gpt,o1}' --model '*'", name="log.csv",
    ),
    "a list of outcomes": told(
        '{"model": "m", "question": "q", "accs": [1, 0]}\n', SCORE + " --outcome accs",
        "line 1", "a list or an object", "--outcome 'accs[]'",
    ),
    "a list's index in brackets": told(
        '{"model": "m", "question": "q", "accs": [1, 0]}\n', SCORE + " --outcome 'accs[0]'",
        'no field "accs[0]"', "--outcome 'accs[]'",
    ),
    "a misspelt field": told(
        '{"model": "m", "question": "q", "correct": 1}\n', SCORE + " --outcome correctt",
        "line 1", 'perhaps "correct" is meant', "scorio score log.jsonl --outcome correct",
    ),
    "an empty question": told(
        TWO + ONE.replace('"q"', '""'), SCORE, "line 2", "is empty, which names nothing",
        "--question FIELD",
    ),
    "two weights of a question": told(
        WEIGHTS, "score log.csv --weight weight", "line 3", "a run of question q weighs 2",
        "--weight FIELD), or leave it out", name="log.csv",
    ),
    "two clusters of a question": told(
        WEIGHTS, "score log.csv --cluster cluster", "line 3", "the cluster a and the cluster b",
        "--cluster FIELD", "or leave it out", name="log.csv",
    ),
    "confidence in percent": told(
        ONE, SCORE + " --confidence 95", "--confidence 95 is not between 0 and 1",
        "say --confidence 0.95",
    ),
    "an option of another command": told(
        ONE, SCORE + " --baseline m", "--baseline is an option of scorio compare",
    ),
    "a category without values": told(
        ONE, SCORE + " --category a", "--category a is not of the form NAME=VALUE",
    ),
    "a name like an option": told(
        ONE, "score '-my log [1].jsonl'", "say ./-my log [1].jsonl", name="-my log [1].jsonl",
    ),
    "an odd name": read(ONE + TWO, "score './-my log [1].jsonl'", "0.5000",
                        name="-my log [1].jsonl"),
    "nothing on standard input": Mistake({}, "score -", ("standard input is empty",)),
    "no such file": Mistake({}, "score nowhere.jsonl", ("cannot open nowhere.jsonl",)),
}  # fmt: skip


def scorio(arguments, folder):
    return run(*arguments, cwd=folder)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake(tmp_path, name):
    files, typed, said, reads = MISTAKES[name]
    for file, content in files.items():
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = scorio(shlex.split(typed), tmp_path)
    assert result.returncode == (0 if reads else 2), result.stderr
    shown = result.stdout if reads else result.stderr
    for part in said:
        assert part in shown
    if reads:
        return
    assert shown.startswith("scorio: ")
    assert shown.count("\n") == 1
    _, proposed, command = shown.partition("; this command scores it: scorio ")
    if proposed:
        assert scorio(shlex.split(command), tmp_path).returncode == 0


def test_there_are_thirty():
    assert len(MISTAKES) >= 30


def test_a_link_that_leads_nowhere(tmp_path):
    (tmp_path / "log.jsonl").symlink_to("nowhere.jsonl")
    result = scorio(["score", "log.jsonl"], tmp_path)
    assert result.returncode == 2
    assert "cannot open log.jsonl" in result.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all files")
def test_a_file_that_may_not_be_read(tmp_path):
    log = Path(tmp_path, "log.jsonl")
    log.write_text(ONE)
    log.chmod(0)
    result = scorio(["score", "log.jsonl"], tmp_path)
    assert result.returncode == 2
    assert "cannot open log.jsonl" in result.stderr


def test_numbers_are_still_found_by_themselves(tmp_path):
    for outcomes in ([7.5, 3, 9], [0, 1, 0.5, 0.25], [3, 8, 1, 4]):
        lines = [
            f'{{"model": "m", "question": {q}, "outcome": {y}}}\n' for q, y in enumerate(outcomes)
        ]
        (tmp_path / "log.jsonl").write_text("".join(lines))
        result = scorio(["score", "log.jsonl"], tmp_path)
        assert "read as numbers" in result.stdout, outcomes
