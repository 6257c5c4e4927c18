"""Describes the history of our speed, from its entries."""

from benchmarks.history.entries import histories, read_entries
from docs.from_code.markdown import escaped, table

HEAD = ["row", "last ratio", "usual ratio", "entries"]


def history():
    """Return a table of the rows for each processor."""
    parts = [_section(*item) for item in read_entries().items()]
    return "\n\n".join(parts) or "No commit has been measured."


def _section(processor, entries):
    last = entries[-1]
    versions = ", ".join(f"{name} {version}" for name, version in last["versions"].items())
    commit = f"commit `{last['commit']['id'][:7]}` of {last['commit']['timestamp'][:10]}"
    start = f"Processor {processor}; the last entry is {commit}, with {versions}."
    return f"{escaped(start)}\n\n{table(HEAD, map(_cells, histories(entries)))}"


def _cells(row):
    usual = "–" if row.usual() is None else f"{row.usual():#.3g}"
    return escaped(f"{row.name}, {row.unit}"), f"{row.ratios[-1]:#.3g}", usual, len(row.ratios)
