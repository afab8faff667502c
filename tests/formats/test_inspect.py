"""inspect_ai: both layouts, interrupted runs, scores in samples alone, archives that lie."""

import gzip
import io
import json
import warnings
import zipfile

import polars as pl
import pytest
from formats.archives import DEFLATED, STORED, ZSTD, archive

import scorio
from scorio.results import InterruptedLogWarning

EVAL = {"model": "org/model", "task": "arith"}
LETTERS = {"I": "I", "N": "N", "P": "P", "C": "C"}


def sample(id_, epoch, value="C", **more):
    scores = {} if value is None else {"judge": {"value": value, "answer": "x"}}
    return {"id": id_, "epoch": epoch, "input": "x" * 50, "scores": scores, **more}


SAMPLES = [
    sample("q1", 1, "C"), sample(2, 1, "I"), sample("2", 1, "P"), sample("q1", 2, "N"),
    sample(2, 2, float("nan")), sample("2", 2, None, error="RuntimeError('died')"),
]  # fmt: skip


def log(samples=SAMPLES, status="success", **more):
    return {"version": 2, "status": status, "eval": EVAL, **more, "samples": samples}


def entries(samples=SAMPLES, **header):
    header = {"version": 2, "status": "success", "eval": EVAL, **header}
    texts = {f"samples/{s['id']}_epoch_{s['epoch']}.json": json.dumps(s) for s in samples}
    return {
        "_journal/start.json": json.dumps({"version": 2, "eval": EVAL}),
        **texts,
        "summaries.json": json.dumps(samples),
        "header.json": json.dumps(header),
    }


@pytest.fixture
def write(tmp_path):
    def write(content, name="log.eval"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(json.dumps(content, indent=1))
        return path

    return write


def tally(counts):
    frame = pl.DataFrame(counts)
    sums = {name[6:]: frame[name].sum() for name in frame.columns if name.startswith("count_")}
    return sums | {"missing": frame["missing"].sum()}


def test_real_logs(shared):
    folder = shared / "data/inspect"
    found = {end: scorio.count(folder / f"arith.{end}") for end in ("eval", "json")}
    assert found["eval"] == found["json"]
    assert tally(found["eval"]) == {"0": 28, "1": 4, "missing": 0}
    ragged = folder / "ragged.json"
    counts = scorio.count(ragged, on_missing="drop", categories=LETTERS)
    assert tally(counts) == {"C": 7, "P": 4, "I": 9, "N": 2, "missing": 8}
    assert counts.report["errored"] == 6
    inspected = scorio.inspect(ragged)
    assert dict(inspected.scores[0].values)['"C"'] == 7
    # The archive is of another run of the same task.
    counts = scorio.count(folder / "ragged.eval", on_missing="fail")
    assert (counts.trials, len(counts), counts.report["errored"]) == (30, 6, 7)


def test_layouts_agree(write, shared):
    samples = json.loads((shared / "data/inspect/ragged.json").read_text())["samples"]
    expected = scorio.count(shared / "data/inspect/ragged.json", on_missing="drop")
    for method in (STORED, DEFLATED, ZSTD):
        texts = entries(samples, eval={"model": "mockllm/model", "task": "ragged"})
        assert scorio.count(write(archive(texts, method)), on_missing="drop") == expected


def test_mapping(write):
    counts = scorio.count(write(log(), "log.json"), on_missing="drop")
    assert counts == scorio.count(write(archive(entries())), on_missing="drop")
    assert (counts.models, counts.tasks) == (["org/model"], ["arith"])
    assert tally(counts) == {"0": 2, "0.5": 1, "1": 1, "missing": 2}
    assert len(counts) == 3
    assert (
        len(
            scorio.count(write(archive(entries())), on_missing="drop", ids="text", on_repeat="keep")
        )
        == 2
    )
    assert counts.notes[0] == "inspect_ai score: judge"
    counts = scorio.count(write(log(), "log.json"), on_missing="drop", on_error="fail")
    assert tally(counts) == {"0": 3, "0.5": 1, "1": 1, "missing": 1}


def test_policies(write):
    path = write(archive(entries()))
    with pytest.raises(
        ValueError, match=r"summaries\.json, entry 5 .*the outcome is missing: .*NaN"
    ):
        scorio.count(path)
    with pytest.raises(ValueError, match=r"entry 6 .*the trial ended in an error and has no score"):
        scorio.count(path, on_missing="drop", on_error="error")
    twice = write(log([*SAMPLES[:2], SAMPLES[0]]), "twice.json")
    with pytest.raises(ValueError, match=r"entry 3 .*question q1, trial 1 was counted before"):
        scorio.count(twice)
    assert scorio.count(twice, on_repeat="first").trials == 2
    with pytest.raises(ValueError, match=r"the outcome 0\.3 .*matches no category; .* C, I, N, P"):
        scorio.count(write(log([sample("q", 1, 0.3)]), "part.json"))


def test_several_scores(write):
    scores = {
        "match": {"value": "C"},
        "graded": {"value": {"format": 1.0, "quality": 0.25}},
        "list": {"value": [0, 1]},
    }
    path = write(log([{"id": i, "epoch": 1, "scores": scores} for i in range(3)]), "log.json")
    assert tally(scorio.count(path))["1"] == 3
    note = "inspect_ai score: match; also there: graded.format, graded.quality, list.0, list.1"
    assert scorio.count(path).notes == [note]
    assert tally(scorio.count(path, score="list.0"))["0"] == 3
    assert tally(scorio.count(path, score="graded.quality", threshold=0.2))["1"] == 3
    everything = scorio.count(path, score="all", threshold=0.5)
    assert everything.tasks == [
        "arith: graded.format", "arith: graded.quality", "arith: list.0", "arith: list.1",
        "arith: match",
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r'has no score "nope"; its scores are graded.format, '):
        scorio.count(path, score="nope")


def test_summaries_without_a_score(write):
    texts = entries()
    summaries = [{**s, "scores": {}} if s["id"] == "q1" else s for s in SAMPLES]
    texts["summaries.json"] = json.dumps(summaries)
    counts = scorio.count(write(archive(texts)), on_missing="drop")
    assert counts == scorio.count(write(log(), "log.json"), on_missing="drop")


def test_interrupted_runs(write):
    texts = entries()
    journal = {f"_journal/summaries/{i + 1}.json": json.dumps([s]) for i, s in enumerate(SAMPLES)}
    started = {"_journal/start.json": texts["_journal/start.json"], **journal}
    complete = scorio.count(write(archive(texts)), on_missing="drop")
    with pytest.warns(InterruptedLogWarning, match=r"log\.eval: its status is started"):
        assert scorio.count(write(archive(started)), on_missing="drop") == complete
    with pytest.warns(InterruptedLogWarning, match=r"its status is cancelled"):
        scorio.count(write(log(status="cancelled"), "log.json"), on_missing="drop")
    cut = write(archive(started, directory=False)[:-20])
    with pytest.warns(InterruptedLogWarning, match=r"the archive has no end"):
        assert scorio.count(cut, on_missing="drop").trials == 4
    text = json.dumps(log())
    cut = write(text[: text.index('"id": "2"') + 20].encode(), "cut.json")
    with pytest.warns(InterruptedLogWarning, match=r"entry 3 .*the file ends there"):
        assert scorio.count(cut).trials == 2


def test_what_stands_behind_the_samples(write):
    content = log()
    late = {"samples": content.pop("samples"), **content}
    counts = scorio.count(write(late, "late.json"), format="inspect", on_missing="drop")
    assert counts == scorio.count(write(log(), "log.json"), on_missing="drop")


def test_archives_that_lie(write):
    texts = entries()
    whole = archive(texts)
    at = whole.index(b"summaries.json") + len("summaries.json") + 30
    flipped = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
    with pytest.raises(ValueError, match=r"summaries\.json is damaged|summaries\.json, entry"):
        scorio.count(write(flipped), on_missing="drop")
    for size, sentence in [(10, "unpacks to more bytes"), (10**6, "unpacks to fewer bytes")]:
        lying = archive(texts, sizes={"summaries.json": size})
        with pytest.raises(ValueError, match=sentence):
            scorio.count(write(lying), on_missing="drop")
    bomb = archive({**texts, "summaries.json": "[" + " " * 100_000_000 + "]"}, DEFLATED)
    with pytest.raises(
        ValueError, match=r"summaries\.json has 100000002 bytes, more than 1000 times"
    ):
        scorio.count(write(bomb))
    large = archive(texts, sizes={"header.json": 2**31})
    with pytest.raises(ValueError, match=r"header\.json has 2147483648 bytes, the limit is 1 GiB"):
        scorio.count(write(large))
    with pytest.raises(ValueError, match=r"is of no kind that is known"):
        scorio.count(write(archive({"a.txt": "x"})))
    with pytest.raises(ValueError, match=r"unknown method 12"):
        scorio.count(write(archive(texts, 12)))


def read(path):
    """Its counts, whether it was said to be interrupted; None if it is refused."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            return scorio.count(path, on_missing="drop"), bool(said)
        except (ValueError, OSError):
            return None, False


@pytest.mark.parametrize("journal", [False, True])
def test_every_flip_is_found_out_and_every_cut_is_a_prefix(write, journal):
    samples = [sample(f"q{i}", 1, "CI"[i % 2]) for i in range(2)]
    texts = entries(samples)
    if journal:
        texts = {"_journal/start.json": texts["_journal/start.json"]} | {
            f"_journal/summaries/{i + 1}.json": json.dumps([s]) for i, s in enumerate(samples)
        }
    whole = archive(texts)
    right, _ = read(write(whole))
    for at in range(len(whole)):
        flipped = whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :]
        counts, interrupted = read(write(flipped))
        assert counts is None or (counts == right and interrupted == journal)
        counts, interrupted = read(write(whole[:at]))
        assert counts is None or interrupted
        assert counts is None or set(pl.DataFrame(counts).rows()) <= set(pl.DataFrame(right).rows())


def test_samples_and_journals_that_are_not_what_their_entries_say(write):
    texts = entries([sample(f"q{i}", 1) for i in range(3)])
    del texts["summaries.json"], texts["header.json"]
    first, second = "samples/q0_epoch_1.json", "samples/q1_epoch_1.json"
    swapped = {**texts, first: texts[second], second: texts[first]}
    with pytest.raises(ValueError, match=r"q0_epoch_1\.json, entry 1 .*but of samples/q1_epoch_1"):
        scorio.count(write(archive(swapped)))
    summaries = json.dumps([{"id": "q0", "epoch": 1, "scores": {}}])
    with pytest.raises(ValueError, match=r"samples/q0_epoch_1\.json is not its sample, but .*q1_"):
        scorio.count(write(archive({**swapped, "summaries.json": summaries})))
    for number in ("2", "01", "x"):
        with pytest.raises(
            ValueError, match=r"has 1 entries, .* none is _journal/summaries/1\.json"
        ):
            scorio.count(write(archive({**texts, f"_journal/summaries/{number}.json": "[]"})))


def test_archives_whose_directory_is_damaged(write):
    texts = entries([sample(f"q{i}", 1) for i in range(3)])
    whole = archive(texts)
    with pytest.raises(ValueError, match=r"two entries header\.json; the archive is damaged"):
        scorio.count(write(archive([*texts.items(), ("header.json", texts["header.json"])])))
    at = whole.rindex(b"header.json")
    renamed = whole[:at] + b"Header.json" + whole[at + 11 :]
    with pytest.raises(ValueError, match=r"Header\.json is not what the directory says of it"):
        scorio.count(write(renamed))
    # Without its end an archive is read as far as it goes, if what is lacking is the end.
    for cut in (whole[:-1], whole[:-22], whole[:-40], archive(texts, directory=False)):
        with pytest.warns(InterruptedLogWarning, match="the archive has no end"):
            assert scorio.count(write(cut)).trials == 3
    for end in (whole[:-22] + b"x" * 22, archive(texts, directory=False) + b"x"):
        with pytest.raises(ValueError, match=r"from its byte \d+ on is not what belongs there"):
            scorio.count(write(end))
    cut = archive(texts, directory=False)
    with pytest.raises(ValueError, match=r"from its byte 0 on is not what belongs there"):
        scorio.count(write(cut[:18] + b"\xff\xff\xff\x7f" + cut[22:]))


class Pipe(io.BytesIO):
    def seek(self, *_):
        raise OSError


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("file", [io.BytesIO, Pipe])
def test_archives_of_other_writers(write, file, large):
    texts = entries()
    file = file()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        for name, text in texts.items():
            with target.open(name, "w", force_zip64=large) as entry:
                entry.write(text.encode())
        target.comment = b"PK\x05\x06"
    expected = scorio.count(write(archive(texts)), on_missing="drop")
    assert scorio.count(write(file.getvalue(), "other.eval"), on_missing="drop") == expected
    directory = file.getvalue()[: target.start_dir + 60]
    counts, interrupted = read(write(directory, "cut.eval"))
    # A writer to a pipe says behind an entry how long it is: what is packed tells where it ends.
    assert counts == expected
    assert interrupted


def scored(id_, epoch, scores):
    return {"id": id_, "epoch": epoch, "scores": {name: {"value": v} for name, v in scores.items()}}


@pytest.mark.parametrize("layout", ["json", "eval"])
def test_the_first_scorer_of_the_header_counts(write, layout):
    header = {**EVAL, "scorers": [{"name": "match"}, {"name": "graded"}]}
    samples = [
        scored("q1", 1, {"graded": 1}),
        scored("q2", 1, {"graded": 1, "match": "I"}),
        scored("q3", 1, {"match": "I", "graded": 1}),
    ]
    if layout == "json":
        path = write({**log(samples), "eval": header}, "log.json")
    else:
        path = write(archive(entries(samples, eval=header)))
    assert tally(scorio.count(path, on_missing="drop")) == {"0": 2, "1": 0, "missing": 1}
    with pytest.raises(ValueError, match=r'entry 1 .*the outcome is missing: the field "match"'):
        scorio.count(path)


def test_a_score_that_a_summary_lacks_is_in_its_sample(write):
    header = {**EVAL, "scorers": [{"name": "match"}, {"name": "graded"}]}
    samples = [scored(f"q{i}", 1, {"match": "C", "graded": 0}) for i in range(4)]
    texts = entries(samples, eval=header)
    del samples[1]["scores"]["match"]
    samples[2]["scores"]["match"]["value"] = None
    del samples[3]["scores"]["match"]["value"]
    texts["summaries.json"] = json.dumps(samples)
    assert tally(scorio.count(write(archive(texts))))["1"] == 4


def test_samples_that_no_journal_has_yet(write):
    # Samples are entries by their ids, of which 2 and "2" have one name.
    texts = entries([s for s in SAMPLES if s["id"] != "2"])
    started = {
        name: text for name, text in texts.items() if name not in ("summaries.json", "header.json")
    }
    complete = scorio.count(write(archive(texts)), on_missing="drop")
    for journal in ({}, {"_journal/summaries/1.json": json.dumps(SAMPLES[:2])}):
        path = write(archive({**started, **journal}))
        with pytest.warns(InterruptedLogWarning, match="its status is started"):
            assert scorio.count(path, on_missing="drop") == complete


def test_a_task_has_one_headline(write):
    first = write(log([scored("q1", 1, {"match": "C"})]), "a.json")
    other = log([scored("q1", 1, {"judge": "I", "match": "C"})])
    second = write({**other, "eval": {**EVAL, "model": "n"}}, "b.json")
    with pytest.raises(ValueError, match=r'by "match" in .*a\.json, and by "judge" in .*b\.json'):
        scorio.count([first, second])
    assert tally(scorio.count([first, second], score="match"))["1"] == 2


@pytest.mark.parametrize(
    "text",
    [
        '{"match": {"value": "C"}, "match": {"value": "I"}}',
        '{"match": {"value": "C", "value": "I"}}',
    ],
)
def test_keys_that_are_there_twice(write, text):
    whole = json.dumps(log([scored("q1", 1, {"match": "C"})]))
    path = write(whole.replace('{"match": {"value": "C"}}', text).encode(), "log.json")
    with pytest.raises(ValueError, match=r'entry 1 .*the key "(match|value)" is there twice'):
        scorio.count(path)
    path = write(whole.replace('"eval": {', '"eval": {}, "eval": {').encode(), "log.json")
    with pytest.raises(ValueError, match='the key "eval" is there twice'):
        scorio.count(path)


BOTH = [
    {"id": q, "epoch": e, "scores": {"match": {"value": "CI"[q]}, "cost": {"value": 0.2 * e},
                                     "lang": {"value": "de"}, "ok": {"value": True}}}
    for q in range(2) for e in (1, 2)
]  # fmt: skip


@pytest.mark.parametrize("layout", ["json", "eval"])
def test_every_score_is_a_task_of_its_own(write, layout):
    path = write(log(BOTH), "log.json") if layout == "json" else write(archive(entries(BOTH)))
    counts = scorio.count(path, score="all")
    assert counts.tasks == ["arith: match", "arith: ok"]
    one_each = [
        write(log([scored("q", 1, {name: "C"})]), f"{name}.json") for name in ("match", "f1")
    ]
    alone = scorio.count(one_each, score="all")
    assert {row.task for row in alone.score("avg")} == {"arith: match", "arith: f1"}
    with pytest.raises(ValueError, match="would pool 2 scores"):
        scorio.compare(counts, counts)
    by_task = scorio.compare(counts, counts, by_task=True)
    assert [row.task for row in by_task] == ["arith: match", "arith: ok"]
    with pytest.raises(ValueError, match="no overall comparison"):
        by_task.verdicts(0.1)
    (left_out,) = [note for note in counts.notes if note.startswith("Scores without a category")]
    assert "arith: cost (0.2 in " in left_out
    assert 'arith: lang ("de" in ' in left_out
    one = scorio.count(path).report
    assert counts.report | {"scores_apart": 0} == one
    assert one["records"] == 4
    # No table pools scores of the same trials, whichever counts they are in.
    stored = path.with_name("counts.parquet")
    counts.save(stored)
    for some in (
        counts,
        scorio.Counts.load(stored),
        counts.merge(counts),
        counts.select(model="org/model"),
    ):
        scores = some.score("avg")
        assert {(row.task, row.score) for row in scores} == {
            ("arith: match", 0.5),
            ("arith: ok", 1),
        }
        with pytest.raises(ValueError, match="would pool 2 scores of the same trials"):
            some.score(by="model")
    assert any(note.startswith("No overall table") for note in counts.notes)
    assert len(counts.select(task="arith: match").score(by="model")) == 1
    with pytest.raises(ValueError, match="none of its scores has a category"):
        scorio.count(write(log([scored("q", 1, {"lang": "de"})]), "lang.json"), score="all")


def test_a_score_that_one_file_cannot_count_is_left_out_of_all(write):
    first = write(log([scored("q", 1, {"match": "C", "f1": 1})]), "a.json")
    second = write(log([scored("q", 2, {"match": "C", "f1": 0.3})]), "b.json")
    counts = scorio.count([first, second], score="all")
    assert (counts.tasks, counts.trials) == (["arith: match"], 2)


def test_every_score_of_an_interrupted_log(write):
    text = json.dumps(log(BOTH, status="started"))
    path = write(text[: text.rindex('"id"')].encode(), "cut.json")
    with pytest.warns(InterruptedLogWarning, match="cut"):
        counts = scorio.count(path, score="all")
    assert (counts.tasks, counts.trials) == (["arith: match", "arith: ok"], 6)
    # One file, for two reasons.
    assert counts.report["interrupted"] == 1


def test_an_error_that_a_later_trial_replaces(write):
    failed = sample("q", 1, None, error="died")
    for last, errored in [(sample("q", 1), 0), (failed, 1)]:
        counts = scorio.count(
            write(log([failed, last]), "log.json"), on_repeat="last", on_error="drop"
        )
        assert (counts.report["errored"], counts.missing) == (errored, errored)
    first = scorio.count(
        write(log([sample("q", 1), failed]), "log.json"), on_repeat="first", on_error="drop"
    )
    assert (first.report["errored"], first.missing) == (0, 0)
    several = [{"id": "q", "epoch": 1, "error": "died"}, *BOTH]
    every = scorio.count(write(log(several), "log.json"), score="all", on_error="drop")
    assert (every.report["errored"], every.missing) == (1, 2)


PLAN = {"dataset": {"samples": 3, "sample_ids": ["q1", 2, "2"]}, "config": {"epochs": 2}}


@pytest.mark.parametrize("layout", ["json", "eval"])
def test_coverage_is_of_the_plan(write, layout):
    def written(samples, name, **plan):
        spec = EVAL | PLAN | plan
        if layout == "json":
            return write({**log(samples), "eval": spec}, f"{name}.json")
        return write(archive(entries(samples, eval=spec)), f"{name}.eval")

    part = [sample("q1", 1), sample("q1", 2, "I"), sample(2, 1)]
    path = written(part, "part")
    counts = scorio.count(path)
    assert (counts.trials, counts.missing, len(counts)) == (3, 3, 3)
    assert any(
        "plans 3 questions x 2 trials, of which 3 trials are not there" in note
        for note in counts.notes
    )
    (row,) = counts.score("avg")
    assert (row.coverage, row.worst, row.best) == (0.5, pytest.approx(1 / 3), pytest.approx(5 / 6))
    # What another log has is there, and the plan of both is one.
    rest = written([sample(2, 2), sample("2", 1), sample("2", 2, "I")], "rest")
    assert scorio.count([path, rest]).missing == 0
    assert scorio.count([path, rest]) == scorio.count([rest, path])
    # A run of its own has trials, and a plan, of its own.
    twice = scorio.count([path, rest], path=r"(?P<trial>part|rest)")
    assert (twice.trials, twice.missing) == (6, 6)
    limited = written(part, "limited", config={"epochs": 2, "limit": 2})
    assert scorio.count(limited).missing == 1
    unnamed = written(part, "unnamed", dataset={"samples": 3})
    counts = scorio.count(unnamed)
    assert (counts.missing, len(counts)) == (1, 2)
    assert any("1 of the questions is not in it" in note for note in counts.notes)
    # Counted apart, each log has the whole plan.
    merged = scorio.count(path).merge(scorio.count(rest))
    assert merged.missing == 6
    assert any("count such logs together" in note for note in merged.notes)


def test_texts_that_stand_for_values(write):
    values = ["1", "0", "yes", "No", "TRUE", "false", "1.0"]
    path = write(log([sample(i, 1, value) for i, value in enumerate(values)]), "log.json")
    assert tally(scorio.count(path)) == {"0": 3, "1": 4, "missing": 0}
    assert tally(scorio.count(path, threshold=0.5)) == {"0": 3, "1": 4, "missing": 0}
    named = {"no": ["0", "No", "false"], "yes": ["1", "1.0", "yes", "TRUE"]}
    assert tally(scorio.count(path, categories=named)) == {"no": 3, "yes": 4, "missing": 0}
    with pytest.raises(ValueError, match='the outcome "maybe"'):
        scorio.count(write(log([sample(1, 1, "maybe")]), "log.json"))


@pytest.mark.parametrize("layout", ["json", "eval"])
def test_an_invalidated_log_is_told(write, layout):
    samples = [sample("q", 1)]
    if layout == "json":
        path = write(log(samples, invalidated=True), "log.json")
    else:
        path = write(archive(entries(samples, invalidated=True)))
    counts = scorio.count(path)
    assert counts.trials == 1
    assert any("is marked as invalidated" in note for note in counts.notes)


def test_a_task_that_brings_the_third_category_is_named(write):
    graded = write(log([sample("q", 1, "P")]), "graded.json")
    plain = {**log([sample("q", 1)]), "eval": EVAL | {"task": "other"}}
    counts = scorio.count([graded, write(plain, "plain.json")])
    (note,) = [note for note in counts.notes if "three categories" in note]
    assert note.startswith("Some outcomes of arith are 0.5 (partial)")
    with pytest.raises(ValueError, match="needs two categories.*a threshold"):
        counts.score("pass_at_k", k=1)
    assert scorio.count([graded, write(plain, "plain.json")], threshold=1).score("pass_at_k", k=1)


def test_an_archive_is_no_table(write):
    path = write(archive(entries([sample("q", 1)])))
    for options in ({"format": "jsonl"}, {"format": "helm"}, {"question": "id"}):
        with pytest.raises(ValueError, match=r"cannot be read as .*: it is an archive, [^\n\0]*$"):
            scorio.count(path, **options)


def test_a_trial_of_the_path_stands_around_the_tools(write):
    samples = [sample("q", 1), sample("q", 2, "I")]
    paths = [write(log(samples), f"run{i}.json") for i in (1, 2)]
    counts = scorio.count(paths, path=r"(?P<trial>run\d)")
    assert tally(counts) == {"0": 2, "1": 2, "missing": 0}


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_a_cut_archive_of_a_streaming_writer(write, method):
    file = Pipe()
    texts = entries([sample("q", epoch) for epoch in range(1, 9)])
    with zipfile.ZipFile(file, "w", method) as target:
        for name, text in texts.items():
            target.writestr(name, text)
        starts = [(info.filename, info.header_offset) for info in target.infolist()]
    last = [start for name, start in starts if name.startswith("samples/")][-1]
    path = write(file.getvalue()[: last + 40], "cut.eval")
    if method == zipfile.ZIP_STORED:
        with pytest.raises(ValueError, match="nothing else tells where it ends"):
            scorio.count(path)
        return
    with pytest.warns(InterruptedLogWarning, match="the archive has no end"):
        assert scorio.count(path).trials == 7


def test_what_stands_behind_an_archive(write):
    whole = archive(entries())
    expected = scorio.count(write(whole), on_missing="drop")
    for padding in (b"\n", b"\r\n", bytes(1000)):
        assert scorio.count(write(whole + padding, "padded.eval"), on_missing="drop") == expected
    with pytest.raises(ValueError, match="4 bytes that are none of it stand behind its end"):
        scorio.count(write(whole + b"more", "more.eval"))


def test_archives_that_cannot_be_read_say_why(write, tmp_path):
    whole = archive(entries())
    packed = write(gzip.compress(whole), "log.eval.gz")
    with pytest.raises(ValueError, match="an archive packed by gzip, .* unpack it"):
        scorio.count(packed)
    write(whole, "log.eval")
    notes = scorio.count(tmp_path, on_missing="drop").notes
    assert any(note.endswith("log.eval.gz (an archive packed by gzip)") for note in notes)
    # The flag of encryption is the first bit of the seventh byte of an entry.
    locked = bytearray(whole)
    locked[6] |= 1
    with pytest.raises(ValueError, match="is encrypted"):
        scorio.count(write(bytes(locked), "locked.eval"))
    name = "samples/1_epoch_1.json"
    twice = archive([(name, "{}"), (name, "{}")])
    with pytest.raises(ValueError, match='ids 1 and "1", whose entries have one name'):
        scorio.count(write(twice, "twice.eval"))
