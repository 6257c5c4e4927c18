"""Parts of pages are filled in from the code; a part that does not exist is named."""

from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

from docs.hooks import on_page_markdown

PAGE = SimpleNamespace(file=SimpleNamespace(src_uri="page.md"))


def filled(text):
    return on_page_markdown(text, PAGE, None, None)


def test_a_part_stands_in_the_place_of_its_comment():
    text = filled("before\n\n<!-- from the code: file docs/examples/mine.yaml -->\n\nafter")
    assert text.startswith("before\n\n```yaml\n# A rule") and text.endswith("```\n\nafter")


def test_a_part_of_two_words_needs_no_file():
    assert "| data set |" in filled("<!-- from the code: data sets -->")


def test_a_part_there_is_not_is_named():
    with pytest.raises(
        PluginError, match="page.md: there is no part of the code called 'lerners'; .*figu"
    ):
        filled("<!-- from the code: lerners -->")
