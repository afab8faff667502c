"""Texts of a judge, and whether chance chose the labels."""

import numpy as np
import polars as pl
import pytest
from labelled import LABELS, LOG, ROWS, command, lines, problem, table

import scorio
from scorio import judge


def worded(rows, words):
    """Records whose judge says one of these words."""
    return [row | {"verdict": words[row["outcome"]]} for row in rows]


def test_texts_of_a_judge_are_outcomes(tmp_path):
    rows = worded(ROWS, ["wrong, label 1", "correct"])
    for place in (3, 50):
        rows[place] = rows[place] | {"verdict": None}
    for source in (lines(tmp_path / "log.jsonl", rows), pl.DataFrame(rows)):
        counts = judge.read(source, "human", judge="verdict")
        outcomes = {name.partition(", label ")[0] for name in counts.categories}
        assert outcomes == {"judge correct", "judge wrong, label\u00a01", "judge no outcome"}
        board = counts.score()
        assert [row.trials for row in board] == [80, 80]
        assert [(row.judge, row.bias) for row in board.judged] == [(None, None)] * 2
        quality = judge.quality(counts)
        assert all(row.agreement is None and row.bias is None for row in quality)
        assert all(row.favours is None and row.kappa is None for row in quality)
        assert str(quality)
        assert str(board)
        assert {row.outcome for row in judge.plan(counts, budget=5)} >= {"correct", "no outcome"}
        assert len(scorio.compare(counts, baseline="small")) == 1
        assert len(scorio.gate(counts, 0.5)) == 2
        counts.save(tmp_path / "counts.parquet")
        assert list(scorio.Counts.load(tmp_path / "counts.parquet").score()) == list(board)


def test_texts_score_as_numbers_do():
    words = judge.read(pl.DataFrame(worded(ROWS, ["no", "yes"])), "human", judge="verdict")
    plain = judge.read(pl.DataFrame(ROWS), "human")
    for one, other in zip(words.score(), plain.score(), strict=True):
        assert one.score == pytest.approx(other.score, abs=1e-12)
        assert (one.lo, one.hi) == pytest.approx((other.lo, other.hi), abs=1e-12)


def test_a_text_that_reads_as_a_number_is_one():
    counts = judge.read(pl.DataFrame(worded(ROWS, ["0", "100%"])), "human", judge="verdict")
    assert list(counts.score()) == list(judge.read(pl.DataFrame(ROWS), "human").score())


def test_letters_of_graders_are_numbers_unless_there_are_other_texts():
    def outcomes(words):
        rows = worded(ROWS, words)
        rows[5]["verdict"] = words[-1]
        counts = judge.read(pl.DataFrame(rows), "human", judge="verdict")
        return {name.removeprefix("judge ").partition(",")[0] for name in counts.categories}

    assert outcomes(["I", "C", "P"]) == {"0", "0.5", "1"}
    assert outcomes(["A", "C", "B"]) == {"A", "B", "C"}


def test_free_text_gets_a_sentence(tmp_path):
    rows = [row | {"verdict": f"because {place}"} for place, row in enumerate(ROWS)]
    rows = [row | {"verdict": f"because {place % 57}"} for place, row in enumerate(rows)]
    path = lines(tmp_path / "log.jsonl", rows)
    assert problem(path, "--label", "human", "--judge", "verdict") == (
        "the judge has 57 different outcomes, 20 at most; --judge names its field"
    )
    with pytest.raises(ValueError, match="57") as raised:
        judge.read(path, "human", outcome="verdict")
    assert str(raised.value) == (
        "the judge has 57 different outcomes, 20 at most; judge names its field"
    )
    many = [row | {"verdict": f"{place} " + "x" * 2000} for place, row in enumerate(ROWS * 20)]
    frame = pl.DataFrame(many).with_columns(trial=pl.int_range(len(many)))
    with pytest.raises(ValueError, match="3200 different outcomes"):
        judge.read(frame, "human", judge="verdict")


def test_lists_are_no_outcomes(tmp_path):
    path = lines(tmp_path / "log.jsonl", [row | {"verdict": ["yes"]} for row in ROWS])
    with pytest.raises(ValueError, match="no number"):
        judge.read(path, "human", judge="verdict")


def chosen(seed, choose, questions=150, trials=4):
    """A log whose labels a rule chose."""
    rng = np.random.default_rng(seed)
    chances = rng.beta(1, 1, questions)
    rows = []
    for question, chance in enumerate(chances):
        for trial in range(trials):
            length = int(rng.exponential(100))
            right = int(rng.random() < chance)
            said = right if rng.random() < 0.85 else 1 - right
            asked = choose(rng, trial, length)
            rows.append({
                "model": "m", "question": question, "trial": trial, "outcome": said,
                "length": length, "human": right if asked else None,
            })  # fmt: skip
    return pl.DataFrame(rows)


def unlike(counts):
    return [note for note in counts.notes if "chance did not choose" in note]


def test_labels_of_first_trials_are_named():
    frame = chosen(1, lambda rng, trial, _: trial == 0 and rng.random() < 0.6)
    (note,) = unlike(judge.read(frame, "human"))
    assert note.startswith("Labelled trials of m differ from others with the same outcome in the")
    assert "in the trial's number (z -" in note
    matrix = frame.sort("question", "trial")
    outcomes, labels = (
        matrix[name].to_numpy().astype(float).reshape(1, -1, 4) for name in ("outcome", "human")
    )
    (again,) = unlike(judge.from_arrays(outcomes, labels, models=["m"]))
    assert again == note


def test_labels_of_long_answers_are_named_by_a_check(tmp_path):
    frame = chosen(2, lambda rng, _, length: rng.random() < (0.3 if length > 100 else 0.1))
    assert not unlike(judge.read(frame, "human"))
    (note,) = unlike(judge.read(frame, "human", check="length"))
    assert "with the same outcome in length (z " in note
    frame.write_ndjson(tmp_path / "log.jsonl")
    _, output = command(tmp_path / "log.jsonl", "--label", "human", "--check", "length")
    assert note in " ".join(output.split())


def z_of(models, field):
    """z by its formula, of the trials of some models."""
    apart, chance, by_question = 0.0, 0.0, 0.0
    for frame in models:
        sums = {}
        for own in frame.partition_by("outcome"):
            figures = own[field].to_numpy()
            asked = own["human"].is_not_null().to_numpy()
            share = asked.sum() / len(own)
            chance += asked.sum() * (1 - share) * figures.var(ddof=1)
            for question, figure in zip(own["question"].filter(asked), figures[asked], strict=True):
                sums[question] = sums.get(question, 0) + figure - figures.mean()
        apart += sum(sums.values())
        by_question += sum(value**2 for value in sums.values())
    return apart / max(chance, by_question) ** 0.5


def test_z_is_that_of_the_formula():
    long = chosen(3, lambda rng, _, length: rng.random() < (0.35 if length > 100 else 0.1))
    other = chosen(4, lambda rng, _, length: rng.random() < (0.3 if length > 60 else 0.05))
    frames = [long, other.with_columns(model=pl.lit("n"))]
    frame = pl.concat(frames)
    notes = unlike(judge.read(frame, "human", check="length"))
    for model, own in [("m", frames[:1]), ("n", frames[1:]), ("all models", frames)]:
        z = z_of(own, "length")
        assert (
            f"Labelled trials of {model} differ from others with the same outcome in length "
            f"(z {z:.1f}): chance did not choose them" in notes
        )
    order = np.random.default_rng(5).permutation(len(frame)).tolist()
    assert set(unlike(judge.read(frame[order], "human", check="length"))) == set(notes)


def test_fair_labels_are_seldom_named():
    notes = [
        unlike(judge.read(chosen(seed, lambda rng, *_: rng.random() < 0.15, 60), "human",
                           check="length"))
        for seed in range(100)
    ]  # fmt: skip
    assert sum(map(bool, notes)) <= 6


def test_a_check_of_a_field_that_no_trial_has_gets_a_sentence(tmp_path):
    log = lines(tmp_path / "log.jsonl", LOG)
    labels = table(tmp_path / "labels.csv", LABELS)
    assert 'no field "tokens"' in problem(log, "--labels", labels, "--check", "tokens")


def test_notes_tell_of_constant_labels_and_of_outcomes_without_one():
    rows = [
        row | {"human": 1 if row["human"] is not None and row["outcome"] else None} for row in ROWS
    ]
    notes = judge.read(pl.DataFrame(rows), "human").score().notes
    assert any(note.startswith("All ") and " labels of small are 1" in note for note in notes)
    assert any(note.startswith("small has no label where the judge says 0 (") for note in notes)
    rows = [row | {"human": None} if row["model"] == "large" else row for row in ROWS]
    notes = judge.read(pl.DataFrame(rows), "human").score().notes
    assert any(note.startswith("large has no label: no score, no rank") for note in notes)
