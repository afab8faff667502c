"""The questions that were asked, for logs that do not name all of them."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

from scorio._reading.whole import content
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable


def number_of(questions: str | os.PathLike[str] | Iterable[str] | int | None) -> int | None:
    """Give the number of questions, if it is one."""
    if not isinstance(questions, int):
        return None
    if isinstance(questions, bool) or questions < 1:
        raise ValueError(f"questions = {questions!r} is not a number of questions, from 1 on")
    return questions


def names_of(questions: str | os.PathLike[str] | Iterable[str] | int | None) -> list[str] | None:
    """Give the names of questions, of which a file has one on each line, or a JSON list."""
    if questions is None or isinstance(questions, int):
        return None
    if isinstance(questions, str | os.PathLike):
        path = pathlib.Path(questions)
        try:
            text = content(path, "file of questions").decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValueError(f"{on_a_line(str(path))} is not UTF-8: {error}") from None
        names = [line.strip() for line in text.splitlines() if line.strip()]
        if text.lstrip().startswith("["):
            import json

            try:
                names = json.loads(text)
            except json.JSONDecodeError as error:
                raise ValueError(
                    f"{on_a_line(os.fspath(questions))} is not a JSON list: {error}"
                ) from None
    else:
        names = list(questions)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"questions has {name!r}, which is not the name of a question")
    if not names:
        raise ValueError("questions has no name of a question")
    return names
