"""Logs of many shapes, each with its right figures, or with what an inspection has to say.

The figures are by model and task. Where there are none, no table may look as if there were.
"""

from shapes.corpus.columns import COLUMNS
from shapes.corpus.documents import DOCUMENTS, FOLDERS
from shapes.corpus.fields import OUTCOMES, QUESTIONS
from shapes.corpus.misread import MISREAD
from shapes.corpus.nothing import NOTHING
from shapes.corpus.records import RECORDS
from shapes.corpus.traps import TRAPS

CORPUS = [
    *RECORDS, *QUESTIONS, *OUTCOMES, *DOCUMENTS, *FOLDERS, *NOTHING, *TRAPS, *COLUMNS, *MISREAD,
]  # fmt: skip
