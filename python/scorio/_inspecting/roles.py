"""Which fields of an unknown log name the model, task, question and trial."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio._inspecting.evidence import (
    is_determined,
    is_name,
    is_unique,
    names_something,
    outcome_name,
)
from scorio._inspecting.names import ROLES, TESTED, UNITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio._inspecting.profile import Field, Profile

# Tasks have tables of their own: more of them are questions.
_MOST_TASKS = 20
# The names of models that other things have, too.
_PLAIN_MODELS = ROLES["model"][:7]


class Roles(NamedTuple):
    """The fields that name a record, and what is uncertain about them."""

    model: Field | None
    task: Field | None
    question: Sequence[Field]
    trial: Field | None
    doubts: Sequence[str]

    @property
    def taken(self) -> set[str]:
        """The names of all of these fields."""
        single = [self.model, self.task, self.trial]
        return {field.name for field in [*single, *self.question] if field is not None}


def depth(field: Field) -> int:
    """Give how many names a path has before its last one."""
    return field.name.replace("\\.", "").count(".")


def _named(seen: Profile, role: str) -> list[Field]:
    """Give the fields with the names of a role that every record has, the likeliest first."""
    fields = [field for field in seen.fields if names_something(field, seen.records)]
    return [
        field for name in ROLES[role] for field in sorted(fields, key=depth) if field.word == name
    ]


def roles(seen: Profile, given: Mapping[str, str]) -> Roles:
    """Give the fields that name the records of a log. Some roles are given otherwise."""
    models = [] if "model" in given else [f for f in _named(seen, "model") if _is_model(f)]
    model = models[0] if models else None
    doubts = []
    if model is None and "model" not in given:
        model = _tested(seen)
        doubts = [f'"{model.name}" is taken for the model'] if model else []
    questions = [field for field in _named(seen, "question") if field is not model]
    tasks = [] if "task" in given else [field for field in _named(seen, "task") if is_name(field)]
    task = tasks[0] if tasks else None
    question = next((field for field in questions if field is not task), None)
    if task is not None and question is None and not seen.keyed and "question" not in given:
        question, task = (task, None) if task in questions else (None, task)
    if task is not None and not _is_task(task, question, model):
        task = None
    trials = [field for field in _named(seen, "trial") if field.distinct > 1]
    trial = next((f for f in trials if f not in (question, task, model)), None)
    above = [field for field in (model, task) if field is not None]
    if question is None or "question" in given or seen.keyed:
        return Roles(model, task, [question] if question else [], trial, doubts)
    trial = _of_question(trial, [*above, question])
    if trial is not None or is_unique([*above, question]):
        return Roles(model, task, [question], trial, doubts)
    found = _finer(seen, Roles(model, task, [question], None, []), questions)
    return found._replace(doubts=[*doubts, *found.doubts])


def _tested(seen: Profile) -> Field | None:
    """Give a field of few values that says what was tested, if none has the name of a model."""
    fields = [
        field for field in seen.fields
        if field.word in TESTED and names_something(field, seen.records) and is_name(field)
        and 1 < field.distinct <= _MOST_TASKS and 2 * field.distinct <= seen.records
    ]  # fmt: skip
    return min(fields, key=lambda field: TESTED.index(field.word), default=None)


def _is_model(field: Field) -> bool:
    return field.word in _PLAIN_MODELS or is_name(field)


def _is_task(task: Field, question: Field | None, model: Field | None) -> bool:
    """Whether a field groups questions, and not records one by one."""
    few = task.distinct <= _MOST_TASKS
    if question is None:
        return few
    alike = is_determined(question, [task, *([model] if model else [])])
    return few and not (alike and task.distinct > 1)


def _of_question(trial: Field | None, question: Sequence[Field]) -> Field | None:
    """Give a field that tells the trials of a question apart, or nothing."""
    if trial is None or not is_unique([*question, trial]):
        return None
    return trial


def _finer(seen: Profile, found: Roles, questions: Sequence[Field]) -> Roles:
    """Look for a field that tells records of one question apart, and is no result of a trial."""
    (question,) = found.question
    above = [field for field in (found.model, found.task) if field is not None]
    for other in questions:
        if other is question or other.word not in UNITS or not is_unique([*above, other]):
            continue
        why = f'"{question.name}" repeats, and "{other.name}" tells records apart'
        return found._replace(question=[other], doubts=[why])
    for other in seen.fields:
        named = names_something(other, seen.records) and is_name(other)
        if not named or other.name in found.taken or outcome_name(other) or other.distinct < 2:  # noqa: PLR2004
            continue
        # Groups are few, and have names.
        groups = 2 * other.distinct <= seen.records and "text" in other.kinds
        if groups and is_unique([*above, other, question]):
            why = f'"{question.name}" repeats, and only with "{other.name}" it tells records apart'
            return found._replace(question=[other, question], doubts=[why])
        numbers = set(other.kinds) == {"number"}
        if numbers and 2 * other.distinct <= seen.records and is_unique([*above, question, other]):
            why = f'"{other.name}" tells records of one question apart, which are taken for trials'
            return found._replace(doubts=[why])
        if numbers and other.word in UNITS and is_unique([*above, question, other]):
            why = f'"{other.name}" is taken for the number of the trial'
            return found._replace(trial=other, doubts=[why])
    return found
