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
    Column("paper", TEXT, "the name of its folder, such as micra"),
    Column("table", TEXT, "of the paper, such as table-1, or text"),
    Column("row", TEXT, "the cell's, by its name in the table's file"),
    Column("column", TEXT, "the cell's, likewise"),
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
        Column("measured", TEXT, "in the units of the print; empty if nothing was measured"),
        Column("verdict", TEXT, "one of the four [verdicts](verdicts.md)"),
        Column("reason", TEXT, "for the verdict"),
        Column(
            "chance_of_differing",
            NUMBER,
            "that chance alone makes a right average differ, as a fraction of 1",
        ),
        Column("run", TEXT, "the one behind the number: a row of `runs.csv`"),
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
    "Seconds as ratios, within a row of a table or between two runs. Only claims that a learner is "
    "faster are judged by them.",
    (
        *CELL,
        Column("printed_ratio", NUMBER, "of the printed seconds to those of the table's unit"),
        Column("seconds", NUMBER, "measured", SECONDS),
        Column("seconds_bound", TEXT, "> if the run was stopped, so that the seconds are a bound"),
        Column("ratio", NUMBER, "of the measured seconds to those of the unit"),
        Column("ratio_bound", TEXT, "> or < if the ratio is a bound"),
        Column("run", TEXT, "as in `claims.csv`"),
    ),
    CELL_KEY,
    clocked=True,
)
THEORY = ResultFile(
    "theory",
    "What the theorems say about each run, beside what the run did.",
    (
        Column("paper", TEXT, "the theorem's"),
        Column("theorem", TEXT, "its number there"),
        Column("quantity", TEXT, "what it bounds"),
        Column("statement", TEXT, "the theorem in short"),
        Column("sense", TEXT, "most for an upper bound, least for a lower one"),
        RUN,
        *picked(OF_A_RUN, "data", "algorithm", "parameters"),
        Column("bound", NUMBER, "in the unit of the quantity"),
        Column("measured", NUMBER, "in the unit of the quantity"),
        Column("ratio", NUMBER, "measured over bound"),
        Column("holds", TEXT, "yes, or no if the run violates the theorem"),
    ),
    ("paper", "theorem", "quantity", "run"),
)
THEORY_FIRST_EPOCHS = THEORY._replace(
    name="theory_first_epochs",
    about="The same for theorems about first epochs and about several classes. `theory.csv` has "
    "these rows too.",
)
SERIES = (
    Column("data", TEXT, "the data set"),
    Column("series", TEXT, "the learner, whose parameters go from coarse to fine"),
)
RATES = ResultFile(
    "rates",
    "How fast updates grow with accuracy, from straight lines fitted to logarithms.",
    (
        *SERIES,
        Column("accuracy", TEXT, "nominal for the one asked for, measured for the one reached"),
        Column("exponent", NUMBER, "with which updates grow as a power of 1/accuracy"),
        Column("standard_error", NUMBER, "of the exponent"),
        Column("runs", INTEGER, "how many the line is fitted to"),
        Column("exponent_of_bound", NUMBER, "that of the paper's bound"),
    ),
    ("data", "series", "accuracy"),
)
RATE_POINTS = ResultFile(
    "rate_points",
    "The runs to which the exponents are fitted.",
    (
        *SERIES,
        RUN,
        Column("nominal", NUMBER, "the accuracy asked for"),
        Column("missing", NUMBER, "the fraction of the maximum margin that is missing"),
        Column("updates", INTEGER, "how many were made"),
    ),
    ("run",),
)
FRACTIONS = ("0.9", "0.95", "0.99", "0.999", "0.9999")  # of the maximum margin
OVERVIEW_KEY = ("problem", "learner", "parameters")


def _at_fractions(*columns):
    """The columns once for each of FRACTIONS, which is appended to their names."""
    return tuple(
        Column(f"{name}_{fraction}", type_, meaning.format(f"{100 * float(fraction):g} %"), unit)
        for fraction in FRACTIONS
        for name, type_, meaning, unit, _ in columns
    )


OVERVIEW = ResultFile(
    "overview",
    "Every learner on every problem of `config/overview.yaml`: one row for each setting of its "
    "parameters.",
    (
        Column("problem", TEXT, "its name in the overview"),
        *picked(OF_A_RUN, "data"),
        Column("patterns", INTEGER, "how many the problem has"),
        Column("columns", INTEGER, "how many coordinates they have"),
        Column("entries", INTEGER, "numbers other than 0 in all patterns"),
        Column("radius", NUMBER, "R, of the augmented and extended patterns", DATA_UNITS),
        *picked(DESCRIPTION, "augment", "extend", "max_mini_epochs"),
        Column("learner", TEXT, "its name in the overview"),
        Column("kind", TEXT, "learner, batch, procedure, baseline or third-party"),
        Column("knows_maximum", TEXT, "whether its parameters are chosen from the maximum margin"),
        *picked(OF_A_RUN, "algorithm"),
        Column("parameters", JSON, AS_IN_RUNS),
        *picked(OF_A_RUN, "status"),
        Column("reason", TEXT, "of the status"),
        Column("maximum_margin", NUMBER, "from the exact solver", DATA_UNITS),
        Column("margin", NUMBER, "the largest reached", DATA_UNITS),
        Column("fraction_of_maximum", NUMBER, "the largest margin over the maximum"),
        Column(
            "one_pass_fraction",
            NUMBER,
            "the same of another run, after each pattern was presented once; negative if a pattern "
            "is on the wrong side",
        ),
        Column("one_pass_errors", NUMBER, "the patterns that its weight misclassifies, of all"),
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
        Column("one_pass_seconds", NUMBER, "of the run that saw each pattern once", SECONDS),
        *_at_fractions(
            Column("seconds", NUMBER, "until {} of the maximum", SECONDS),
            Column("certified_seconds", NUMBER, "until {} of its own upper bound", SECONDS),
        ),
    ),
    OVERVIEW_KEY,
    clocked=True,
)
CHOICES = ResultFile(
    "choices",
    "What `maxmargin.choose` takes on each problem of the overview, and how long that needs.",
    (
        Column("problem", TEXT, "its name in the overview"),
        Column("accuracy", TEXT, "the fraction of the maximum margin that is asked for"),
        Column("learner", TEXT, "the one chosen"),
        Column("parameters", JSON, "its parameters"),
        Column("reason", TEXT, "in words"),
        Column("status", TEXT, "how its run ended"),
        Column("choosing_seconds", NUMBER, "of choosing", SECONDS),
        Column("seconds", NUMBER, "of its run until that fraction of the maximum", SECONDS),
        Column("certified_seconds", NUMBER, "until that of its own upper bound", SECONDS),
    ),
    ("problem", "accuracy"),
    clocked=True,
)
CLAIMED_RATES = ResultFile(
    "claimed_rates",
    "How fast the maximum margin is approached on the problems of the overview, beside what is "
    "claimed.",
    (
        Column("learner", TEXT, "its name in the overview"),
        Column("source", TEXT, "of the claim, or why there is none"),
        Column("claimed", NUMBER, "exponent of 1/ε in the updates; 0: of a logarithm"),
        Column("exponent", NUMBER, "measured from 90 % of the maximum on, mean of problems"),
        Column("low", NUMBER, "end of its 95 % interval"),
        Column("high", NUMBER, "end of its 95 % interval"),
        Column("problems", INTEGER, "how many it is the mean of"),
        Column("last_exponent", NUMBER, "the same from 99 % on"),
        Column("last_low", NUMBER, "end of its 95 % interval"),
        Column("last_high", NUMBER, "end of its 95 % interval"),
        Column("last_problems", INTEGER, "how many it is the mean of"),
        Column("verdict", TEXT, "on the claim"),
    ),
    ("learner",),
)
ALMA_BESIDE_RIVER = ResultFile(
    "alma_beside_river",
    "Public implementations of ALMA compared with the paper's definition, pattern by pattern.",
    (
        Column("data", TEXT, "the data set"),
        Column("p", NUMBER, "of ALMA's norm"),
        Column("alpha", NUMBER, "ALMA's α"),
        Column("learner", TEXT, "the implementation"),
        Column("visits", INTEGER, "patterns presented"),
        Column("updates", INTEGER, "of the weight"),
        Column("mistakes", INTEGER, "patterns on the wrong side when they were presented"),
        Column("largest_norm", NUMBER, "of the weight after any visit, by the q-norm"),
        Column(
            "different_decisions",
            INTEGER,
            "visits at which the learner or the definition makes an update, but not both",
        ),
        Column(
            "weight_difference",
            NUMBER,
            "the largest difference of a weight at the end, as a fraction of the definition's "
            "largest weight",
        ),
    ),
    ("data", "p", "alpha", "learner"),
)
JOBS = ResultFile(
    "jobs",
    "How long each job of the workflow took, but for those that make tables and report.",
    (
        Column("job", TEXT, "named as its log file is"),
        Column("kind", TEXT, "the first word of that name, such as run or overview"),
        Column("seconds", NUMBER, "from its start to its end", SECONDS),
        Column("learning_seconds", NUMBER, "of these, that estimators learned", SECONDS),
        Column("processor_seconds", NUMBER, "of all its processes", SECONDS),
        Column("memory", NUMBER, "the most that it used", "MB"),
    ),
    ("job",),
    clocked=True,
)
FILES = (
    *(CLAIMS, READINGS, TIME_RATIOS, THEORY, THEORY_FIRST_EPOCHS, RATES, RATE_POINTS),
    *(OVERVIEW, OVERVIEW_TIMINGS, CHOICES, CLAIMED_RATES, ALMA_BESIDE_RIVER, JOBS),
)
