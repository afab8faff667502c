"""All pairs of models: a row for each pair, shown as a matrix of P(A > B) with letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._compare.settings import in_words, named, settings_of
from scorio._reading.report import report_lines
from scorio._rows import Pair
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.words import short_chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.plot.figure import Figure


class Pairs(Called[Pair]):
    """All pairs of models: a sequence of `Pair`, the model with the higher score first.

    It prints as a matrix of P(row > column) and a letter display. `letters` has the letters of each
    model.
    """

    _row_type = Pair

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        rows, board = answer.tables
        super().__init__(rows, answer.notes, settings_of(answer.options, counts), counts.sources)
        self._board = [(row.model, row.score, row.letters, row.score_name) for row in board]
        self._read = report_lines(counts.report, counts.notes)

    @property
    def title(self) -> str:
        """What is compared, in a line."""
        pairing = "paired" if self.settings["paired"] else "unpaired"
        return f"{named(self.settings)}, {pairing} · P(row > column)"

    @property
    def letters(self) -> dict[str, str]:
        """The letters of each model: models that are not separated share one."""
        return {model: letters for model, _, letters, _ in self._board}

    @property
    def notes(self) -> list[str]:
        """What the matrix says below its table."""
        return [*self._said(), *self._read]

    def _page(self) -> Page:
        names = dict.fromkeys(row.score_name for row in self.rows)
        return Page([self._matrix(name) for name in names], self.notes)

    def _better(self, score_name: str) -> dict[tuple[str, str], float]:
        better = {}
        for row in self.rows:
            if row.score_name == score_name:
                better[row.model, row.other] = row.probability
                better[row.other, row.model] = 1 - row.probability
        return better

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"pairs": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.comparison import pairs

        name = self.rows[0].score_name
        board = [one for one in self._board if one[3] == name]
        models, letters = [one[0] for one in board], [one[2] for one in board]
        own = [row for row in self.rows if row.score_name == name and row.separated]
        separated = {
            pair for row in own for pair in ((row.model, row.other), (row.other, row.model))
        }
        title = f"{in_words(self.settings)}: the probability that one model is better"
        return pairs(title, models, letters, self._better(name), separated)

    def _matrix(self, score_name: str) -> Table:
        board = [one for one in self._board if one[3] == score_name]
        better = self._better(score_name)
        numbers = {model: str(place + 1) for place, (model, *_) in enumerate(board)}
        columns = [
            Column("#", worth=80),
            Column("model", left=True, worth=100),
            Column("letters", left=True, worth=90),
            Column("score", worth=70),
            *(Column(number, worth=40) for number in numbers.values()),
        ]
        lines = [
            [
                numbers[model],
                on_a_line(model),
                letters,
                f"{score:.4f}",
                *(
                    "·" if p is None else short_chance(p)
                    for p in (better.get((model, other)) for other in numbers)
                ),
            ]
            for model, score, letters, _ in board
        ]
        name = f", score = {on_a_line(score_name)}" if score_name else ""
        return Table(f"{self.title}{name}", columns, lines)
