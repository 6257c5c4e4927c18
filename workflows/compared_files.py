"""The result files that `diff_results` compares, and that small archives hold."""

from records.analysis_files import (
    ALMA_BESIDE_RIVER,
    CLAIMS,
    EVIDENCE,
    OVERVIEW_TIMINGS,
    RATES,
    READINGS,
    SEPARABILITY,
    STATEMENTS,
    THEORY,
    THEORY_FIRST_EPOCHS,
)
from records.run_files import DRAWS, ONLINE, RUNS, TIMINGS

VERDICT = ("measured", "verdict")
# Files that an older version may lack, and the columns that are compared.
FURTHER = (
    (EVIDENCE, ("measured", "outcome")),
    (STATEMENTS, ("verdict",)),
    (READINGS, VERDICT),
    (SEPARABILITY, ("patterns", "columns", "separable", "equal_rows", "proved")),
    (THEORY_FIRST_EPOCHS, THEORY_FIRST_EPOCHS.measured),
    (ALMA_BESIDE_RIVER, ("visits", "updates", "mistakes", "different_decisions")),
)
COMPARED = (CLAIMS, RUNS, ONLINE, DRAWS, TIMINGS, THEORY, RATES, OVERVIEW_TIMINGS)
COMPARED += tuple(file for file, _ in FURTHER)
