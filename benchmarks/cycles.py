"""Counts the cycles that a visit of a pattern needs at least: `python -m benchmarks.cycles`.

llvm-mca, of Debian's package llvm, reads the machine code of the innermost loop and knows how many
instructions of each kind a processor starts in a cycle. It assumes that all data are in the first
cache and that no branch is predicted wrongly. So a visit cannot take fewer cycles. This replaces
the processor's own counters, which virtual machines seldom offer.

Each row has two loops, as the driver compiles it and as C++ does (tuned.cpp): the product with a
pattern in a storage. Where the driver caches products, its loop instead compares the cached product
with the threshold. The columns are per pattern: µops, loads, and the least cycles.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit

import data
from benchmarks.chosen import chosen, loaded
from benchmarks.drivers import ROWS, compiled_products
from benchmarks.programs import FLAGS, HERE
from maxmargin.drivers.sequential.driver import kernel_of
from maxmargin.drivers.sequential.kernel import AHEAD
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from maxmargin.storages import binary, dense, sparse

CASES = ("adult-micra", "web-micra", "covertype-micra", "sonar-micra", "wbc-11-micra")
CPU = "znver3"  # the newest of AMD's that LLVM 14 knows
CPP = {binary: "BinaryRows", sparse: "SparseRows", dense: "DenseRows"}


class Loop(NamedTuple):
    """What one round of a loop needs."""

    uops: float
    loads: int
    cycles: float


def loops(assembly):
    """Yield (function, instructions) of each innermost loop."""
    function, label, body = "", "", []
    for line in assembly.splitlines():
        line = line.split("#")[0].strip()
        if named := re.match(r"([\w.$]+):", line):
            function = function if named[1].startswith(".L") else named[1]
            label, body = named[1], []
        elif line and not line.startswith("."):
            body.append(line)
            jump = re.match(r"j\w+\s+(\S+)", line)
            if jump and jump[1] == label:
                yield function, list(body)


def needs(instructions):
    """Return the `Loop` of instructions."""
    call = ["llvm-mca", f"-mcpu={CPU}", "-iterations=100"]
    text = subprocess.run(
        call, input="\n".join(instructions) + "\n", capture_output=True, text=True, check=True
    ).stdout
    uops = float(re.search(r"Total uOps:\s+(\d+)", text)[1]) / 100
    cycles = float(re.search(r"Block RThroughput:\s+([\d.]+)", text)[1])
    return Loop(uops, sum("(" in line and "lea" not in line for line in instructions), cycles)


def longest(found):
    """Return the loop with the most instructions."""
    return max(found, key=len)


def our_product(space):
    """Return the innermost loop of the driver's product."""
    products = compiled_products(space.storage)
    products(np.ones(space.n + 2), space.patterns, np.empty(space.labels.size))
    return longest(body for _, body in loops(products.inspect_asm(products.signatures[0])))


def our_comparison(rule, storage):
    """Return the innermost loop that compares cached products with the threshold."""
    advance = kernel_of(rule, storage, cached=True).advance.function.py_func
    pass_over = advance.__globals__["find"].py_func.__globals__["pass_over"]

    @njit
    def places(ids, size, level, products):
        return pass_over(ids, 0, size, level, 1.0, products, 1e-9)

    places(np.zeros(32, np.int32), 32, 0.5, np.ones(32))
    return longest(body for _, body in loops(places.inspect_asm(places.signatures[0])))


def products_of_cpp():
    """Return the innermost loop of tuned.cpp's product, for each storage."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "products.s"
        subprocess.run(["c++", *FLAGS, "-S", "-o", file, HERE / "products.cpp"], check=True)
        found = list(loops(file.read_text()))
    return {
        storage: longest(body for function, body in found if name in function)
        for storage, name in CPP.items()
    }


def main():
    names = chosen({name: ROWS[name] for name in CASES}, __doc__)
    if not shutil.which("llvm-mca"):
        raise SystemExit("llvm-mca is missing: install LLVM, such as Debian's package llvm.")
    of_cpp, lines = products_of_cpp(), []
    for name, problem in loaded(names, lambda name: data.load(ROWS[name].data)):
        row = ROWS[name]
        space = make_space(problem.X, problem.y, row.augment, row.extend)
        rule, m = all_rules()[row.algorithm], space.labels.size
        entries = float(space.patterns.starts[-1]) / m
        if space.storage is dense:
            ours, rounds = needs(our_comparison(rule, space.storage)), 1.0 / AHEAD
            theirs = -(-entries // 8)  # rounds of DenseRows::group
        else:
            ours, rounds = needs(our_product(space)), entries / space.storage.GROUP
            theirs = rounds
        both = [(ours, rounds), (needs(of_cpp[space.storage]), theirs)]
        cells = "".join(
            f"{n * x.uops:9.1f} {n * x.loads:7.1f} {n * x.cycles:7.1f}" for x, n in both
        )
        lines.append(f"{name:18}{cells}")
    print(f"{'':18} {'ours, a pattern':^24} {'tuned C++, a pattern':^24}")
    head = f"{'µops':>8} {'loads':>7} {'cycles':>7}"
    print(f"{'row':18} {head} {head}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
