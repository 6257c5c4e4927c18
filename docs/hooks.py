"""MkDocs' hook: fills parts of the pages from the code, in place of comments such as
`<!-- from the code: learners -->`.
"""

import re
import sys
from pathlib import Path

from mkdocs.exceptions import PluginError

sys.path.insert(0, str(Path(__file__).parent.parent))  # MkDocs does not look there

from docs.from_code import PARTS  # noqa: E402

MARK = re.compile(r"^<!-- from the code: ([\w ]+?)(?: (\S+[./]\S+))? -->$", re.MULTILINE)


def on_page_markdown(markdown, page, config, files):
    """The Markdown of a page with all its parts. Raises PluginError for an unknown part."""

    def part(match):
        name, path = match.groups()
        if name not in PARTS:
            raise PluginError(
                f"{page.file.src_uri}: there is no part of the code called {name!r}; there are "
                f"{', '.join(PARTS)}."
            )
        return PARTS[name](path) if path else PARTS[name]()

    return MARK.sub(part, markdown)
