"""Lists the theorems that the suite checks on runs."""

from analyses.theory.sources import SOURCES
from docs.from_code.markdown import escaped, table
from maxmargin.theorems.all_theorems import THEOREMS
from paper_tables import markup


def theorems():
    """Return a table of all theorems, with the learners for which they are proved."""
    rows = [
        [
            ", ".join(f"`{name}`" for name in theorem.algorithms),
            escaped(SOURCES[theorem.source]),
            markup.markdown(theorem.name),
            markup.markdown(theorem.statement),
        ]
        for theorem in THEOREMS
    ]
    return table(["learners", "source", "theorem", "statement"], rows)
