"""Errors in the words of the command line."""

from __future__ import annotations

import re

import click

from scorio.cli.config import TYPED, is_used

# The ways out of errors, by their names. Braces stand for the values of a way out.
WAYS_OUT = {
    "drop_missing": "say --on-missing drop to leave missing outcomes out",
    "drop_short":
        "take k ≤ {most}, take the metric with _ci, which accepts any k, or say "
        "--ragged drop to leave such questions out",
    "take_smaller_budget": "take k ≤ {most}",
    "take_smaller_or_drop":
        "take k ≤ {most}, or say --ragged drop to leave such questions out",
    "drop_unasked": "say --ragged drop to leave such questions out",
    "take_common_trials": "say --ragged drop to take those that all have",
    "take_first_trials": "say --ragged drop to take the first {most} of each at most",
    "keep_order": "name the log itself, with all files of a question in one command",
    "choose_one_model":
        "give files of one model each, or name all files together and say --baseline NAME",
    "compare_unpaired":
        "name the questions alike, leave {model} out, or say --unpaired, "
        "which needs none in common",
    "infer_about_these":
        "infer about these questions alone (without --sampled), or add a question",
    "compare_these_questions":
        "compare on these questions alone (without --sampled and --cluster), or add a {unit}",
    "compare_questions_like_these": "compare on questions like these (--sampled)",
    "keep_values": "name the log itself, not its count file",
    "score_these_questions":
        "score these questions alone (without --sampled and --cluster), or add a {unit}",
    "add_trial_or_unit": "add a trial or a {unit}",
    "score_unclustered":
        "read the field of the clusters (--cluster FIELD), or leave --cluster out",
    "take_prior": "say --method {method}, which has a prior and strengths of any data",
    "take_other_method": "say --method {method}",
    "take_expected_pairs": "leave the pairing of trials out",
    "take_aligned_pairs": "rank an array of single trials in Python, or take davidson_luce",
    "clip_scores": "begin the run with --out-of-range clip to clip and count such scores",
    "shorten_warmup": "say a smaller --warmup, or a larger --budget",
    "shorten_warmup_or_allow_items": "say a smaller --warmup, or a larger --max-items",
    "draw_questions": "say --interval questions",
    "rank_without_interval": "say --interval none, or add a {unit}",
    "choose_on_missing":
        "say what to do with missing outcomes: "
        "--on-missing drop, or --on-missing fail to count them as failures",
    "choose_on_error":
        "say --on-error drop, or --on-error fail to count them as failures",
    "choose_on_repeat":
        "say --on-repeat first, --on-repeat last, or --on-repeat keep to count them all",
    "keep_first_repeat": "say --on-repeat first, or leave one of the files out",
    "name_field": "name the field that holds it (--{role} FIELD)",
    "name_field_or_constant":
        "name the field that holds it (--{role} FIELD), take it from the path (--path), "
        "or say --set {role}=NAME",
    "name_field_or_on_missing":
        "name the field that holds it (--outcome FIELD) or, if only some records lack it, say "
        "--on-missing drop, or --on-missing fail to count them as failures",
    "name_uneven_field": "say --{role} FIELD, or --set {role}=NAME",
    "name_field_inside": "name a field inside it, as in \"{field}.{inside}\"",
    "skip_bad_lines": "say --on-bad-line skip to leave such records out",
    "convert_column": "name a column of numbers, texts or booleans, or convert it to one",
    "rename_column": "rename one of them",
    "set_constant": "say --set {label}=NAME",
    "set_constant_to_choose": "say --set {label}=NAME to say which",
    "take_model_from_path":
        "--path '{pattern}' makes each step a model, or say --set model=NAME",
    "name_form":
        "leave its long fields out, or name the form if the log has another one (--format)",
    "shorten_record": "leave its long fields out, or give the process more memory",
    "name_format_or_fields":
        "name its format (--format), or the fields that hold question and outcome "
        "(--question, --outcome)",
    "leave_format_out": "leave the format and the names of fields out",
    "name_records_or_format":
        "name its format (--format), or the fields that hold question and outcome "
        "(--question, --outcome); if \"{list}\" holds the records, say --records {list}",
    "say_what_star_names":
        "say what they are: models (--model '*'), tasks, trials, questions, or scores "
        "(--score all)",
    "write_as_json": "these are Python's dicts, which json.dumps writes as JSON",
    "write_on_lines":
        "write each record on a line of its own, as jq -c . does, or all as one list",
    "end_lines": "end them by line feeds, as tr '\\r' '\\n' does",
    "save_as_utf8": "save it as UTF-8",
    "unpack": "unpack it",
    "decrypt": "unpack it, and pack it again without",
    "save_as_file": "give it as a file",
    "give_budget": "say -k K",
    "give_budgets": "say --metric {metric} -k 1,2,4,8",
    "list_methods": "scorio rank --help lists them",
    "leave_budget_out": "leave -k out, or name a metric that has one, such as --metric pass_at_k",
    "take_normal": "take the normal approximation",
    "write_again": "write it again",
    "recompress": "write it again with zstd, snappy, gzip or lz4",
    "take_off_bytes": "take them off",
    "take_complete_copy": "take a complete copy",
    "give_unique_ids": "give each sample an id of its own, or write the log as .json",
    "leave_file_out": "leave it out, or name its folder, in which such files are passed over",
    "rate_of_hundred": "if it is a percentage, say --rate '{field} / 100'",
    "name_one_detail":
        "name a field with one value for each question (--cluster FIELD, --weight FIELD), "
        "or leave it out",
    "name_texts":
        "say which outcomes fail and which succeed, as in --category failed=wrong "
        "--category passed=right (scorio inspect proposes them)",
    "name_categories": "name categories or a threshold for others (--category, --threshold)",
    "name_categories_or_numeric":
        "name categories or a threshold for others (--category, --threshold), "
        "or read numbers as they are (--numeric)",
    "leave_numeric_out":
        "leave --numeric out to count categories, or name a field of numbers (--outcome FIELD)",
    "drop_missing_numbers": "say --on-missing drop or --on-error drop",
    "number_categories": "name them by numbers, as 0, 0.5, 1",
    "leave_categories_out": "leave them out",
    "name_score": "name one of these (--score NAME)",
    "name_other_score": "name another score (--score NAME)",
    "name_score_or_leave_file_out":
        "name one of these in full (--score NAME), or leave the file out "
        "(in a folder such files are passed over)",
    "name_score_or_on_missing":
        "name one of these (--score NAME) or, if other trials have it, say --on-missing drop, "
        "or --on-missing fail to count them as failures",
    "name_score_or_separate":
        "name the score that counts (--score NAME), or count the files apart, "
        "each under a task of its own (--set task=NAME)",
    "name_score_as_outcome": "say --outcome FIELD, and leave --score out",
    "name_questions": "name them with --questions FILE, or give their number",
    "leave_questions_out": "leave --questions out",
    "leave_regrade_out": "leave --regrade out",
    "leave_order_out": "read a log of single trials",
    "leave_order_out_or_number": "number the trials again",
    "leave_times_out": "leave --times out, or take the trial out of the log",
    "read_results_as_tasks":
        "read the results as tasks of their own (--model model_id --task evaluation_result_id "
        "--question sample_id --outcome evaluation.is_correct)",
    "allow_copies":
        "leave one of them out, or say --allow-copies if they hold different trials",
    "name_field_or_drop":
        "name the field that holds it (--outcome FIELD), or say --on-missing drop",
    "load_counts": "name it without options of reading",
    "leave_option_out": "leave --{option} out",
    "name_tasks": "name the field that they are in (--task FIELD)",
    "add_otherwise": "end the rubric with a category that has otherwise = true",
    "choose_missing":
        "say missing = \"drop\" in the rubric to leave such trials out, or name a category for "
        "them",
    "name_signal": "name its field or give it a number (--signal {signal}=FIELD)",
    "name_signal_of_log": "name its field or give it a number (--signal {signal}=FIELD)",
    "name_signal_field":
        "name its field (--signal {signal}=FIELD), or say in the rubric what to do with trials "
        "that lack it (missing = \"drop\", or a category)",
    "read_signal_otherwise":
        "compare it in the rubric: {{ field = ..., is = ... }}, is_not, or matches",
    "freeze_thresholds": "freeze the thresholds on a log that has it (scorio rubric freeze)",
    "freeze_on_sample":
        "freeze the thresholds on a sample (scorio rubric freeze), or say --memory BYTES",
    "read_numbers": "read both with --numeric",
    "take_mean_of_trials": "leave all but one out, or say --mean to take their mean",
    "write_over": "name another file, or say --force to write over it",
}  # fmt: skip


# Those for commands that lack an option which the way out names.
OTHERWISE = {
    "drop_short": "take k ≤ {most}, or the metric with _ci, which accepts any k",
    "take_smaller_or_drop": "take k ≤ {most}",
    "drop_unasked": "name questions that all models have, or say scorio converge "
    "--ragged drop to leave such questions out",
    "take_common_trials": "say scorio converge --ragged drop to take those that all have",
    "take_first_trials":
        "say scorio converge --ragged drop to take the first {most} of each at most",
    "choose_one_model": "give files of one model",
    "compare_unpaired": "name the questions alike, or leave {model} out",
    "infer_about_these": "add a question",
    "compare_these_questions": "leave --cluster out, or add a {unit}",
    "score_these_questions": "leave --cluster out, or add a {unit}",
    "shorten_warmup": "say a smaller --warmup",
    "write_over": "name another file",
}  # fmt: skip

# Options that an error is about, of errors whose sentence does not name it.
ABOUT = {"compare.margin_range": "--fail-if-worse"}

_OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def way_out(name: str, command: click.Command | None) -> str:
    """Give the words of a way out for a command, with no option that it lacks."""
    words = WAYS_OUT[name]
    if command is None or name not in OTHERWISE:
        return words
    known = {one for option in command.params for one in option.opts}
    return words if known >= set(_OPTION.findall(words)) else OTHERWISE[name]


def sentence(error: Exception) -> str:
    """Give the sentence of an error, with its way out as options."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}"
    proposed = _proposed(error)
    about = ABOUT.get(getattr(error, "kind", ""), "")
    problem = f"{about}: " if about else ""
    parts = vars(error)
    if (template := parts.get("template")) is not None:
        problem += template.format(**{name: _spelled(name) for name in parts["options"]})
    elif parts.get("remedy"):
        problem += parts["problem"]
    else:
        problem += str(error)
    if remedy := parts.get("remedy"):
        name, values = remedy
        return f"{problem}; {way_out(name, _running()).format(**values)}{proposed}"
    return problem


def _proposed(error: Exception) -> str:
    """Give the command that scores the log, or its options for another command."""
    command: str | None = getattr(error, "command", None)
    if not command:
        return ""
    own = _running()
    if own is not None and own.name != "score":
        options = getattr(error, "read_by", "")
        return f"; these options read it: {options}" if options else ""
    if is_used():
        command = command.replace("scorio ", "scorio --no-config ", 1)
    return f"; this command scores it: {command}"


def running(context: click.Context) -> click.Command:
    """Give the command that was typed, of a group the last one."""
    command = context.find_root().command
    for word in context.meta.get(TYPED, ()):
        if not isinstance(command, click.Group):
            break
        command = command.commands.get(word, command)
    return command


def _running() -> click.Command | None:
    context = click.get_current_context(silent=True)
    return None if context is None else running(context)


def _spelled(name: str) -> str:
    """Give an argument of Python as one types it here."""
    command = _running()
    for option in [] if command is None else command.params:
        if option.name == name and isinstance(option, click.Option):
            return max(option.opts, key=len)
    return name
