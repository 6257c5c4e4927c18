"""The ways a run ends, as `status_` and the records of runs name them."""

CONVERGED, CERTIFIED, REACHED = ENDED_WELL = ("converged", "certified", "reached")
MAX_UPDATES, MAX_EPOCHS, MAX_SECONDS = LIMITS = ("max_updates", "max_epochs", "max_seconds")
MAX_VISITS = "max_visits"  # the pocket algorithm's limit
OPTIMAL = "optimal"  # a soft margin's objective is near its minimum; patterns are misclassified
FAILED = "failed"  # a number was not finite, or a step's factor was negative
INSEPARABLE = "inseparable"  # with a proof that no weight separates the patterns
STOPPED = "stopped"  # by rounding, by a solver's own limit, or without a margin above 0
