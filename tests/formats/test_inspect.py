"""Logs of Inspect: layouts, policies, interrupted runs and damaged archives."""

import io
import json
import re
import warnings
import zipfile

import polars as pl
import pytest
from formats.archives import DEFLATED, STORED, ZSTD, archive
from formats.inspect_logs import EVAL, SAMPLES, Pipe, entries, log, sample, tally

import scorio
from scorio import InterruptedLogWarning

LETTERS = {"I": "I", "N": "N", "P": "P", "C": "C"}


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
    assert everything.tasks == ["arith"]
    assert everything.scores == ["graded.format", "graded.quality", "list.0", "list.1", "match"]
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


def test_content_after_the_samples(write):
    content = log()
    late = {"samples": content.pop("samples"), **content}
    counts = scorio.count(write(late, "late.json"), format="inspect", on_missing="drop")
    assert counts == scorio.count(write(log(), "log.json"), on_missing="drop")


def test_archives_with_false_headers(write):
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
    """Give its counts and whether it was interrupted, or None for an error."""
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


def test_samples_and_journals_that_contradict_their_entries(write):
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


def test_a_sample_that_was_retried_counts_once(write):
    died = sample("q1", 1, None, error="RuntimeError('died')")
    samples = [sample("q0", 1, "I"), sample("q1", 1, "C")]
    texts = entries(samples)
    first = [("samples/q1_epoch_1.json", json.dumps(died)), *texts.items()]
    journal = [
        (name, text) for name, text in first if name not in ("summaries.json", "header.json")
    ]
    short = [
        *first[:-2],
        ("summaries.json", json.dumps([sample("q0", 1, "I"), {"id": "q1", "epoch": 1}])),
    ]
    for pairs in (first, [*short, first[-1]]):
        counts = scorio.count(write(archive(pairs)))
        assert (counts.trials, counts.score()[0].score) == (2, 0.5)
    with pytest.warns(InterruptedLogWarning):
        assert scorio.count(write(archive(journal))).trials == 2
    # Samples of two ids may have one entry. Then one of them is lost.
    samples = [sample(1, 1, "I"), sample("1", 1, "C")]
    pairs = [("samples/1_epoch_1.json", json.dumps(samples[0])), *entries(samples).items()]
    with pytest.raises(
        ValueError, match=r'two samples have the entry samples/1_.*the ids 1 and "1"'
    ):
        scorio.count(write(archive(pairs)))


def test_archives_whose_directory_is_damaged(write):
    texts = entries([sample(f"q{i}", 1) for i in range(3)])
    whole = archive(texts)
    with pytest.raises(ValueError, match=r"two entries header\.json; the archive is damaged"):
        scorio.count(write(archive([*texts.items(), ("header.json", texts["header.json"])])))
    at = whole.rindex(b"header.json")
    renamed = whole[:at] + b"Header.json" + whole[at + 11 :]
    with pytest.raises(ValueError, match=r"Header\.json is not what the directory says of it"):
        scorio.count(write(renamed))
    # An archive is read as far as possible, if only its end is missing.
    for cut in (whole[:-1], whole[:-22], whole[:-40], archive(texts, directory=False)):
        with pytest.warns(InterruptedLogWarning, match="the archive has no end"):
            assert scorio.count(write(cut)).trials == 3
    for end in (whole[:-22] + b"x" * 22, archive(texts, directory=False) + b"x"):
        with pytest.raises(ValueError, match=r"from its byte \d+ on is not what belongs there"):
            scorio.count(write(end))
    cut = archive(texts, directory=False)
    with pytest.raises(ValueError, match=r"from its byte 0 on is not what belongs there"):
        scorio.count(write(cut[:18] + b"\xff\xff\xff\x7f" + cut[22:]))


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
    # A writer to a pipe puts the length after an entry. The packed data marks its own end.
    assert counts == expected
    assert interrupted


RESULTS = {
    "total_samples": 4,
    "scores": [
        {
            "name": "match",
            "metrics": {
                "accuracy": {"name": "accuracy", "value": 0.75},
                "stderr": {"name": "stderr", "value": 0.25},
            },
        }
    ],
}


def test_a_header_alone_is_reported_with_its_accuracy(write, tmp_path):
    header = {"version": 2, "status": "success", "eval": EVAL, "results": RESULTS}
    logs = [write(header, "header.json"), write(header | {"samples": []}, "none.json")]
    alone = {"header.json": json.dumps(header), "_journal/start.json": json.dumps(header)}
    logs.append(write(archive(alone), "header.eval"))
    told = "header alone, .* results say: accuracy of match 0.75, stderr of match 0.25"
    for path in logs:
        with pytest.raises(ValueError, match=told):
            scorio.count(path)
    found = scorio.inspect(logs[0])
    assert found.command is None
    assert re.search(told, found.problem)
    with pytest.raises(ValueError, match=told):
        scorio.count(tmp_path)
    write(log(SAMPLES[:1]), "whole.json")
    counts = scorio.count(tmp_path)
    assert counts.trials == 1
    assert any("header alone" in note for note in counts.notes)
