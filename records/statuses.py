"""The statuses: how a run can end."""

from enum import StrEnum


class Status(StrEnum):
    """The status of a run: the text in result files, with an explanation in `meaning`.

    >>> Status("max_epochs").meaning
    'stopped at its limit on epochs'
    """

    meaning: str

    def __new__(cls, text, meaning):
        status = str.__new__(cls, text)
        status._value_ = text
        status.meaning = meaning
        return status

    CONVERGED = "converged", "ended by its own rule"
    CERTIFIED = "certified", "its margin reached the fraction `certify` of its upper bound"
    REACHED = "reached", "its margin reached `enough_margin`"
    COMPLETED = "completed", "completed all its epochs, permutations or draws"
    MAX_UPDATES = "max_updates", "stopped at its limit on updates"
    MAX_EPOCHS = "max_epochs", "stopped at its limit on epochs"
    MAX_SECONDS = "max_seconds", "stopped at its limit on seconds"
    MAX_VISITS = "max_visits", "stopped at the pocket algorithm's limit on visits"
    STOPPED = "stopped", "stopped by rounding or a solver's own limit, or without a margin above 0"
    OPTIMAL = "optimal", "near a soft margin's smallest objective, but misclassifies patterns"
    INSEPARABLE = "inseparable", "no weight separates the patterns"
    NOT_FOUND = "not found", "no value of the parameter searched for gives the wanted margin"
    FAILED = (
        "failed",
        "raised an error, or met a number that is not finite, or a step with a negative factor",
    )
    UNAVAILABLE = "unavailable", "its data or its program is not available"


ENDED_WELL = (Status.CONVERGED, Status.CERTIFIED, Status.REACHED, Status.COMPLETED)
LIMITS = (Status.MAX_UPDATES, Status.MAX_EPOCHS, Status.MAX_SECONDS)
HAS_RESULT = (*ENDED_WELL, *LIMITS, Status.MAX_VISITS)
