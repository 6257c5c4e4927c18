"""The notebooks run, and print what is stored in them."""

import re

import nbformat
import pytest

from docs.notebooks import NOTEBOOKS, executed, printed

FLOAT = re.compile(r"\d+\.\d{4,}")  # the last digits may differ between machines


def shortened(outputs):
    """Return outputs with three digits after each decimal point."""
    return [
        [
            FLOAT.sub(lambda number: f"{float(number[0]):.3f}", x) if isinstance(x, str) else x
            for x in cell
        ]
        for cell in outputs
    ]


def test_each_kind_of_reader_has_a_notebook():
    assert {path.stem for path in NOTEBOOKS} == {
        "compare_a_variant",
        "draw_a_figure",
        "reproduce_a_number",
        "use_the_library",
    }


@pytest.mark.slow  # notebooks start the workflow or its commands, or run many learners
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_stores(path):
    stored = printed(nbformat.read(path, as_version=4))
    assert any(stored)
    assert shortened(printed(executed(path))) == shortened(stored)
