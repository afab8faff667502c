"""Logs of Inspect: scorers, several scores, coverage, and archives of other writers."""

import gzip
import json
import zipfile

import pytest
from formats.archives import archive
from formats.inspect_logs import EVAL, SAMPLES, Pipe, entries, log, sample, tally

import scorio
from scorio import InterruptedLogWarning


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


def test_a_score_missing_from_a_summary_is_read_from_its_sample(write):
    header = {**EVAL, "scorers": [{"name": "match"}, {"name": "graded"}]}
    samples = [scored(f"q{i}", 1, {"match": "C", "graded": 0}) for i in range(4)]
    texts = entries(samples, eval=header)
    del samples[1]["scores"]["match"]
    samples[2]["scores"]["match"]["value"] = None
    del samples[3]["scores"]["match"]["value"]
    texts["summaries.json"] = json.dumps(samples)
    assert tally(scorio.count(write(archive(texts))))["1"] == 4


def test_samples_that_the_journal_does_not_list_yet(write):
    # Samples are entries named by their ids. The ids 2 and "2" give the same name.
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
def test_duplicate_keys(write, text):
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
def test_every_score_has_its_own_tables(write, layout):
    path = write(log(BOTH), "log.json") if layout == "json" else write(archive(entries(BOTH)))
    counts = scorio.count(path, score="all")
    assert (counts.tasks, counts.scores) == (["arith"], ["match", "ok"])
    one_each = [
        write(log([scored("q", 1, {name: "C"})]), f"{name}.json") for name in ("match", "f1")
    ]
    alone = scorio.count(one_each, score="all")
    assert {row.score_name for row in alone.score("avg")} == {"match", "f1"}
    compared = scorio.compare(counts, counts)
    assert [(row.score_name, row.task) for row in compared] == [("match", None), ("ok", None)]
    assert len(compared.verdicts(0.1)) == 2
    assert compared.to_text().count("score = ") == 2
    (left_out,) = [note for note in counts.notes if note.startswith("Scores without a category")]
    assert "arith: cost (0.2 in " in left_out
    assert 'arith: lang ("de" in ' in left_out
    one = scorio.count(path).report
    assert counts.report == one
    assert one["records"] == 4
    # No table pools scores of the same trials, whichever counts they are in.
    stored = path.with_name("counts.parquet")
    counts.save(stored)
    for some in (
        counts,
        scorio.Counts.load(stored),
        counts.merge(counts, allow_copies=True),
        counts.select(model="org/model"),
    ):
        scores = some.score("avg")
        for rows in (some.score("avg"), some.score("avg", by_task=False)):
            assert {(row.score_name, row.score) for row in rows} == {("match", 0.5), ("ok", 1)}
        assert {row.task for row in scores} == {"arith"}
    assert len(counts.select(score="match").score(by_task=False)) == 1
    with pytest.raises(ValueError, match="none of its scores has a category"):
        scorio.count(write(log([scored("q", 1, {"lang": "de"})]), "lang.json"), score="all")


def test_a_score_that_one_file_cannot_count_is_dropped_from_all(write):
    first = write(log([scored("q", 1, {"match": "C", "f1": 1})]), "a.json")
    second = write(log([scored("q", 2, {"match": "C", "f1": 0.3})]), "b.json")
    counts = scorio.count([first, second], score="all")
    assert (counts.tasks, counts.scores, counts.trials) == (["arith"], ["match"], 2)


def test_every_score_of_an_interrupted_log(write):
    text = json.dumps(log(BOTH, status="started"))
    path = write(text[: text.rindex('"id"')].encode(), "cut.json")
    with pytest.warns(InterruptedLogWarning, match="cut"):
        counts = scorio.count(path, score="all")
    assert (counts.scores, counts.trials) == (["match", "ok"], 6)
    # One file, for two reasons.
    assert counts.report["interrupted"] == 1


def test_an_error_replaced_by_a_later_trial(write):
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
    # Trials of the other log are counted, and both logs share one plan.
    rest = written([sample(2, 2), sample("2", 1), sample("2", 2, "I")], "rest")
    assert scorio.count([path, rest]).missing == 0
    assert scorio.count([path, rest]) == scorio.count([rest, path])
    # A separate run has its own trials and its own plan.
    twice = scorio.count([path, rest], path=r"(?P<trial>part|rest)")
    assert (twice.trials, twice.missing) == (6, 6)
    limited = written(part, "limited", config={"epochs": 2, "limit": 2})
    assert scorio.count(limited).missing == 1
    unnamed = written(part, "unnamed", dataset={"samples": 3})
    counts = scorio.count(unnamed)
    # Its trials are missing all the same.
    assert (counts.missing, len(counts)) == (3, 3)
    assert any("1 of the questions is not in it" in note for note in counts.notes)
    # Counted separately, each log has the entire plan.
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
def test_an_invalidated_log_is_reported(write, layout):
    samples = [sample("q", 1)]
    if layout == "json":
        path = write(log(samples, invalidated=True), "log.json")
    else:
        path = write(archive(entries(samples, invalidated=True)))
    counts = scorio.count(path)
    assert counts.trials == 1
    assert any("is marked as invalidated" in note for note in counts.notes)


def test_the_task_with_a_third_category_is_named(write):
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


def test_a_trial_of_the_path_precedes_the_tools(write):
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


def test_content_after_an_archive(write):
    whole = archive(entries())
    expected = scorio.count(write(whole), on_missing="drop")
    for padding in (b"\n", b"\r\n", bytes(1000)):
        assert scorio.count(write(whole + padding, "padded.eval"), on_missing="drop") == expected
    with pytest.raises(ValueError, match="4 bytes that are none of it stand behind its end"):
        scorio.count(write(whole + b"more", "more.eval"))


def test_unreadable_archives_say_why(write, tmp_path):
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
