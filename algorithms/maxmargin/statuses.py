"""How the run of a learner can end: what `status_` and the records of runs call it."""

CONVERGED, CERTIFIED, REACHED = ENDED_WELL = ("converged", "certified", "reached")
MAX_UPDATES, MAX_EPOCHS, MAX_SECONDS = LIMITS = ("max_updates", "max_epochs", "max_seconds")
MAX_VISITS = "max_visits"  # the pocket algorithm's limit
OPTIMAL = "optimal"  # a soft margin's objective is at its minimum, and patterns are misclassified
FAILED = "failed"  # a number that is not finite came up
STOPPED = "stopped"  # by rounding, or by a solver's own limit
