"""PySpark counts where its rows are, and only the counts travel."""

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from frames import OUTCOMES, RULES, log_of, outcome_of, some_rows

import scorio

pytestmark = pytest.mark.filterwarnings(
    "ignore:PySpark does not yet fully support pandas:FutureWarning"
)
# Those that Spark has.
KINDS = [kind for kind in OUTCOMES if kind != pa.uint8() and not pa.types.is_dictionary(kind)]


@pytest.fixture
def collected(spark, monkeypatch):
    """How many rows each query of Spark hands over."""
    sizes = []
    kind = type(spark.range(1))
    inner = kind.toArrow

    def spy(frame):
        table = inner(frame)
        sizes.append(table.num_rows)
        return table

    monkeypatch.setattr(kind, "toArrow", spy)
    return sizes


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_spark_counts_as_its_rows(spark, tmp_path, kind):
    for values in (OUTCOMES[kind], OUTCOMES[kind][:2]):
        table = some_rows(500, kind, values)
        frame = spark.createDataFrame(table).repartition(4)
        log = log_of(table, tmp_path / "log.jsonl")
        for options in RULES:
            for missing in ("fail", "error"):
                policies = {"on_repeat": "keep", "on_missing": missing} | options
                expected = outcome_of(log, policies)
                assert outcome_of(frame, policies) == expected


def test_only_counts_travel(spark, collected, tmp_path):
    from pyspark.sql import functions as f

    size = 7000
    outcomes = [i / size for i in range(size)]
    table = some_rows(size, pa.float64(), outcomes)
    frame = spark.createDataFrame(table).repartition(5)
    frame.write.parquet(str(tmp_path / "runs"))
    runs = spark.read.parquet(str(tmp_path / "runs"))
    assert runs.rdd.getNumPartitions() > 1
    runs = runs.withColumn("transcript", f.raise_error(f.col("transcript")))
    options = {"threshold": 0.25, "on_missing": "drop"}
    counts = scorio.count(runs, **options)
    assert counts == scorio.count(log_of(table, tmp_path / "log.jsonl"), **options)
    assert counts.trials == size * 6 // 7
    # Below, above, at it or missing. No trial is a duplicate.
    assert 3 * len(counts) <= collected[0] <= 4 * len(counts)
    assert collected[1:] == [0]


def test_repeated_trials(spark, collected):
    table = some_rows(3000, pa.int64(), [0, 1])
    again = pa.concat_tables([table, table.slice(1234, 1)])
    frame = spark.createDataFrame(again).repartition(3)
    sentence = "pyspark DataFrame: model m1, task t, question 2, trial 1234 is there 2 times"
    with pytest.raises(ValueError, match=sentence):
        scorio.count(frame, on_missing="drop")
    assert collected[1] == 1
    kept = scorio.count(frame, on_missing="drop", on_repeat="keep")
    assert kept == scorio.count(again, on_missing="drop", on_repeat="keep")
    with pytest.raises(ValueError, match="'last' asks for the order of the rows, .* has none"):
        scorio.count(frame, on_repeat="last")
    assert len(collected) == 3


def test_names_with_a_meaning_in_spark(spark):
    info = [{"name": "a", "inner": {"Name": 1}}, {"name": "b", "inner": {"Name": 0}}]
    frame = spark.createDataFrame(pa.table({"info": info, "q.id": ["x", "y"], "n a`m": [1, 0]}))
    counts = scorio.count(frame, model="info.name", question="q.id", outcome="info.inner.Name")
    assert counts == scorio.count(frame, model="info.name", question="q.id", outcome="n a`m")
    assert (counts.models, counts.trials) == (["a", "b"], 2)
    with pytest.raises(ValueError, match='no column "info.n" .*; columns here: info, q.id'):
        scorio.count(frame, model="info.n", question="q.id", outcome="n a`m")


def test_whole_questions(spark):
    rows = pa.table({"model": ["m", "m"], "question": ["a", "b"], "n": [9, 5], "c": [7, 5]})
    frame = spark.createDataFrame(rows)
    counts = scorio.count(frame, total="n", correct="c")
    assert counts == scorio.count(rows, total="n", correct="c")
    assert counts.trials == 14


@pytest.mark.usefixtures("spark")
def test_spark_connect():
    """Run in a separate process, because a process has only one kind of session."""
    pytest.importorskip("grpc", reason="Spark Connect is not here: `make engines` has it")
    script = Path(__file__).with_name("connect.py")
    done = subprocess.run([sys.executable, script], check=False, capture_output=True, text=True)
    assert done.stdout == "Counts(3 models, 2 tasks, 66 questions, 1,714 trials)\n", done.stderr
