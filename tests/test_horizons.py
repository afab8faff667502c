"""Horizons in Python and on the command line: tables, files, dates, pictures and mistakes."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main

ROOT = Path(__file__).parents[1]
LOG = str(ROOT / "examples" / "horizons.jsonl")
DATES = str(ROOT / "examples" / "horizon_dates.csv")
SVG = "{http://www.w3.org/2000/svg}"
ODD = ["<b>&\"'</b>", "模型", "דגם", "🦙", "x" * 300, "a\nb\x1b[31m\x00", "]]>"]


def run(*arguments):
    return CliRunner().invoke(main, ["horizon", *arguments])


def log(models, tasks=40, trials=4, seed=1, step=2.0):
    """Trials of models, each of which does tasks longer by some doublings than the last one."""
    rng = np.random.default_rng(seed)
    rows = []
    for question, x in enumerate(np.linspace(0, 10, tasks)):
        for place, model in enumerate(models):
            p = 1 / (1 + np.exp(0.8 * (x - 3 - step * place)))
            rows += [(model, f"q{question}", 2.0**x, int(rng.random() < p)) for _ in range(trials)]
    return pd.DataFrame(rows, columns=["model", "question", "lines", "outcome"])


@pytest.fixture(scope="module")
def found():
    return scorio.horizon(
        LOG, "human_minutes", cluster="family", baseline="year-3", dates=DATES
    )  # fmt: skip


def test_the_command_shows_what_python_does(found):
    shown = run(LOG, "--length", "human_minutes", "--cluster", "family", "--baseline", "year-3",
                "--dates", DATES, "--json")  # fmt: skip
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["rows"] == json.loads(found.to_json())["rows"]
    table = found.to_text()
    assert "year-4" in table
    assert "doubling time" in table
    assert "P(longer)" in table
    assert "h80 is the curve's 80 % point" in table


def test_json_has_all_tables(found):
    document = json.loads(found.to_json())
    assert {"rows", "ratios", "doublings", "bins", "curves"} <= document.keys()
    assert len(document["ratios"]) == 6
    assert document["doublings"][0]["models"] == 4


@pytest.mark.parametrize("ending", ["csv", "json", "parquet", "md", "tex", "html"])
def test_every_file_is_written(found, ending, tmp_path):
    path = tmp_path / f"horizons.{ending}"
    found.save(path)
    assert path.stat().st_size > 100


def test_views_choose_models_and_columns(found):
    text = found.view(only="year-2", columns=["model", "50%_horizon", "tasks"]).to_text()
    assert "year-2" in text
    assert "year-4" not in text.split("\n\n")[1]


def test_counts_of_arrays_take_lengths():
    rows = log(["a", "b"])
    arrays = {
        model: own.groupby("question", sort=False)["outcome"].apply(list).tolist()
        for model, own in rows.groupby("model")
    }
    counts = scorio.count(arrays)
    lengths = dict(enumerate(rows.drop_duplicates("question")["lines"]))
    named = counts.with_field("lines", {str(place): one for place, one in lengths.items()})
    one, other = scorio.horizon(named, "lines"), scorio.horizon(rows, "lines")
    # Questions have other names, and so another order of sums.
    for own, same in zip(one, other, strict=True):
        assert own.horizon == pytest.approx(same.horizon, rel=1e-12)
        assert own.shown == same.shown


def test_without_lengths_other_models_tell_the_difficulty():
    found = scorio.horizon(str(ROOT / "examples" / "agents.jsonl"), "item")
    assert [row.model for row in found][::2] == ["large", "medium", "previous", "small"]
    assert "odds that a trial of the other models fails" in " ".join(found.notes)


def test_a_bank_gives_all_models_one_axis(tmp_path):
    path = tmp_path / "bank.parquet"
    counts = scorio.count(ROOT / "examples" / "agents.jsonl")
    bank = scorio.adaptive.ItemBank.fit(counts.select(model=["medium", "small", "previous"]))
    bank.save(path)
    others = counts.select(model=["large", "medium"])
    found = scorio.horizon(others, "item", bank=bank, baseline="medium")
    assert [*found] == [*scorio.horizon(others, "item", bank=path, baseline="medium")]
    assert found.ratios[0].ratio > 1
    lengths = dict(zip(bank.items, np.exp(bank.b).tolist(), strict=True))
    assert [*found] == [
        *scorio.horizon(others.with_field("item", lengths), "item", baseline="medium")
    ]
    log = str(ROOT / "examples" / "agents.jsonl")
    result = run(log, "--length", "item", "--bank", str(path), "--only", "large")
    assert result.exit_code == 0, result.output
    wrong = run(LOG, "--length", "human_minutes", "--bank", str(path))
    assert "a bank has the difficulties of items" in " ".join(wrong.output.split())
    missing = scorio.count({"a": [[1, 0]]}, questions=["unknown"])
    with pytest.raises(ValueError, match="question unknown is no item of the bank, which has 50"):
        scorio.horizon(missing, "item", bank=bank)


def test_units_are_those_of_the_name_or_the_option():
    rows = log(["a"]).rename(columns={"lines": "hours"})
    assert scorio.horizon(rows, "hours")[0].shown.endswith(("h", "m"))
    assert scorio.horizon(rows, "hours", unit="none")[0].shown[-1].isdigit()
    assert scorio.horizon(rows, "hours", unit="seconds")[0].shown.endswith("s")


def test_dates_are_a_mapping_or_a_file(found, tmp_path):
    dates = {"year-1": "2023-03-14", "year-2": "2024-03-04", "year-3": "2025-02-24"}
    last = {"year-4": "2026-02-05"}
    same = scorio.horizon(LOG, "human_minutes", cluster="family", dates=dates | last)
    assert same.doublings == found.doublings
    shown = run(LOG, "--length", "human_minutes", *(
        word for model, date in dates.items() for word in ("--dates", f"{model}={date}")
    ))  # fmt: skip
    assert "not on the line: year-4" in " ".join(shown.output.split()), shown.output
    path = tmp_path / "dates.csv"
    for text, said in [
        ("model,day\na,1\n", "needs the columns model and date"),
        ("model,date\nyear-1,\n", "line 2 of"),
        ("model,date\nyear-1,1\nyear-1,2\n", "line 3 of"),
        ("model,date\nyear-1,soon\n", "is no date of year-1"),
        ("model,date\nother,1\n", "has no date of a model here: there are year-1"),
    ]:
        path.write_text(text)
        result = run(LOG, "--length", "human_minutes", "--dates", str(path))
        assert result.exit_code == 2
        assert said in result.output


def test_partial_credit_counts_as_a_share_of_success():
    random = np.random.default_rng(4)
    rows = [
        {"model": "m", "question": f"q{number}", "minutes": 2.0**number, "outcome": outcome}
        for number in range(8)
        for outcome in random.choice([0, 0.5, 1], 6, p=[number / 8, 0.1, 0.9 - number / 8]).tolist()
    ]
    categories = {"0": 0, "0.5": 0.5, "1": 1}
    logged = {"fields": "minutes"}
    counts = scorio.count(rows, categories=categories, **logged)
    sums = scorio.count(rows, numeric=True, **logged)
    for one, other in zip(
        scorio.horizon(counts, "minutes"), scorio.horizon(sums, "minutes"), strict=True
    ):
        assert one.horizon == pytest.approx(other.horizon, rel=1e-12)
        assert (one.lo, one.hi) == pytest.approx((other.lo, other.hi), rel=1e-9)
    with pytest.raises(ValueError, match="outcomes from 0 to 1"):
        scorio.horizon(
            scorio.count([row | {"outcome": 7} for row in rows], numeric=True, **logged), "minutes"
        )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--length", "human_minute"], "human_minute"),
        (["--length", "family"], 'the family of question task-01 is "family-01"'),
        (["--length", "human_minutes", "--at", "1.5"], "--at 1.5 is not between 0 and 1"),
        (["--length", "human_minutes", "--baseline", "x"], "there is no model 'x'"),
        (["--length", "human_minutes", "--cluster", "family", "--these"], "families like these"),
        (["--length", "item", "--baseline", "year-1"], "one axis"),
        ([], "--length"),
    ],
)
def test_mistakes_have_one_sentence(options, said):
    result = run(LOG, *options)
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())


def test_a_length_of_two_values_is_refused():
    rows = log(["a", "b"])
    rows.loc[rows.index[-1], "lines"] = 7.0
    with pytest.raises(ValueError, match="question q39 has the lines"):
        scorio.horizon(rows, "lines")


def test_pictures_have_curves_bins_and_horizons(found):
    for narrow in (False, True):
        drawn = found._of_horizons(narrow=narrow)
        root = ET.fromstring(drawn.to_svg())
        texts = [node.text for node in root.iter(f"{SVG}text")]
        assert "1h" in texts
        assert any("year-4" in (text or "") for text in texts)
        width, height = (float(root.get(side)) for side in ("width", "height"))
        for node in root.iter(f"{SVG}circle"):
            if node.get("cx"):
                assert -1 <= float(node.get("cx")) <= width
                assert -1 <= float(node.get("cy")) <= height
    values = found.plot().to_vega()["data"]["values"]
    assert {one["kind"] for one in values} == {"curve", "observed", "horizon"}


@pytest.mark.parametrize("number", [1, 7, 40])
def test_pictures_of_many_models(number):
    models = [f"model-{place}" for place in range(number)]
    drawn = scorio.horizon(log(models, tasks=20, step=6 / number), "lines").plot()
    ET.fromstring(drawn.to_svg())
    assert ("Named are 6 of" in drawn.to_svg()) == (number > 6)


def test_odd_names_are_drawn_and_written(tmp_path):
    found = scorio.horizon(log(ODD, tasks=24, step=0.5), "lines", baseline=ODD[0])
    ET.fromstring(found.plot().to_svg())
    for ending in ("md", "tex", "html", "json"):
        found.save(tmp_path / f"odd.{ending}")


def test_models_without_a_curve_are_named_in_the_picture():
    rows = log(["a", "b"])
    rows.loc[rows["model"] == "b", "outcome"] = 1
    found = scorio.horizon(rows, "lines")
    assert found[0].shown == "above 1,024"
    assert "Without a curve: b." in found.plot().to_svg()
    rows["outcome"] = 1
    ET.fromstring(scorio.horizon(rows, "lines").plot().to_svg())


def test_the_command_plot_draws_horizons(tmp_path):
    out = tmp_path / "horizons.svg"
    for arguments, said in [
        (["--length", "human_minutes", "--cluster", "family"], None),
        (["--length", "human_minutes", "--kind", "horizon", "--at", "0.5"], None),
        (["--kind", "horizon"], "--kind horizon needs --length FIELD"),
        (["--kind", "scores", "--length", "human_minutes"], "--length is for --kind horizon"),
        (["--at", "0.5"], "--at is for --kind horizon"),
    ]:
        result = CliRunner().invoke(main, ["plot", LOG, "--out", str(out), *arguments])
        assert result.exit_code == (2 if said else 0), result.output
        assert said is None or said in result.output
    assert out.stat().st_size > 1000


def test_penalised_figures_are_those_of_scikit_learn():
    from sklearn import linear_model as linear

    rows = pd.read_json(LOG, lines=True)
    found = scorio.horizon(LOG, "human_minutes", penalty=0.1, weight="diversity")
    for curve in found.curves:
        own = rows[rows["model"] == curve.model]
        trials = own.groupby("question")["trial"].transform("size")
        weights = own["diversity"] / trials
        fit = linear.LogisticRegression(C=10, tol=1e-10, max_iter=10_000).fit(
            np.log2(own[["human_minutes"]].to_numpy()), own["outcome"],
            sample_weight=(weights / weights.sum()).to_numpy(),
        )  # fmt: skip
        assert curve.slope == pytest.approx(fit.coef_[0, 0], rel=5e-4)
        half = -fit.intercept_[0] / fit.coef_[0, 0]
        log2 = {(row.model, row.at): row.log2 for row in found}
        assert log2[curve.model, 0.5] == pytest.approx(half, rel=5e-4)


def test_the_page_has_the_picture(found):
    assert (ROOT / "docs" / "horizons.svg").read_text() == found.plot().to_svg()


def test_the_log_is_what_its_program_writes():
    made = subprocess.run(
        [sys.executable, ROOT / "examples" / "make_horizons.py"],
        check=True, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert made.stdout == Path(LOG).read_text()
