"""Makes the record of a fitted estimator, and of an estimator that raised an error."""

import errno
import traceback

from records.run_files import ATTRIBUTES, CURVES
from records.statuses import Status

# Errors of disks, memory, limits and networks, by their names in errno.
OF_THE_MACHINE = (
    "ENOSPC EDQUOT EFBIG EIO EROFS ENOMEM EMFILE ENFILE EAGAIN "
    "ESTALE EREMOTEIO ENOTCONN EHOSTDOWN ENOLCK ETIMEDOUT"
).split()
# On a full disk numpy's error has no errno, and tempfile's error has the errno of a missing file.
FULL_DISK = ("requested and", "No usable temporary directory")


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

    An error of the machine, such as a full disk, is raised again: it must leave no record. Other
    OSErrors are faults of the estimator, such as a missing file that a user's classifier opens.
    """
    if isinstance(error, OSError) and _is_of_the_machine(error):
        raise error
    traceback.print_exc()
    return {"status": Status.FAILED, "reason": f"{type(error).__name__}: {error}"}


def _is_of_the_machine(error):
    name = errno.errorcode.get(error.errno)
    return name in OF_THE_MACHINE or any(text in str(error) for text in FULL_DISK)
