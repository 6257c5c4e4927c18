"""The files that hold what runs did, which only workflows/collect.py writes."""

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
    Column("run", TEXT, "its name, as in `config/runs/`"),
    Column("data", TEXT, "the [data set](data.md)"),
    Column("augment", NUMBER, "ρ, the augmenting coordinate; 0 for none", DATA_UNITS),
    Column(
        "extend",
        NUMBER,
        "Δ, the extension that makes any patterns separable; 0 for none",
        unit=DATA_UNITS,
    ),
    Column("max_mini_epochs", INTEGER, "N of the reduced procedure, 0 for plain epochs"),
    Column("algorithm", TEXT, "the [learner](learners.md)"),
    Column("parameters", JSON, "those that are not left at their defaults"),
    Column("seed", INTEGER, "of all random choices"),
    Column("series", TEXT, "the curve that the run is a point of, in figures and fits"),
    Column("used_by", TEXT, "the figures and analyses that use the run, besides the tables"),
    Column("status", TEXT, "how it ended: [statuses](#statuses)"),
    Column("reason", TEXT, "of the status"),
)
COUNTS = (
    Column("updates", INTEGER, "of the weight", attribute="n_updates_"),
    Column("epochs", INTEGER, "over all patterns", attribute="n_epochs_"),
    Column("mini_epochs", INTEGER, "over the active set", attribute="n_mini_epochs_"),
    Column("visits", INTEGER, "patterns presented", attribute="n_visits_"),
)
MARGINS = (
    Column(
        "directional_margin",
        NUMBER,
        "the one reached, with the augmenting coordinate in ‖a‖",
        DATA_UNITS,
        "directional_margin_",
    ),
    Column(
        "geometric_margin",
        NUMBER,
        "the one reached, without the augmenting coordinate in ‖a‖",
        DATA_UNITS,
        "geometric_margin_",
    ),
    Column(
        "upper_bound",
        NUMBER,
        "‖a‖/Σα, which no directional margin exceeds",
        DATA_UNITS,
        "margin_upper_bound_",
    ),
)
BOUNDS = (
    Column(
        "margin_bound_by_updates",
        NUMBER,
        "another such bound, from the number of updates alone",
        DATA_UNITS,
        "margin_bound_by_updates_",
    ),
    Column(
        "guaranteed_fraction",
        NUMBER,
        "the fraction of the maximum margin that a converged run is sure to have reached, by a "
        "theorem",
        attribute="guaranteed_fraction_",
    ),
    Column(
        "asymptotic_fraction",
        NUMBER,
        "what the guaranteed fraction tends to as the Margitron's b grows",
        attribute="asymptotic_fraction_",
    ),
    Column("weight_norm", NUMBER, "‖a‖", DATA_UNITS, "weight_norm_"),
    Column(
        "squared_radius", NUMBER, "R², the largest ‖y‖²", "the data's, squared", "squared_radius_"
    ),
    Column(
        "kept_patterns",
        INTEGER,
        "how many the pocket algorithm left to the learner",
        attribute="n_kept_",
    ),
)
PROOFS = (
    Column(
        "proved_margin",
        NUMBER,
        "the margin in exact arithmetic, rounded down: in the augmented and extended space, or of "
        "baselines with a free threshold; empty for kernels, p-norms and runs without convergence",
        DATA_UNITS,
    ),
    Column(
        "proved_bound",
        NUMBER,
        "‖a‖/Σα in exact arithmetic, rounded up; empty also for solvers without duals",
        DATA_UNITS,
    ),
)
HELD_OUT = Column(
    "test_error",
    NUMBER,
    "of data with test patterns: the fraction of these that is classified wrongly",
)
MEASURED = (*COUNTS, *MARGINS, *BOUNDS)
ATTRIBUTES = {column.name: column.attribute for column in MEASURED}

AS_IN_RUNS = "as in `runs.csv`"
RUN = Column("run", TEXT, AS_IN_RUNS)
EPOCH = Column("epoch", INTEGER, "the one after which the run is judged, from 1")
HYPOTHESES = ("last", "voted", "average")  # of maxmargin.online, whose import takes seconds
HYPOTHESIS = Column("hypothesis", TEXT, ", ".join(HYPOTHESES[:-1]) + f" or {HYPOTHESES[-1]}")

RUNS = ResultFile(
    "runs",
    "One row for each run, also for one that failed or was stopped, with the reason.",
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
            "of learning; for a timed run the median of its repetitions",
            unit=SECONDS,
        ),
        Column("least_seconds", NUMBER, "of the fastest repetition of a timed run", SECONDS),
        Column("most_seconds", NUMBER, "of the slowest repetition of a timed run", SECONDS),
        Column(
            "spent_seconds",
            NUMBER,
            "of learning in all, repetitions, searches and grids included; of runs that are made "
            "together, on the first of them",
            SECONDS,
        ),
    ),
    ("run",),
    clocked=True,
)
CURVES = ResultFile(
    "curves",
    "What runs had reached on the way: a row whenever the number of updates had grown by 5 %.",
    (RUN, *COUNTS, *MARGINS),
    ("run", "updates", "visits"),
)
ONLINE = ResultFile(
    "online",
    "What online runs did, permutation by permutation.",
    (
        RUN,
        Column("permutation", INTEGER, "of the training set, or draw of artificial data, from 1"),
        EPOCH,
        HYPOTHESIS,
        Column("class", TEXT, "the one learned against the rest, or all"),
        Column("train_error", NUMBER, "as a fraction"),
        Column("test_error", NUMBER, "as a fraction"),
        Column("updates", NUMBER, "so far; on artificial data a mean over permutations"),
        Column("support_vectors", NUMBER, "so far, likewise"),
        Column(
            "kernel_values",
            NUMBER,
            "so far, likewise: how many a learner computes that keeps none, one for each support "
            "vector at every visit; empty without a kernel",
        ),
    ),
    ("run", "permutation", "epoch", "hypothesis", "class"),
)
DISTRIBUTIONS = ResultFile(
    "distributions",
    "How the margins of the training patterns are distributed, of online runs and of others.",
    (
        RUN,
        EPOCH,
        HYPOTHESIS,
        Column(
            "margin",
            NUMBER,
            "a value of a grid, for weights and patterns of norm 1; of runs that are not online "
            "the geometric one of a pattern, in the data's units",
        ),
        Column("fraction", NUMBER, "of the training set, with a margin of at most that"),
    ),
    ("run", "epoch", "hypothesis", "margin"),
)
DRAWS = ResultFile(
    "draws",
    "What runs did on each draw of an artificial data set.",
    (
        RUN,
        Column("draw", INTEGER, "from 1"),
        Column("status", TEXT, AS_IN_RUNS),
        *picked(COUNTS, "updates", "epochs", "visits"),
        *picked(MARGINS, "directional_margin", "geometric_margin"),
        Column("maximum_margin", NUMBER, "of the draw, with a free threshold", DATA_UNITS),
    ),
    ("run", "draw"),
)
FILES = (RUNS, TIMINGS, CURVES, ONLINE, DISTRIBUTIONS, DRAWS)
# Another one whenever a column comes, goes or is renamed, so that records without it are not kept.
LAYOUT = sha256(repr([file.header for file in FILES]).encode()).hexdigest()[:8]
# The files for which a run's record in results/runs/*.json has rows, as lists without its name.
LISTS = {"curve": CURVES, "online": ONLINE, "distributions": DISTRIBUTIONS, "draws": DRAWS}
