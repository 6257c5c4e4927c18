"""Learns from a file that does not fit into memory: `python -m benchmarks.out_of_memory FOLDER`.

The program writes sparse patterns with a planted maximum margin into the folder: 10⁸, or --rows. It
learns from them in blocks, in a separate process. It kills this process once and starts it again.
Then it prints the peak memory of the process, the margin beside the planted margin, and the MB per
second, beside plain reading of the same files. The system may have cached these files.
"""

import argparse
import json
import subprocess
import sys
import warnings
from pathlib import Path
from time import perf_counter, sleep

import numpy as np
from numpy.lib.format import open_memmap
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from benchmarks.chosen import parser_of
from benchmarks.memory import most_memory
from data.planted import planted
from maxmargin import PDM, fit_in_blocks

FAMILY = {"n": 1000, "margin": 0.05, "density": 0.005, "carriers": 0.0}
ROWS, BLOCK = 100_000_000, 1 << 18
LABELS = "y"
NAMES = ("X_data", "X_indices", "X_indptr", LABELS)
UNFINISHED = ".y.npy"  # the labels while the files are written
KILLED_AFTER = 45.0  # seconds
PASSES = 3  # through the files for one epoch: radius and classes, learning, margin
READ_AT_ONCE = 1 << 24  # bytes


def write(folder, rows):
    """Write the arrays of a csr matrix and its labels as .npy files, y.npy last."""
    entries = rows * (1 + round(FAMILY["density"] * (FAMILY["n"] - 1)))
    sizes = dict(zip(NAMES, (entries, entries, rows + 1, rows), strict=True))
    types = dict(zip(NAMES, ("f8", "i4", "i4", "i1"), strict=True))
    paths = {n: folder / (f"{n}.npy" if n != LABELS else UNFINISHED) for n in NAMES}
    files = {n: open_memmap(paths[n], "w+", types[n], (sizes[n],)) for n in NAMES}
    done = 0
    for seed, start in enumerate(range(0, rows, BLOCK)):
        _, X, y = planted(min(BLOCK, rows - start), **FAMILY, seed=seed)
        files["X_data"][done : done + X.nnz] = X.data
        files["X_indices"][done : done + X.nnz] = X.indices
        files["X_indptr"][start : start + X.shape[0] + 1] = done + X.indptr
        files["y"][start : start + len(y)] = y
        done += X.nnz
    assert done == entries
    for file in files.values():
        file.flush()
    paths[LABELS].rename(folder / f"{LABELS}.npy")


def are_written(folder, rows):
    """Return whether the files are complete, and have this number of patterns."""
    path = folder / f"{LABELS}.npy"
    return path.exists() and np.load(path, mmap_mode="r").size == rows


def learn(folder, epsilon):
    """Learn from the files and print a line of JSON, in a separate process."""
    data, indices, indptr, y = (np.load(folder / f"{n}.npy", mmap_mode="r") for n in NAMES)
    X = sparse.csr_matrix((data, indices, indptr), (y.size, FAMILY["n"]))
    model = PDM(epsilon, augment=0.0, max_updates=None)
    fit_in_blocks(model, X, y, rows=BLOCK, checkpoint=folder / "run.npz")
    started = perf_counter()
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        fit_in_blocks(PDM(epsilon, augment=0.0, max_epochs=1), X, y, rows=BLOCK)
    found = {
        "margin": model.directional_margin_,
        "bound": model.margin_upper_bound_,
        "updates": model.n_updates_,
        "epochs": model.n_epochs_,
        "status": model.status_,
        "learning": model.history_[-1].seconds,
        "seconds": perf_counter() - started,
        "memory": most_memory(),
    }
    print(json.dumps(found), flush=True)


def reading(folder):
    """Read all files and return (MB, seconds)."""
    started, total = perf_counter(), 0
    for name in NAMES:
        with open(folder / f"{name}.npy", "rb", buffering=0) as file:
            while part := file.read(READ_AT_ONCE):
                total += len(part)
    return total / 1e6, perf_counter() - started


def _positive(text):
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0.")
    return int(text)


def main(arguments=None):
    """Write the files, learn from them, and print the measurements."""
    parser = parser_of(__doc__)
    parser.add_argument("folder", type=Path, help="folder for the files, 7.6 GB for all rows")
    parser.add_argument("--rows", type=_positive, default=ROWS, help="number of patterns")
    parser.add_argument("--epsilon", type=float, default=0.5, help="ε of PDM")
    parser.add_argument("--learn", action="store_true", help="only learn, in this process")
    options = parser.parse_args(arguments)
    if options.learn:
        return learn(options.folder, options.epsilon)
    options.folder.mkdir(parents=True, exist_ok=True)
    if not are_written(options.folder, options.rows):
        (options.folder / f"{LABELS}.npy").unlink(missing_ok=True)
        write(options.folder, options.rows)
    megabytes, seconds = reading(options.folder)
    print(f"{megabytes:,.0f} MB; plain reading: {megabytes / seconds:,.0f} MB/s", flush=True)
    again = [sys.executable, "-m", "benchmarks.out_of_memory", str(options.folder), "--learn"]
    again += ["--epsilon", str(options.epsilon)]
    (options.folder / "run.npz").unlink(missing_ok=True)
    first = subprocess.Popen(again, stdout=subprocess.DEVNULL)
    sleep(KILLED_AFTER)
    first.kill()
    ended = first.wait()
    print(f"first call: {'killed' if ended < 0 else 'ended before it was killed'}", flush=True)
    called = subprocess.run(again, capture_output=True, text=True, check=True)
    found = json.loads(called.stdout)
    print(
        f"{found['status']} after {found['epochs']} epochs, {found['updates']:,} updates: margin "
        f"{found['margin']:.6f}, bound {found['bound']:.6f}, planted {FAMILY['margin']}\n"
        f"learning took {found['learning']:.0f} s in all, {found['memory']:,.0f} MB at most; one "
        f"epoch with its {PASSES} passes: {PASSES * megabytes / found['seconds']:,.0f} MB/s",
        flush=True,
    )
    return None


if __name__ == "__main__":
    sys.exit(main())
