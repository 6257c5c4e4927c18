"""Fills the generated parts of the documentation's pages: `python -m docs.fill`.

A part lies between a comment such as `<!-- from the code: learners -->` and an end comment. The
filled pages are committed, so that they can be read in the repository.
"""

import argparse
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from data.commands import command, with_bar
from data.files import replacing
from docs.from_code import PARTS, gallery
from docs.from_code.files import linked_project
from docs.from_code.printed import Page
from maxmargin.compilation.code_cache import print_log
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
    """Return the text of the page `name` with all parts filled.

    The part `output` runs the page's Python blocks above it and shows the output of the last block.
    Raises RecordError for an unknown part.
    """

    def part(match, page):
        start, what, path = match.groups()
        if what == "output":
            made = page.output(without_parts(text[: match.start()]))
            return f"{start}\n\n{made}\n\n{END}\n"
        if what not in PARTS:
            raise RecordError(
                f"{name}: {what!r} is not a part from the code; the parts are "
                f"{', '.join([*PARTS, 'output'])}."
            )
        content = PARTS[what](path) if path else PARTS[what]()
        return f"{start}\n\n{content.strip()}\n\n{END}\n"

    with TemporaryDirectory() as folder:
        page = Page(linked_project(Path(folder) / "project"))
        return PART.sub(lambda match: part(match, page), text)


def without_parts(text):
    """Return the text of a page without its generated parts."""
    return PART.sub("", text)


@command(RecordError)
def main(arguments=None):
    """Fill all pages and draw the gallery's pictures; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.fill", description=__doc__)
    parser.parse_args(arguments)
    print_log()
    pages = with_bar(PAGES, "page")
    made = {path: filled(path.read_text("utf-8"), path.name).encode() for path in pages}
    for path, new in (made | gallery.pictures()).items():
        if not path.is_file() or path.read_bytes() != new:
            with replacing(path) as unfinished:
                unfinished.write_bytes(new)
            print(path.relative_to(HERE))


if __name__ == "__main__":
    sys.exit(main())
