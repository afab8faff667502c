"""What a report says of costs, and that it says nothing where there are none."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main

AGENTS = Path(__file__).parents[2] / "examples" / "agents.jsonl"
HEADING = "What success costs"


def part(text):
    """The section about costs."""
    (found,) = re.findall(r'<section aria-labelledby="costs">.*?</section>', text, re.DOTALL)
    return found


def test_it_has_the_figures_of_the_costs(page):
    text, tree = page(AGENTS, cost="dollars")
    own = part(text)
    costs = scorio.cost(AGENTS, cost="dollars", tries=6, curve=64)
    for row in costs:
        assert f"<td>{row.score:.4f}</td>" in own
        assert f"<td>{row.cost:.4f}</td>" in own
    assert "<b><bdi>small</bdi></b> is on the frontier: 0.3733 for 0.0739 a trial." in own
    assert "<bdi>large</bdi></b> may be on the frontier" in own
    assert "1 model is dominated" in own
    # Each picture is there twice: broad, and for a phone.
    for kind in ("frontier", "budget"):
        assert own.count(f"<title>{costs.plot(kind).title}</title>") == 2
    assert costs.plot("budget").to_svg() in own
    assert "Table: fresh tries until the first success" in own
    for note in costs.notes[:2]:
        assert note in tree.text


def test_the_other_sections_stay_as_they_are(page):
    plain, _ = page(AGENTS)
    with_costs, _ = page(AGENTS, cost="dollars")
    assert HEADING not in plain
    rest = with_costs.replace(part(with_costs) + "\n", "")
    rest = rest.replace(f'<li><a href="#costs">{HEADING}</a></li>', "")
    assert rest == plain


def test_counts_with_costs_have_the_section(page):
    counts = scorio.count(AGENTS, cost="dollars", keep_values=True)
    text, _ = page(counts)
    assert "within a cap on each trial" in part(text)
    bare, tree = page(scorio.count(AGENTS, cost="dollars"))
    assert "within a cap on each trial" not in part(bare)
    assert "at most k tries" in part(bare)
    # Why the caps are not there is said.
    assert "Success by spend:" in tree.text


def test_what_is_asked_for_holds_for_costs(page):
    text, _ = page(AGENTS, cost="dollars", percent=True, confidence=0.9, sampled=True)
    own = part(text)
    assert "77.00% for 1.6183" in own
    assert "Scores beside costs; 90% intervals" in own
    sampled = scorio.cost(AGENTS, cost="dollars", confidence=0.9, sampled=True)
    assert f"{sampled[0].cost_hi:.4f}" in own


def test_single_trials_have_a_frontier_alone(page):
    rows = pd.DataFrame(
        {"model": model, "question": f"q{at}", "outcome": at % (2 + place), "cost": 1.0 + at}
        for place, model in enumerate("ab")
        for at in range(12)
    )
    rows.outcome = (rows.outcome > 0).astype(int)
    own = part(page(rows, cost="cost")[0])
    assert "Score by cost" in own
    assert "at most k tries" not in own


def run(*arguments):
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


def test_the_command_line_writes_the_same(page, tmp_path):
    text, _ = page(AGENTS, cost="dollars")
    out = tmp_path / "own.html"
    result = run(AGENTS, "--cost", "dollars", "--out", out)
    assert result.exit_code == 0, result.output
    assert part(out.read_text(encoding="utf-8")) == part(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([AGENTS, "--cost", "euros"], "euros"),
        ([AGENTS, "--cost", "dollars", "--rubric", "r.toml"], "leave out --rubric"),
        (["-", "--cost", "dollars"], "standard input is read once"),
    ],
)
def test_mistakes_on_the_command_line(arguments, message):
    result = run(*arguments, "--out", "-")
    assert result.exit_code == 2
    assert message in result.output


def test_hostile_names_are_no_markup(page):
    odd = ["<script>alert(1)</script>", "a & b", "x" * 300]
    lines = [json.loads(line) for line in AGENTS.read_text().splitlines()]
    names = dict(zip(["large", "medium", "small"], odd, strict=True))
    rows = pd.DataFrame(lines)
    rows.model = [names.get(model, model) for model in rows.model]
    text, tree = page(rows, cost="dollars")
    assert "<script>alert" not in text
    assert odd[0] in tree.text


def crowded(models=20):
    """Trials of a cheap model, of the best one, and of many alike between them."""
    rng = np.random.default_rng(7)
    kinds = {"cheap": (0.5, 0.1), "best": (0.98, 10.0)}
    kinds |= {f"m{model:02}": (0.75, 1.0) for model in range(models)}
    rows = [
        (model, f"q{question}", int(rng.random() < skill), cost * np.exp(rng.normal(0, 0.3)))
        for model, (skill, cost) in kinds.items()
        for question in range(60)
        for _ in range(4)
    ]
    return pd.DataFrame(rows, columns=["model", "question", "outcome", "cost"])


def test_of_many_models_the_sure_ones_are_named(page):
    table = scorio.cost(crowded(), cost="cost")
    sure = [row.model for row in table if row.verdict == "frontier"]
    maybe = [row for row in table if row.verdict == "open"]
    own = part(page(crowded(), cost="cost")[0])
    for model in sure:
        assert f"<bdi>{model}</bdi></b> is on the frontier" in own
    named = [row for row in maybe if f"<bdi>{row.model}</bdi></b> may be" in own]
    left = [row for row in maybe if row not in named]
    assert sure
    assert left
    assert len(named) == max(0, 10 - len(sure))
    assert min(row.frontier for row in named) >= max(row.frontier for row in left)


def test_no_reason_without_dominated_models(page):
    two = crowded().query("model in ['cheap', 'best']")
    assert "<p>No model is dominated.</p>" in part(page(two, cost="cost")[0])
