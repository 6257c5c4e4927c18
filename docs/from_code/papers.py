"""Lists the papers, from paper_tables/."""

from docs.from_code.markdown import escaped, table
from paper_tables.papers import read_papers


def papers():
    """Return a table of the papers; a title links to the paper if its address is known."""
    rows = []
    for paper in read_papers().values():
        title = escaped(paper.title)
        linked = f"[{title}]({paper.url})" if paper.url else title
        rows.append([paper.short, escaped(paper.authors), linked, paper.published])
    return table(["paper", "authors", "title", "published"], rows)
