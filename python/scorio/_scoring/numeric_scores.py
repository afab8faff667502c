"""The leaderboard of numeric scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._scoring.scores import Scores
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio import _core

# Names that a note lists.
_LISTED = 5


class NumericScores(Scores):
    """A leaderboard of numeric scores: a sequence of `Score`, table by table, best first.

    It has all that `Scores` has. `unestimated` says which models tables by task lack, and why.
    """

    def __init__(
        self,
        core: _core.NumericScores,
        settings: dict[str, Any],
        *,
        report: dict[str, int],
        reading_notes: Sequence[str],
        sources: Sequence[str],
    ) -> None:
        super().__init__(
            core, settings, report=report, reading_notes=reading_notes, sources=sources
        )
        self.unestimated = core.unestimated
        self._single = core.single

    @property
    def title(self) -> str:
        """What is scored, in a line."""
        return f"{super().title} · numeric scores"

    def _inference(self) -> list[str]:
        """Say what σ and the intervals are about."""
        settings = self.settings
        units = "clusters of questions" if settings["cluster"] else "questions"
        like_these = f"{units} like these, of which these are a sample; Student's t."
        if settings["sampled"] or settings["cluster"]:
            notes = [f"σ and intervals are about {like_these}"]
        else:
            these = "what finite trials leave open; Student's t."
            notes = []
            if "avg" in settings["metrics"]:
                notes.append(f"σ and intervals of avg are about these questions: {these}")
            if "max_at_k" in settings["metrics"]:
                notes.append(f"σ and intervals of max_at_k are about {like_these}")
            if self._single:
                names = ", ".join(on_a_line(name) for name in self._single[:_LISTED])
                more = ", …" if len(self._single) > _LISTED else ""
                where = " in some task" if self._tasks > 1 else ""
                notes.append(
                    f"With one trial of each question{where} ({names}{more}), ± also covers other "
                    "questions like these."
                )
        for reason, score in self.unestimated:
            by = f" by {on_a_line(score)}" if score else ""
            notes.append(f"A score{by} is left out: {reason}.")
        return notes

    @property
    def _about(self) -> str:
        """What the scores are about."""
        if self.settings["cluster"] is not None:
            return "questions of clusters like these"
        return "questions like these" if self.settings["sampled"] else "these questions"

    def _single_trials(self) -> list[str]:
        return []

    def _few_questions(self) -> list[str]:
        return []

    def _title_of(self, first: Any) -> str:  # noqa: ANN401
        return f"{super()._title_of(first)} · numeric scores"
