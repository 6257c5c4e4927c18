"""Describes the figures, from the docstrings of their modules."""

from docs.from_code.markdown import escaped
from figures.__main__ import NAMES
from workflows.plan.captions import caption


def figures():
    """Return a section for each figure."""
    return "\n\n".join(map(_section, NAMES))


def _section(name):
    title, text, explains, _ = caption(name)
    tables = f"Belongs to {', '.join(f'`{table}`' for table in explains)}." if explains else ""
    picture = f"![The figure {name}](thumbnails/{name}.png)"
    parts = f"## {name}", f"**{escaped(title)}.**", picture, escaped(text), tables
    return "\n\n".join(filter(None, parts))
