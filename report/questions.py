"""What the papers leave open: questions/PAPER.yaml, checked against questions.schema.json."""

import json
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from paper_tables.errors import TableError

HERE = Path(__file__).parent


def read_questions(paper):
    """The questions of a paper, as dicts as in the schema; none where it has no file.

    Raises TableError, naming file and key.
    """
    path = HERE / "questions" / f"{paper}.yaml"
    return questions_from_file(path) if path.is_file() else []


def questions_from_file(path):
    """The questions in a file. Raises TableError."""
    try:
        content = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        told = " ".join(str(error).split())
        raise TableError(f"{path}: cannot be read as YAML: {told}.") from None
    schema = json.loads((HERE / "questions.schema.json").read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(schema).iter_errors(content))
    if error:
        where = ".".join(map(str, error.absolute_path)) or "the top level"
        raise TableError(f"{path}: at {where}: {error.message}.")
    return content
