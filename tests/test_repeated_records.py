"""However a log is packed, ordered or saved again, its trials do not count twice in silence."""

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import random
import subprocess
import sys
import zipfile

import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorio

COPY = r"is a (copy|part) of .*would count twice.*allow_copies"


def trials(seed, questions=40, each=2, *, outputs=True, model="m"):
    """Give the records of a run."""
    draw = random.Random(seed)
    records = []
    for trial in range(each):
        for question in range(questions):
            record = {"model": model, "question": f"q{question}", "outcome": draw.randrange(2)}
            if outputs:
                record |= {
                    "output": f"{seed} {trial} {draw.random()}",
                    "usage": {"tokens": question},
                }
            records.append(record)
    return records


def lines(records, end="\n"):
    return "".join(json.dumps(record) + end for record in records)


def as_csv(records, delimiter=","):
    text = io.StringIO()
    flat = [{k: v for k, v in record.items() if k != "usage"} for record in records]
    writer = csv.DictWriter(text, list(flat[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(flat)
    return text.getvalue()


def spaced(records):
    return "".join(
        "  " + json.dumps(dict(reversed(one.items())), separators=(" , ", " : ")) + "\n"
        for one in records
    )


def in_zip(text):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("inside/log.jsonl", text)
    return data.getvalue()


def in_columns(records, form):
    data = io.BytesIO()
    table = polars.DataFrame(records)
    table.write_parquet(data) if form == "parquet" else table.write_ipc(data)
    return data.getvalue()


SAVED = {
    "b.jsonl.gz": lambda records: gzip.compress(lines(records).encode()),
    "b.jsonl.bz2": lambda records: bz2.compress(lines(records).encode()),
    "b.jsonl.xz": lambda records: lzma.compress(lines(records).encode()),
    "crlf.jsonl": lambda records: lines(records, "\r\n").encode(),
    "blank.jsonl": lambda records: b"\n" + lines(records).encode(),
    "keys.jsonl": lambda records: spaced(records).encode(),
    "list.json": lambda records: json.dumps(records, indent=1).encode(),
    "inside.json": lambda records: json.dumps({"results": records}).encode(),
    "table.csv": lambda records: as_csv(records).encode(),
    "table.tsv": lambda records: as_csv(records, "\t").encode(),
    "table.parquet": lambda records: in_columns(records, "parquet"),
    "table.arrow": lambda records: in_columns(records, "arrow"),
    "log.zip": lambda records: in_zip(lines(records).encode()),
}


def save(folder, name, records):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(SAVED[name](records) if name in SAVED else lines(records).encode())
    return path


def shuffled(records):
    return random.Random(5).sample(records, len(records))


def noted(counts):
    """Give kind and values of the one note."""
    ((kind, values, _),) = counts._core.notes
    return kind, dict(values)


@pytest.mark.parametrize("outputs", [True, False])
@pytest.mark.parametrize("name", SAVED)
def test_a_log_saved_again_is_a_copy(tmp_path, name, outputs):
    records = trials(1, outputs=outputs)
    log = save(tmp_path, "a.jsonl", records)
    for again in (records, shuffled(records)):
        copy = save(tmp_path, name, again)
        # A folder's archives are not opened.
        whole = [] if name == "log.zip" else [tmp_path]
        for source in ([log, copy], [copy, log], *whole):
            with pytest.raises(ValueError, match=COPY):
                scorio.count(source)
        assert scorio.count([log, copy], allow_copies=True).trials == 160


@pytest.mark.parametrize("name", ["a2.jsonl", *SAVED])
def test_the_beginning_of_a_log_is_a_part(tmp_path, name):
    records = trials(2)
    log = save(tmp_path, "a.jsonl", records)
    for part in (records[:60], shuffled(records[:60]), records[20:70], shuffled(records)[:60]):
        cut = save(tmp_path, name, part)
        for source in ([log, cut], [cut, log]):
            with pytest.raises(ValueError, match=f"{len(part)} records would count twice"):
                scorio.count(source)


@pytest.mark.parametrize("cut", [30, 45, 64, 79])
def test_outcomes_alone_are_a_part_where_chance_is_out(tmp_path, cut):
    records = trials(3, outputs=False)
    log = save(tmp_path, "a.jsonl", records)
    part = save(tmp_path, "part.jsonl", records[:cut])
    for source in ([log, part], [part, log]):
        with pytest.raises(ValueError, match=rf"part.jsonl is a part of .*a.jsonl: its {cut}"):
            scorio.count(source)
    # A few records may be equal by chance: so much is said, and no more.
    few = save(tmp_path, "few.jsonl", records[:4])
    kind, values = noted(scorio.count([log, few]))
    assert kind == "shared_records"
    assert values["shared"] == 4


def test_a_resumed_run_that_repeats_its_first_half_is_noted(tmp_path):
    first, second = trials(4), trials(5)
    log = save(tmp_path, "a.jsonl", first)
    for outputs in (True, False):
        keys = list(first[0]) if outputs else ["model", "question", "outcome"]
        parts = [[{k: one[k] for k in keys} for one in records] for records in (first, second)]
        log = save(tmp_path, "a.jsonl", parts[0])
        resumed = save(tmp_path, "b.jsonl", parts[0][:40] + parts[1][40:])
        counts = scorio.count([log, resumed])
        kind, values = noted(counts)
        assert kind == "shared_records"
        assert values["shared"] == 40
        assert "40 of the 80 records of" in counts.notes[0]
    tail = save(tmp_path, "c.jsonl", shuffled(first[50:] + second[:50]))
    log = save(tmp_path, "a.jsonl", first)
    _, values = noted(scorio.count([log, tail]))
    assert values["shared"] == 30


def test_equal_records_of_a_file_are_noted(tmp_path):
    records = trials(6, each=1)
    twice = save(tmp_path, "a.jsonl", records + records[:10])
    kind, values = noted(scorio.count(twice))
    assert kind == "equal_records"
    assert (values["equal"], values["compared"]) == (10, 50)
    # Trials of a question with nothing but an outcome are equal by nature.
    assert not scorio.count(save(tmp_path, "b.jsonl", trials(6, each=8, outputs=False))).notes
    assert not scorio.count(save(tmp_path, "c.jsonl", trials(6, each=8))).notes


def test_long_logs(tmp_path):
    """More than one thread reads them, and no more than some of the records are kept."""
    records = trials(7, questions=4000, each=4)
    log = save(tmp_path, "a.jsonl", records)
    assert log.stat().st_size > 1 << 20
    for name, again in (
        ("b.jsonl.gz", records),
        ("keys.jsonl", shuffled(records)),
        ("table.parquet", shuffled(records)),
    ):
        copy = save(tmp_path, name, again)
        with pytest.raises(ValueError, match=COPY):
            scorio.count([log, copy])
    part = save(tmp_path, "part.jsonl", shuffled(records[:9000]))
    with pytest.raises(ValueError, match="9000 records would count twice"):
        scorio.count([part, log])
    resumed = save(tmp_path, "resumed.jsonl", shuffled(records[8000:] + trials(8, 4000)))
    _, values = noted(scorio.count([log, resumed]))
    assert values["shared"] == 8000
    other = save(tmp_path, "other.jsonl", trials(9, questions=4000, each=4))
    assert not scorio.count([log, other]).notes


def test_three_files_and_other_models(tmp_path):
    one, two = trials(10), trials(11, model="n")
    files = [
        save(tmp_path, "a.jsonl", one),
        save(tmp_path, "n.jsonl", two),
        save(tmp_path, "b.jsonl.gz", shuffled(one)),
    ]
    with pytest.raises(ValueError, match=r"b.jsonl.gz is a copy of .*a.jsonl"):
        scorio.count(files)
    # The path says that they are of two models.
    counts = scorio.count(files, path=r"(?P<model>[abn])\.jsonl")
    assert counts.trials == 240
    assert not counts.notes


def test_numbers_and_records_of_several_trials(tmp_path):
    draw = random.Random(3)
    records = [{"model": "m", "question": f"q{q}", "outcome": draw.random()} for q in range(50)]
    log = save(tmp_path, "a.jsonl", records)
    for name in ("b.jsonl.gz", "table.csv", "table.parquet"):
        copy = save(tmp_path, name, shuffled(records))
        with pytest.raises(ValueError, match=COPY):
            scorio.count([log, copy], numeric=True)
        copy.unlink()
    several = [
        {"model": "m", "question": f"q{q}", "outcome": q % 2, "n": 1 + q % 3} for q in range(50)
    ]
    log = save(tmp_path, "a.jsonl", several)
    with pytest.raises(ValueError, match=COPY):
        scorio.count([log, save(tmp_path, "b.jsonl.gz", several)], times="n")


def test_standard_input_beside_a_file(tmp_path):
    records = trials(12)
    log = save(tmp_path, "a.jsonl", records)
    command = [sys.executable, "-m", "scorio", "score", "-", str(log)]

    def run(text):
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    copied = run(lines(shuffled(records)))
    assert copied.returncode == 2
    assert "is a copy of" in copied.stderr
    part = run(lines(records[:60]))
    assert part.returncode == 0
    assert "seem to share records" in part.stdout + part.stderr
    other = run(lines(trials(13)))
    assert other.returncode == 0
    assert "share records" not in other.stdout + other.stderr


@given(
    data=st.data(),
    seed=st.integers(0, 1000),
    questions=st.integers(10, 40),
    each=st.integers(1, 4),
    outputs=st.booleans(),
    name=st.sampled_from(["b.jsonl", *SAVED]),
)
@settings(deadline=None, max_examples=int(os.environ.get("COPIES_EXAMPLES", "60")))
def test_nothing_counts_twice_in_silence(
    tmp_path_factory, data, seed, questions, each, outputs, name
):
    folder = tmp_path_factory.mktemp("copies")
    records = trials(seed, questions, each, outputs=outputs)
    log = save(folder, "a.jsonl", records)
    cut = data.draw(st.integers(2, len(records)))
    again = records[:cut]
    # Without anything but outcomes, only the order tells a part from other trials.
    if outputs or cut == len(records):
        again = random.Random(data.draw(st.integers(0, 9))).sample(again, cut)
    files = [log, save(folder, name, again)]
    if data.draw(st.booleans()):
        files.reverse()
    alone = scorio.count(log).trials
    try:
        counts = scorio.count(files)
    except ValueError as error:
        assert "would count twice" in str(error)  # noqa: PT017
    else:
        assert counts.trials > alone
        assert any("equal to records of" in note for note in counts.notes)


@given(
    seed=st.integers(0, 1000),
    questions=st.integers(1, 60),
    each=st.integers(1, 8),
    outputs=st.booleans(),
    names=st.tuples(st.sampled_from(["b.jsonl", *SAVED]), st.sampled_from(["c.jsonl", *SAVED])),
)
@settings(deadline=None, max_examples=int(os.environ.get("COPIES_EXAMPLES", "60")))
def test_other_trials_are_no_copies(tmp_path_factory, seed, questions, each, outputs, names):
    folder = tmp_path_factory.mktemp("runs")
    runs = [
        trials(seed, questions + 20, each, outputs=outputs),
        trials(seed + 2000, questions + 20, 1, outputs=outputs),
        trials(seed + 4000, questions + 10, each, outputs=outputs),
    ]
    files = [
        save(folder / str(place), name, records)
        for place, (name, records) in enumerate(zip(["a.jsonl", *names], runs, strict=True))
    ]
    assert scorio.count(files).trials == sum(map(len, runs))


@given(
    data=st.data(),
    seed=st.integers(0, 1000),
    questions=st.integers(60, 200),
    outputs=st.booleans(),
    name=st.sampled_from(["b.jsonl", *SAVED]),
)
@settings(deadline=None, max_examples=int(os.environ.get("COPIES_EXAMPLES", "30")))
def test_one_trial_a_question_is_told_by_its_question(
    tmp_path_factory, data, seed, questions, outputs, name
):
    folder = tmp_path_factory.mktemp("single")
    records = trials(seed, questions, 1, outputs=outputs)
    part = random.Random(seed).sample(records, data.draw(st.integers(40, questions)))
    new = data.draw(st.integers(0, 10))
    others = [one | {"question": f"new {one['question']}"} for one in trials(seed + 1, 10, 1)]
    keys = set(records[0])
    others = [{k: v for k, v in one.items() if k in keys} for one in others]
    files = [save(folder, "a.jsonl", records), save(folder, name, part + others[:new])]
    if data.draw(st.booleans()):
        files.reverse()
    if new and len(part) < questions:
        notes = scorio.count(files)._core.notes
        shared = [dict(values)["shared"] for kind, values, _ in notes if kind == "shared_records"]
        assert shared == [len(part)]
    else:
        with pytest.raises(ValueError, match=COPY):
            scorio.count(files)


@given(
    seed=st.integers(0, 1000),
    each=st.integers(1, 3),
    outputs=st.booleans(),
    name=st.sampled_from(["b.jsonl", *SAVED]),
    cut=st.integers(60, 100),
    turned=st.booleans(),
)
@settings(deadline=None, max_examples=int(os.environ.get("COPIES_EXAMPLES", "30")))
def test_a_number_for_each_trial_hides_no_copy(
    tmp_path_factory, seed, each, outputs, name, cut, turned
):
    folder = tmp_path_factory.mktemp("numbered")
    records = trials(seed, 50, each, outputs=outputs)
    numbered = [one | {"trial": place // 50} for place, one in enumerate(records)]
    numbered = numbered[: len(numbered) * cut // 100]
    files = [save(folder, "a.jsonl", records), save(folder, name, numbered)]
    if turned:
        files.reverse()
    try:
        notes = scorio.count(files).notes
    except ValueError as error:
        assert "would count twice" in str(error)  # noqa: PT017
        assert outputs or each > 1
    else:
        assert any("equal to records of" in note for note in notes)
        assert not outputs


def test_a_shuffled_part_without_the_outputs_is_noted(tmp_path):
    records = trials(20, questions=200, each=4)
    log = save(tmp_path, "a.jsonl", records)
    bare = [{k: one[k] for k in ("model", "question", "outcome")} for one in records]
    part = save(tmp_path, "b.jsonl", shuffled(bare)[:600])
    for source in ([log, part], [part, log]):
        kind, values = noted(scorio.count(source))
        assert (kind, values["shared"]) == ("shared_records", 600)
    other = [{k: one[k] for k in bare[0]} for one in trials(21, questions=200, each=3)]
    assert not scorio.count([log, save(tmp_path, "c.jsonl", other)]).notes


def test_honest_runs_of_easy_questions_are_no_copies(tmp_path):
    """Where every outcome is the same, equal outcomes tell nothing."""
    right = [{"model": "m", "question": f"q{q}", "outcome": 1} for q in range(100)]
    one = save(tmp_path, "a.jsonl", right)
    for part in (right[20:60], shuffled(right)[:50]):
        counts = scorio.count([one, save(tmp_path, "b.jsonl", part)])
        assert counts.trials == 100 + len(part)
    numbered = save(tmp_path, "c.jsonl", [record | {"trial": 1} for record in right])
    assert not scorio.count([one, numbered]).notes
    answered = [record | {"output": f"x{q}"} for q, record in enumerate(right)]
    files = [save(tmp_path, "d.jsonl", answered), save(tmp_path, "e.jsonl", answered[:50][::-1])]
    _, values = noted(scorio.count(files))
    assert values["shared"] == 50


def test_a_pipe_beside_a_file(tmp_path):
    records = trials(22)
    log, pipe = save(tmp_path, "a.jsonl", records), tmp_path / "pipe"
    os.mkfifo(pipe)
    code = f"import scorio; print(scorio.count([{str(log)!r}, {str(pipe)!r}]).notes)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        pipe.write_text(lines(records[:60]))
        said, _ = run.communicate()
    assert "seem to share records" in said
