"""The result files made from the runs: verdicts on the papers' numbers, and the analyses."""

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
    Column("paper", TEXT, "the name of the paper's folder, such as micra"),
    Column("table", TEXT, "the name of the table's file, such as table-1 or text"),
    Column("row", TEXT, "the name of the row in the table's file"),
    Column("column", TEXT, "the name of the column in the table's file"),
    Column("printed", TEXT, "the string as printed"),
)
CELL_KEY = ("paper", "table", "row", "column")
OF_A_RUN = tuple(
    Column(name, TEXT, AS_IN_RUNS) for name in ("data", "algorithm", "parameters", "status")
)

KIND = Column("kind", TEXT, "the kind of evidence: independent, implied, fitted or ours")
CLAIMS = ResultFile(
    "claims",
    "One row for each number that a paper prints, with its verdict.",
    (
        *CELL,
        KIND,
        Column(
            "measured",
            TEXT,
            "the measured value in printed units, for seconds their ratio; empty if not measured",
        ),
        Column("verdict", TEXT, "one of the six [verdicts](verdicts.md)"),
        Column("reason", TEXT, "the reason for the verdict"),
        Column(
            "chance_of_differing",
            NUMBER,
            "the probability that a correct average differs by chance alone, from 0 to 1",
        ),
        Column("run", TEXT, "the run that gave the number: a row of `runs.csv`"),
    ),
    CELL_KEY,
)
EVIDENCE = ResultFile(
    "evidence",
    "One row for each comparison that a statement of a paper is made of.",
    (
        *picked(CELL, "paper", "table", "row", "column"),
        Column("statement", TEXT, "the name of the statement in the paper's `statements.yaml`"),
        Column("claim", TEXT, "the range that decides, such as < 1"),
        Column("measured", TEXT, "the measured value ± its standard error"),
        Column("outcome", TEXT, "holds, does not hold, undecided or not measured"),
        Column("reason", TEXT, "the reason for the outcome"),
        RUN,
    ),
    CELL_KEY,
)
STATEMENTS = ResultFile(
    "statements",
    "One row for each statement of a paper, with its verdict.",
    (
        Column("paper", TEXT, "the name of the paper's folder, such as micra"),
        Column("name", TEXT, "the name of the statement in the paper's `statements.yaml`"),
        Column("statement", TEXT, "the paper's sentence in our words"),
        Column("place", TEXT, "the section, table or figure of the paper"),
        Column("words", TEXT, "the paper's words that say how strong the statement is"),
        Column("claim", TEXT, "the range that decides; empty if each comparison has its own"),
        KIND,
        Column("because", TEXT, "the reason for a range of our own or for the kind"),
        Column("verdict", TEXT, "one of the five verdicts on statements (docs/verdicts.md)"),
        Column("comparisons", INTEGER, "the number of comparisons"),
        Column("hold", INTEGER, "the number of comparisons that hold"),
        Column("fail", INTEGER, "the number of comparisons that do not hold"),
        Column("undecided", INTEGER, "the number of comparisons with too little power"),
        Column("not_measured", INTEGER, "the number of comparisons that were not measured"),
    ),
    ("paper", "name"),
)
READINGS = ResultFile(
    "readings",
    "Second verdicts on printed numbers and on evidence for statements, under another reading of "
    "the paper's protocol. `claims.csv` and `evidence.csv` have the first, under the stated "
    "protocol.",
    (
        *CELL,
        Column("reading", TEXT, "the name of the reading in the paper's `readings.yaml`"),
        *picked(CLAIMS.columns, "measured", "verdict", "reason", "chance_of_differing", "run"),
    ),
    (*CELL_KEY, "reading"),
)
TIME_RATIOS = ResultFile(
    "time_ratios",
    "Ratios of seconds, within a row of a table or between two runs. They judge only the claims "
    "that one learner is faster than another.",
    (
        *CELL,
        Column(
            "printed_ratio",
            NUMBER,
            "the printed seconds over the printed seconds of the table's reference column",
        ),
        Column("seconds", NUMBER, "the measured seconds", SECONDS),
        Column("seconds_bound", TEXT, "> if the run was stopped and would have taken longer"),
        Column("ratio", NUMBER, "the measured seconds over the seconds of the reference run"),
        Column("ratio_bound", TEXT, "> or < if the ratio is only a bound"),
        Column("run", TEXT, "as in `claims.csv`"),
    ),
    CELL_KEY,
    clocked=True,
)
THEORY = ResultFile(
    "theory",
    "The bound of each theorem for each run, beside the value that the run reached.",
    (
        Column("paper", TEXT, "the paper of the theorem"),
        Column("theorem", TEXT, "the number of the theorem in the paper"),
        Column("quantity", TEXT, "the quantity that the theorem bounds"),
        Column("statement", TEXT, "the theorem in short"),
        Column("sense", TEXT, "most for an upper bound, least for a lower bound"),
        RUN,
        *picked(OF_A_RUN, "data", "algorithm", "parameters"),
        Column("bound", NUMBER, "the bound, in the unit of the quantity"),
        Column("measured", NUMBER, "the measured value, in the unit of the quantity"),
        Column("ratio", NUMBER, "the measured value over the bound"),
        Column("holds", TEXT, "yes, or no if the run violates the theorem"),
    ),
    ("paper", "theorem", "quantity", "run"),
)
THEORY_FIRST_EPOCHS = THEORY._replace(
    name="theory_first_epochs",
    about="The rows of `theory.csv` for theorems about first epochs and about several classes.",
)
SERIES = (
    Column("data", TEXT, "the data set"),
    Column("series", TEXT, "the learner; its runs go from coarse to fine parameters"),
)
RATES = ResultFile(
    "rates",
    "How fast the number of updates grows with accuracy, from straight lines fitted to logarithms.",
    (
        *SERIES,
        Column("accuracy", TEXT, "nominal (as requested) or measured (as reached)"),
        Column("exponent", NUMBER, "the power of 1/accuracy with which updates grow"),
        Column("standard_error", NUMBER, "the standard error of the exponent"),
        Column("runs", INTEGER, "the number of runs to which the line is fitted"),
        Column("exponent_of_bound", NUMBER, "the exponent in the paper's bound"),
    ),
    ("data", "series", "accuracy"),
)
RATE_POINTS = ResultFile(
    "rate_points",
    "The runs to which the exponents are fitted.",
    (
        *SERIES,
        RUN,
        Column("nominal", NUMBER, "the accuracy requested"),
        Column("missing", NUMBER, "the fraction of the maximum margin that is missing"),
        Column("updates", INTEGER, "the number of updates"),
    ),
    ("run",),
)
FRACTIONS = ("0.9", "0.95", "0.99", "0.999", "0.9999")  # of the maximum margin
OVERVIEW_KEY = ("problem", "learner", "parameters")


def _at_fractions(*columns):
    """Return the columns once for each of FRACTIONS, with the fraction appended to their names."""
    return tuple(
        Column(f"{name}_{fraction}", type_, meaning.format(f"{100 * float(fraction):g} %"), unit)
        for fraction in FRACTIONS
        for name, type_, meaning, unit, _ in columns
    )


OVERVIEW = ResultFile(
    "overview",
    "Every learner on every problem of `config/overview.yaml`: one row for each parameter setting.",
    (
        Column("problem", TEXT, "the name of the problem in the overview"),
        *picked(OF_A_RUN, "data"),
        Column("patterns", INTEGER, "the number of patterns"),
        Column("columns", INTEGER, "the number of attributes of a pattern"),
        Column("entries", INTEGER, "the number of nonzero attributes in all patterns"),
        Column("radius", NUMBER, "R, of the augmented and extended patterns", DATA_UNITS),
        *picked(DESCRIPTION, "augment", "extend", "max_mini_epochs"),
        Column("learner", TEXT, "the name of the learner in the overview"),
        Column("kind", TEXT, "learner, batch, procedure, baseline or third-party"),
        Column("knows_maximum", TEXT, "whether the maximum margin decides the parameters"),
        *picked(OF_A_RUN, "algorithm"),
        Column("parameters", JSON, AS_IN_RUNS),
        *picked(OF_A_RUN, "status"),
        Column("reason", TEXT, "the reason for the status"),
        Column("maximum_margin", NUMBER, "the maximum margin, from the exact solver", DATA_UNITS),
        Column("margin", NUMBER, "the largest margin that the run reached", DATA_UNITS),
        Column("fraction_of_maximum", NUMBER, "the largest margin over the maximum margin"),
        Column(
            "one_pass_fraction",
            NUMBER,
            "the fraction of the maximum that another run reached after one visit to each pattern; "
            "negative if a pattern is on the wrong side",
        ),
        Column(
            "one_pass_errors",
            NUMBER,
            "the fraction of all patterns that the weight misclassifies after this one pass",
        ),
        *_at_fractions(
            Column("updates", INTEGER, "updates when the margin first was {} of the maximum"),
            Column("visits", INTEGER, "visits when the margin first was {} of the maximum"),
            Column(
                "certified_updates",
                INTEGER,
                "updates when the margin first was {} of the run's own upper bound",
            ),
        ),
    ),
    OVERVIEW_KEY,
)
OVERVIEW_TIMINGS = ResultFile(
    "overview_timings",
    "How long the runs of the overview took.",
    (
        *(Column(name, TEXT, "as in `overview.csv`") for name in OVERVIEW_KEY),
        Column(
            "one_pass_seconds",
            NUMBER,
            "the learning time of the run that visited each pattern once",
            SECONDS,
        ),
        *_at_fractions(
            Column("seconds", NUMBER, "the time until the margin was {} of the maximum", SECONDS),
            Column(
                "certified_seconds",
                NUMBER,
                "the time until the margin was {} of the run's own upper bound",
                SECONDS,
            ),
        ),
    ),
    OVERVIEW_KEY,
    clocked=True,
)
CHOICES = ResultFile(
    "choices",
    "The learner that `maxmargin.choose` chooses on each problem of the overview, and its time.",
    (
        Column("problem", TEXT, "the name of the problem in the overview"),
        Column("fraction", TEXT, "the fraction of the maximum margin that is requested"),
        Column("learner", TEXT, "the chosen learner"),
        Column("parameters", JSON, "the parameters of the learner"),
        Column("reason", TEXT, "the reason for the choice"),
        Column("status", TEXT, "how the learner's run ended"),
        Column("choosing_seconds", NUMBER, "the time for choosing", SECONDS),
        Column(
            "seconds",
            NUMBER,
            "the time until the margin was the requested fraction of the maximum",
            SECONDS,
        ),
        Column(
            "certified_seconds",
            NUMBER,
            "the time until the margin was the requested fraction of the run's own upper bound",
            SECONDS,
        ),
    ),
    ("problem", "fraction"),
    clocked=True,
)
CLAIMED_RATES = ResultFile(
    "claimed_rates",
    "How fast each learner approaches the maximum margin on the overview's problems, beside the "
    "claimed rate.",
    (
        Column("learner", TEXT, "the name of the learner in the overview"),
        Column("source", TEXT, "the source of the claim, or why there is no claim"),
        Column(
            "claimed",
            NUMBER,
            "the claimed exponent of 1/ε in the number of updates; 0 for a logarithm",
        ),
        Column(
            "exponent",
            NUMBER,
            "the measured exponent from 90 % of the maximum margin up, a mean over problems",
        ),
        Column("low", NUMBER, "the lower end of the exponent's 95 % interval"),
        Column("high", NUMBER, "the upper end of the exponent's 95 % interval"),
        Column("problems", INTEGER, "the number of problems in the mean"),
        Column(
            "last_exponent",
            NUMBER,
            "the measured exponent from 99 % of the maximum margin up, a mean over problems",
        ),
        Column("last_low", NUMBER, "the lower end of the last exponent's 95 % interval"),
        Column("last_high", NUMBER, "the upper end of the last exponent's 95 % interval"),
        Column("last_problems", INTEGER, "the number of problems in the last mean"),
        Column(
            "decade_exponent",
            NUMBER,
            "log₁₀ of the ratio of the updates that the last two decades of 1/ε add, a mean over "
            "problems; 0 for a logarithm",
        ),
        Column("decade_low", NUMBER, "the lower end of the decade exponent's 95 % interval"),
        Column("decade_high", NUMBER, "the upper end of the decade exponent's 95 % interval"),
        Column("decade_problems", INTEGER, "the number of problems in the mean over decades"),
        Column("verdict", TEXT, "the verdict on the claim"),
    ),
    ("learner",),
)
ALMA_BESIDE_RIVER = ResultFile(
    "alma_beside_river",
    "Public implementations of ALMA compared with the paper's definition, pattern by pattern.",
    (
        Column("data", TEXT, "the data set"),
        Column("p", NUMBER, "the p of ALMA's norm"),
        Column("alpha", NUMBER, "ALMA's α"),
        Column("learner", TEXT, "the implementation"),
        Column("visits", INTEGER, "the number of patterns presented"),
        Column("updates", INTEGER, "the number of updates of the weight"),
        Column("mistakes", INTEGER, "the number of patterns presented on the wrong side"),
        Column("largest_norm", NUMBER, "the largest q-norm of the weight after any visit"),
        Column(
            "different_decisions",
            INTEGER,
            "the visits at which either the implementation or the definition updates, but not both",
        ),
        Column(
            "weight_difference",
            NUMBER,
            "the largest difference between two final weight components, over the largest "
            "component of the definition's weight",
        ),
    ),
    ("data", "p", "alpha", "learner"),
)
QUESTION = (
    Column("data", TEXT, "the data set"),
    Column("part", TEXT, "its patterns: train, test or all"),
    Column("first", TEXT, "the positive class; empty for data of two classes"),
    Column("second", TEXT, "the negative class, or rest"),
)
SEPARABILITY = ResultFile(
    "separability",
    "Whether a hyperplane separates two classes, with a proof either way.",
    (
        *QUESTION,
        Column("threshold", TEXT, "yes if the hyperplane may have a threshold, otherwise no"),
        Column("patterns", INTEGER, "the number of patterns"),
        Column("columns", INTEGER, "the number of coordinates of a pattern"),
        Column("separable", TEXT, "yes, no or undecided"),
        Column(
            "margin",
            NUMBER,
            "a margin that some weight surely has; the maximum may be much larger",
            DATA_UNITS,
        ),
        Column("radius", NUMBER, "the length of the longest pattern", DATA_UNITS),
        Column(
            "certificate",
            INTEGER,
            "the number of patterns that prove that no hyperplane separates the classes",
        ),
        Column("equal_rows", TEXT, "yes if these are two equal patterns of both classes"),
        Column("proved", TEXT, "yes if the answer's file was proved again from the data"),
        Column("file", TEXT, "the answer, which `maxmargin.separable.load` reads"),
    ),
    ("data", "part", "first", "second", "threshold"),
)
SEPARABILITY_IMAGES = ResultFile(
    "separability_images",
    "The pattern of each class that weighs most in a certificate, as an image.",
    (
        *QUESTION,
        Column("side", TEXT, "the class of the pattern, or rest"),
        Column("row", INTEGER, "the place of the pattern in the question, from 0"),
        Column("share", NUMBER, "its factor in the certificate, over the sum for its class"),
        Column("pixels", TEXT, "grey levels from 00 to ff, row by row"),
    ),
    ("data", "part", "first", "second", "side"),
)
JOBS = ResultFile(
    "jobs",
    "How long each job of the workflow took, except the jobs that make tables and the report.",
    (
        Column("job", TEXT, "the name of the job and of its log file"),
        Column("kind", TEXT, "the first word of the job's name, such as run or overview"),
        Column("seconds", NUMBER, "the time from start to end", SECONDS),
        Column("learning_seconds", NUMBER, "the part of it spent in learning", SECONDS),
        Column("processor_seconds", NUMBER, "the processor time of all processes", SECONDS),
        Column("memory", NUMBER, "the peak memory", "MB"),
    ),
    ("job",),
    clocked=True,
)
FILES = (
    CLAIMS,
    EVIDENCE,
    STATEMENTS,
    READINGS,
    TIME_RATIOS,
    THEORY,
    THEORY_FIRST_EPOCHS,
    RATES,
    RATE_POINTS,
    OVERVIEW,
    OVERVIEW_TIMINGS,
    CHOICES,
    CLAIMED_RATES,
    ALMA_BESIDE_RIVER,
    SEPARABILITY,
    SEPARABILITY_IMAGES,
    JOBS,
)
