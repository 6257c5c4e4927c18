"""The papers: one folder for each, with paper.yaml, its tables and its open questions."""

from pathlib import Path
from typing import NamedTuple

from paper_tables.errors import TableError
from records.checked_yaml import read_checked

HERE = Path(__file__).parent
NO_TABLES = (
    "paper",
    "questions",
    "readings",
    "statements",
)  # the other files in the folder of a paper


class Paper(NamedTuple):
    """A paper, as described in paper.schema.json. `name` is the name of its folder."""

    name: str
    short: str
    authors: str
    title: str
    published: str
    order: float
    url: str | None = None

    @property
    def citation(self):
        """The citation in one line, with the address of the paper."""
        cited = f"{self.authors}: {self.title}. {self.published}."
        return f"{cited} {self.url}" if self.url else cited


def read_papers():
    """Return a dict from name to `Paper`, in the order of the papers.

    Raise TableError, naming file and key, for a damaged paper.yaml.
    """
    papers = [
        Paper(path.parent.name, **read_checked(path, HERE / "paper.schema.json", TableError))
        for path in HERE.glob("*/paper.yaml")
    ]
    return {paper.name: paper for paper in sorted(papers, key=lambda paper: paper.order)}


def table_names():
    """Return the names of all tables, such as micra/table-1."""
    paths = [path for path in HERE.glob("*/*.yaml") if path.stem not in NO_TABLES]
    return sorted(str(path.relative_to(HERE).with_suffix("")) for path in paths)
