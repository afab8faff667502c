"""What a log holds, without scoring it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._inspecting.command import command
from scorio._inspecting.documents import is_matrix, place
from scorio._inspecting.guess import Proposal, guess
from scorio._inspecting.inspection import OWN, Inspection, Tally
from scorio._inspecting.profile import profile
from scorio._inspecting.results import first_only
from scorio._inspecting.together import together
from scorio._inspecting.trying import tried
from scorio._reading import excel, frames
from scorio._reading.options import taken
from scorio._reading.sources import labelled
from scorio._results import InterruptedLogWarning
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping

    from scorio._inspecting.profile import Profile


@coded
def inspect(
    file: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    constants: Mapping[str, str] | None = None,
    path: str | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,  # noqa: ANN401
) -> Inspection:
    """Say what a log is and what it holds, without scoring it.

    Parameters
    ----------
    file
        One file, or a folder or several files that are read alike.
    constants, path
        As for `scorio.count`.
    progress
        Called now and then with the bytes read so far.
    **options
        Those of `scorio.count` that name a format or fields; its policies do not matter here.

    Raises
    ------
    FileNotFoundError, OSError
        The file is not there, or cannot be read.
    TypeError
        A data frame, which shows its columns itself.
    ValueError
        The file is of no known kind, or broken.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.inspect("examples/coins.jsonl")
    >>> found.format, found.counts.trials
    ('long table, JSON Lines', 26400)
    """
    if frames.is_frame(file):
        raise TypeError(
            "inspect is for files: a data frame shows its columns itself, and count counts it"
        )
    own = {name: options.get(name) for name in ("model", "task", "trial")}
    known = taken(options)
    inputs = labelled(file, own, constants, path)
    named = any(options.get(name) not in (None, name) for name in OWN) or constants or path
    if len(inputs) > 1:
        together_ = None if named else together(file, [one[0] for one in inputs])
        if together_ is not None:
            return together_
        what = f"{on_a_line(str(file))} are {len(inputs)} files that are not read alike"
        raise ValueError(f"{what}: inspect one at a time")
    if _core.is_counts(inputs[0][0], options.get("outcome", "outcome")):
        return Inspection(inputs[0][0], "counts", [], [], Counts.load(inputs[0][0]), [])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InterruptedLogWarning)
        with excel.as_tables(inputs) as tables:
            if inputs[0][0] == "-" or named:
                found = _surveyed(tables[0], known, progress)
            else:
                found = _looked(tables[0], inputs[0][0], options, progress)
    return found._replace(file=inputs[0][0])


File = tuple[str, str | None, str | None, str | None, bool]


def _surveyed(
    file: File, options: Mapping[str, Any], progress: Callable[[int], object] | None
) -> Inspection:
    (kind, fields, mapping), counts, scores = _core.survey(file, options, progress)
    tallies = [Tally(*tally) for tally in scores]
    return Inspection(file[0], kind, fields, mapping, Counts(counts), tallies)


def _looked(
    file: File,
    name: str,
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None,
) -> Inspection:
    """Say what a log is of which the user says nothing, and how it is scored."""
    found, refused = None, None
    try:
        found = _surveyed(file, taken(options), progress)
    except ValueError as error:
        refused = error
    if found is not None and found.mapping:
        given = {name: options[name] for name in ("format", "score", "ids") if name in options}
        given = {name: value for name, value in given.items() if value not in (None, "distinct")}
        trial = tried(name, given, [tally.name for tally in found.scores])
        options = trial.options | ({"guess": "; ".join(trial.doubts)} if trial.doubts else {})
        return found._replace(
            command=command(name, options), problem=trial.problem, doubts=trial.doubts
        )
    where = place(file[0])
    try:
        looked_in = dict(options) | {"records": where.options.get("records")}
        seen = profile(file, taken(looked_in), progress)
    except ValueError as error:
        if found is None:
            raise (refused or error) from None
        return found
    fields = [field.name for field in seen.fields]
    if getattr(refused, "code", None) == "tools.not_format":
        # A log of a known tool without its trials: other numbers in it are none.
        why = vars(refused)["problem"]
        return Inspection(name, seen.form, fields, [], _no_counts(), [], None, seen, why)
    proposal = guess(seen, where.beside(seen.records_at))
    if not fields and proposal.options is None and not proposal.summary:
        if is_matrix(file[0]):
            way = "in Python, scorio.count takes a dict of matrices by model"
            raise ValueError(f"{on_a_line(name)} is a matrix without names of questions: {way}")
        if seen.problem:
            raise ValueError(f"{on_a_line(name)} has no record that can be read: {seen.problem}")
        raise refused or ValueError(f"{on_a_line(name)} has no record with a field")
    found = found or Inspection(name, seen.form, fields, [], _no_counts(), [])
    return _proposed(proposal, name, seen, found, file, progress)


def _proposed(
    proposal: Proposal,
    name: str,
    seen: Profile,
    found: Inspection,
    file: File,
    progress: Callable[[int], object] | None,
) -> Inspection:
    """Try what is proposed, and say what came of it."""
    trial = None
    if proposal.options is not None:
        trial = tried(name, proposal.options, [])
        if first := first_only(trial):
            outcome, doubt = first
            trial = tried(name, proposal.options | {"outcome": outcome}, [])
            proposal = proposal._replace(doubts=[*proposal.doubts, doubt])
    if trial is None or (missed := proposal.missed_by(trial)):
        why = proposal.without(name) if trial is None else [missed, *proposal.refused]
        return found._replace(profile=seen, without=["no outcome here", *why])
    own = {key: value for key, value in trial.options.items() if key != "constants"}
    constant = (trial.options.get("constants") or {}).get("model")
    try:
        found = _surveyed((file[0], constant, *file[2:]), taken(own), progress)
    except ValueError:
        # The way of reading has a problem, which is said.
        found = found._replace(counts=_no_counts())
    doubts = proposal.all_doubts(trial)
    options = trial.options | ({"guess": "; ".join(doubts)} if doubts else {})
    return found._replace(
        command=command(name, options), profile=seen, problem=trial.problem, doubts=doubts
    )


def _no_counts() -> Counts:
    return Counts(_core.no_counts())
