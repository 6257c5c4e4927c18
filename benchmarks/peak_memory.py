"""Compares the peak memory of learning with the file's size: `python -m benchmarks.peak_memory`.

Each learner learns from each data set in a separate process. The process first compiles the code on
a few patterns. The program then measures the growth of the resident memory, from the start of
learning to its peak. Pages of the file count while the process has them. Only Linux can reset the
recorded peak. Elsewhere a peak while compiling can hide a smaller one of learning.
"""

import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

import data
import maxmargin
import peers
from benchmarks.chosen import chosen, loaded
from benchmarks.memory import most_memory, reset_most_memory
from data.prepared import prepare
from maxmargin.input.mapped import give_back

# red-MICRA's parameters in Tables 6 to 8 of the MICRA paper, with fewer epochs.
MICRA = {"epsilon": 0.05, "zeta": 0.9, "max_epochs": 30}
SETS = {
    "a9a": {"augment": 0.0, "extend": 1.0, "mini_epochs": 600, "eta": 105.0, "beta": 4.92e-3},
    "w8a": {"augment": 0.25, "extend": 1.0, "mini_epochs": 10, "eta": 70.0, "beta": 4.05e-3},
    "covertype": {
        "augment": 2.0,
        "extend": 10.0,
        "mini_epochs": 400,
        "eta": 70.0,
        "beta": 3.36e-3,
    },
}
SPACE = ("augment", "extend")
FEW = 500  # patterns of each class, on which the code is compiled


def learners(name):
    """Return learner -> (class, parameters) for a data set."""
    space = {key: value for key, value in SETS[name].items() if key in SPACE}
    return {
        "red-MICRA": (maxmargin.MICRA, {**MICRA, **SETS[name]}),
        "MaximumMargin, 99 %": (maxmargin.MaximumMargin, {**space, "gap": 0.01}),
        "LIBLINEAR": (peers.LIBLINEAR, {"extend": space["extend"]}),
    }


def learn(path, name, learner):
    """Learn and print the peak memory in MB, in a separate process."""
    cls, parameters = learners(name)[learner]
    problem = data.read_problem(path, writeable=False)
    warnings.simplefilter("ignore")  # a limit ends these runs, which causes warnings
    few = [np.flatnonzero(problem.y == value)[:FEW] for value in np.unique(problem.y)]
    few = np.sort(np.concatenate(few))
    cls(**parameters).fit(problem.X[few], problem.y[few])
    give_back(problem.X)
    reset_most_memory()
    before = most_memory()
    cls(**parameters).fit(problem.X, problem.y)
    print(json.dumps(most_memory() - before))


def main():
    """Measure all learners and print the table."""
    if sys.argv[1:2] == ["--learn"]:
        return learn(*sys.argv[2:])
    names = chosen(SETS, __doc__, "set")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "prepared.npz")
        print(f"{'set':12} {'learner':22} {'file':>8} {'most':>8} {'of it':>6}   (MB)")
        for name, _ in loaded(names, lambda name: prepare(name, path, strict=True), "set"):
            size = Path(path).stat().st_size / 1e6
            for learner in learners(name):
                own = [sys.executable, "-m", "benchmarks.peak_memory", "--learn"]
                called = [*own, path, name, learner]
                done = subprocess.run(called, capture_output=True, text=True, check=True)
                most = json.loads(done.stdout.splitlines()[-1])
                print(f"{name:12} {learner:22} {size:8.1f} {most:8.1f} {most / size:6.2f}")


if __name__ == "__main__":
    main()
