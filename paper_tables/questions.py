"""The open questions of the papers, including misprints.

Each paper has them in PAPER/questions.yaml, which questions.schema.json checks.
"""

from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from paper_tables.errors import TableError
from records.checked_yaml import read_checked

HERE = Path(__file__).parent


@cache
def read_questions(paper):
    """Return the questions of a paper, dicts as in the schema; an empty list if it has no file.

    Raise TableError, naming file and key, for a damaged file.
    """
    path = HERE / paper / "questions.yaml"
    return questions_from_file(path) if path.is_file() else []


def concerning(questions, table, row, column):
    """Return the questions that concern a cell's difference.

    `questions` is the result of `read_questions`.
    """
    cell = f"{table}/{row}/{column}"
    return [
        question
        for question in questions
        if any(fnmatchcase(cell, pattern) for pattern in question.get("concerns", ()))
    ]


def questions_from_file(path):
    """Return the questions in a file. Raise TableError if it is damaged."""
    return read_checked(path, HERE / "questions.schema.json", TableError)
