"""HELM: per_instance_stats.json next to run_spec.json."""

import json

import pytest

import scorio


def stat(name, total, count=1):
    named = {"name": {"name": name, "split": "test"}, "count": count, "sum": total}
    return named | ({"mean": total / count} if count else {})


def entry(instance, *stats, trial=0, perturbation=None):
    perturbed = {} if perturbation is None else {"perturbation": {"name": perturbation}}
    return {"instance_id": instance, "train_trial_index": trial, "stats": list(stats)} | perturbed


RUN = "mmlu:subject=anatomy,method=joint,model=openai_gpt2,groups=x"
TASK = "mmlu:subject=anatomy,method=joint,groups=x"
SPEC = {"name": RUN, "adapter_spec": {"model": "openai/gpt2"}}


@pytest.fixture
def write(tmp_path):
    def write(entries, spec=None, folder=RUN):
        run = tmp_path / "runs" / "v1" / folder
        run.mkdir(parents=True, exist_ok=True)
        if spec is not None:
            (run / "run_spec.json").write_text(json.dumps(spec))
        path = run / "per_instance_stats.json"
        path.write_text(json.dumps(entries, indent=2))
        return path

    return write


def found(counts):
    table = pytest.importorskip("polars").DataFrame(counts)
    return sorted(table.select("question", "count_0", "count_1", "missing").rows())


def right(instance, total, **more):
    return entry(instance, stat("num_references", 4), stat("exact_match", total), **more)


ENTRIES = [right("id1", 1), right("id1", 0, trial=1), right("id2", 1.0)]


def test_the_model_and_the_task_are_in_the_run_spec(write):
    counts = scorio.count(write(ENTRIES, SPEC))
    assert (counts.models, counts.tasks) == (["openai/gpt2"], [TASK])
    assert found(counts) == [("id1", 1, 1, 0), ("id2", 0, 1, 0)]
    assert counts.notes == ["HELM score: exact_match; also there: num_references"]


def test_without_it_they_are_in_the_folder(write):
    counts = scorio.count(write(ENTRIES))
    assert (counts.models, counts.tasks) == (["openai_gpt2"], [TASK])


def test_without_either_the_user_sets_the_model(write):
    path = write(ENTRIES, folder="results")
    with pytest.raises(
        ValueError, match=r"names no model \(neither in run_spec.json beside it nor"
    ):
        scorio.count(path)
    counts = scorio.count(path, constants={"model": "m", "task": "t"})
    assert (counts.models, counts.tasks) == (["m"], ["t"])


def test_a_run_spec_other_than_json(write):
    path = write(ENTRIES, SPEC)
    path.with_name("run_spec.json").write_text("[")
    with pytest.raises(ValueError, match=r"run_spec\.json cannot be read as JSON"):
        scorio.count(path)


def test_the_sample(shared):
    path = shared / "data" / "helm" / "mmlu_philosophy_gpt2_per_instance_stats.json"
    with pytest.raises(ValueError, match="names no model"):
        scorio.count(path)
    counts = scorio.count(path, constants={"model": "gpt2"})
    assert (counts.tasks, counts.trials) == (["", "valid"], 10)
    # HELM's leaderboards show the split test.
    assert counts.select(task="").score("avg")[0].score == pytest.approx(1 / 9)
    assert counts.notes[0].startswith(
        "HELM score: exact_match; also there: batch_size, exact_match@5"
    )
    fifth = scorio.count(path, constants={"model": "gpt2"}, score="exact_match@5")
    assert fifth.trials == 10


def test_other_splits_are_tasks(write):
    def of(split, total):
        one = stat("exact_match", total)
        return one | {"name": one["name"] | {"split": split}}

    entries = [right("id1", 1), entry("id2", of("valid", 0)), entry("id3", of("train", 1))]
    counts = scorio.count(write(entries))
    assert counts.tasks == [TASK, f"{TASK} (valid)", f"{TASK} (train)"]
    assert found(counts.select(task=TASK)) == [("id1", 0, 1, 0)]
    two = entry("id4", of("valid", 0), of("test", 0))
    with pytest.raises(ValueError, match="entry 4 .*stats are of two splits, valid and test"):
        scorio.count(write([*entries, two]))


def test_a_perturbation_makes_a_question_of_its_own(write):
    counts = scorio.count(write([right("id1", 1), right("id1", 0, perturbation="typos")]))
    assert found(counts) == [("id1", 0, 1, 0), ("id1 (typos)", 1, 0, 0)]


def test_entries_of_other_metrics_are_no_trials(write):
    others = [entry("id1", stat("toxicity", 0.1)), *ENTRIES, entry("id2", stat("bias", 0.5))]
    counts = scorio.count(write(others))
    assert found(counts) == [("id1", 1, 1, 0), ("id2", 0, 1, 0)]


def test_without_a_measure_of_being_right_it_must_be_named(write):
    path = write([entry("id1", stat("f1_score", 0.5), stat("num_references", 1))])
    with pytest.raises(
        ValueError,
        match=r"its scores are f1_score, num_references; name one of these \(score=NAME\)",
    ):
        scorio.count(path)
    assert found(scorio.count(path, score="f1_score", threshold=0.5)) == [("id1", 0, 1, 0)]
    with pytest.raises(ValueError, match='has no score "exact"; its scores are f1_score'):
        scorio.count(path, score="exact")


def test_an_unmeasured_metric_is_missing(write):
    path = write([right("id1", 1), entry("id2", stat("exact_match", 0, 0))])
    with pytest.raises(ValueError, match='entry 2 .*the field "exact_match" is absent'):
        scorio.count(path)
    dropped = scorio.count(path, on_missing="drop")
    assert found(dropped) == [("id1", 0, 1, 0), ("id2", 0, 0, 1)]
    assert found(scorio.count(path, on_missing="fail"))[1] == ("id2", 1, 0, 0)


def test_a_sum_over_trials_is_so_many_trials(write):
    path = write([entry("id1", stat("exact_match", 3, 4)), right("id2", 1)])
    assert found(scorio.count(path)) == [("id1", 1, 3, 0), ("id2", 0, 1, 0)]


@pytest.mark.parametrize("total", [1.5, 5, -1, float("nan")])
def test_a_sum_that_counts_no_successes(write, total):
    path = write([right("id1", 1), entry("id2", stat("exact_match", total, 4))])
    with pytest.raises(ValueError, match='entry 2 .*"exact_match" is a sum of .* over 4 trials'):
        scorio.count(path)


def test_a_sum_cannot_be_cut_by_a_threshold(write):
    path = write([entry("id2", stat("exact_match", 3, 4))])
    with pytest.raises(ValueError, match="single outcomes, to put into categories, are not known"):
        scorio.count(path, threshold=0.5)


def test_a_repeated_trial(write):
    path = write([right("id1", 1), right("id1", 1)])
    with pytest.raises(ValueError, match="question id1, trial 0 was counted before"):
        scorio.count(path)
    again = entry("id1", stat("exact_match", 3, 4))
    path.write_text(json.dumps([again, again]))
    with pytest.raises(ValueError, match="question id1, trial 0 was counted before"):
        scorio.count(path)
    assert found(scorio.count(path, on_repeat="first")) == [("id1", 1, 3, 0)]


def test_the_headline_covers_the_entire_file(write):
    better = stat("math_equiv", 1)
    entries = [right("id1", 0), entry("id2", stat("exact_match", 0), better)]
    entries.append(entry("id1", better))
    for order in (entries, entries[::-1]):
        counts = scorio.count(write(order))
        assert counts.notes[0].startswith("HELM score: math_equiv;")
        assert found(counts) == [("id1", 0, 1, 0), ("id2", 0, 1, 0)]


@pytest.mark.parametrize(
    ("first", "second"), [((3, 4), (1, 2)), ((1, 1), (1, 2)), ((2, 2), (0, 1))]
)
def test_sums_over_other_numbers_of_trials_do_not_mix(write, first, second):
    path = write([entry("id1", stat("exact_match", *one)) for one in (first, second)])
    with pytest.raises(ValueError, match="question id1, trial 0 was counted before"):
        scorio.count(path)
    _, of = first
    kept = scorio.count(path, on_repeat="first")
    assert (kept.trials, kept.report["repeats_ignored"]) == (of, 1)
    with pytest.raises(
        ValueError, match="an earlier record has it over .*: it cannot replace that"
    ):
        scorio.count(path, on_repeat="last")


def test_every_stat_with_a_value(write):
    stats = [stat("exact_match", 1), stat("training_co2_cost", 0, 0), stat("num_references", 4)]
    counts = scorio.count(write([entry("id1", *stats), entry("id2", *stats)]), score="all")
    assert (counts.tasks, counts.scores, counts.trials) == ([TASK], ["exact_match"], 2)
    assert "Scores without a value, left out: training_co2_cost" in counts.notes
    assert any(f"{TASK}: num_references (4 in " in note for note in counts.notes)


def test_a_question_may_be_a_number_or_a_text(write):
    assert [row[0] for row in found(scorio.count(write([right(1, 1), right("1", 1)])))] == [
        '"1"',
        "1",
    ]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"instance_id": None}, "the question is null"),
        ({"stats": 1}, 'the field "stats" is not a list'),
        ({"stats": [1]}, "one of the stats has no name.name"),
        (
            {"stats": [{"name": "exact_match", "count": 1, "sum": 1}]},
            "one of the stats has no name",
        ),
        ({"stats": [stat("exact_match", 1) | {"count": 1.5}]}, "no whole number as its count"),
        ({"stats": [stat("exact_match", 0.25)]}, "the outcome 0.25 .* threshold"),
        ({"stats": [stat("exact_match", 1) | {"sum": "1"}]}, 'the outcome "1"'),
    ],
)
def test_wrong_types(write, bad, message):
    path = write([right("id1", 1), right("id2", 1) | bad])
    with pytest.raises(ValueError, match=f"entry 2 .*{message}"):
        scorio.count(path)


@pytest.mark.parametrize("lacking", ["instance_id", "train_trial_index", "stats"])
def test_missing_fields(write, lacking):
    second = {key: value for key, value in right("id2", 1).items() if key != lacking}
    with pytest.raises(ValueError, match=f'entry 2 .*there is no field "{lacking}"'):
        scorio.count(write([right("id1", 1), second]))
