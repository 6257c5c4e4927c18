"""What the papers leave open, misprints among it: PAPER/questions.yaml, checked against
questions.schema.json.
"""

from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from paper_tables.errors import TableError
from records.checked_yaml import read_checked

HERE = Path(__file__).parent


@cache
def read_questions(paper):
    """The questions of a paper, as dicts as in the schema; none if it has no file.

    Raises TableError, naming file and key.
    """
    path = HERE / paper / "questions.yaml"
    return questions_from_file(path) if path.is_file() else []


def concerning(questions, table, row, column):
    """Those of questions, as `read_questions` gives them, that a cell's difference belongs to."""
    cell = f"{table}/{row}/{column}"
    return [
        question
        for question in questions
        if any(fnmatchcase(cell, pattern) for pattern in question.get("concerns", ()))
    ]


def questions_from_file(path):
    """The questions in a file. Raises TableError."""
    return read_checked(path, HERE / "questions.schema.json", TableError)
