"""The files that hold what runs did: written by workflows/collect.py and nothing else."""

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
        "Δ, of the extension that makes all patterns separable; 0 for none",
        unit=DATA_UNITS,
    ),
    Column("max_mini_epochs", INTEGER, "N of the reduced procedure, 0 for plain epochs"),
    Column("algorithm", TEXT, "the [learner](learners.md)"),
    Column("parameters", JSON, "those that are not left at their defaults"),
    Column("seed", INTEGER, "of all random choices"),
    Column("series", TEXT, "the curve that the run is a point of, in figures and fits"),
    Column("used_by", TEXT, "figures and analyses that take the run by name, besides the tables"),
    Column("status", TEXT, "how it ended: [statuses](#statuses)"),
    Column("reason", TEXT, "of the status"),
)
COUNTS = (
    Column("updates", INTEGER, "of the weight", attribute="n_updates_"),
    Column("epochs", INTEGER, "over all patterns", attribute="n_epochs_"),
    Column(
        "mini_epochs", INTEGER, "over the patterns that were updated", attribute="n_mini_epochs_"
    ),
    Column("visits", INTEGER, "patterns presented", attribute="n_visits_"),
)
MARGINS = (
    Column(
        "directional_margin",
        NUMBER,
        "reached, by ‖a‖ with the augmenting coordinate",
        DATA_UNITS,
        "directional_margin_",
    ),
    Column(
        "geometric_margin",
        NUMBER,
        "reached, by ‖a‖ without the augmenting coordinate",
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
        "another such bound, by the number of updates alone",
        DATA_UNITS,
        "margin_bound_by_updates_",
    ),
    Column(
        "guaranteed_fraction",
        NUMBER,
        "of the maximum margin, that a converged run is sure to have reached by a theorem",
        attribute="guaranteed_fraction_",
    ),
    Column(
        "asymptotic_fraction",
        NUMBER,
        "what that tends to as the Margitron's b grows",
        attribute="asymptotic_fraction_",
    ),
    Column("weight_norm", NUMBER, "‖a‖", DATA_UNITS, "weight_norm_"),
    Column(
        "squared_radius", NUMBER, "R², the largest ‖y‖²", "the data's, squared", "squared_radius_"
    ),
    Column(
        "kept_patterns",
        INTEGER,
        "that the pocket algorithm left to the learner",
        attribute="n_kept_",
    ),
)
MEASURED = (*COUNTS, *MARGINS, *BOUNDS)
ATTRIBUTES = {column.name: column.attribute for column in MEASURED}

AS_IN_RUNS = "as in `runs.csv`"
RUN = Column("run", TEXT, AS_IN_RUNS)
EPOCH = Column("epoch", INTEGER, "after which it is judged, from 1")
HYPOTHESIS = Column("hypothesis", TEXT, "last, voted or average")

RUNS = ResultFile(
    "runs",
    "One row for each run. A run that failed or was stopped is a row with its reason.",
    (*DESCRIPTION, *MEASURED),
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
            "of learning; of a timed run the median of its repetitions",
            unit=SECONDS,
        ),
        Column("least_seconds", NUMBER, "of the repetitions of a timed run", SECONDS),
        Column("most_seconds", NUMBER, "of the repetitions of a timed run", SECONDS),
    ),
    ("run",),
    clocked=True,
)
CURVES = ResultFile(
    "curves",
    "What a run had reached on its way: a row whenever its updates had grown by 5 %.",
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
        Column("class", TEXT, "against the rest, or all"),
        Column("train_error", NUMBER, "as a fraction of 1"),
        Column("test_error", NUMBER, "as a fraction of 1"),
        Column("updates", NUMBER, "so far; a mean over permutations on artificial data"),
        Column("support_vectors", NUMBER, "so far, likewise"),
    ),
    ("run", "permutation", "epoch", "hypothesis", "class"),
)
DISTRIBUTIONS = ResultFile(
    "distributions",
    "How the margins of the training patterns of online runs are distributed.",
    (
        RUN,
        EPOCH,
        HYPOTHESIS,
        Column("margin", NUMBER, "of a grid, with weights and patterns of norm 1"),
        Column("fraction", NUMBER, "of the training set, whose margin is at most that"),
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
# What a run's record in results/runs/*.json has several rows of, as lists without the run's name.
LISTS = {"curve": CURVES, "online": ONLINE, "distributions": DISTRIBUTIONS, "draws": DRAWS}
