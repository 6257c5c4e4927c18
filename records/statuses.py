"""How a run can end."""

from enum import StrEnum


class Status(StrEnum):
    """A status is its own text, as the files of results hold it; `meaning` says it in words.

    >>> Status("max_epochs").meaning
    'stopped at the largest number of epochs that it was allowed'
    """

    meaning: str

    def __new__(cls, text, meaning):
        status = str.__new__(cls, text)
        status._value_ = text
        status.meaning = meaning
        return status

    CONVERGED = "converged", "ended by its own rule"
    CERTIFIED = "certified", "reached the wanted fraction of its own upper bound"
    REACHED = "reached", "reached the wanted margin"
    COMPLETED = "completed", "did what it had to do: all epochs, permutations or draws"
    MAX_UPDATES = "max_updates", "stopped at the largest number of updates that it was allowed"
    MAX_EPOCHS = "max_epochs", "stopped at the largest number of epochs that it was allowed"
    MAX_SECONDS = "max_seconds", "stopped after the seconds that it was allowed"
    STOPPED = "stopped", "stopped by a solver's own limit"
    DIVERGED = "diverged", "its weight has no margin any more"
    INSEPARABLE = "inseparable", "no weight separates the patterns"
    NOT_FOUND = "not found", "no value of the parameter searched for gives the wanted margin"
    FAILED = "failed", "raised an error"
    UNAVAILABLE = "unavailable", "its data or its program could not be had"


ENDED_WELL = (Status.CONVERGED, Status.CERTIFIED, Status.REACHED, Status.COMPLETED)
LIMITS = (Status.MAX_UPDATES, Status.MAX_EPOCHS, Status.MAX_SECONDS)
HAS_RESULT = (*ENDED_WELL, *LIMITS)
