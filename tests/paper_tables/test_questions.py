"""Every file of questions fits its schema and names existing cells."""

import fnmatch

import pytest

from paper_tables.errors import TableError
from paper_tables.full_run import read_full_run
from paper_tables.papers import read_papers, table_names
from paper_tables.questions import concerning, questions_from_file, read_questions
from paper_tables.tables import read_table
from paper_tables.verdicts import DIFFERS


@pytest.mark.parametrize("paper", read_papers())
def test_every_cell_that_is_named_is_there(paper):
    questions = read_questions(paper)
    assert questions or paper not in {of for of, *_ in read_full_run().claims}
    known = {
        f"{table.name}/{cell.row}/{cell.column}"
        for table in map(read_table, table_names())
        for cell in table.cells
        if table.paper == paper and cell.run
    }
    for question in questions:
        for part in (question, *question.get("readings", ())):
            assert set(part.get("cells", ())) <= known
        for pattern in question.get("concerns", ()):
            assert fnmatch.filter(known, pattern), pattern
    names = [question["name"] for question in questions]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("paper", read_papers())
def test_an_open_question_about_a_difference_says_what_was_tried(paper):
    """A difference counts as unexplained only after an attempt to explain it."""
    silent = {
        question["name"]
        for place, claim in read_full_run().claims.items()
        if place[0] == paper and claim["verdict"] == DIFFERS
        for question in concerning(read_questions(paper), *place[1:])
        if question["state"] == "open" and not question.keys() & {"readings", "ruled_out"}
    }
    assert not silent


def test_a_paper_without_a_file_has_no_questions():
    assert read_questions("novikoff") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("- {name: a, question: Why, state: lost, answer: So}", "at 0.state: 'lost' is not one of"),
        ("- {question: Why, state: open", "cannot be read as YAML: while parsing a flow mapping"),
        ("- {name: a, question: Why, state: open}", "at 0: the key 'answer' is missing"),
        (
            "- {name: a, question: Why, state: open, answer: So, cells: [a/b]}",
            "at 0.cells.0: 'a/b'",
        ),
    ],
)
def test_an_error_names_file_and_key(tmp_path, text, sentence):
    path = tmp_path / "micra.yaml"
    path.write_text(text)
    with pytest.raises(TableError) as error:
        questions_from_file(path)
    assert f"{path}: {sentence}" in str(error.value)


SEARCHED = {"beta-of-table-2"}  # the margin that its rows reach has no verdict of these rows


@pytest.mark.parametrize("paper", read_papers())
def test_as_many_measured_numbers_are_fitted_as_constants_were_found(paper):
    constants = sum(
        question.get("constants", 0)
        for question in read_questions(paper)
        if question["name"] not in SEARCHED
    )
    fitted = [
        row
        for (of, *_), row in read_full_run().claims.items()
        if of == paper and row["kind"] == "fitted" and row["verdict"] != "not measured"
    ]
    assert len(fitted) >= constants
