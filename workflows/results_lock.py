"""One run of the workflow at a time in a folder of results.

A run holds a lock of the operating system, which ends with its process however that ends: a killed
run is in nobody's way. Its name stands in the locked file and in the environment of its jobs. What
it left is cleared by the next run in the folder: that ends those of its jobs that still go on here,
as their work is done again, and deletes what they had half-written. Its jobs that begin later, on a
cluster, find another name in the file and stop.
"""

import fcntl
import os
import socket
import sys
import time
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import psutil
from snakemake.exceptions import WorkflowError

from data.files import remove_unfinished

FILE = ".run"
VARIABLE = "MARGIN_RUN"
MOMENT = 2.0  # seconds; longer than another process is in `undisturbed`


def check_folders(results):
    """Raises WorkflowError where Snakemake could not even look for what there is to do."""
    if not os.access(".", os.W_OK):
        raise WorkflowError(
            f"{os.getcwd()} cannot be written to, and Snakemake keeps its records in .snakemake "
            "there; call it in another folder, or with `--directory FOLDER`."
        )
    for path in (Path(results), *Path(results).parents):
        if path.exists() and not path.is_dir():
            raise WorkflowError(f"{path} is no folder, so results cannot go to {results}.")


def hold(results):
    """Takes the folder for as long as this process lives.

    Raises WorkflowError where another run has it, or where it cannot be written.
    """
    path = Path(results, FILE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "a+")
        alone = _locked(file, MOMENT)
        file.seek(0)
        last = file.read()
        if not alone:
            raise WorkflowError(
                f"Another run of the workflow goes on in {results}: {last}. Wait until it has "
                "ended, or give this one a folder of its own with `--config results=FOLDER`."
            )
        _end_jobs(last)
        for folder in _folders(results):
            remove_unfinished(folder)
        name = f"process {os.getpid()} on {socket.gethostname()} since {datetime.now():%F %T}"
        file.truncate(0)
        file.write(name)
        file.flush()
        os.fsync(file.fileno())  # jobs on other machines read it
    except OSError as error:
        raise WorkflowError(f"{results}: cannot be written to: {error.strerror}.") from None
    os.environ[VARIABLE] = name
    hold.file = file  # open, and so locked, until the process ends


@contextmanager
def undisturbed(results):
    """Whether no run goes on in the folder; then none begins before the block ends."""
    path = Path(results, FILE)
    if os.access(path, os.W_OK):
        with open(path, "r+") as file:
            yield _locked(file)
    else:
        yield not path.exists()


def check(results):
    """For a job on a cluster. Raises WorkflowError where another run than its own is here."""
    own = os.environ.get(VARIABLE)
    if own and own != (now := Path(results, FILE).read_text()):
        raise WorkflowError(f"This job belongs to {own}, but {now} has {results} now.")


def _locked(file, seconds=0.0):
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.1)


def _end_jobs(run):
    jobs = [process for process in psutil.process_iter() if run and _run_of(process) == run]
    for job in jobs:
        job.kill()
    psutil.wait_procs(jobs, timeout=10)
    if jobs:
        print(f"Ended what a killed run, {run}, had left: {len(jobs)} processes.", file=sys.stderr)


def _run_of(process):
    try:
        return process.environ().get(VARIABLE)
    except (psutil.Error, OSError):
        return None  # another user's, or it has just ended


def _folders(results):
    """The folder and those below it, but for other runs' folders of results, such as quick/."""
    for folder, below, files in os.walk(results):
        if FILE in files and not os.path.samefile(folder, results):
            below.clear()
        else:
            yield folder
