"""Describes the result files and the statuses of runs, from records/."""

from docs.from_code.markdown import escaped, table
from records.files import RESULT_FILES
from records.statuses import ENDED_WELL, LIMITS, Status

FIRST = ("claims", "runs")  # the public results


def result_files():
    """Return a section for each result file, with a table of its columns."""
    names = [*FIRST, *(name for name in RESULT_FILES if name not in FIRST)]
    return "\n\n".join(_section(RESULT_FILES[name]) for name in names)


def statuses():
    """Return a table of all statuses."""
    rows = [[f"`{status}`", _kind(status), escaped(status.meaning)] for status in Status]
    return table(["status", "", "meaning"], rows)


def _section(file):
    rows = [
        [f"`{column.name}`", column.type, column.unit, column.meaning] for column in file.columns
    ]
    key = ", ".join(f"`{name}`" for name in file.key)
    seconds = " The seconds in this file differ from machine to machine." if file.clocked else ""
    about = f"{file.about} Rows are identified by {key}.{seconds}"
    return f"## {file.name}.csv\n\n{about}\n\n{table(['column', 'type', 'unit', 'meaning'], rows)}"


def _kind(status):
    if status in ENDED_WELL:
        return "ended well"
    return "a limit" if status in LIMITS else ""
