"""How the run of a learner can end: what `status_` and the records of runs call it."""

CONVERGED, CERTIFIED, REACHED = ENDED_WELL = ("converged", "certified", "reached")
MAX_UPDATES, MAX_EPOCHS, MAX_SECONDS = LIMITS = ("max_updates", "max_epochs", "max_seconds")
MAX_VISITS = "max_visits"  # the pocket algorithm's limit
DIVERGED = "diverged"
STOPPED = "stopped"  # by a solver's own limit
