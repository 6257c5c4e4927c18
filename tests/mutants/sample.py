"""Runs a random sample of the mutants that cosmic-ray makes, also of decorated functions.

A mutant runs its tests without the compiler, which takes long, so only a sample is run. Tests that
fail without a mutant are left out.
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

    Prints each state, and the change of each survivor. The mutants are made in the folder, one
    after another. Mutants of decorators are left out, since a decorator only says how to compile.
    """
    os.chdir(folder)
    os.environ.update(environment)
    files = sorted(path for pattern in group.files for path in Path().glob(pattern))
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
    """Return whether a mutant changes a decorator's line."""
    lines = Path(mutant.module_path).read_text(encoding="utf-8").splitlines()
    return lines[mutant.start_pos[0] - 1].startswith("@")


def name_of(mutant):
    """Return the place and the operator of a mutant."""
    line, column = mutant.start_pos
    operator = mutant.operator_name.removeprefix("core/")
    path = Path(mutant.module_path).as_posix()
    return f"{path}:{line}:{column} {operator} {mutant.occurrence}"
