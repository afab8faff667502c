"""What is likely a mistake is said, and never counts without a word."""

import json
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scorio


@pytest.fixture
def write(tmp_path):
    def write(records, name="log.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


def trials(model, field, questions=5):
    return [{"model": model, "question": f"q{q}", field: q % 2} for q in range(questions)]


@pytest.mark.parametrize("questions", [5, 20_000])
def test_a_model_without_the_field_does_not_fail_as_a_whole(write, questions):
    log = write(trials("a", "right", questions) + trials("b", "passed", questions))
    sentence = (
        'no record of model b has the field "right" for the outcome, '
        f"so that all its {questions} trials would count as failures"
    )
    with pytest.raises(ValueError, match=sentence) as error:
        scorio.count(log, outcome="right", on_missing="fail")
    assert error.value.remedy == ("name_field_or_drop", {})
    assert scorio.count(log, outcome="right", on_missing="drop").missing == questions
    some = {"model": "b", "question": "last", "right": 0}
    log = write([*trials("a", "right", questions), *trials("b", "passed", questions - 1), some])
    counts = scorio.count(log, outcome="right", on_missing="fail")
    assert counts.report["missing_failed"] == questions - 1
    # That there is a field with nothing in it is said of each trial.
    nothing = [{"model": "b", "question": "q", "right": None}]
    log = write(trials("a", "right", questions) + nothing)
    assert scorio.count(log, outcome="right", on_missing="fail").report["missing_failed"] == 1


def test_a_later_record_with_the_field_is_enough(write):
    lacking = {"model": "b", "question": "q", "trial": 1}
    log = write([*trials("a", "right"), lacking, lacking | {"right": 1}][5:])
    for policy, successes in (("last", 1), ("keep", 1)):
        counts = scorio.count(log, outcome="right", on_missing="fail", on_repeat=policy)
        assert counts.score("avg")[0].score == successes / counts.trials
    with pytest.raises(ValueError, match="no record of model b has the field"):
        scorio.count(log, outcome="right", on_missing="fail", on_repeat="first")


def test_names_that_differ_by_blanks_or_case(write, tmp_path):
    records = [
        {"model": model, "task": task, "question": "q", "outcome": 1}
        for model, task in (("Model", "t"), ("model ", "T"), ("other", "t"))
    ]
    counts = scorio.count(write(records))
    said = "count apart, though their names differ only by blanks, case, invisible signs or zeros"
    notes = [f'These models {said}: "Model", "model "', f'These tasks {said}: "t", "T"']
    assert counts.notes == notes
    assert notes[0] in counts.score().to_text()
    path = tmp_path / "counts.parquet"
    counts.save(path)
    assert scorio.Counts.load(path).notes == notes
    one, two = (scorio.count(write([record], f"{i}.jsonl")) for i, record in enumerate(records[:2]))
    assert one.notes == two.notes == []
    assert one.merge(two).notes == notes
    assert one.merge(scorio.count(write(records[2:], "3.jsonl"))).notes == []


ALIKE = "; if some are one, write them alike in the logs"


@pytest.mark.parametrize(
    ("names", "shown", "as_texts"),
    [
        ([1, "1"], '1 and "1"', True),
        ([1, 1.0], "1 and 1.0", False),
        ([0, -0.0], "0 and -0.0", False),
        ([True, "true"], 'true and "true"', True),
        (["0.1", "0.10"], '"0.1" and "0.10"', False),
        (["caf\u00e9", "cafe\u0301"], r'"café" and "cafe\u0301"', False),
        (["q", "q\u200b", "q\u00a0", "\u202eq"],
         r'"q" and "q\u200b" and "q\u00a0" and "\u202eq"', False),
    ],
)  # fmt: skip
def test_questions_that_may_be_the_same(write, names, shown, as_texts):
    records = [{"model": "m", "question": name, "outcome": 1} for name in names]
    # The same names of another task are other questions, and so are names that differ by case.
    others = [{"model": "m", "question": name, "outcome": 1} for name in ("a", "A", "a b", "ab", 7)]
    away = [one | {"task": "u"} for one in records[:1]]
    counts = scorio.count(write([one | {"task": "t"} for one in [*records, *others]] + away))
    way = '; ids = text reads 1 and "1" as one' if as_texts else ALIKE
    note = f"These count as different questions, but may be the same: {shown}{way}"
    assert counts.notes == [note]
    assert note in counts.score().notes[-1]
    assert scorio.count(write([one | {"task": "t"} for one in others] + away)).notes == []
    if as_texts:
        assert scorio.count(write(records), ids="text").notes == []


def test_questions_of_several_fields_that_may_be_the_same(write):
    records = [{"model": "m", "s": "law", "question": name, "outcome": 1} for name in (1, "1")]
    log = write(records)
    counts = scorio.count(log, question="s,question")
    assert any('"law,1" and "law,"1""; ids = text reads' in note for note in counts.notes)
    as_text = scorio.count(log, question="s,question", ids="text").notes
    assert not any("may be the same" in note for note in as_text)


def test_one_trial_more_changes_the_coverage_of_nobody(write):
    records = [*trials("a", "outcome", 100), *trials("b", "outcome", 100)]
    for more in ([], [{"model": "a", "question": "q7", "outcome": 1}]):
        scores = scorio.count(write([*records, *more])).score("avg")
        assert [row.coverage for row in scores] == [1, 1]
        assert all(row.worst == row.best == row.score for row in scores)
    # A run that ended within its last question.
    twice = [*trials("a", "outcome", 100), *trials("a", "outcome", 99)]
    assert scorio.count(write(twice)).score("avg")[0].coverage == 199 / 200


def test_a_small_log_with_a_large_plan_takes_little_memory(tmp_path):
    pytest.importorskip("resource")
    log = {
        "status": "success",
        "eval": {
            "model": "m",
            "task": "t",
            "config": {"epochs": 999_999},
            "dataset": {"samples": 10, "sample_ids": [f"s{n}" for n in range(10)]},
        },
        "samples": [{"id": "s1", "epoch": 1, "scores": {"match": {"value": "C"}}}],
    }
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))
    run = (
        "import resource, sys, scorio; scorio.count('examples/coins.jsonl'); "
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; "
        "print(scorio.count(sys.argv[1]).missing, "
        "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    found = subprocess.run(
        [sys.executable, "-c", run, path], capture_output=True, text=True, check=True
    )
    missing, grown = map(int, found.stdout.split())
    assert missing == 9_999_989
    unit = 1024 if sys.platform == "darwin" else 1
    assert grown / unit < 60_000


def test_a_parquet_file_that_contradicts_itself_is_damaged(tmp_path):
    rows, path = 200, tmp_path / "log.parquet"
    columns = {
        "model": ["m"] * rows,
        "question": [f"q{n % 10}" for n in range(rows)],
        "outcome": [n % 2 for n in range(rows)],
    }
    pq.write_table(pa.table(columns), path, row_group_size=100, compression="zstd")
    whole = path.read_bytes()
    counts = scorio.count(path)
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    said = set()
    for at in range(footer, len(whole) - 8):
        for bit in range(8):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << bit
            path.write_bytes(damaged)
            try:
                found = scorio.count(path)
            except ValueError as error:
                said |= {word for word in (" rows, but ", "levels of nulls") if word in str(error)}
            else:
                assert (found.trials, found.report["interrupted"]) == (counts.trials, 0), (at, bit)
                if found != counts:
                    # Nothing shows it: PyArrow reads the same.
                    outcomes = pq.read_table(path)["outcome"].to_numpy()
                    assert found.score("avg")[0].score == outcomes.mean(), (at, bit)
    assert len(said) == 2


def test_an_arrow_stream_whose_distances_are_0_is_damaged(tmp_path):
    path = tmp_path / "log.arrow"
    columns = {"model": ["m", "m"], "task": ["t", "t"], "question": ["p", "q"], "outcome": [1, 0]}
    table = pa.table(columns)
    with pa.ipc.new_stream(path, table.schema) as stream:
        stream.write_table(table)
    whole = path.read_bytes()
    said = 0
    for at in range(8, 8 + int.from_bytes(whole[4:8], "little"), 4):
        damaged = whole[:at] + bytes(4) + whole[at + 4 :]
        path.write_bytes(damaged)
        try:
            pa.ipc.open_stream(path).read_all().validate(full=True)
        except (pa.ArrowException, OSError):
            try:
                assert [row.task for row in scorio.count(path).score("avg")] == ["t"], at
            except ValueError as error:
                said += "points at itself" in str(error)
    assert said > 0
