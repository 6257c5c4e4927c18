"""What the papers leave open: PAPER/questions.yaml, checked against questions.schema.json."""

from pathlib import Path

from paper_tables.errors import TableError
from records.checked_yaml import read_checked

HERE = Path(__file__).parent


def read_questions(paper):
    """The questions of a paper, as dicts as in the schema; none if it has no file.

    Raises TableError, naming file and key.
    """
    path = HERE / paper / "questions.yaml"
    return questions_from_file(path) if path.is_file() else []


def questions_from_file(path):
    """The questions in a file. Raises TableError."""
    return read_checked(path, HERE / "questions.schema.json", TableError)
