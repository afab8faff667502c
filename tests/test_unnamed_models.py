"""Files without a model field, and what holds for all records of a file."""

import json
import subprocess
import sys

import commands
import polars as pl
import pytest

import scorio

RECORDS = [{"question": n, "outcome": n % 2} for n in range(4)]
RUBRIC = (
    'rubric = [{name = "r", category = [{name = "no", weight = 0, when = "x < 0.5"}, '
    '{name = "yes", weight = 1, otherwise = true}]}]\n[signals]\nx = "outcome"\n'
)
NOTE = 'Files have no field "model", so their names are the models: '


@pytest.fixture
def write(tmp_path):
    """Write records as JSON Lines, or a document, and give the path."""

    def write(name, content, **more):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(json.dumps(record | more) + "\n" for record in content)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def test_names_of_files_are_the_models(write, tmp_path):
    one = write("runs/Llama-3.1-8B.jsonl", RECORDS)
    two = write("runs/Llama-3.2-3B.jsonl", RECORDS[:3])
    counts = scorio.count([one, two])
    assert counts.models == ["Llama-3.1-8B", "Llama-3.2-3B"]
    assert NOTE + "Llama-3.1-8B, Llama-3.2-3B" in counts.notes
    whole = scorio.count(tmp_path / "runs", constants={"model": "m"}, on_repeat="keep")
    assert whole.models == ["m"]
    shown = commands.run("score", tmp_path / "runs").stdout
    assert "Llama-3.1-8B" in shown
    assert "their names are the models" in " ".join(shown.split())
    beside = commands.run("compare", one, "--against", two).stdout
    assert "difference from Llama-3.2-3B" in beside
    assert beside.count('no field "model"') == 2


@pytest.mark.parametrize("ending", ["csv", "parquet", "arrow", "json", "jsonl.gz"])
def test_of_every_form(tmp_path, ending):
    path = tmp_path / f"gpt-4.1.{ending}"
    frame = pl.DataFrame(RECORDS)
    writers = {
        "csv": frame.write_csv, "parquet": frame.write_parquet, "arrow": frame.write_ipc,
        "json": frame.write_json,
    }  # fmt: skip
    if ending in writers:
        writers[ending](path)
    else:
        import gzip

        path.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in RECORDS).encode()))
    counts = scorio.count(path)
    assert counts.models == ["gpt-4.1"]
    assert counts.trials == 4
    assert any("its name is the model: gpt-4.1" in note for note in counts.notes)


def test_a_log_that_may_have_another_model_field_is_refused(write):
    log = write("log.jsonl", RECORDS, model_name="small")
    with pytest.raises(ValueError, match='no field "model" for the model; .*model_name'):
        scorio.count(log)
    assert scorio.count(log, model="model_name").models == ["small"]
    with pytest.raises(ValueError, match='no field "llm" for the model'):
        scorio.count(log, model="llm")
    # A data frame has no name.
    with pytest.raises(ValueError, match='no column "model"'):
        scorio.count(pl.DataFrame(RECORDS))


def test_standard_input_has_no_name(write):
    log = write("log.jsonl", RECORDS)
    command = [sys.executable, "-m", "scorio", "score", "-"]
    with log.open() as lines:
        ran = subprocess.run(command, stdin=lines, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert 'no field "model"' in ran.stderr


def test_a_model_in_some_records_alone_is_an_error(write):
    lines = "".join(json.dumps(r) + "\n" for r in [*RECORDS, RECORDS[0] | {"model": "m"}])
    with pytest.raises(ValueError, match='line 5 .*"model" .* is in this record but not in'):
        scorio.count(write("log.jsonl", lines))
    with pytest.raises(ValueError, match="the model .* is null"):
        scorio.count(write("null.jsonl", RECORDS, model=None))


def test_two_files_of_one_name_are_no_one_model(write, tmp_path):
    for folder in "ab":
        write(f"runs/{folder}/results.jsonl", RECORDS)
    with pytest.raises(ValueError, match='name no model, and would both be the model "results"'):
        scorio.count(tmp_path / "runs")
    by_path = scorio.count(tmp_path / "runs", path="(?P<model>[^/]+)/[^/]+$")
    assert by_path.models == ["a", "b"]


def test_fields_beside_the_records_hold_for_all_of_them(write):
    head = {"engine": "gpt-4", "info": {"model": "o1", "suite": "sums"}}
    above = write("above.json", {**head, "results": RECORDS})
    below = write("below.json", {"results": RECORDS, **head})
    for log in (above, below):
        options = {"records": "results", "model": "engine", "task": "info.suite"}
        counts = scorio.count(log, **options)
        assert (counts.models, counts.tasks) == (["gpt-4"], ["sums"])
        assert scorio.count(log, records="results", model="info.model").models == ["o1"]
    own = [record | {"engine": f"m{n}"} for n, record in enumerate(RECORDS)]
    log = write("own.json", {**head, "results": own})
    assert len(scorio.count(log, records="results", model="engine").models) == 4
    usual = write("usual.json", {"model": "m", "task": "t", "results": RECORDS})
    counts = scorio.count(usual, records="results")
    assert (counts.models, counts.tasks) == (["m"], ["t"])


def test_names_above_the_records_are_models_and_tasks(write):
    tree = {m: dict.fromkeys(("math", "code"), RECORDS) for m in ("a", "b")}
    counts = scorio.count(write("tree.json", tree), records="*.*", model="@1", task="@2")
    assert (counts.models, counts.tasks) == (["a", "b"], ["math", "code"])
    assert counts.trials == 16
    keyed = {"date": "x", "of": {m: {f"q{n}": {"outcome": n} for n in (0, 1)} for m in "ab"}}
    counts = scorio.count(write("keyed.json", keyed), records="of.*", model="@1")
    assert counts.models == ["a", "b"]
    assert sorted(set(pl.DataFrame(counts)["question"])) == ["q0", "q1"]
    with pytest.raises(ValueError, match='no field "@9"'):
        scorio.count(write("tree.json", tree), records="*.*", model="@9")


TWICE = [
    {"model": "m", "subject": s, "id": n, "outcome": n} for s in ("law", "a,t") for n in (0, 1)
]


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "parquet", "frame"])
def test_two_fields_name_a_question(tmp_path, ending):
    frame = pl.DataFrame(TWICE)
    path = tmp_path / f"log.{ending}"
    writers = {
        "csv": lambda: frame.write_csv(path), "parquet": lambda: frame.write_parquet(path),
        "json": lambda: frame.write_json(path), "jsonl": lambda: frame.write_ndjson(path),
    }  # fmt: skip
    writers.get(ending, lambda: None)()
    source = frame if ending == "frame" else path
    counts = scorio.count(source, question="subject,id")
    names = pl.DataFrame(counts)["question"].to_list()
    assert sorted(names) == ["a\\,t,0", "a\\,t,1", "law,0", "law,1"]
    assert len(scorio.count(source, question="id")) == 2


def test_parts_of_a_question_that_are_missing(write):
    log = write("log.jsonl", TWICE)
    with pytest.raises(ValueError, match='line 1 .* no field "lang" for the question'):
        scorio.count(log, question="id,lang")
    with pytest.raises(ValueError, match="line 1 .*the question is null"):
        scorio.count(write("null.jsonl", TWICE, lang=None), question="id,lang")
    whole = write("whole.jsonl", [{"model": "m", "a,b": "q", "outcome": 1}])
    assert len(scorio.count(whole, question="a,b")) == 1
    with pytest.raises(ValueError, match="collect it into a data frame"):
        scorio.count(pl.DataFrame(TWICE).lazy(), question="subject,id")


def test_two_fields_and_lists_of_trials(write):
    log = write("log.jsonl", [{**one, "runs": [1, 0, 1]} for one in TWICE])
    counts = scorio.count(log, question="subject,id", outcome="runs[]")
    assert (len(counts), counts.trials) == (4, 12)
    numbers = scorio.count(log, question="subject,id", numeric=True)
    assert len(numbers) == 4


def test_a_guess_is_said_under_every_table(write):
    log = write("log.jsonl", RECORDS, model="m")
    for command in ("score", "gate --at-least 0.1"):
        shown = commands.run(*command.split(), log, "--guess", "the outcome may be the answer")
        assert "A guess of scorio inspect: the outcome may be the answer" in shown.stdout
    assert scorio.count(log, guess="x").notes[-1] == "A guess of scorio inspect: x"
    assert scorio.count(log, guess="x", numeric=True).notes[-1] == "A guess of scorio inspect: x"


def test_yaml_is_refused_as_yaml(write):
    for name in ("log.yaml", "log.yml.gz", "log.txt"):
        text = "---\nmodel: m\n" if name == "log.txt" else "- model: m\n"
        if name.endswith("gz"):
            continue
        with pytest.raises(ValueError, match="it is YAML, which scorio does not read; write it"):
            scorio.count(write(name, text))


def test_reports_that_count_what_is_resolved(write):
    lists = {"resolved": ["a", "b"], "unresolved_ids": ["c"]}
    assert scorio.count(write("m.run.json", lists)).score("avg")[0].score == pytest.approx(2 / 3)
    both = {"resolved": 2, "resolved_ids": ["a", "b"], "unresolved_ids": ["c"]}
    assert scorio.count(write("m.json", both)).trials == 3
    for wrong, why in [
        ({"resolved": 3}, '"resolved_ids" has 2 entries, and resolved is 3'),
        ({"resolved": ["a"]}, "name different questions"),
        ({"resolved": 2, "resolved_ids": None}, "nothing names these questions"),
    ]:
        with pytest.raises(ValueError, match=why):
            scorio.count(write("w.json", both | wrong))


def test_questions_that_a_plan_does_not_name_are_missing(write):
    log = {
        "status": "success",
        "eval": {"model": "m", "task": "t", "dataset": {"samples": 79}, "config": {}},
        "samples": [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}],
    }
    counts = scorio.count(write("one.json", log))
    assert (counts.trials, counts.missing) == (1, 78)
    assert counts.score("avg")[0].coverage == pytest.approx(1 / 79)
    assert any("78 of the questions" in note for note in counts.notes)
    # Another log of the same task names two more of them.
    for n, model in ((2, "m"), (3, "other")):
        log["eval"]["model"] = model
        log["samples"][0]["id"] = n
        write(f"more{n}.json", log)
    counts = scorio.count(write("one.json", log | {"eval": {**log["eval"], "model": "m"}}).parent)
    found = {row.model: row.coverage for row in counts.score("avg")}
    assert found == pytest.approx({"m": 2 / 79, "other": 1 / 79})


def test_a_model_field_behind_many_columns_is_seen(tmp_path):
    wide = {f"column_{n}": [1, 2] for n in range(60)}
    frame = pl.DataFrame({"question": ["a", "b"], "outcome": [0, 1], **wide, "llm": ["x", "y"]})
    for path in (tmp_path / "log.parquet", tmp_path / "log.csv"):
        (frame.write_csv if path.suffix == ".csv" else frame.write_parquet)(path)
        with pytest.raises(ValueError, match='no field "model"'):
            scorio.count(path)


@pytest.mark.parametrize("field", ["hf_model", "model_path", "checkpoint", "candidate", "name"])
def test_two_models_of_another_field_are_not_one(write, field):
    log = write("log.jsonl", [one | {field: "ab"[one["question"] % 2]} for one in RECORDS])
    with pytest.raises(ValueError, match='no field "model" for the model'):
        scorio.count(log)
    assert scorio.count(log, model=field).models == ["a", "b"]
    assert scorio.count(log, constants={"model": "m"}).models == ["m"]


def test_a_field_that_is_read_as_another_is_no_model(write):
    log = write("log.jsonl", [{"name": n, "model_right": n % 2, "model_answer": n} for n in (0, 1)])
    counts = scorio.count(log, question="name", outcome="model_right")
    assert counts.models == ["log"]


def test_a_copy_under_another_name_is_noted(write):
    records = [{"question": n, "outcome": n % 3 // 2} for n in range(12)]
    one, two = write("one.jsonl", records), write("two.jsonl", records[::-1])
    said = "one and two have equal counts in every question: leave one out if it is a copy"
    assert any(note.endswith(said) for note in scorio.count([one, two]).notes)
    # So few may well be equal by chance, and so may models that are right everywhere.
    for rest in (records[:9], [one | {"outcome": 1} for one in records]):
        notes = scorio.count([write("one.jsonl", rest), write("two.jsonl", rest)]).notes
        assert not any("equal counts" in note for note in notes)
    ran = commands.run("compare", one, "--against", one)
    assert ran.returncode == 2
    assert "one.jsonl is on both sides of the comparison" in ran.stderr


def test_shards_are_no_models(write):
    shards = [write(f"run-shard-{n}.jsonl", RECORDS[2 * n : 2 * n + 2]) for n in (0, 1)]
    with pytest.raises(ValueError, match="differ only by the number of a shard; take it from"):
        scorio.count(shards)
    assert scorio.count(shards, constants={"model": "m"}).trials == 4


def test_a_list_of_dicts_without_a_model_is_refused():
    with pytest.raises(ValueError, match='the list of dicts has no field "model" for the model'):
        scorio.count(RECORDS)
    with pytest.raises(ValueError, match='the list of dicts has no field "model" for the model'):
        scorio.rubric.count(RECORDS, RUBRIC)
    assert scorio.count(RECORDS, constants={"model": "m"}).models == ["m"]
