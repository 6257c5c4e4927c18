"""One run of the workflow at a time in a folder of results.

A run holds a lock of the operating system, which is released when its process ends, however that
happens: a killed run blocks nobody. Its name is in a file beside the lock and in its jobs'
environment. The next run in the folder cleans up after it: it ends jobs that are still running on
this machine, as their work is done again, and deletes half-written files. Jobs that start later, on
a cluster, find another name in the file and stop.
"""

import os
import socket
import sys
from datetime import datetime
from pathlib import Path

import psutil
from filelock import FileLock, Timeout
from snakemake.exceptions import WorkflowError

from data import store
from data.files import remove_unfinished

FILE = ".run"
LOCK = ".run.lock"
VARIABLE = "MARGIN_RUN"


def check_folders(results):
    """Raises WorkflowError if Snakemake could not even look for what there is to do."""
    if not os.access(".", os.W_OK):
        raise WorkflowError(
            f"{os.getcwd()} cannot be written to, but Snakemake keeps its records in .snakemake "
            "there; call it in another folder, or with `--directory FOLDER`."
        )
    for path in (Path(results), *Path(results).parents):
        if path.exists() and not path.is_dir():
            raise WorkflowError(f"{path} is not a folder, so results cannot go to {results}.")
    if Path.cwd().resolve().is_relative_to(Path(results).resolve()):
        raise WorkflowError(
            f"results is {results}, which holds the folder that this is called in; give them a "
            "folder of their own, such as results."
        )


def hold(results, data_store):
    """Locks the folder for as long as this process lives, and cleans up after a killed run.

    data_store: the folder of fetched files. Raises WorkflowError if another run has locked the
    folder of results, or if it cannot be written to.
    """
    path, lock = Path(results, FILE), FileLock(Path(results, LOCK), timeout=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
        last = _name_in(path)
        _end_jobs(last)
        for folder in _folders(results):
            remove_unfinished(folder)
        store.remove_unfinished(data_store)
        name = f"process {os.getpid()} on {socket.gethostname()} since {datetime.now():%F %T}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(name)
            file.flush()
            os.fsync(file.fileno())  # jobs on other machines read it
    except Timeout:
        other = _name_in(path) or "it has just started"
        raise WorkflowError(
            f"Another run of the workflow is active in {results}: {other}. Wait until "
            "it has ended, or give this one another folder with `--config results=FOLDER`."
        ) from None
    except OSError as error:
        raise WorkflowError(f"{results}: cannot be written to: {error.strerror}.") from None
    os.environ[VARIABLE] = name
    hold.lock = lock  # held until the process ends


def check(results):
    """For a job on a cluster. Raises WorkflowError if a run other than its own has the folder."""
    own = os.environ.get(VARIABLE)
    if own and own != (now := _name_in(Path(results, FILE))):
        raise WorkflowError(f"This job belongs to {own}, but {now} now uses {results}.")


def _name_in(path):
    """The name of a run, "" if the file is missing; a power cut may leave any bytes."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _end_jobs(run):
    jobs = [process for process in psutil.process_iter() if run and _run_of(process) == run]
    for job in jobs:
        job.kill()
    psutil.wait_procs(jobs, timeout=10)
    if jobs:
        number = f"{len(jobs)} process{'es' if len(jobs) > 1 else ''}"
        print(f"Ended {number} left by a killed run, {run}.", file=sys.stderr)


def _run_of(process):
    try:
        return process.environ().get(VARIABLE)
    except (psutil.Error, OSError):
        return None  # another user's, or it has just ended


def _folders(results):
    """The folder and those below it, except other runs' folders of results, such as quick/."""
    for folder, below, files in os.walk(results):
        if FILE in files and not os.path.samefile(folder, results):
            below.clear()
        else:
            yield folder
