"""MkDocs' hook: fills what the code says into the pages, in the place of comments such as
`<!-- from the code: learners -->`.
"""

import re
import sys
from pathlib import Path

from mkdocs.exceptions import PluginError

sys.path.insert(0, str(Path(__file__).parent.parent))  # where no program of MkDocs' own looks

from docs.from_code import PARTS  # noqa: E402

MARK = re.compile(r"^<!-- from the code: ([\w ]+?)(?: (\S+[./]\S+))? -->$", re.MULTILINE)


def on_page_markdown(markdown, page, config, files):
    """The Markdown of a page with all its parts. Raises PluginError for a part there is not."""

    def part(match):
        name, path = match.groups()
        if name not in PARTS:
            raise PluginError(
                f"{page.file.src_uri}: nothing of the code is called {name!r}; there are "
                f"{', '.join(PARTS)}."
            )
        return PARTS[name](path) if path else PARTS[name]()

    return MARK.sub(part, markdown)
