"""What commands refuse: in the words of their options, and as JSON where JSON is asked for."""

import json
import re

import click
import pytest
from click.testing import CliRunner

import scorio
from scorio import rank
from scorio._errors import remedies
from scorio.cli.config import READING
from scorio.cli.main import main
from scorio.cli.options.unlisted import is_hidden
from scorio.cli.wording import way_out
from scorio.show.escaping import on_a_line, on_lines

COINS = "examples/coins.jsonl"
JUDGE = "examples/judge.jsonl"
# Ways out of which one command alone has the errors, or which name another command.
OF_ONE = {
    "name_cost": "cost",
    "drop_costs": "cost",
    "clip_scores": "adaptive tell",
    "shorten_warmup_or_allow_items": "adaptive start",
    "shorten_warmup": "adaptive replay",
    "take_mean_of_trials": "adaptive tell",
    "take_other_method": "rank",
    "take_prior": "rank",
    "draw_questions": "rank",
    "rank_without_interval": "rank",
    "give_budgets": "plot",
    "name_signal": "rubric check",
    "name_signal_of_log": "rubric check",
    "name_signal_field": "rubric check",
    "freeze_on_sample": "rubric check",
    "compare_questions_like_these": "compare",
    "give_budget": "score",
    "leave_budget_out": "score",
}


def commands(group, above=()):
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*above, name))
        else:
            yield " ".join((*above, name)), command


def named(words):
    """Options that words name, but for those of another command."""
    own = re.sub(r"begin the run .*|jq -c|tr '.*'", "", words)
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", own))


def ended(*arguments):
    return CliRunner().invoke(main, ["--no-config", *arguments])


@pytest.mark.parametrize(
    ("path", "command"), [pytest.param(*one, id=one[0]) for one in commands(main)]
)
def test_a_command_names_no_option_that_it_lacks(path, command):
    if not {one.name for one in command.params} >= READING:
        return
    known = {one for option in command.params if not is_hidden(option) for one in option.opts}
    for name in remedies():
        if OF_ONE.get(name, path) != path:
            continue
        words = way_out(name, {}, command)
        lacking = named(words) - known - {"--help"}
        # Who reads of an option that only a file gives reads that, too.
        of_file = {one for option in command.params if is_hidden(option) for one in option.opts}
        assert lacking <= of_file, name
        assert ("into scorio.toml" in words) == bool(lacking), name


# Ways out whose words differ between commands.
OF_COMMANDS = [
    "drop_short", "take_smaller_or_drop", "drop_unasked", "take_common_trials", "take_first_trials",
    "choose_one_model", "compare_unpaired", "infer_about_these", "compare_these_questions",
    "score_these_questions", "shorten_warmup", "write_over",
]  # fmt: skip


@pytest.mark.parametrize("name", OF_COMMANDS)
def test_words_for_other_commands_are_used(name):
    plain = dict(commands(main))
    assert len({way_out(name, {}, command) for command in plain.values()}) > 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare", COINS, "--baseline", "coin-04", "--pass-power", "1"],
         "--pass-power is for geom_at_k and geom_ds_at_k, not for avg"),
        (["score", COINS, "--metric", "bayes", "--metric", "pass_at_k_ci", "-k", "2", "--lam", "1"],
         "--lam is for geo_spectrum_at_k, not for bayes or pass_at_k_ci"),
        (["score", COINS, "--metric", "g_pass_at_k_tau", "-k", "2"], "g_pass_at_k_tau needs --tau"),
        (["gate", COINS, "--at-least", "0.5", "--metric", "g_pass_at_k_tau", "-k", "2"],
         "g_pass_at_k_tau needs --tau, which scorio gate does not have: see scorio score"),
        (["rank", COINS, "--method", "g_pass_at_k_tau", "-k", "2"], "g_pass_at_k_tau needs --tau"),
        (["rank", COINS, "--method", "borda", "-k", "2"],
         "borda has no -k: see scorio rank --help all"),
        (["rank", COINS, "--method", "nope"],
         "there is no ranking method 'nope'; scorio rank --help all lists them"),
        (["rank", COINS, "--method", "Borda"],
         "there is no ranking method 'Borda': did you mean borda?"),
        (["score", COINS, "--metric", "pass@k", "-k", "2"],
         "there is no metric pass@k: did you mean --metric pass_at_k?"),
        (["score", COINS, "--metric", "maj@8"],
         "there is no metric maj@8: did you mean --metric maj_at_k -k 8?"),
        (["compare", COINS, "--pairs", "--metric", "pass^k", "-k", "2"],
         "there is no metric pass^k: did you mean --metric pass_hat_k?"),
        (["adaptive", "fit", COINS, "--out", "b.json", "--slopes", "item", "--estimator", "ql"],
         "--slopes item needs --estimator eb: ql has common slopes"),
        (["adaptive", "replay", COINS, "--max-items", "3"],
         "--warmup 10 is more than --max-items 3: say a smaller one"),
        (["adaptive", "start", "b.json", "--state", "s.json", "--model", "a", "--max-items", "3"],
         "--warmup 10 is more than --max-items 3: say a smaller one"),
        (["converge", COINS, "--metric", "naive_pass_at_k", "-k", "2", "--confidence", "0.9"],
         "naive_pass_at_k has no standard deviation: leave --confidence out"),
        (["plot", COINS, "--out", "-", "--kind", "curves"],
         ("curves are over several budgets k, but this is avg; "
         "score by pass_at_k with several, as -k 1,2,4,8")),
        (["plot", COINS, "--out", "-", "--kind", "tasks"],
         ("a plot of tasks needs several, but these scores are of one; "
         "name the field that they are in (--task FIELD)")),
        (["plot", COINS, "--out", "-", "--kind", "pairs", "--baseline", "coin-01"],
         "--baseline is for --kind differences"),
        (["plot", COINS, "--out", "-", "--kind", "differences"],
         "--kind differences needs --baseline NAME"),
        (["plot", COINS, "--out", "-", "--metric", "pass_at_k", "-k", "81"],
         ("k = 81 is more than the 80 trials of question q01 (model coin-01); "
         "take k ≤ 80, or the metric with _ci, which accepts any k")),
        (["compare", JUDGE, "--pairs", "--weights", "0,1"],
         "numeric scores have no categories, and so no --weights"),
        (["compare", COINS, "--baseline", "coin-04", "--fail-if-worse", "2"],
         ("--fail-if-worse: the margin 2 finds no model worse, as scores differ by at most 1: "
         "for 2% of that say 0.02")),
        (["compare", COINS, "--baseline", "coin-04", "--fail-if-worse", "0.1", "--confidence",
          "0.4"],
         ("--confidence 0.4 is below 0.5, so --fail-if-worse would find models worse that are more "
         "likely not: say 0.5 or more")),
        (["score", COINS, "--set", "{x}=1"],
         "--set has '{x}': only model, task and trial can be set"),
        (["score", COINS, "--threshold", "1", "--category", "a=0"],
         "--category and --threshold exclude each other"),
        (["score", COINS, "--total", "5"],
         "--total and --correct (or --rate) go together: one of them is missing"),
        (["score", COINS, "--model", "model", "--set", "model=x"],
         "--model names a field, but --set or --path gives the model, too"),
    ],
)  # fmt: skip
def test_options_are_named_as_they_are_typed(arguments, said):
    result = ended(*arguments)
    assert (result.exit_code, result.stderr) == (2, f"scorio: {said}\n")


def test_python_says_the_same_in_its_words():
    with pytest.raises(ValueError, match="^categories and threshold exclude each other$"):
        scorio.count(COINS, categories={"a": [0]}, threshold=1)
    with pytest.raises(ValueError, match=r"rank\.methods\(\) lists them"):
        rank.fit("nope", [[1, 0], [0, 1]])


@pytest.mark.parametrize(
    ("arguments", "code", "remedy"),
    [
        (["score", "no-such-file"], "source.open", None),
        (["compare", COINS], "value", None),
        (["score", COINS, "--metric", "pass_at_k"], "metric.no_budget", "give_budget"),
        (["score"], "usage", None),
        (["score", COINS, "--nope"], "usage", None),
        (["adaptive", "tell", "no-such-run", COINS], "file", None),
        (["score", COINS, "--pairs"], "value", None),
    ],
)
def test_json_tells_what_is_wrong(arguments, code, remedy):
    result = ended(*arguments, "--json")
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert set(error) == {"code", "message", "remedy"}
    assert error["code"] == code
    assert (error["remedy"] or {}).get("name") == remedy
    assert error["message"] in result.stderr
    plain = ended(*arguments)
    assert (plain.exit_code, plain.stdout) == (2, "")
    assert plain.stderr == result.stderr


def test_json_of_a_file_of_options_counts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scorio.toml").write_text("[score]\njson = true\n")
    result = CliRunner().invoke(main, ["score", "none.jsonl"])
    assert json.loads(result.stdout)["error"]["code"] == "source.open"
    # Another command has no such option there.
    assert CliRunner().invoke(main, ["inspect", "none.jsonl"]).stdout == ""


@pytest.mark.parametrize("words", [["ask", "none.json"], ["tell", "none.json", "-"]])
def test_a_run_that_is_not_there_leaves_no_file(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    result = ended("adaptive", *words)
    assert result.stderr == "scorio: cannot use none.json: No such file or directory\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "x", "--k", "3"], "there is no option --k: say -k"),
        (["adaptive", "ask", "x", "--n=3"], "there is no option --n: say -n"),
        (["inspect", "x", "--color", "always"],
         ("--color is an option of scorio score, compare, gate, rank and others, "
         "not of scorio inspect")),
        (["adaptive", "ask", "x", "--baseline", "a"],
         ("--baseline is an option of scorio compare, horizon, plan, plot and others, "
         "not of scorio adaptive ask")),
    ],
)  # fmt: skip
def test_an_unknown_option_says_what_it_may_be(arguments, said):
    result = ended(*arguments)
    assert (result.exit_code, result.stderr) == (2, f"scorio: {said}\n")


def test_a_name_of_blanks_is_seen():
    assert (on_a_line(" "), on_a_line("a b"), on_a_line("")) == ('" "', "a b", "")
    assert on_lines("a\n  \nb") == "a\n  \nb"


@pytest.mark.parametrize("option", ["--cost", "--calibrate-on", "--model-family"])
def test_a_model_that_is_not_there_is_named_with_its_option(option):
    value = "zz" if option == "--calibrate-on" else "zz=1"
    result = ended("adaptive", "replay", COINS, option, value)
    said = f"scorio: {option}: there is no model 'zz': there are coin-01, coin-02"
    assert (result.exit_code, result.stderr[: len(said)]) == (2, said)


@pytest.mark.parametrize("out", [["--out", "-"], ["--out=-"]])
def test_what_is_to_be_a_table_is_no_error(out):
    result = ended("score", COINS, "--json", *out)
    assert (result.exit_code, result.stdout) == (2, "")
