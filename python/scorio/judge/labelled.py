"""Counts of a judge's outcomes and of labels, and what they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._calls.compare import compare
from scorio._calls.gate import gate
from scorio._calls.judge_quality import judge_quality
from scorio._calls.plan_labels import plan_labels
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio.judge.drawing import drawn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, Self

    from scorio import _core
    from scorio.judge.drawing import ToLabel, Trials


class LabelledCounts(Counts):
    """Counts of a judge's outcomes and of the labels that some trials have.

    They come from `read` or `from_arrays`, and from `LabelledCounts.load`. They are saved, merged,
    scored and compared as all `Counts` are, and correct the judge. `score`, `compare`, `gate`,
    `quality` and `plan` are the functions of these names, with the counts in the first place.

    Examples
    --------
    >>> import scorio
    >>> data = scorio.judge.read("examples/labelled.jsonl", label="human")
    >>> data.models[:2]
    ['large', 'fluent']
    >>> [row.verdict for row in data.gate(0.5)]
    ['pass', 'pass', 'pass', 'undecided']
    """

    __slots__ = ("_drawable",)

    compare = compare
    gate = gate
    quality = judge_quality
    plan = plan_labels

    def __init__(
        self, core: _core.Counts, sources: Sequence[str] = (), found: Sequence[str] = ()
    ) -> None:
        super().__init__(core, sources, found)
        # The single trials, where they are known.
        self._drawable: Trials | None = None

    @coded
    def draw(
        self,
        *,
        budget: int | None = None,
        half_width: float | None = None,
        seed: int = 0,
        fields: str | Sequence[str] = (),
        sampled: bool = False,
        cluster: Literal["task", "cluster"] | None = None,
        confidence: float = 0.95,
    ) -> ToLabel:
        """Draw the trials to label next, as many of each model and outcome as `plan` says.

        Parameters
        ----------
        budget, half_width, sampled, cluster, confidence
            As for `plan`.
        seed
            Another seed draws other trials. More labels of one seed hold those of fewer.
        fields
            Other fields of the log that the file has, such as the question's text and the answer.

        Returns
        -------
        ToLabel
            The trials in random order, without the judge's outcomes. Its `save` writes a file with
            an empty column `label`.

        Raises
        ------
        ValueError
            As for `plan`; counts without their trials: they are loaded, merged or selected; a field
            that no trial has.

        Notes
        -----
        Of a model and outcome, those trials are drawn whose SHA-256 of seed, model, task, question
        and trial is smallest. The five are joined by the byte 0x1f.

        Examples
        --------
        >>> import scorio
        >>> data = scorio.judge.read("examples/labelled.jsonl", label="human")
        >>> trials = data.draw(budget=30)
        >>> len(trials), trials[0].label
        (30, None)
        """
        plan = self.plan(
            half_width=half_width, budget=budget, sampled=sampled, cluster=cluster,
            confidence=confidence,
        )  # fmt: skip
        names = [fields] if isinstance(fields, str) else list(fields)
        return drawn(plan, self._drawable, seed, names)

    def _like(self, core: _core.Counts) -> Self:
        other = super()._like(core)
        # Trials stay known where the counts are the same.
        other._drawable = self._drawable if core is self._core else None
        return other
