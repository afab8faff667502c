"""Series of runs: `scorio.drift`, and `scorio compare --series`."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

NIGHTLY = "examples/nightly.jsonl"


def ran(*arguments):
    return CliRunner().invoke(main, ["--no-config", "compare", *arguments])


@pytest.fixture(scope="module")
def nightly():
    return scorio.drift(NIGHTLY, series="night")


@pytest.fixture
def nights(tmp_path):
    """A file of each night."""
    folder = tmp_path / "nights"
    folder.mkdir()
    for line in Path(NIGHTLY).read_text().splitlines():
        record = json.loads(line)
        with (folder / f"{record.pop('night')}.jsonl").open("a") as file:
            file.write(json.dumps(record) + "\n")
    return folder


def drawn(random, runs, change, loss, *, questions=100, trials=2):
    """Runs of one model, which loses so much from a change on."""
    chances = random.uniform(0.2, 0.8, questions)
    return {
        f"run {run}": (
            random.random((questions, trials)) < (chances - loss * (run >= change))[:, None]
        ).astype(int)
        for run in range(runs)
    }


def test_the_broken_template_is_found(nightly):
    found = nightly.verdict
    assert (found.verdict, found.left_at, found.changed_at) == (
        "below", "2026-10-15", "2026-10-15",
    )  # fmt: skip
    assert found.lo < -0.1 < found.hi
    assert [row.left for row in nightly].index(True) == 14
    # The difference is that of the means before and after, as all runs have as many trials.
    scores = np.array([row.score for row in nightly])
    assert found.difference == pytest.approx(scores[14:].mean() - scores[:14].mean(), rel=1e-12)


def test_runs_have_their_scores_and_the_limits_decide(nightly):
    own = scorio.count(NIGHTLY, series="night").score()
    for row in nightly:
        (score,) = (one for one in own if one.model == row.run)
        assert row.score == pytest.approx(score.score, rel=1e-13)
    assert nightly[0].before is None
    assert nightly[0].lower is None
    for row in nightly[1:14]:
        assert row.lower < row.score < row.upper
        assert row.evidence < 20
    assert nightly[14].score < nightly[14].lower
    assert nightly[14].evidence >= 20
    assert nightly[15].lower is None


def test_later_runs_change_no_earlier_limit(nightly):
    first = scorio.drift(
        scorio.count(NIGHTLY, series="night"), runs=[row.run for row in nightly[:9]]
    )
    for one, other in zip(first, nightly[:9], strict=True):
        assert one == other


def test_order_of_runs_and_of_questions_changes_no_bit():
    random = np.random.default_rng(4)
    table = drawn(random, 12, 6, 0.2)
    turned = random.permutation(100)
    names = [f"q{number:03}" for number in range(100)]
    one = scorio.drift(scorio.count(table, questions=names))
    other = {name: table[name][turned] for name in reversed(table)}
    shuffled = scorio.count(other, questions=[names[place] for place in turned])
    assert [*scorio.drift(shuffled)] == [*one]
    # The tenth run is behind the ninth.
    assert [row.run for row in one][-2:] == ["run 10", "run 11"]


def test_outcomes_turned_over_give_the_chart_turned_over():
    table = drawn(np.random.default_rng(5), 10, 5, 0.2)
    one = scorio.drift(scorio.count(table))
    other = scorio.drift(scorio.count({name: 1 - trials for name, trials in table.items()}))
    assert (one.verdict.verdict, other.verdict.verdict) == ("below", "above")
    for row, turned in zip(one, other, strict=True):
        assert turned.score == pytest.approx(1 - row.score)
        assert turned.evidence == pytest.approx(row.evidence, rel=1e-9)
        if row.lower is not None:
            assert turned.upper == pytest.approx(1 - row.lower, abs=1e-8)


def test_numbers_have_charts_in_their_own_scale():
    table = drawn(np.random.default_rng(6), 10, 5, 0.2)
    plain = scorio.drift(scorio.count(table), size=0.05)
    rows = [
        {"model": run, "question": f"q{q}", "trial": t, "outcome": 10 * int(y)}
        for run, trials in table.items()
        for (q, t), y in np.ndenumerate(trials)
    ]
    numbers = scorio.drift(scorio.count(rows, numeric=True), size=0.5)
    for one, other in zip(plain, numbers, strict=True):
        assert other.score == pytest.approx(10 * one.score)
        assert other.evidence == pytest.approx(one.evidence, rel=1e-9)
    assert numbers.verdict.verdict == plain.verdict.verdict


def test_a_margin_asks_for_a_sure_loss(nightly):
    counts = scorio.count(NIGHTLY, series="night")
    assert nightly.verdict.worse is None
    assert scorio.drift(counts, margin=0.05).verdict.worse is True
    assert scorio.drift(counts, margin=0.08).verdict.worse is False


def test_the_command_charts_and_fails():
    found = ran(NIGHTLY, "--series", "night", "--fail-if-worse", "5%")
    assert found.exit_code == 1
    assert "left" in found.stdout
    assert "the score fell by more than 0.05: −0.1074" in found.stderr
    assert ran(NIGHTLY, "--series", "night").exit_code == 0
    assert ran(NIGHTLY, "--series", "night", "--fail-if-worse", "0.08").exit_code == 0


def test_files_are_runs_by_their_names(nights, nightly, tmp_path):
    out = tmp_path / "series.json"
    found = ran(str(nights), "--series", "@file", "--out", str(out))
    assert found.exit_code == 0, found.output
    saved = json.loads(out.read_text())
    assert [row["run"] for row in saved["rows"]] == [row.run for row in nightly]
    assert saved["verdict"]["left_at"] == "2026-10-15"


def test_count_files_of_runs_have_the_same_chart(tmp_path, nightly):
    counts = scorio.count(NIGHTLY, series="night")
    path = tmp_path / "runs.parquet"
    counts.save(path)
    assert [*scorio.drift(scorio.Counts.load(path))] == [*nightly]
    assert "2026-10-15  0.4833" in ran(str(path), "--series", "night").stdout


def test_tools_have_series_of_their_metadata_and_files(tmp_path):
    """A log of a tool is read as that, run by run."""
    sample = {"id": 1, "epoch": 1, "scores": {"exact": {"value": "C"}}, "metadata": {"build": "b1"}}
    header = {
        "version": 2, "status": "success",
        "eval": {"task": "t", "model": "m", "dataset": {}, "config": {}},
    }  # fmt: skip
    for build in ("b1", "b2"):
        samples = [sample | {"id": number, "metadata": {"build": build}} for number in range(4)]
        (tmp_path / f"{build}.json").write_text(json.dumps(header | {"samples": samples}))
    for field in ("metadata.build", "@file"):
        assert scorio.count(tmp_path, series=field).models == ["b1", "b2"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--series", "nope"], 'the field "nope" of the run is missing; fields here: model, night'),
        (
            ["--series", "night", "--pairs"],
            "--series charts the runs of one model, without --pairs",
        ),
        (["--series", "night", "--baseline", "a"], "without --baseline"),
        (["--series", "night", "--cluster", "topic"], "without --cluster"),
        (["--series", "model"], "line 241"),
        (["--series", "night", "--junit", "series.xml"], "say --fail-if-worse X, too"),
    ],
)
def test_what_makes_no_series_says_so(arguments, words):
    found = ran(NIGHTLY, *arguments)
    assert found.exit_code == 2
    assert words in found.stderr


def test_two_models_are_no_series(tmp_path):
    log = tmp_path / "log.jsonl"
    shutil.copy(NIGHTLY, log)
    with log.open("a") as file:
        record = {"model": "other", "night": "n", "question": "q00", "trial": 0, "outcome": 1}
        file.write(json.dumps(record) + "\n")
    found = ran(str(log), "--series", "night")
    assert "line 4801" in found.stderr
    assert "is of the model other, and others are of assistant" in found.stderr


def test_mistakes_in_python():
    counts = scorio.count({"a": [[1, 0]], "b": [[1, 1]]})
    with pytest.raises(TypeError, match="series says how to read logs"):
        scorio.drift(counts, "night")
    with pytest.raises(ValueError, match="two runs or more, and there is 1"):
        scorio.drift(counts, runs="a")
    apart = scorio.count({"a": [[1, 0]]}).merge(
        scorio.count({"b": [[1, 1]]}, questions=["another"])
    )
    with pytest.raises(ValueError, match="no question has a trial in each of the 2 runs"):
        scorio.drift(apart)


def test_pictures_and_other_forms(nightly):
    figure = nightly.plot()
    assert "The score fell" in figure.described
    assert figure.to_svg().count("<circle") == 22
    assert figure.to_vega()["data"]["values"][0]["run"] == "2026-10-01"
    assert "left" in nightly.to_latex()
    long = scorio.drift(scorio.count(drawn(np.random.default_rng(1), 50, 50, 0, questions=20)))
    assert "20 earlier runs not shown" in str(long)
    assert len(long) == 50


def test_a_steady_series_says_so():
    table = drawn(np.random.default_rng(3), 6, 6, 0)
    chart = scorio.drift(scorio.count(table))
    assert chart.verdict.verdict == "steady"
    assert chart.said == "The score has not left its level in 6 runs."
    assert chart.said in chart.plot().described
    # Single trials of the first run have the scatter that the second one tells.
    single = scorio.drift(scorio.count({name: R[:, :1] for name, R in table.items()}))
    assert single[0].sigma == pytest.approx(single[1].sigma, rel=1e-9)


def test_no_false_alarm_in_few_series():
    """The limits are conservative: of 60 series of 40 runs, hardly one leaves them."""
    random = np.random.default_rng(8)
    left = sum(
        scorio.drift(scorio.count(drawn(random, 40, 40, 0, questions=50))).verdict.left_at
        is not None
        for _ in range(60)
    )
    assert left <= 4
