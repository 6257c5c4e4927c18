"""Counts the mutants that the tests kill: `make test-mutants`, or `python -m tests.mutants GROUP`.

mutmut changes one thing in a function, such as a sign, and runs the tests that call the function.
A mutant survives if they all pass. The compiler is off, so that no mutant waits for it or runs the
compiled code of another one. GROUPS names quick tests, which run on a copy of the code in
.mutants/. mutmut leaves decorated functions alone. The copy of the bounds therefore calls the
decorators at the end of each file. The drivers are compiled loops with decorators, and their tests
take longer: a sample of their mutants is made by cosmic-ray.

Prints for each group its score, which is the part of its mutants that are killed, and writes the
survivors to .mutants/GROUP/survivors.txt. Returns 1 if a score is too low. docs/mutants.md has the
scores and reasons why some mutants survive.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.mutants.sample import states_of_sample

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".mutants"
COPIED = ("algorithms/maxmargin", "paper_tables", "records", "data", "config", "tests")
SETTINGS = """[mutmut]
source_paths=
    maxmargin
    paper_tables
only_mutate=
    {files}
also_copy=
    records
    data
    config
pytest_add_cli_args_test_selection=
    {tests}
pytest_add_cli_args=
    -p
    no:randomly
    -p
    no:cacheprovider
    -m
    {marks}

[tool:pytest]
addopts = --import-mode=importlib
markers =
    faults
    long
    slow
    slurm
"""


class Group(NamedTuple):
    """A group of files to mutate, the tests that must notice, and the least score.

    If `sample` is positive, cosmic-ray makes the mutants, and `sample` of them are run. Their tests
    are named by `own_tests` for the file's folder, otherwise by `others`.
    """

    files: tuple
    tests: tuple
    least: float = 0.95
    marks: str = "not slow and not long"
    sample: int = 0
    own_tests: dict = {}
    others: tuple = ()

    def tests_of(self, path):
        """Return the paths of the tests of a file's mutants."""
        return self.own_tests.get(path.parent.name, self.others)


OF_DRIVERS = ("alma", "in_blocks", "pocket", "pumma", "several_classes")
LIBRARY, TABLES = "tests/algorithms", "tests/paper_tables"
GROUPS = {
    "proof": Group(("maxmargin/proof.py",), (f"{LIBRARY}/test_proof_in_fractions.py",)),
    "rules": Group(
        ("maxmargin/rules/*.py",),
        (f"{LIBRARY}/rules/test_formulas.py", f"{LIBRARY}/rules/test_grids.py"),
    ),
    "bounds": Group(
        ("maxmargin/bounds/*.py", "maxmargin/theorems/*.py"),
        (f"{LIBRARY}/bounds/test_formulas.py", f"{LIBRARY}/theorems/test_theorem_list.py"),
    ),
    "verdicts": Group(
        ("paper_tables/verdicts.py", "paper_tables/sampling.py"),
        (
            f"{TABLES}/test_verdicts.py",
            f"{TABLES}/test_verdict_words.py",
            f"{TABLES}/test_sampling.py",
            f"{TABLES}/test_permutations.py",
        ),
    ),
    "drivers": Group(
        ("maxmargin/drivers/*/*.py", "maxmargin/exact/*.py"),
        (
            *(f"{LIBRARY}/{name}" for name in ("drivers", "batch_methods", "exact")),
            f"{LIBRARY}/test_honest_statuses.py",
            *(f"{LIBRARY}/estimators/test_{name}.py" for name in OF_DRIVERS),
        ),
        least=0.85,
        marks="not slow",
        sample=150,
        own_tests={
            "batch": (f"{LIBRARY}/batch_methods",),
            "blocks": tuple(
                f"{LIBRARY}/estimators/{name}.py"
                for name in ("test_in_blocks", "streams/test_linear", "test_river")
            ),
            "dual": (
                f"{LIBRARY}/drivers",
                f"{LIBRARY}/test_honest_statuses.py",
                f"{LIBRARY}/estimators/streams/test_kernel.py",
            ),
            "exact": (f"{LIBRARY}/exact",),
            "p_norm": (f"{LIBRARY}/drivers/test_p_norm.py", f"{LIBRARY}/estimators/test_alma.py"),
            "pocket": (f"{LIBRARY}/estimators/test_pocket.py",),
            "pairs": (f"{LIBRARY}/estimators/test_pumma.py", f"{LIBRARY}/test_honest_statuses.py"),
        },
        others=(f"{LIBRARY}/drivers", f"{LIBRARY}/test_honest_statuses.py"),
    ),
}
KILLED = ("killed", "timeout", "segfault")


def main(arguments=None):
    """Run the groups one after another and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    options = parser.parse_args(arguments)
    if unknown := set(options.groups) - set(GROUPS):
        parser.error(f"no group is called {min(unknown)!r}; choose from {', '.join(GROUPS)}.")
    scores = {name: score(name) for name in options.groups or GROUPS}
    for name, (killed, count) in scores.items():
        print(f"{name}: {killed} of {count} mutants killed, {killed / count:.1%}")
    return int(any(killed < GROUPS[name].least * n for name, (killed, n) in scores.items()))


def score(name):
    """Run a group's mutants; return how many mutants were killed, and how many there were."""
    folder, group = FOLDER / name, GROUPS[name]
    lay(folder, group)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "OMP_NUM_THREADS": "1"}
    if group.sample:
        states = states_of_sample(folder, group, environment | {"PYTHONPATH": str(folder)})
    else:
        subprocess.run(
            [sys.executable, "-m", "mutmut", "run"], cwd=folder, env=environment, check=True
        )
        states = states_of(folder)
    survivors = [f"{mutant}: {state}" for mutant, state in states.items() if state not in KILLED]
    (folder / "survivors.txt").write_text("\n".join(survivors), encoding="utf-8")
    return len(states) - len(survivors), len(states)


def lay(folder, group):
    """Copy the code to an empty folder, with the library at its top, where mutmut expects it."""
    shutil.rmtree(folder, ignore_errors=True)
    without = shutil.ignore_patterns("__pycache__")
    for source in COPIED:
        shutil.copytree(ROOT / source, folder / Path(source).name, ignore=without)
    formulas = folder / "maxmargin/bounds", folder / "maxmargin/theorems"
    for path in (path for part in formulas for path in part.glob("*.py")):
        path.write_text(undecorated(path.read_text(encoding="utf-8")), encoding="utf-8")
    lines = {"files": "\n    ".join(group.files), "tests": "\n    ".join(group.tests)}
    (folder / "setup.cfg").write_text(SETTINGS.format(**lines, marks=group.marks))


def undecorated(code):
    """Return the code of a file of bounds with `@finite` written as a call at the file's end."""
    pattern = r"^@(finite|finite_or_inf)\ndef (\w+)"
    calls = [f"{name} = {wrapper}({name})\n" for wrapper, name in re.findall(pattern, code, re.M)]
    return re.sub(pattern, r"def \2", code, flags=re.M) + "".join(calls)


def states_of(folder):
    """Return the state of each mutant by its name, as mutmut reports it."""
    call = [sys.executable, "-m", "mutmut", "results", "--all", "true"]
    said = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True).stdout
    return dict(line.strip().rsplit(": ", 1) for line in said.splitlines() if ": " in line)


if __name__ == "__main__":
    sys.exit(main())
