"""How an unknown log is most likely read, how sure that is, and what was refused."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core
from scorio._inspecting.evidence import (
    BINARY,
    OF_SETTING,
    against,
    agree,
    is_determined,
    is_unique,
    lists_of,
    outcome_name,
    outcome_of,
    read_by,
)
from scorio._inspecting.inside import names_inside, paired, published, unnamed
from scorio._inspecting.name_patterns import AGGREGATED
from scorio._inspecting.names import (
    ANSWERS,
    FAILURE,
    OPPOSITES,
    OUTCOMES,
    PREDICTIONS,
    SUCCESSES,
    SURE,
    TOTALS,
    TRIALS,
    WEAK,
)
from scorio._inspecting.patterns import runs_or_models, several
from scorio._inspecting.results import repeated, stopped, unread
from scorio._inspecting.roles import Roles, depth, roles
from scorio.show.escaping import in_a_shell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio._inspecting.documents import Place
    from scorio._inspecting.profile import Field, Profile
    from scorio._inspecting.trying import Trial

# So many trials that are all right, or all wrong, are worth a doubt.
_ENOUGH = 4
# So many fields that are no outcome are named.
_SHOWN = 6


class Proposal(NamedTuple):
    """A way to read a log."""

    options: dict[str, Any] | None
    """Options of `scorio.count`. None if nothing says what the outcome is."""
    doubts: list[str]
    """What is uncertain about them."""
    refused: list[str]
    """Fields that look like outcomes and are none, with the reason."""
    summary: bool = False
    """The log has figures over many trials, and no trials."""
    names_model: bool = False
    """Something in the log names the model."""

    def without(self, name: str) -> list[str]:
        """Say why there is no command."""
        if self.summary:
            log = in_a_shell(name, shlex.quote(name))
            return [
                "this is a summary: its figures are over trials that are not in it",
                f"gate --at-least compares a published mean with trials, and {log} has none",
            ]
        return self.refused or ["no field is true or false, or has the name of an outcome"]

    def missed_by(self, trial: Trial) -> str:
        """Say why a comparison is no outcome, if it is never true."""
        outcome = str((self.options or {}).get("outcome", ""))
        if "==" in outcome and _right(trial) == 0:
            return f"{outcome}: it is never true"
        return ""

    def all_doubts(self, trial: Trial) -> list[str]:
        """Give what is uncertain, also by what reading the log gave."""
        doubts = [*self.doubts, *trial.doubts]
        # A few trials may well be alike.
        share = _right(trial, _ENOUGH)
        if share in (0, 1):
            doubts.append(f"all outcomes are {'right' if share else 'wrong'}")
        if not {"trial", "path", "constants"} & set(trial.options):
            doubts += repeated(trial)
        return doubts + stopped(trial) + unread(trial)


def _right(trial: Trial, at_least: int = 1) -> float | None:
    """Give the share of the last category, of so many outcomes or more."""
    if trial.counts is None or not isinstance(trial.counts._core, _core.Counts):
        return None
    by_category = trial.counts._core.by_category()
    return by_category[-1] / sum(by_category) if sum(by_category) >= at_least else None


class _Rated(NamedTuple):
    score: float
    field: Field
    options: dict[str, Any]
    kind: float


def guess(seen: Profile, place: Place) -> Proposal:
    """Give the options of `scorio.count` that most likely read a log."""
    options: dict[str, Any] = dict(place.options)
    if "outcome" in options:
        return Proposal(options, list(place.doubts), [], names_model="model" in options)
    if seen.records_at is not None:
        options["records"] = seen.records_at
    found = roles(seen, options)
    refused: list[str] = []
    doubts = [*place.doubts, *found.doubts]
    if place.figures or _is_summary(seen, found):
        return Proposal(None, [], [], summary=True)
    why = _add_outcome(seen, found, options, doubts, refused)
    if why is not None:
        return Proposal(None, [], why, summary=not why)
    if "total" in options:
        found = found._replace(trial=None)
    found = _with_question(seen, found, options, doubts)
    inside = names_inside(seen, str(options.get("outcome", "")), found.question)
    if inside is not None or not (found.question or seen.keyed or "question" in options):
        return Proposal(None, [], [inside or "no field names the question"])
    options = paired(seen, options)
    doubts += unnamed(seen, found, options)
    model = found.model is not None or "model" in options
    return Proposal(_written(found, options), doubts, refused, names_model=model)


def _add_outcome(
    seen: Profile, found: Roles, options: dict[str, Any], doubts: list[str], refused: list[str]
) -> list[str] | None:
    """Add the options of the outcome. If there is none, say why: a summary has no reason."""
    counted = _counted(seen, found.taken)
    if counted:
        if published(seen, found, str(counted["total"])):
            return []
        options |= counted
        if seen.keyed and "rate" in counted:
            doubts.append("each name is taken for a question, and its rate for single trials")
        return None
    model = found.model is not None or "model" in options
    question = bool(found.question) or seen.keyed or "question" in options
    wide = several(seen, found.taken, has_model=model, has_question=question)
    if wide:
        options |= wide.options
        doubts += wide.doubts
        return None
    columns = None if model else runs_or_models(seen, found.taken)
    outcome = None if columns else _outcome(seen, found, refused, doubts)
    if outcome is None:
        nothing = ["no field is true or false, or has the name of an outcome"]
        return [columns] if columns else refused or _numbers(seen, found) or nothing
    options |= outcome
    return None


def _numbers(seen: Profile, found: Roles) -> list[str]:
    """Name the fields with numbers, of which a person may know that one is a score."""
    named = [f.name for f in seen.fields if f.is_measured() and f.name not in found.taken]
    more = ", …" if len(named) > _SHOWN else ""
    shown = ", ".join(named[:_SHOWN]) + more
    return [f"numbers: {shown}; --outcome FIELD --numeric scores one of them"] if named else []


def _written(found: Roles, options: dict[str, Any]) -> dict[str, Any]:
    """Add the fields of the roles, unless they have the usual names."""
    named = {
        "model": found.model and found.model.name,
        "question": ",".join(field.name for field in found.question),
        "task": found.task and found.task.name,
        "trial": found.trial and found.trial.name,
    }
    for role, name in named.items():
        if name and name != role and role not in options:
            options[role] = name
    return {
        name: value
        for name, value in options.items()
        if name != value or name not in ("outcome", *named)
    }


def _with_question(
    seen: Profile, found: Roles, options: Mapping[str, Any], doubts: list[str]
) -> Roles:
    """Take the field with the most values for the question, if no name says which it is."""
    if found.question or seen.keyed or "question" in options:
        return found
    used = {*found.taken, *re.split("[,= ]+", str(options.get("outcome", "")))}
    fields = [
        field for field in seen.fields
        if field.is_plain and not field.in_list and field.name not in used
        and not field.has_gaps(seen.records) and not field.is_binary()
        and set(field.kinds) <= {"text", "number"} and not outcome_name(field)
        and not AGGREGATED.search(field.word)
        and field.word not in (*TOTALS, *SUCCESSES, *FAILURE)
        and all(number % 1 == 0 for number in field.numbers() or [])
    ]  # fmt: skip
    best = max(fields, key=lambda field: (field.distinct, "text" in field.kinds), default=None)
    if best is None:
        return found
    doubts.append(f'"{best.name}" is taken for the question')
    return found._replace(question=[best])


def _is_summary(seen: Profile, found: Roles) -> bool:
    """Whether a log has figures over many trials: a row for each model or task."""
    fields = [field for field in seen.fields if field.is_plain and not field.in_list]
    figures = [field for field in fields if field.numbers() and not field.is_binary()]
    aggregated = [field for field in figures if AGGREGATED.search(field.word)]
    ends = [f for f in fields if f.numbers() and re.match("max_|min_", f.word)]
    named = [field for field in figures if field.word in OUTCOMES]
    if found.question and not aggregated and len(ends) < 2:  # noqa: PLR2004
        return False
    outcomes = [
        field for field in seen.fields
        if outcome_name(field) and not AGGREGATED.search(field.word) and field not in figures
        and read_by(field, seen.records) is not None and not against(field)
    ]  # fmt: skip
    if outcomes:
        return False
    single = seen.records == 1 and not any(field.in_list for field in seen.fields)
    by_model = found.model is not None and found.model.distinct == seen.records
    beside = bool(named) and any(field.word.startswith(named[0].word + "_") for field in aggregated)
    alone = bool(found.question) and not single and not beside and not len(ends) > 1
    rows = by_model and not found.question and bool(figures)
    figured = bool(named or aggregated or len(ends) > 1 or rows)
    return figured and (beside or single or by_model) and not alone


def _outcome(
    seen: Profile, found: Roles, refused: list[str], doubts: list[str]
) -> dict[str, Any] | None:
    """Give the outcome, and how its values are read. Tell what is refused, and what is doubted."""
    rated = _rated(seen, found, refused)
    compared = _compared(seen)
    if compared is not None:
        rated = [one for one in rated if one.field.word not in (*PREDICTIONS, *ANSWERS)]
        unnamed_ = rated and not outcome_name(rated[0].field)
        if not rated or unnamed_ or max(rated[0].kind, rated[0].score) < BINARY:
            doubts.append(f'"{compared}" compares texts as they are')
            return {"outcome": compared}
    named = [one for one in rated if outcome_name(one.field)]
    settings = any(why.endswith(OF_SETTING) for why in refused)
    if rated and not named and (settings or len(rated) > 1):
        names = [one.field.name for one in rated]
        more = [f"… and {len(names) - _SHOWN} more fields"] if len(names) > _SHOWN else []
        said = [f"{name}: nothing says which field it is" for name in names[:_SHOWN]]
        refused[:0] = [*said, *more]
        return None
    if not rated:
        return None
    _, field, options, kind = rated[0]
    if not named:
        doubts.append(f'nothing but its values says that "{field.name}" is the outcome')
    if field.word in OPPOSITES:
        doubts.append(f'"{field.name}" is turned round: true is a failure')
    if field.word in ANSWERS:
        doubts.append(f'"{field.name}" may be the gold answer')
    if field.word in WEAK and kind < BINARY and not field.in_list:
        doubts.append(f'"{field.name}" is the name of much else')
    doubts += _doubted(seen, rated[0])
    if field.missing() and {"-1", "-1.0"} & {text.lower() for text in field.missing()}:
        doubts.append("-1 is taken for no outcome")
    return {"outcome": _alternatives(seen, rated, doubts)} | options


def _doubted(seen: Profile, best: _Rated) -> list[str]:
    """Doubt an outcome by its list, its numbers, and the fields beside it."""
    _, field, _, kind = best
    words = {one.word for one in seen.fields}
    doubts = []
    lists = lists_of(field)
    listed = lists & set(TRIALS) or any(outcome_of(name) for name in lists)
    if field.in_list and not listed:
        doubts.append(f'each entry of "{field.name}" is taken for a trial')
    if kind < BINARY and field.numbers():
        most = {f"max_{field.word}", "max_score", "max_points", "total_points", "points_possible"}
        if any(one.word in most and one.distinct > 1 for one in seen.fields):
            doubts.append(f'"{field.name}" is a number of points, and the most differs')
        if field.word == "score" and "label" in words:
            doubts.append('"score" may be how sure a classifier is of "label"')
        if {field.word, *field.word.split("_")} & {*SURE} and max(field.numbers() or [0]) > 1:
            doubts.append(f'"{field.name}" has numbers other than 0 and 1')
    return doubts


def _rated(seen: Profile, found: Roles, refused: list[str]) -> list[_Rated]:
    """Give the fields that may be outcomes, the likeliest first."""
    rated = []
    above = [field for field in (found.model, found.task) if field is not None]
    for field in seen.fields:
        reading = read_by(field, seen.records)
        name = outcome_name(field)
        empty = name and not field.values and not {"list", "object"} & set(field.kinds)
        if field.name in found.taken or reading is None:
            known = field.is_plain and field.all_known and field.distinct > 1
            texts = known and field.word in OUTCOMES and not field.in_list
            if empty:
                refused.append(f"{field.name}: it has no value")
            elif texts and field.name not in found.taken:
                shown = ", ".join(text for text, *_ in field.values[:_SHOWN])
                refused.append(f"{field.name}: say by --category which of {shown} are right")
            continue
        kind, options = reading
        gold = field.word in ANSWERS
        looks = name or gold or kind == BINARY or field.by_place or field.counts_up
        if not looks:
            continue
        why = against(field)
        fixed = above and not name and not field.in_list and is_determined(field, above)
        if why is None and fixed:
            why = "each model has one value of it"
        if why is None and not name and _of_questions(field, found):
            why = "all models have the same value of it on each question"
        if why is not None:
            refused.append(f"{field.name}: {why}")
        elif name or len(field.texts()) > 1:
            rated.append(_Rated(kind + name - 0.1 * depth(field), field, options, kind))
    rated.sort(key=lambda one: -one.score)
    del refused[_SHOWN:]
    return rated


def _of_questions(field: Field, found: Roles) -> bool:
    """Whether a field is part of the questions: no two models differ in it on any of them."""
    if field.in_list or found.model is None or not found.question or found.model.distinct == 1:
        return False
    of = [*found.question, *([found.task] if found.task else [])]
    shared = not is_unique(of)
    return shared and is_determined(field, of)


def _alternatives(seen: Profile, rated: list[_Rated], doubts: list[str]) -> str:
    """Give the first field, perhaps with one that has what it lacks. Doubt it if one disagrees."""
    field = rated[0].field
    for other in (one.field for one in rated[1:]):
        both = field.is_binary() and other.is_binary() and not (field.in_list or other.in_list)
        numbers = not field.is_binary() and not other.is_binary() and field.in_list == other.in_list
        if numbers and outcome_name(other) and not agree(field, other):
            doubts.append(f'"{other.name}" may be the outcome as well')
            break
        if not both or not outcome_name(other):
            continue
        if other.word in OUTCOMES and field.records < seen.records <= field.records + other.records:
            return f"{field.name},{other.name}"
        if not agree(field, other):
            doubts.append(f'"{other.name}" may be the outcome as well, and says otherwise')
            break
    return field.name


def _compared(seen: Profile) -> str | None:
    """Give the comparison of a prediction with an answer."""

    def first(names: tuple[str, ...]) -> Field | None:
        found = (f for name in names for f in seen.fields if f.word == name and f.is_plain)
        return next(found, None)

    left, right = first(PREDICTIONS), first(ANSWERS)
    if right is None and left is not None and left.word != "actual":
        right = first(("actual",))
    if left is None or right is None or right.in_list or left.name == right.name:
        return None
    return f"{left.name} == {right.name}"


def _counted(seen: Profile, taken: set[str]) -> dict[str, Any] | None:
    """Give the fields of records that stand for whole questions."""

    def plain(field: Field) -> list[float]:
        usual = field.is_plain and not field.in_list and field.name not in taken
        return (field.numbers() or []) if usual else []

    totals = {f.name: plain(f) for name in TOTALS for f in seen.fields if f.word == name}
    totals = {
        name: n for name, n in totals.items() if n and max(n) > 1 and all(x % 1 == 0 for x in n)
    }
    for total, sizes in totals.items():
        for field in seen.fields:
            numbers = plain(field)
            if field.name == total or not numbers:
                continue
            whole = all(number % 1 == 0 for number in numbers)
            if field.word in SUCCESSES and whole and 1 < max(numbers) <= max(sizes):
                return {"total": total, "correct": field.name}
        for field in seen.fields:
            numbers = plain(field)
            share = numbers and all(0 <= number <= 1 for number in numbers)
            rate = field.word in OUTCOMES or re.match(r"pass_1|mean|rate|.*_rate", field.word)
            if share and rate and not field.is_binary():
                return {"total": total, "rate": field.name}
    return None
