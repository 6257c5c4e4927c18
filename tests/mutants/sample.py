"""Runs a random sample of the mutants that cosmic-ray makes; it changes decorated functions too.

Each mutant takes a run of all tests of its group without the compiler, which only a sample can
afford. Tests that do not pass without a mutant are left out.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import WorkerOutcome, WorkResult

SEED = 38
SETTINGS = """[cosmic-ray]
module-path = {files}
timeout = 600.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:randomly -p no:cacheprovider @passing.txt"

[cosmic-ray.distributor]
name = "local"
"""


def states_of_sample(folder, group, environment):
    """Return the state of each mutant in a random sample, by the mutant's place and operator."""
    call = {"cwd": folder, "env": environment}
    (folder / "passing.txt").write_text("\n".join(passing_tests(group, call)), encoding="utf-8")
    files = sorted(path.relative_to(folder).as_posix() for path in folder.glob(group.files[0]))
    settings = SETTINGS.format(files=files, python=sys.executable)
    (folder / "cosmic-ray.toml").write_text(settings, encoding="utf-8")
    command = [sys.executable, "-m", "cosmic_ray.cli"]
    subprocess.run([*command, "init", "cosmic-ray.toml", "session.sqlite"], **call, check=True)
    with use_db(folder / "session.sqlite") as session:
        skip_all_but(group.sample, session, folder)
    subprocess.run([*command, "exec", "cosmic-ray.toml", "session.sqlite"], **call, check=True)
    with use_db(folder / "session.sqlite") as session:
        return {
            name_of(item): result.test_outcome.value
            for item, result in session.completed_work_items
            if result.worker_outcome is not WorkerOutcome.SKIPPED
        }


def passing_tests(group, call):
    """Return the names of the group's tests that pass without a mutant."""
    command = [sys.executable, "-m", "pytest", "-q", "-rp", "-p", "no:randomly", "-m", group.marks]
    run = subprocess.run([*command, *group.tests], **call, capture_output=True, text=True)
    if not (names := re.findall(r"^PASSED (.+)$", run.stdout, re.M)):
        raise RuntimeError(f"no test in {' '.join(group.tests)} passes:\n{run.stdout}{run.stderr}")
    return names


def skip_all_but(count, session, folder):
    """Mark all mutants as skipped but for a random sample of those outside decorators.

    A decorator says how its function is compiled, and the compiler is off.
    """
    items = sorted(session.work_items, key=name_of)
    useful = [item.job_id for item in items if not is_decorator(item, folder)]
    chosen = set(random.Random(SEED).sample(useful, min(count, len(useful))))
    for item in items:
        if item.job_id not in chosen:
            session.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def is_decorator(item, folder):
    """Whether the line that a mutant changes is a decorator."""
    (change,) = item.mutations
    lines = (folder / change.module_path).read_text(encoding="utf-8").splitlines()
    return lines[change.start_pos[0] - 1].startswith("@")


def name_of(item):
    """Return where a mutant's change is and what changes."""
    (change,) = item.mutations
    line, column = change.start_pos
    operator = change.operator_name.removeprefix("core/")
    return f"{Path(change.module_path).as_posix()}:{line}:{column} {operator} {change.occurrence}"
