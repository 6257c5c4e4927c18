"""The committed pages agree with the parts that the code generates now."""

import pytest

from docs.fill import END, HERE, filled, without_parts
from records.errors import RecordError
from tests.chosen import slow_unless

MINE = "<!-- from the code: file docs/examples/mine.yaml -->\n"


SLOW = {"gallery.md", "tutorial.md"}  # they run many scripts or long ones
PATHS = [
    pytest.param(path, id=path.name, marks=slow_unless(path.name not in SLOW))
    for path in sorted(HERE.glob("*.md"))
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.long
def test_a_page_says_what_the_code_says(path):
    """If this fails: `python -m docs.fill`, and commit the pages."""
    text = path.read_text(encoding="utf-8")
    assert filled(text, path.name) == text


def test_a_part_stands_between_its_comments():
    text = filled(f"before\n\n{MINE}\nafter\n", "page.md")
    assert text.startswith(f"before\n\n{MINE}\n```yaml\n# A rule")
    assert text.endswith(f"```\n\n{END}\n\nafter\n")
    assert filled(text, "page.md") == text
    assert without_parts(text) == "before\n\n\nafter\n"


def test_what_was_made_before_is_replaced_and_no_other_text():
    text = f"{MINE}\nold\n\n{END}\n\nbetween\n\n{MINE}\nnew, without an end\n"
    found = filled(text, "page.md")
    assert "old" not in found and found.count("```yaml") == 2
    assert "\nbetween\n" in found and found.endswith(f"{END}\n\nnew, without an end\n")


def test_a_part_of_two_words_needs_no_file():
    assert "| data set |" in filled("<!-- from the code: data sets -->\n", "page.md")


def test_a_part_there_is_not_is_named():
    sentence = "page.md: 'lerners' is not a part from the code; .*figu"
    with pytest.raises(RecordError, match=sentence):
        filled("<!-- from the code: lerners -->\n", "page.md")
