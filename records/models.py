"""Makes the record of a fitted estimator, and of an estimator that raised an error."""

import traceback

from records.run_files import ATTRIBUTES, CURVES
from records.statuses import Status

# With the name of a file, these are faults of what opens it.
OF_A_FILE = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError)


def status_of(model):
    """Return the status of a fitted estimator's run."""
    return getattr(model, "status_", Status.CONVERGED if model.converged_ else Status.STOPPED)


def record_of(model, seconds):
    """Return the part of a run's record that comes from its fitted estimator.

    seconds: those that the estimator spent learning.
    """
    record = {name: getattr(model, attribute, None) for name, attribute in ATTRIBUTES.items()}
    curve = getattr(model, "history_", [])
    record["status"] = status_of(model)
    meaning = Status(record["status"]).meaning
    record["reason"] = "" if model.converged_ else f"{meaning[0].upper()}{meaning[1:]}."
    if record["status"] == Status.FAILED:
        record["reason"] = f"{type(model).__name__}: {model.failure_}"
    record["curve"] = [[getattr(point, name) for name in CURVES.header[1:]] for point in curve]
    record["seconds"] = seconds
    return record


def failure(error):
    """Return the status and the reason for a run that raised an error.

    An error of the machine, such as a full disk, is raised again: it must leave no record. A
    missing file is a fault of the estimator: a user's classifier may open one.
    """
    of_a_file = isinstance(error, OF_A_FILE) and error.filename is not None
    if isinstance(error, OSError) and not (of_a_file or isinstance(error, TimeoutError)):
        raise error
    traceback.print_exc()
    return {"status": Status.FAILED, "reason": f"{type(error).__name__}: {error}"}
