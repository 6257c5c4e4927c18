"""Runs a random sample of the mutants that cosmic-ray makes; it changes decorated functions too.

A mutant takes a run of its tests without the compiler, which only a sample can afford. Tests that
do not pass without a mutant are left out.
"""

import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import use_db

SEED = 38
SECONDS = 900.0  # after which a mutant counts as killed
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider")


def states_of_sample(folder, group, environment):
    """Return the state of each mutant of a random sample, by its place and operator.

    Prints each state, and the change of each survivor. Mutants are made in the folder, one after
    another. A decorator says how its function is compiled, so that its mutants are left out.
    """
    os.chdir(folder)
    os.environ.update(environment)
    files = sorted(Path().glob(group.files[0]))
    with use_db("session.sqlite") as session:
        init(files, session, {})
        mutants = [change for item in session.work_items for change in item.mutations]
    mutants = sorted((mutant for mutant in mutants if not is_decorator(mutant)), key=name_of)
    passing, states = passing_tests(group), {}
    for mutant in random.Random(SEED).sample(mutants, min(group.sample, len(mutants))):
        tests = [test for test in passing if test.startswith(group.tests_of(mutant.module_path))]
        Path("tests.txt").write_text("\n".join(tests), encoding="utf-8")
        found = mutate_and_test([mutant], shlex.join([*PYTEST, "-x", "@tests.txt"]), SECONDS)
        states[name_of(mutant)] = state = found.test_outcome.value
        print(
            f"{name_of(mutant)}: {state}\n{found.diff if state == 'survived' else ''}", flush=True
        )
    return states


def passing_tests(group):
    """Return the names of the group's tests that pass without a mutant."""
    command = [*PYTEST, "-rp", "-m", group.marks, *group.tests]
    run = subprocess.run(command, capture_output=True, text=True)
    if not (names := re.findall(r"^PASSED (.+)$", run.stdout, re.M)):
        raise RuntimeError(f"no test in {' '.join(group.tests)} passes:\n{run.stdout}{run.stderr}")
    return names


def is_decorator(mutant):
    """Whether the line that a mutant changes is a decorator."""
    lines = Path(mutant.module_path).read_text(encoding="utf-8").splitlines()
    return lines[mutant.start_pos[0] - 1].startswith("@")


def name_of(mutant):
    """Return where a mutant's change is and what changes."""
    line, column = mutant.start_pos
    operator = mutant.operator_name.removeprefix("core/")
    path = Path(mutant.module_path).as_posix()
    return f"{path}:{line}:{column} {operator} {mutant.occurrence}"
