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
    last, usual = row.ratios[-1], row.usual()
    change = "–" if usual is None else f"{100 * (last / usual - 1):+.0f} %"
    return (
        escaped(f"{row.name}, {row.unit}"),
        _ratio(last),
        "–" if usual is None else _ratio(usual),
        f"**{change}**" if row.is_slower() else change,
        len(row.ratios),
    )


def _ratio(value):
    """Return a ratio with three digits, such as 0.700 or 696, or from 1000 on a whole number."""
    return f"{value:#.3g}".removesuffix(".") if value < 999.5 else f"{value:.0f}"
