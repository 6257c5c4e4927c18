"""What the blocks of Python on a page print, run from top to bottom."""

import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from warnings import catch_warnings

from docs.from_code.markdown import code

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
DIGITS = re.compile(r"\d\.\d{9,}")  # more than are the same on every machine
KEPT = 10  # signs of such a number


class Page:
    """The names that the blocks of a page have defined so far."""

    def __init__(self):
        self._names, self._run = {"__name__": "__main__"}, 0

    def output(self, text):
        """What the last block of a text prints, as Markdown. text: the page up to there; those of
        its blocks that did not run yet are run.
        """
        said = StringIO()
        blocks = BLOCK.findall(text)
        for block in blocks[self._run :]:
            said = StringIO()
            with redirect_stdout(said), redirect_stderr(StringIO()), catch_warnings():
                exec(compile(block, "page", "exec"), self._names)
        self._run = len(blocks)
        return code(DIGITS.sub(lambda number: f"{number[0][:KEPT]}…", said.getvalue()), "text")
