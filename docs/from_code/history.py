"""Describes the history of our speed, from its entries."""

from benchmarks.history.entries import histories, read_entries
from docs.from_code.markdown import escaped, table

HEAD = ["row", "last ratio", "usual ratio", "change", "entries"]


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
    name, last, usual = escaped(f"{row.name}, {row.unit}"), row.ratios[-1], row.usual()
    if usual is None:
        return name, _ratio(last), "–", "–", len(row.ratios)
    change = f"{100 * (last / usual - 1):+.0f} %"
    if row.is_slower():
        change = f"**{change}**"
    return name, _ratio(last), _ratio(usual), change, len(row.ratios)


def _ratio(value):
    """Return a ratio with three digits, such as 0.700 or 696, or from 1000 on a whole number."""
    return f"{value:#.3g}".removesuffix(".") if value < 999.5 else f"{value:.0f}"
