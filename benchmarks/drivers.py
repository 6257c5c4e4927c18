"""The sequential driver beside a plain C++ loop, on the long rows of MICRA's Tables 1 and 3.

`python -m benchmarks.drivers` builds reference.cpp with `c++ -O3 -march=native`, runs each row with
both, one after the other, and prints seconds, nanoseconds a visit and the ratio. Both must make the
same updates. All rows take about ten minutes; name some to run these alone.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from tqdm import tqdm

import data
from algorithms.drivers.sequential import Budget, run
from algorithms.rules import all_rules
from algorithms.space import make_space

HERE = Path(__file__).parent
ROWS = {
    "sonar-perceptron": ("sonar", 1.0, "PerceptronWithMargin", (500.0,)),
    "sonar-romma": ("sonar", 1.0, "AggressiveROMMA", (0.01,)),
    "sonar-micra": ("sonar", 1.0, "MICRA", (0.05, 0.9, 50.0, 4.95e-3)),
    "wbc-11-perceptron": ("wbc-11", 30.0, "PerceptronWithMargin", (45.0,)),
    "wbc-11-romma": ("wbc-11", 30.0, "AggressiveROMMA", (0.01,)),
    "wbc-11-micra": ("wbc-11", 30.0, "MICRA", (0.1, 0.8, 2.3, 2.70e-3)),
}


def ours(rule, parameters, space):
    """(updates, visits, seconds) of the driver, its code being loaded beforehand."""
    run(rule, parameters, space, budget=Budget(max_updates=1))
    end = run(rule, parameters, space).end
    return end.updates, end.visits, end.seconds


def reference(program, folder, rule, parameters, space):
    """(updates, visits, seconds) of the C++ loop on the same patterns, written out in full."""
    rows = space.storage.matrix(space.patterns, space.n)
    augmented = np.hstack([rows, np.full((len(rows), 1), space.rho)]) * space.labels[:, None]
    patterns = folder / "patterns"
    augmented.tofile(patterns)
    scaled = rule.scaled(parameters, space.r2)
    command = [program, rule.NAME, patterns, *augmented.shape, *map(repr, map(float, scaled))]
    said = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=True
    ).stdout
    updates, visits, seconds = said.split()
    return int(updates), int(visits), float(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", help=f"rows to run, of {', '.join(ROWS)}; default all")
    names = parser.parse_args().rows or list(ROWS)
    if unknown := set(names) - set(ROWS):
        parser.error(f"no row {min(unknown)!r}; rows are {', '.join(ROWS)}.")
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        program = folder / "reference"
        source = HERE / "reference.cpp"
        subprocess.run(["c++", "-O3", "-march=native", "-o", program, source], check=True)
        for name in tqdm(names, unit="row"):
            data_set, augment, algorithm, values = ROWS[name]
            problem = data.load(data_set)
            space = make_space(problem.X, problem.y, augment)
            rule = all_rules()[algorithm]
            parameters = rule.Parameters(*values)
            mine = ours(rule, parameters, space)
            plain = reference(program, folder, rule, parameters, space)
            if mine[:2] != plain[:2]:
                raise SystemExit(f"{name}: {mine[:2]} updates and visits here, {plain[:2]} in C++.")
            lines.append((name, *plain, mine[2]))
    print(
        f"{'row':18} {'updates':>12} {'visits':>15} {'C++ s':>8} {'ours s':>8}  ns/visit    ratio"
    )
    for name, updates, visits, plain, mine in lines:
        per_visit = f"{1e9 * plain / visits:5.1f} {1e9 * mine / visits:5.1f}"
        print(
            f"{name:18} {updates:12,} {visits:15,} {plain:8.2f} {mine:8.2f} {per_visit}"
            f"  {mine / plain:6.2f}"
        )


if __name__ == "__main__":
    main()
