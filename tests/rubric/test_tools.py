"""Signals of the logs of tools, which stand in their own records."""

import io
import json
import random
import zipfile

import polars
import pytest

from scorio import rubric

RUBRIC = """
[signals]
correct = "@outcome"
failed = "@error"
tokens = {tokens}
[[rubric]]
name = "r"
category = [
  {{ name = "failed", weight = 0, when = "failed" }},
  {{ name = "wrong", weight = 0, when = "correct < 0.5" }},
  {{ name = "long", weight = 0.5, when = "tokens > 10" }},
  {{ name = "right", weight = 1, otherwise = true }},
]
"""


def of(log, tokens, **options):
    """The categories of the trials of a log, in their order."""
    trials = rubric.check(log, RUBRIC.format(tokens=tokens), 99, **options)
    return [trial.categories["r"] for trial in trials]


def sample(number, score, tokens, **more):
    usage = {"some/model": {"input_tokens": 5, "output_tokens": tokens}}
    scores = {} if score is None else {"match": {"value": score}}
    sample = {"id": number, "epoch": 1, "scores": scores, "error": None, "model_usage": usage}
    return (
        sample | {"output": {"choices": [{"stop_reason": "stop"}], "usage": {"t": tokens}}} | more
    )


SAMPLES = [
    sample(1, "C", 4),
    sample(2, "C", 40),
    sample(3, "I", 4),
    sample(4, None, 4, error={"message": "boom"}),
]
HEADER = {
    "status": "success",
    "eval": {"model": "some/model", "task": "t", "scorers": [{"name": "match"}]},
}
EXPECTED = ["right", "long", "wrong", "failed"]


@pytest.mark.parametrize(
    "tokens",
    [
        '"model_usage.some/model.output_tokens"',
        '"model_usage.*.output_tokens"',
        '"output.usage.t"',
        '{ field = "output.usage.t", scale = 1 }',
    ],
)
def test_inspect_ai(tmp_path, tokens):
    whole = tmp_path / "log.json"
    whole.write_text(json.dumps(HEADER | {"samples": SAMPLES}))
    assert of(whole, tokens) == EXPECTED
    # In an archive, summaries lack the output. The samples have it.
    archive = tmp_path / "log.eval"
    bytes_ = io.BytesIO()
    with zipfile.ZipFile(bytes_, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", json.dumps(HEADER))
        short = [{key: one[key] for key in ("id", "epoch", "scores", "error")} for one in SAMPLES]
        file.writestr("summaries.json", json.dumps(short))
        for one in SAMPLES:
            file.writestr(f"samples/{one['id']}_epoch_1.json", json.dumps(one))
    archive.write_bytes(bytes_.getvalue())
    assert of(archive, tokens) == EXPECTED


def test_a_star_that_means_several_is_refused(tmp_path):
    usage = {"a": {"output_tokens": 3}, "judge": {"output_tokens": 30}}
    log = tmp_path / "log.json"
    log.write_text(json.dumps(HEADER | {"samples": [sample(1, "C", 4, model_usage=usage)]}))
    with pytest.raises(ValueError, match="no number"):
        of(log, '"model_usage.*.output_tokens"')


def test_lm_evaluation_harness(tmp_path):
    folder = tmp_path / "some__model"
    folder.mkdir()
    records = [
        {"doc_id": n, "doc": {}, "target": "5", "resps": [["x"]], "filter": "none"}
        | {"filtered_resps": ["5"], "metrics": ["exact_match"], "exact_match": score, "tokens": t}
        for n, (score, t) in enumerate([(1.0, 3), (1.0, 30), (0.0, 3)])
    ]
    log = folder / "samples_task_2026-01-01T00-00-00.000000.jsonl"
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert of(log, '"tokens"') == EXPECTED[:3]
    # A metric is a signal of its own.
    assert of(log, '{ field = "exact_match", scale = 100 }') == ["long", "long", "wrong"]


def test_helm(tmp_path):
    # Its statistics are a list. Each is a signal by its name.
    def stat(name, value):
        return {"name": {"name": name, "split": "test"}, "count": 1, "sum": value, "mean": value}

    records = [
        {"instance_id": f"id{n}", "train_trial_index": 0}
        | {"stats": [stat("exact_match", right), stat("num_completion_tokens", tokens)]}
        for n, (right, tokens) in enumerate([(1, 3), (1, 30), (0, 3)])
    ]
    log = tmp_path / "per_instance_stats.json"
    log.write_text(json.dumps(records))
    found = of(log, '"num_completion_tokens"', constants={"model": "m"}, score="exact_match")
    assert found == EXPECTED[:3]


def test_promptfoo(tmp_path):
    def result(latency, *, right):
        return {
            "promptIdx": 0, "testIdx": latency, "provider": {"id": "echo", "label": "a"},
            "prompt": {"raw": "x", "label": "x"}, "vars": {"q": f"q{latency}"}, "success": right,
            "score": int(right), "namedScores": {}, "latencyMs": latency, "error": None,
            "testCase": {"vars": {"q": f"q{latency}"}}, "gradingResult": {"pass": right},
            "failureReason": 0 if right else 1,
        }  # fmt: skip

    results = [result(3, right=True), result(30, right=True), result(4, right=False)]
    log = tmp_path / "out.json"
    log.write_text(json.dumps({"evalId": "x", "results": {"version": 3, "results": results}}))
    assert of(log, '"latencyMs"') == EXPECTED[:3]


def test_verifiers(tmp_path):
    folder = tmp_path / "outputs" / "evals" / "gsm8k--some-model" / "1a2b"
    folder.mkdir(parents=True)
    (folder / "metadata.json").write_text(json.dumps({"env_id": "gsm8k", "model": "some-model"}))
    records = [
        {"example_id": n, "prompt": [], "completion": [], "answer": "5", "task": "gsm8k"}
        | {"reward": reward, "generation_ms": 1.0, "tokens": tokens}
        for n, (reward, tokens) in enumerate([(1.0, 3), (1.0, 30), (0.0, 3)])
    ]
    log = folder / "results.jsonl"
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert of(log, '"tokens"') == EXPECTED[:3]


def test_tables_of_every_form(tmp_path):
    import pandas
    import pyarrow

    frame = pandas.DataFrame(
        {"model": "m", "question": ["a", "b", "c"], "outcome": [1, 1, 0], "tokens": [3, 30, 3]}
    )
    frame.to_csv(tmp_path / "log.csv", index=False)
    frame.to_parquet(tmp_path / "log.parquet")
    (tmp_path / "list.json").write_text(frame.to_json(orient="records"))
    for log in ["log.csv", "log.parquet", "list.json"]:
        assert of(tmp_path / log, '"tokens"') == EXPECTED[:3], log
    for table in [frame, polars.from_pandas(frame), pyarrow.table(frame)]:
        assert of(table, '"tokens"') == EXPECTED[:3]
    with pytest.raises(ValueError, match="collect"):
        of(polars.from_pandas(frame).lazy(), '"tokens"')


def test_readers_of_chunks_change_nothing(tmp_path):
    # Questions whose only record in a piece lacks a signal, or has it as a text that is no number.
    source, expected, lines = random.Random(3), {}, []
    for place in range(60_000):
        record = {"model": f"m{place % 3}", "question": f"q{source.randrange(20_000)}"}
        record |= {"trial": place, "outcome": source.randrange(2), "tokens": source.randrange(20)}
        if source.random() < 0.3:
            record |= {"tokens": source.choice([None, "7%", "", "NaN"])}
        if source.random() < 0.1:
            del record["tokens"]
        lines.append(json.dumps(record))
        tokens = record.get("tokens")
        tokens = 0.07 if tokens == "7%" else tokens
        key = record["model"], record["question"]
        own = expected.setdefault(key, [0, 0, 0, 0, 0])
        if record["outcome"] == 0:
            own[1] += 1
        elif not isinstance(tokens, int | float):
            own[4] += 1
        else:
            own[2 if tokens > 10 else 3] += 1
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(lines))
    text = RUBRIC.format(tokens='"tokens"').replace('name = "r"', 'name = "r"\nmissing = "drop"')
    found = polars.DataFrame(rubric.count(log, text)["r"])
    columns = [name for name in found.columns if name.startswith("count_")]
    rows = found.select("model", "question", *columns, "missing").rows()
    assert {(model, question): list(counts) for model, question, *counts in rows} == expected
