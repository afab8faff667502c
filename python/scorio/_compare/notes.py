"""What a comparison says below its tables."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from scorio._compare.metric import is_bayes
from scorio._reading.report import prior_note, without_budget_note, zero_weights_note
from scorio.show.escaping import on_a_line
from scorio.show.words import counted, span

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scorio._rows import Comparison, Unmatched

# Names that a note lists, and notes of one kind.
_LISTED = 5


def notes_of(
    rows: Sequence[Comparison],
    settings: Mapping[str, Any],
    together: Collection[int],
    unmatched: Sequence[Unmatched],
    uncompared: Sequence[tuple[str, str, str, str]],
    single: Sequence[str] = (),
) -> list[str]:
    """Give the notes. `together` has how many p-values are adjusted together in each table."""
    overall = [row for row in rows if row.task is None]
    if settings["numeric"] and not (settings["sampled"] or settings["cluster"] or single):
        degrees = span(sorted({row.degrees for row in overall or rows if row.degrees}))
        about = "σ and P are about these questions: what finite trials leave open"
        notes = [f"{about}; Student's t, {degrees} degrees of freedom."]
    else:
        notes = _inference(overall or rows, settings)
    if single:
        names = ", ".join(on_a_line(name) for name in single[:_LISTED])
        more = ", …" if len(single) > _LISTED else ""
        notes.append(
            f"Trials of {names}{more} or the baseline are single in some task: "
            "σ is that of questions like these, which is larger."
        )
    notes += without_budget_note(
        [(settings["metric"], settings["k"], any(row.score for row in rows))]
    )
    if settings["weighted"]:
        notes.append("Each question counts by its weight.")
    notes += zero_weights_note(settings["zero_weights"])
    if max(together) > 1:
        counts = " and ".join(str(count) for count in sorted(together))
        notes.append(f"Holm, BH: p adjusted for {counts} comparisons.")
    notes += _left_out(rows[0].baseline, unmatched)
    if is_bayes(settings["metric"]):
        notes += prior_note(_pulled(overall))
        notes += _uneven([row for row in overall if row.uneven])
    if settings["by_task"] and len(overall) == len(rows) and not uncompared:
        notes.append("There is one task, whose table is the overall one.")
    notes += [
        f"{on_a_line(model)} is not compared{_where(task, score)}: {reason}."
        for model, task, reason, score in uncompared
    ]
    return notes


def _where(task: str, score: str) -> str:
    by = f" by {on_a_line(score)}" if score else ""
    return by if score and not task else f" in {on_a_line(task) or '(no task)'}{by}"


def _uneven(uneven: Sequence[Comparison]) -> list[str]:
    notes = [
        f"{on_a_line(row.model)} and {on_a_line(row.baseline)} differ in trials a question "
        f"({row.trials:,} and {row.baseline_trials:,} in all): the prior of bayes pulls "
        "the one with fewer more to the middle, which biases the difference; avg does not."
        for row in uneven[:_LISTED]
    ]
    if len(uneven) > _LISTED:
        notes.append(f"So do {len(uneven) - _LISTED:,} other models and the baseline.")
    return notes


def _pulled(rows: Sequence[Comparison]) -> list[str]:
    """Name the models whose scores the prior moves far, each once."""
    names = [row.model for row in rows if row.pulled]
    names += [row.baseline for row in rows if row.baseline_pulled]
    return list(dict.fromkeys(names))


def _inference(rows: Sequence[Comparison], settings: Mapping[str, Any]) -> list[str]:
    """Say what the figures are about, where σ comes from, and how z is distributed."""
    known = [row for row in rows if row.degrees is None]
    scattered = [row for row in rows if row.degrees is not None]
    notes = []
    if known:
        prior = {
            "hierarchical": "the hierarchical prior of each model",
            "uniform": "a uniform prior of each question",
        }[settings["prior"]]
        notes.append(
            f"{_figures(known, rows)} about these questions: what finite trials leave open, by "
            f"{prior}; normal."
        )
    if scattered:
        notes.append(_scatter(scattered, rows, settings))
    return notes


def _figures(some: Sequence[Comparison], rows: Sequence[Comparison]) -> str:
    """Name the figures of some rows, with the models if others differ."""
    if len(some) == len(rows):
        return "σ and P are"
    models = list(dict.fromkeys(row.model for row in some))
    names = ", ".join(map(on_a_line, models[:_LISTED])) + (", …" if len(models) > _LISTED else "")
    return f"σ and P of {names} are"


def _scatter(
    some: Sequence[Comparison], rows: Sequence[Comparison], settings: Mapping[str, Any]
) -> str:
    """Say of what the questions are a sample."""
    degrees = sorted({row.degrees for row in some if row.degrees is not None})
    freedom = "degree" if degrees == [1] else "degrees"
    distribution = f"Student's t, {span(degrees)} {freedom} of freedom."
    clusters = sorted({row.clusters for row in some if row.clusters is not None})
    if clusters:
        units = f"questions of clusters like these ({span(clusters)} clusters)"
        if settings["paired"] and all(row.clusters == row.questions for row in some):
            units += ", each of one question as in a plain sample"
    elif settings["sampled"]:
        units = "questions like these, of which these are a sample"
    else:
        return (
            f"{_figures(some, rows)} from the scatter of the differences, as for questions like "
            "these. One trial of each does not tell how far others would differ. "
            f"{distribution}"
        )
    rough = " So few clusters make a rough σ." if clusters and clusters[0] < _FEW_CLUSTERS else ""
    return f"{_figures(some, rows)} about {units}; {distribution}{rough}"


# Fewer make a rough estimate of their scatter.
_FEW_CLUSTERS = 12


def _left_out(baseline: str, unmatched: Sequence[Unmatched]) -> list[str]:
    """Say for each model which questions only one of the two has."""
    pairs = [list(pair) for _, pair in groupby(unmatched, key=lambda one: one.model)]
    notes = []
    for pair in pairs[:_LISTED]:
        sides = []
        for of, group in groupby(pair, key=lambda one: one.of):
            names = [_question(task, question) for _, _, task, question, _ in group]
            several = ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
            sides.append(f"{counted(len(names), 'question')} of {on_a_line(of)} alone ({several})")
        beside = f"{on_a_line(pair[0].model)} and {on_a_line(baseline)}"
        notes.append(f"Left out of {beside}: {' and '.join(sides)}.")
    if len(pairs) > _LISTED:
        questions = {one[1:] for one in unmatched}
        notes.append(
            f"In all, {counted(len(pairs), 'model')} and the baseline have "
            f"{counted(len(questions), 'question')} not in common."
        )
    return notes


def left_out_of_pairs(rows: Sequence[Comparison], unmatched: Sequence[Unmatched]) -> list[str]:
    """Say for each model which questions of the others it has no score of.

    The rows and what they leave out are those of all models beside one of them.
    """
    notes = []
    for score in dict.fromkeys(row.score_name for row in rows):
        own = [one for one in unmatched if one.score_name == score]
        models = [row.model for row in rows if row.score_name == score]
        notes += _lacking(models, rows[0].baseline, own, f" by {on_a_line(score)}" if score else "")
    return notes


def _lacking(
    models: Sequence[str], baseline: str, unmatched: Sequence[Unmatched], by: str
) -> list[str]:
    """Name what each model lacks of the questions of all."""
    pairs = [(one.model, one.of == one.model, (one.task, one.question)) for one in unmatched]
    without = {question for _, has, question in pairs if has}
    lacks = {baseline: without}
    for model in models:
        has = {question for name, own, question in pairs if own and name == model}
        not_there = {question for name, own, question in pairs if not own and name == model}
        lacks[model] = not_there | (without - has)
    some = [model for model in (*models, baseline) if lacks[model]]
    order = dict.fromkeys(question for *_, question in pairs)
    notes = []
    for model in some[:_LISTED]:
        names = [_question(*one) for one in order if one in lacks[model]]
        several = ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")
        questions = counted(len(names), "question")
        left_out = "its pairs leave it out" if len(names) == 1 else "its pairs leave them out"
        notes.append(f"{on_a_line(model)} has no score{by} of {questions} ({several}): {left_out}.")
    if len(some) > _LISTED:
        notes.append(
            f"{counted(len(some) - _LISTED, 'other model')} also lack questions that others have."
        )
    return notes


def _question(task: str, question: str) -> str:
    return on_a_line(f"{question} ({task})" if task else question)
