"""Folders of results for tests of `diff_results`."""

import numpy as np

from records.analysis_files import CLAIMS, EVIDENCE, OVERVIEW_TIMINGS, RATES, THEORY
from records.files import RESULT_FILES, text_of
from records.run_files import DRAWS, ONLINE, RUNS, TIMINGS

CLAIM = dict(zip(CLAIMS.key, ("micra", "table-1", "1", "updates"), strict=True))
CLAIM |= {"measured": "820261", "verdict": "exact"}
RUN = {"run": "one", **dict.fromkeys(RUNS.measured, "1"), "status": "converged"}
ALWAYS = (CLAIMS, EVIDENCE, RUNS, ONLINE, DRAWS, TIMINGS, RATES, THEORY, OVERVIEW_TIMINGS)


def folder_of(path, **tables):
    """Write a folder of results with these rows; tables that are always there may be empty."""
    path.mkdir()
    for file in {*ALWAYS, *(RESULT_FILES[name] for name in tables)}:
        (path / f"{file.name}.csv").write_text(text_of(file, tables.get(file.name, [])))
    return str(path)


def timings(factor, seed=0, **other):
    """Return twenty runs with seconds that scatter by 3 %. other: factors of single runs."""
    rng = np.random.default_rng(seed)
    rows = []
    for i in range(20):
        value = (1 + i) * factor * other.get(f"run{i}", 1.0) * (1 + 0.03 * rng.normal())
        ends = {"least_seconds": 0.97 * value, "most_seconds": 1.03 * value}
        rows.append({"run": f"run{i}", "seconds": value, **ends})
    return rows
