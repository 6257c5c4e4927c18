"""The files that are made from the runs: verdicts on the papers' numbers, and the analyses."""

from records.columns import (
    DATA_UNITS,
    INTEGER,
    JSON,
    NUMBER,
    SECONDS,
    TEXT,
    Column,
    ResultFile,
    picked,
)
from records.run_files import AS_IN_RUNS, DESCRIPTION, RUN

CELL = (
    Column("paper", TEXT, "by the name of its folder, such as micra"),
    Column("table", TEXT, "of the paper, such as table-1, or text"),
    Column("row", TEXT, "of the cell, by its name in the table's file"),
    Column("column", TEXT, "of the cell, likewise"),
    Column("printed", TEXT, "the string as printed"),
)
CELL_KEY = ("paper", "table", "row", "column")
OF_A_RUN = tuple(
    Column(name, TEXT, AS_IN_RUNS) for name in ("data", "algorithm", "parameters", "status")
)

CLAIMS = ResultFile(
    "claims",
    "One row for each number that a paper prints.",
    (
        *CELL,
        Column("measured", TEXT, "in the units of the print; empty where nothing was measured"),
        Column("verdict", TEXT, "of the four [verdicts](verdicts.md)"),
        Column("reason", TEXT, "for the verdict"),
        Column(
            "chance_of_differing",
            NUMBER,
            "that chance alone makes a right average differ, as a fraction of 1",
        ),
        Column("run", TEXT, "that the number rests on: a row of `runs.csv`"),
    ),
    CELL_KEY,
)
READINGS = ResultFile(
    "readings",
    "The printed numbers by other readings of a paper's protocol, beside those of `claims.csv`.",
    (
        *CELL,
        Column("reading", TEXT, "by its name in the paper's `readings.yaml`"),
        *CLAIMS.columns[len(CELL) :],
    ),
    (*CELL_KEY, "reading"),
)
TIME_RATIOS = ResultFile(
    "time_ratios",
    "Seconds are never judged; they are compared within a row of a table.",
    (
        *CELL,
        Column("printed_ratio", NUMBER, "of the printed seconds to those of the table's unit"),
        Column("seconds", NUMBER, "measured", SECONDS),
        Column("seconds_bound", TEXT, "> where the run was stopped, so that they are a bound"),
        Column("ratio", NUMBER, "measured seconds over those of the unit"),
        Column("ratio_bound", TEXT, "> or < where it is a bound"),
        Column("run", TEXT, "as in `claims.csv`"),
    ),
    CELL_KEY,
    clocked=True,
)
THEORY = ResultFile(
    "theory",
    "What theorems say of runs beside what the runs did.",
    (
        Column("paper", TEXT, "whose theorem it is"),
        Column("theorem", TEXT, "its number there"),
        Column("quantity", TEXT, "that it bounds"),
        Column("statement", TEXT, "in short"),
        Column("sense", TEXT, "most of an upper bound, least of a lower one"),
        RUN,
        *picked(OF_A_RUN, "data", "algorithm", "parameters"),
        Column("bound", NUMBER, "in the unit of the quantity"),
        Column("measured", NUMBER, "in the unit of the quantity"),
        Column("ratio", NUMBER, "measured over bound"),
        Column("holds", TEXT, "yes or no"),
    ),
    ("paper", "theorem", "quantity", "run"),
)
THEORY_FIRST_EPOCHS = THEORY._replace(
    name="theory_first_epochs",
    about="The same for theorems about first epochs and about several classes; `theory.csv` has "
    "these rows too.",
)
SERIES = (
    Column("data", TEXT, "the data set"),
    Column("series", TEXT, "the learner, whose parameters go from coarse to fine"),
)
RATES = ResultFile(
    "rates",
    "How fast updates grow with accuracy, by a straight line through logarithms.",
    (
        *SERIES,
        Column("accuracy", TEXT, "nominal, that is asked for, or measured, that is reached"),
        Column("exponent", NUMBER, "of updates in 1/accuracy"),
        Column("standard_error", NUMBER, "of the exponent"),
        Column("runs", INTEGER, "that the line goes through"),
        Column("exponent_of_bound", NUMBER, "that of the paper's bound"),
    ),
    ("data", "series", "accuracy"),
)
RATE_POINTS = ResultFile(
    "rate_points",
    "The runs that the exponents are fitted to.",
    (
        *SERIES,
        RUN,
        Column("nominal", NUMBER, "the accuracy asked for"),
        Column("missing", NUMBER, "of the maximum margin, as a fraction of it"),
        Column("updates", INTEGER, "made"),
    ),
    ("run",),
)
FRACTIONS = ("0.9", "0.95", "0.99", "0.999")  # of the maximum margin
OVERVIEW_KEY = ("problem", "learner", "parameters")


def _at_fractions(*columns):
    """The columns once for each of FRACTIONS, which stands behind their names."""
    return tuple(
        Column(f"{name}_{fraction}", type_, meaning.format(f"{100 * float(fraction):g} %"), unit)
        for fraction in FRACTIONS
        for name, type_, meaning, unit, _ in columns
    )


OVERVIEW = ResultFile(
    "overview",
    "Every learner on every problem of `config/overview.yaml`, one row for each setting of its "
    "parameters.",
    (
        Column("problem", TEXT, "of the overview"),
        *picked(OF_A_RUN, "data"),
        Column("patterns", INTEGER, "of the problem"),
        *picked(DESCRIPTION, "augment", "extend", "max_mini_epochs"),
        Column("learner", TEXT, "by its name in the overview"),
        Column("kind", TEXT, "learner, procedure, baseline or third-party"),
        Column("knows_maximum", TEXT, "whether its parameters are chosen from the maximum margin"),
        *picked(OF_A_RUN, "algorithm"),
        Column("parameters", JSON, AS_IN_RUNS),
        *picked(OF_A_RUN, "status"),
        Column("reason", TEXT, "of the status"),
        Column("maximum_margin", NUMBER, "by the exact solver", DATA_UNITS),
        Column("margin", NUMBER, "the largest that was reached", DATA_UNITS),
        Column("fraction_of_maximum", NUMBER, "the largest margin over the maximum"),
        *_at_fractions(
            Column("updates", INTEGER, "when the margin first was {} of the maximum"),
            Column("visits", INTEGER, "when the margin first was {} of the maximum"),
            Column("certified_updates", INTEGER, "when it first was {} of its own upper bound"),
        ),
    ),
    OVERVIEW_KEY,
)
OVERVIEW_TIMINGS = ResultFile(
    "overview_timings",
    "The seconds of the overview.",
    (
        *(Column(name, TEXT, "as in `overview.csv`") for name in OVERVIEW_KEY),
        *_at_fractions(
            Column("seconds", NUMBER, "until {} of the maximum", SECONDS),
            Column("certified_seconds", NUMBER, "until {} of its own upper bound", SECONDS),
        ),
    ),
    OVERVIEW_KEY,
    clocked=True,
)
ALMA_BESIDE_RIVER = ResultFile(
    "alma_beside_river",
    "Public implementations of ALMA beside the paper's definition, pattern by pattern.",
    (
        Column("data", TEXT, "the data set"),
        Column("p", NUMBER, "of ALMA's norm"),
        Column("alpha", NUMBER, "ALMA's α"),
        Column("learner", TEXT, "whose implementation"),
        Column("visits", INTEGER, "patterns presented"),
        Column("updates", INTEGER, "of the weight"),
        Column("mistakes", INTEGER, "patterns on the wrong side when they came"),
        Column("largest_norm", NUMBER, "of the weight after any visit, by the q-norm"),
        Column(
            "different_decisions",
            INTEGER,
            "visits at which either the learner or the definition updates, but not both",
        ),
        Column(
            "weight_difference",
            NUMBER,
            "the largest of a weight at the end, as a fraction of the definition's largest weight",
        ),
    ),
    ("data", "p", "alpha", "learner"),
)
FILES = (
    *(CLAIMS, READINGS, TIME_RATIOS, THEORY, THEORY_FIRST_EPOCHS, RATES, RATE_POINTS),
    *(OVERVIEW, OVERVIEW_TIMINGS, ALMA_BESIDE_RIVER),
)
