"""Logs of lm-evaluation-harness: samples next to their results."""

import json

import polars as pl
import pytest

import scorio

TIME = "2026-11-20T09-06-21.942467"


def row(doc, name="none", target="5", resps=(("It is 5",),), **scores):
    return {
        "doc_id": doc,
        "doc": {"question": "2+3="},
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": "2+3=", "arg_1": {"until": ["\n"]}}},
        "resps": resps,
        "filtered_resps": ["5"],
        "filter": name,
        "metrics": list(scores),
        "doc_hash": "f5cf",
        **scores,
    }


@pytest.fixture
def write(tmp_path):
    def write(rows, *, task="sums_v2", time=TIME, folder="acme__tiny-7b", name=None, **results):
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        path = place / (name or f"samples_{task}_{time}.jsonl")
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        if results.pop("beside", True):
            known = {
                "results": {},
                "configs": {task: {"task": task}},
                "model_name": "acme/tiny-7b",
                "model_name_sanitized": "acme__tiny-7b",
            }
            (place / f"results_{time}.json").write_text(json.dumps(known | results))
        return path

    return write


def outcomes(counts):
    frame = pl.DataFrame(counts)
    return {row[2]: row[3:] for row in frame.rows()}


def test_model_task_and_runs(write):
    rows = [row(0, acc=1.0), row(1, acc=0.0)]
    one = write(rows, task="arc_2_easy.de")
    two = write(rows, task="arc_2_easy.de", time="2026-11-21T00-00-00")
    counts = scorio.count([one, two], allow_copies=True)
    assert (counts.models, counts.tasks) == (["acme/tiny-7b"], ["arc_2_easy.de"])
    assert outcomes(counts) == {"0": (0, 2, 0), "1": (2, 0, 0)}
    # The results next to the samples are not a log.
    assert scorio.count(one.parent, allow_copies=True) == counts


def test_a_file_twice_is_the_same_trials(write, tmp_path):
    path = write([row(0, acc=1.0)])
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in (path.name, f"results_{TIME}.json"):
        (copy / name).write_text((path.parent / name).read_text())
    with pytest.raises(ValueError, match=rf"question 0, trial {TIME} was counted before"):
        scorio.count([path, copy / path.name])
    assert scorio.count([path, copy / path.name], on_repeat="first").trials == 1


FILTERS = [
    row(0, "strict", exact_match=0.0), row(1, "strict", exact_match=1.0),
    row(0, "flexible", exact_match=1.0), row(1, "flexible", exact_match=1.0),
]  # fmt: skip


def test_other_filters_are_no_trials(write):
    path = write(FILTERS)
    first = scorio.count(path)
    assert outcomes(first) == {"0": (1, 0, 0), "1": (0, 1, 0)}
    assert first.notes == [
        "lm-evaluation-harness score: exact_match,strict; also there: exact_match,flexible"
    ]
    for name in ("flexible", "exact_match,flexible"):
        assert outcomes(scorio.count(path, score=name)) == {"0": (0, 1, 0), "1": (0, 1, 0)}
    every = scorio.count(path, score="all")
    assert every.tasks == ["sums_v2"]
    assert every.scores == ["exact_match,flexible", "exact_match,strict"]
    assert every.trials == 4
    # Row by row instead of filter by filter.
    mixed = write([FILTERS[i] for i in (2, 0, 1, 3)])
    assert scorio.count(mixed, score="strict") == first


def test_a_doc_without_a_filter(write):
    path = write([*FILTERS, row(2, "strict", exact_match=1.0)])
    assert outcomes(scorio.count(path))["2"] == (0, 1, 0)
    with pytest.raises(ValueError, match=r"line 5 .*\"exact_match,flexible\" is absent"):
        scorio.count(path, score="flexible")
    dropped = scorio.count(path, score="flexible", on_missing="drop")
    assert outcomes(dropped)["2"] == (0, 0, 1)
    assert dropped.report["records"] == 3
    assert outcomes(scorio.count(path, score="flexible", on_missing="fail"))["2"] == (1, 0, 0)


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ("bleu", r'has no score "bleu"; its scores are exact_match,flexible, exact_match,strict'),
        ("exact_match", r'has several scores "exact_match"'),
    ],
)
def test_scores_other_than_one(write, score, message):
    for policy in ("error", "drop"):
        with pytest.raises(ValueError, match=message):
            scorio.count(write(FILTERS), score=score, on_missing=policy)


def test_scores_of_other_types(write):
    path = write([row(0, acc=1.0, brier_score=[3, "[0.2 0.8]"], **{"f1.macro": 0.25}, note="x")])
    assert scorio.count(path).trials == 1
    assert outcomes(scorio.count(path, score="f1.macro", threshold=0.5)) == {"0": (1, 0, 0)}
    for name, value in [("brier_score", "a list or an object"), ("note", '"x"')]:
        with pytest.raises(ValueError, match=rf"line 1 .*outcome {value} .*\"{name},none\""):
            scorio.count(path, score=name)
    listed = row(0, acc=1.0) | {"metrics": ["acc", "lost"]}
    with pytest.raises(ValueError, match=r"lost,none\" is absent"):
        scorio.count(write([listed]), score="lost")


def test_every_score_but_those_without_a_category(write):
    rows = [row(0, acc=1.0, brier_score=[3, "[0.2 0.8]"], f1=0.25), row(1, acc=0.0, f1=1.0)]
    counts = scorio.count(write(rows), score="all")
    assert (counts.tasks, counts.scores) == (["sums_v2"], ["acc,none"])
    (note,) = [note for note in counts.notes if note.startswith("Scores without a category")]
    assert "sums_v2: brier_score,none (a list or an object in " in note
    assert "sums_v2: f1,none (0.25 in " in note


def test_a_folder_of_tasks_of_which_some_have_the_score(write):
    both = {"configs": {"arc": {}, "sums": {}}}
    acc = write([row(0, acc=1.0)], task="arc", **both)
    write(FILTERS, task="sums", **both)
    folder = acc.parent
    counts = scorio.count(folder, score="strict")
    assert (counts.tasks, counts.report["passed_over"]) == (["sums"], 1)
    assert f'Passed over: {acc} (no score "strict")' in counts.notes
    with pytest.raises(
        ValueError, match=r'samples_arc_.* \(task arc\) has no score "strict"; .*leave the file out'
    ):
        scorio.count([acc, *folder.glob("samples_sums*")], score="strict")
    with pytest.raises(ValueError, match=r'\(task arc\) has no score "nope"'):
        scorio.count(folder, score="nope")


def test_a_folder_of_tasks_of_which_some_can_be_regraded(write):
    both = {"configs": {"arc": {}, "sums": {}}}
    resps = [["-0.8", "False"], ["-0.7", "False"]]
    choice = write([row(0, resps=resps, acc=1.0)], task="arc", **both)
    write([row(0, acc=1.0)], task="sums", **both)
    counts = scorio.count(choice.parent, regrade=r"is (\S+)")
    assert (counts.tasks, counts.trials, counts.report["passed_over"]) == (["sums"], 1, 1)
    assert any(
        note.startswith(f"Passed over: {choice} (there are 2 requests") for note in counts.notes
    )


def test_identifiers_are_numbers_or_texts(write):
    path = write([row(1, acc=1.0), row("1", acc=0.0)])
    assert outcomes(scorio.count(path)) == {"1": (0, 1, 0), '"1"': (1, 0, 0)}
    with pytest.raises(ValueError, match="counted before"):
        scorio.count(path, ids="text")


def test_without_results(write):
    rows = [row(0, acc=1.0)]
    assert scorio.count(write(rows, beside=False)).models == ["acme__tiny-7b"]
    path = write(rows, beside=False, folder="runs")
    with pytest.raises(ValueError, match=rf"names no model \(there is no results_{TIME}.json"):
        scorio.count(path)
    assert scorio.count(path, constants={"model": "m"}).models == ["m"]
    # A model may be unknown to the harness as well.
    assert scorio.count(write(rows, model_name="")).models == ["acme__tiny-7b"]


def test_results_that_disagree(write):
    path = write([row(0, acc=1.0)], folder="acme__tiny-8b")
    with pytest.raises(ValueError, match='about the model: "acme__tiny-8b" and "acme__tiny-7b"'):
        scorio.count(path)
    assert scorio.count(path, constants={"model": "m"}).models == ["m"]
    # A folder with another name has no meaning.
    assert scorio.count(write([row(0, acc=1.0)], folder="runs")).models == ["acme/tiny-7b"]
    path = write([row(0, acc=1.0)], configs={"sums": {}})
    with pytest.raises(ValueError, match='its task is "sums_v2", which is none of those'):
        scorio.count(path)
    assert scorio.count(path, constants={"task": "sums"}).tasks == ["sums"]


def test_results_that_are_broken(write):
    path = write([row(0, acc=1.0)])
    path.with_name(f"results_{TIME}.json").write_text("[]")
    with pytest.raises(ValueError, match=rf"results_{TIME}.json cannot be read as JSON"):
        scorio.count(path)


def test_a_file_of_another_name(write):
    path = write([row(0, acc=1.0)], name="samples_sums_latest.jsonl")
    with pytest.raises(ValueError, match="names no model .its name is not samples_TASK_TIME.jsonl"):
        scorio.count(path)
    counts = scorio.count(path, constants={"model": "m", "task": "t"})
    assert (counts.models, counts.tasks, counts.trials) == (["m"], ["t"], 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"metrics": "acc"}, '"metrics" is not a list'),
        ({"metrics": [1]}, '"metrics" has an entry that is no text'),
        ({"filter": None}, '"filter" is not a text'),
        ({"doc_id": None}, "the question is null"),
    ],
)
def test_fields_of_wrong_types(write, change, message):
    with pytest.raises(ValueError, match=f"line 2 .*{message}"):
        scorio.count(write([row(0, acc=1.0), row(1, acc=1.0) | change]))


def test_regrade(write):
    def graded(target, resps):
        rows = [row(0, name, target=target, resps=resps, exact_match=0.0) for name in ("a", "b")]
        return outcomes(scorio.count(write(rows), regrade=r"is (\S+)"))["0"]

    resps = [["It is 5", "no idea", "It is 6", "It is  5"]]
    assert graded("5", resps) == (3, 1, 0)
    assert graded(" 5 ", resps) == (3, 1, 0)
    assert graded(5, resps) == (3, 1, 0)
    assert graded(["5", 6], resps) == (2, 2, 0)
    # A list of targets as the harness writes it: the text of a Python list.
    assert graded(str(["6", "5", 'it\'s "7"']), resps) == (2, 2, 0)
    # One list of texts, without a list for each request.
    assert graded("5", resps[0]) == (3, 1, 0)


def test_regrade_names_its_trials(write):
    path = write([row(0, resps=[["It is 5", None]], acc=1.0)])
    with pytest.raises(ValueError, match='the field "regraded" is null'):
        scorio.count(path, regrade=r"\d")
    counts = scorio.count(path, regrade=r"\d", on_missing="drop")
    assert (counts.trials, counts.missing) == (1, 1)
    assert counts.notes == ["lm-evaluation-harness score: regraded"]
    again = write([row(0, resps=[["It is 5"]], acc=1.0)] * 2)
    with pytest.raises(ValueError, match=rf"trial {TIME}.0 was counted before"):
        scorio.count(again, regrade=r"\d")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"resps": [["-0.8", "False"], ["-0.7", "False"]]}, 'there are 2 requests in "resps"'),
        ({"resps": [[["-0.8", "False"]]]}, "is not a text, as those of multiple choice are not"),
        ({"resps": [[]]}, "there is no response"),
        ({"resps": "5"}, "there is no response"),
        ({"target": None}, '"target" is neither a text nor a number nor a list'),
        ({"target": [[1]]}, '"target" is neither a text nor a number nor a list'),
    ],
)
def test_impossible_regrading(write, change, message):
    with pytest.raises(ValueError, match=f"line 1 .*{message}"):
        scorio.count(write([row(0, acc=1.0) | change]), regrade=r"\d")


def test_regrade_elsewhere(tmp_path, shared):
    table = tmp_path / "log.csv"
    table.write_text("model,question,outcome\nm,q,1\n")
    logs = ("tau-bench/gpt-4o-airline.json", "inspect/arith.eval", "inspect/arith.json")
    for log in (table, *(shared / "data" / name for name in logs)):
        with pytest.raises(ValueError, match=r"cannot be regraded: .*; leave regrade out$"):
            scorio.count(log, regrade="x")
    with pytest.raises(ValueError, match=r"regrade = \( cannot be used"):
        scorio.count(table, regrade="(")


def test_real_run(shared):
    counts = scorio.count(shared / "data/lm-eval/real")
    assert counts.tasks == ["math_perturbed_full"]
    assert counts.models == [
        "RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1"
    ]
    assert (len(counts), counts.score("avg")[0].score) == (10, 0)
