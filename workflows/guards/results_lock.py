"""Allows one run of the workflow at a time in a folder of results.

A run holds a lock of the operating system. The lock is released when the process ends in any way,
so a killed run blocks nobody. The run writes its name into a file beside the lock and into the
environment of its jobs.

The next run in the folder cleans up after a killed run. It ends jobs that still run on this
machine, since their work is done again, and deletes half-written files. Cluster jobs that start
later find another name in the file and stop.
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
from workflows.guards import origin

FILE = ".run"
LOCK = ".run.lock"
VARIABLE = "MARGIN_RUN"


def check_folders(results):
    """Check that Snakemake can use the current folder and the folder of results.

    Raises WorkflowError for a folder that would stop Snakemake before it plans any job.
    """
    if not os.access(".", os.W_OK):
        raise WorkflowError(
            f"{os.getcwd()} is not writable, but Snakemake stores its records there in .snakemake; "
            "call it in another folder, or with `--directory FOLDER`."
        )
    for path in (Path(results), *Path(results).parents):
        if path.exists() and not path.is_dir():
            raise WorkflowError(
                f"{path} is not a folder, so {results} cannot be created; choose another folder "
                "with `--config results=FOLDER`."
            )
    if Path.cwd().resolve().is_relative_to(Path(results).resolve()):
        raise WorkflowError(
            f"The folder of results, {results}, contains the current folder; choose a separate "
            "folder, such as results."
        )


def hold(results, data_store, outputs):
    """Lock the folder of results until this process ends, and clean up after a killed run.

    data_store: the folder of downloaded files. outputs: what the rules make. Raises WorkflowError
    if another run has locked the folder of results, if calls elsewhere made it, or if it is not
    writable.
    """
    path, lock = Path(results, FILE), FileLock(Path(results, LOCK), timeout=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
        origin.check(results, outputs)
        origin.note(results)
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
            "it has ended, or choose another folder with `--config results=FOLDER`."
        ) from None
    except OSError as error:
        reason = error.strerror.removeprefix("cannot be written: ")
        raise WorkflowError(f"{error.filename or results} cannot be written: {reason}.") from None
    os.environ[VARIABLE] = name
    hold.lock = lock  # a reference, so that the lock lives as long as the process


def check(results):
    """Check that this cluster job's run still uses the folder. Raises WorkflowError otherwise."""
    own = os.environ.get(VARIABLE)
    if own and own != (now := _name_in(Path(results, FILE))):
        raise WorkflowError(f"This job belongs to {own}, but {now} now uses {results}.")


def _name_in(path):
    """Return the name of a run, "" without a file. A power cut may have left any bytes."""
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
        return None  # the process belongs to another user, or has just ended


def _folders(results):
    """Yield the folder and its subfolders, without other folders of results such as quick/."""
    for folder, below, files in os.walk(results):
        if FILE in files and not os.path.samefile(folder, results):
            below.clear()
        else:
            yield folder
