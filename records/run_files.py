"""The result files of the runs, which workflows/commands/collect.py makes from their records."""

from hashlib import sha256

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

DESCRIPTION = (
    Column("run", TEXT, "the name of the run; a setting of a grid has its number at the end"),
    Column("data", TEXT, "the [data set](data.md)"),
    Column("augment", NUMBER, "ρ, the augmenting coordinate; 0 for none", DATA_UNITS),
    Column(
        "extend",
        NUMBER,
        "Δ, the extension that makes any patterns separable; 0 for none",
        unit=DATA_UNITS,
    ),
    Column("max_mini_epochs", INTEGER, "N of the reduced procedure; 0 for plain epochs"),
    Column("algorithm", TEXT, "the [learner](learners.md)"),
    Column(
        "parameters",
        JSON,
        "the parameters given; for online runs also the kernel, the epochs and the repetitions",
    ),
    Column("seed", INTEGER, "the seed of all random choices"),
    Column("series", TEXT, "the curve in figures and fits to which the run belongs"),
    Column(
        "added_by",
        TEXT,
        "what added the run: `variants` or `own_data` in the config, or both; empty for runs of "
        "`config/runs/`",
    ),
    Column("status", TEXT, "how the run ended: [statuses](#statuses)"),
    Column("reason", TEXT, "the reason for the status"),
)
COUNTS = (
    Column("updates", INTEGER, "the number of updates of the weight", attribute="n_updates_"),
    Column("epochs", INTEGER, "the number of epochs over all patterns", attribute="n_epochs_"),
    Column(
        "mini_epochs",
        INTEGER,
        "the number of mini-epochs over the active set",
        attribute="n_mini_epochs_",
    ),
    Column("visits", INTEGER, "the number of patterns presented", attribute="n_visits_"),
)
MARGINS = (
    Column(
        "directional_margin",
        NUMBER,
        "the directional margin reached: ‖a‖ includes the augmenting coordinate",
        DATA_UNITS,
        "directional_margin_",
    ),
    Column(
        "geometric_margin",
        NUMBER,
        "the geometric margin reached: ‖a‖ excludes the augmenting coordinate",
        DATA_UNITS,
        "geometric_margin_",
    ),
    Column(
        "upper_bound",
        NUMBER,
        "an upper bound on every directional margin, up to rounding: ‖a‖/Σα; for a procedure the "
        "smallest of its stages",
        DATA_UNITS,
        "margin_upper_bound_",
    ),
)
BOUNDS = (
    Column(
        "margin_bound_by_updates",
        NUMBER,
        "an upper bound on every directional margin, from the number of updates alone",
        DATA_UNITS,
        "margin_bound_by_updates_",
    ),
    Column(
        "guaranteed_fraction",
        NUMBER,
        "the fraction of the maximum margin that a theorem guarantees for a converged run",
        attribute="guaranteed_fraction_",
    ),
    Column(
        "asymptotic_fraction",
        NUMBER,
        "the limit of the guaranteed fraction as the Margitron's b grows",
        attribute="asymptotic_fraction_",
    ),
    Column("weight_norm", NUMBER, "‖a‖", DATA_UNITS, "weight_norm_"),
    Column(
        "squared_radius", NUMBER, "R², the largest ‖y‖²", "the data's, squared", "squared_radius_"
    ),
    Column(
        "retained_patterns",
        INTEGER,
        "the number of patterns that the pocket algorithm left to the learner",
        attribute="n_retained_",
    ),
    Column(
        "start_norm",
        NUMBER,
        "‖w_0‖ of the start of Krauth & Mézard's algorithm; 0 without a start, and empty for "
        "other learners",
        "1 over the data's",
        "start_norm_",
    ),
    Column(
        "start_sum",
        NUMBER,
        "Σλ of the start w_0 = Σ λ_k y_k; empty if no λ ≥ 0 is known",
        "1 over the data's, squared",
        "start_sum_",
    ),
    Column(
        "start_updates",
        INTEGER,
        "the updates of the Perceptron that made the start, which `updates` includes",
        attribute="n_start_updates_",
    ),
)
PROOFS = (
    Column(
        "proved_margin",
        NUMBER,
        "the margin in exact arithmetic, rounded down. It is the margin in the augmented and "
        "extended space, or with a free threshold for baselines. It is empty for kernels, p-norms "
        "and runs that did not converge",
        DATA_UNITS,
    ),
    Column(
        "proved_bound",
        NUMBER,
        "‖a‖/Σα in exact arithmetic, rounded up; empty like the proved margin, and for solvers "
        "without duals",
        DATA_UNITS,
    ),
)
HELD_OUT = Column(
    "test_error",
    NUMBER,
    "the fraction of test patterns classified wrongly; empty without test patterns",
)
MEASURED = (*COUNTS, *MARGINS, *BOUNDS)
ATTRIBUTES = {column.name: column.attribute for column in MEASURED}

AS_IN_RUNS = "as in `runs.csv`"
RUN = Column("run", TEXT, AS_IN_RUNS)
EPOCH = Column("epoch", INTEGER, "the epoch after which the run is judged, from 1")
# A copy of the names in maxmargin.online, because importing that module takes seconds.
HYPOTHESES = ("last", "voted", "average")
HYPOTHESIS = Column("hypothesis", TEXT, ", ".join(HYPOTHESES[:-1]) + f" or {HYPOTHESES[-1]}")

RUNS = ResultFile(
    "runs",
    "One row for each run. A run that failed or was stopped has a row with the reason.",
    (*DESCRIPTION, *MEASURED, *PROOFS, HELD_OUT),
    ("run",),
)
TIMINGS = ResultFile(
    "timings",
    "How long each run took.",
    (
        RUN,
        Column(
            "seconds",
            NUMBER,
            "the learning time; for a timed run the median over its repetitions",
            unit=SECONDS,
        ),
        Column(
            "least_seconds",
            NUMBER,
            "the learning time of the fastest repetition of a timed run",
            SECONDS,
        ),
        Column(
            "most_seconds",
            NUMBER,
            "the learning time of the slowest repetition of a timed run",
            SECONDS,
        ),
        Column(
            "spent_seconds",
            NUMBER,
            "the total learning time, including repetitions, searches and grids. For runs made "
            "together, the first run has the total",
            SECONDS,
        ),
    ),
    ("run",),
    clocked=True,
)
CURVES = ResultFile(
    "curves",
    "The progress of each run: a row whenever the number of updates has grown by 5 %.",
    (RUN, *COUNTS, *MARGINS),
    ("run", "updates", "visits", "epochs"),
)
ONLINE = ResultFile(
    "online",
    "The errors and counts of online runs, for each permutation.",
    (
        RUN,
        Column(
            "permutation",
            INTEGER,
            "the permutation of the training set, or the draw of artificial data, from 1",
        ),
        EPOCH,
        HYPOTHESIS,
        Column("class", TEXT, "the positive class of a one-vs-rest learner, or all"),
        Column("train_error", NUMBER, "the fraction of training patterns classified wrongly"),
        Column("test_error", NUMBER, "the fraction of test patterns classified wrongly"),
        Column(
            "updates",
            NUMBER,
            "the number of updates up to this epoch; on artificial data a mean over permutations",
        ),
        Column(
            "support_vectors",
            NUMBER,
            "the number of support vectors after this epoch; on artificial data a mean over "
            "permutations",
        ),
        Column(
            "kernel_values",
            NUMBER,
            "the kernel values that a learner without a cache computes up to this epoch: one for "
            "each support vector at every visit; on artificial data a mean over permutations; "
            "empty without a kernel",
        ),
    ),
    ("run", "permutation", "epoch", "hypothesis", "class"),
)
DISTRIBUTIONS = ResultFile(
    "distributions",
    "How the margins of the training patterns are distributed, for online runs and other runs.",
    (
        RUN,
        EPOCH,
        HYPOTHESIS,
        Column(
            "margin",
            NUMBER,
            "a value of a grid, for weights and patterns of norm 1; for runs that are not online, "
            "the geometric margin of a pattern, in the data's units",
        ),
        Column("fraction", NUMBER, "the fraction of training patterns with at most this margin"),
    ),
    ("run", "epoch", "hypothesis", "margin"),
)
DRAWS = ResultFile(
    "draws",
    "The result of each run on each draw of an artificial data set.",
    (
        RUN,
        Column("draw", INTEGER, "the number of the draw, from 1"),
        Column("status", TEXT, AS_IN_RUNS),
        *picked(COUNTS, "updates", "epochs", "visits"),
        *picked(MARGINS, "directional_margin", "geometric_margin"),
        Column(
            "maximum_margin",
            NUMBER,
            "the maximum margin of the draw, with a free threshold",
            DATA_UNITS,
        ),
    ),
    ("run", "draw"),
)
FILES = (RUNS, TIMINGS, CURVES, ONLINE, DISTRIBUTIONS, DRAWS)
# A hash of the columns. Changing a column invalidates old records.
LAYOUT = sha256(repr([file.header for file in FILES]).encode()).hexdigest()[:8]
# Keys of a run's record in results/runs/*.json -> the file of their rows. The rows are lists
# without the run's name.
LISTS = {"curve": CURVES, "online": ONLINE, "distributions": DISTRIBUTIONS, "draws": DRAWS}
