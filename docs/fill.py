"""Fills the parts of the documentation's pages that are made from the code: `python -m docs.fill`.

A part begins with a comment such as `<!-- from the code: learners -->` and ends with another. The
pages are committed as filled, so that they can be read where the code is kept.
"""

import argparse
import re
import sys
from pathlib import Path

from data.commands import command
from data.files import replacing
from docs.from_code import PARTS, gallery
from docs.from_code.printed import Page
from records.errors import RecordError

HERE = Path(__file__).parent
PAGES = sorted(HERE.glob("*.md"))
END = "<!-- end of what is from the code -->"
PART = re.compile(
    r"^(<!-- from the code: ([\w ]+?)(?: (\S+[./]\S+))? -->)\n"
    rf"(?:(?:(?!<!-- from the code: ).)*?{END}\n)?",
    re.MULTILINE | re.DOTALL,
)


def filled(text, name):
    """The text of the page of that name with all its parts. Raises RecordError for an unknown
    one.

    The part `output` is what the block of Python before it prints, after those above it.
    """
    page = Page()

    def part(match):
        start, what, path = match.groups()
        if what == "output":
            made = page.output(without_parts(text[: match.start()]))
            return f"{start}\n\n{made}\n\n{END}\n"
        if what not in PARTS:
            raise RecordError(
                f"{name}: there is no part of the code called {what!r}; there are "
                f"{', '.join([*PARTS, 'output'])}."
            )
        content = PARTS[what](path) if path else PARTS[what]()
        return f"{start}\n\n{content.strip()}\n\n{END}\n"

    return PART.sub(part, text)


def without_parts(text):
    """The text of a page without what is made from the code."""
    return PART.sub("", text)


@command(RecordError)
def main(arguments=None):
    """Fills all pages and draws what is in the gallery; returns the exit code, 1 with a sentence
    for an error.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.fill", description=__doc__)
    parser.parse_args(arguments)
    made = {path: filled(path.read_text("utf-8"), path.name).encode() for path in PAGES}
    for path, new in (made | gallery.pictures()).items():
        if not path.is_file() or path.read_bytes() != new:
            with replacing(path) as unfinished:
                unfinished.write_bytes(new)
            print(path.relative_to(HERE))


if __name__ == "__main__":
    sys.exit(main())
