"""Runs the Python blocks of a page from top to bottom and captures their output."""

import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from warnings import catch_warnings

from docs.from_code.markdown import code

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
DIGITS = re.compile(r"\d\.\d{9,}")  # numbers whose last digits differ between machines
SHOWN = 10  # characters shown of these numbers


class Page:
    """A page's state: the names that its blocks have defined, and how many have run."""

    def __init__(self, folder):
        """Make a page whose blocks run in `folder`."""
        self._names, self._run, self._folder = {"__name__": "__main__"}, 0, folder

    def output(self, text):
        """Run the new blocks of a text and return the output of the last block as Markdown.

        text: the page from its start. Blocks that have already run are not run again.
        """
        printed = StringIO()
        blocks = BLOCK.findall(text)
        for block in blocks[self._run :]:
            printed = StringIO()
            with (
                chdir(self._folder),
                redirect_stdout(printed),
                redirect_stderr(StringIO()),
                catch_warnings(),
            ):
                exec(compile(block, "page", "exec"), self._names)
        self._run = len(blocks)
        return code(DIGITS.sub(lambda number: f"{number[0][:SHOWN]}…", printed.getvalue()), "text")
