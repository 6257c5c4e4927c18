"""Measures commits, writes their entries, draws docs/history.svg, and names slower rows.

`python -m benchmarks.history` measures HEAD. Name other commits to measure these instead. Each
commit is measured with its own code, and its references in the same run: the plain C++ loop,
LIBLINEAR and scikit-learn. Changes that are not committed are not measured. With --tests, the cost
of all tests is a row too.

A row is slower if its ratio is more than 10 % above the median of the five entries before it on the
same processor. With --again, the commits of the last five entries are measured too, for a machine
that has no entries. On GitHub, each sentence about a slower row is a warning of the run.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from benchmarks.history.entries import BEFORE, ENTRIES, date, read_entries, slower, write_entry
from benchmarks.history.figure import draw
from data.commands import command, say, with_bar
from figures.style import save
from records import checkout
from records.machine import processor

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FIGURE = ROOT / "docs" / "history"
PACKAGES = ("numba", "numpy", "scipy", "scikit-learn", "liblinear-official")


class HistoryError(Exception):
    """A commit cannot be measured; the message is one sentence for the user."""


def git(*arguments):
    """Run git in the project and return its output. Raise HistoryError with git's last line."""
    done = checkout.git(*arguments)
    if done is None:
        raise HistoryError("git is not installed")
    if done.returncode:
        lines = done.stderr.splitlines()
        raise HistoryError(lines[-1] if lines else "")
    return done.stdout.strip()


def full_name(commit):
    """Return the full hash of a commit. Raise HistoryError if there is no such commit."""
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    except HistoryError as error:
        why = str(error) or "no commit of this repository; name a hash, a tag or a branch"
        raise HistoryError(f"{commit}: {why}.") from None


@contextmanager
def tree_of(commit):
    """Return a context with a folder that has a commit's files."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        try:
            git("worktree", "add", "--detach", tree, commit)
        except HistoryError as error:
            raise HistoryError(f"{commit[:12]}: git cannot check it out ({error}).") from None
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", tree)


def measured(commit, tests):
    """Return the rows of a commit. Raise HistoryError if its code cannot run them.

    tests: whether the tests are a row.
    """
    with tree_of(commit) as tree:
        path = os.pathsep.join([str(tree), str(tree / "algorithms")])
        store = os.environ.get("MARGIN_DATA_STORE") or str(ROOT / "store")
        done = subprocess.run(
            [sys.executable, "-P", HERE / "rows.py", *(["--tests"] if tests else [])],
            cwd=tree,
            env={
                **os.environ,
                "PYTHONPATH": path,
                "MARGIN_DATA_STORE": store,
                "NUMBA_CACHE_DIR": str(tree / "compiled"),  # an old commit may not read ours
            },
            capture_output=True,
            text=True,
        )
    lines = done.stderr.splitlines()
    if done.returncode:
        reason = lines[-1] if lines else f"exit code {done.returncode}"
        raise HistoryError(f"{commit[:12]}: its code cannot run the rows ({reason}).")
    for line in lines:
        say(f"{commit[:12]}: {line}")
    return json.loads(done.stdout)


def entry_of(commit, tests=False):
    """Measure a commit and return its entry. tests: whether the tests are a row."""
    benches = measured(commit, tests)
    when, _, message = git("show", "--no-patch", "--format=%cI %s", commit).partition(" ")
    return {
        "commit": {"id": commit, "timestamp": when, "message": message},
        "tool": "customSmallerIsBetter",
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.system()},
        "versions": {"python": platform.python_version(), **{p: version(p) for p in PACKAGES}},
        "benches": benches,
    }


def last_commits(entries):
    """Return the commits of the last entries of any processor, oldest first."""
    together = sorted((entry for own in entries.values() for entry in own), key=date)
    return list(dict.fromkeys(entry["commit"]["id"] for entry in together))[-BEFORE:]


@command(HistoryError)
def main(arguments=None):
    """Measure and draw; return 0, or 1 if a commit could not be measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__)
    parser.add_argument("commits", nargs="*", default=["HEAD"], metavar="commit")
    help = f"also measure the commits of the last {BEFORE} entries"
    parser.add_argument("--again", action="store_true", help=help)
    help = "also measure the cost of the tests of make test, which takes minutes a commit"
    parser.add_argument("--tests", action="store_true", help=help)
    chosen = parser.parse_args(arguments)
    commits = [full_name(name) for name in chosen.commits]
    if chosen.again:
        commits = last_commits(read_entries(ENTRIES)) + commits
    faults = []
    for commit in with_bar(list(dict.fromkeys(commits)), "commit"):
        try:
            write_entry(entry_of(commit, chosen.tests), ENTRIES)
        except HistoryError as error:
            faults.append(error)
            print(f"error: {error}", file=sys.stderr)
    entries = read_entries(ENTRIES)
    save(draw(entries), FIGURE, ["svg"])
    mark = "::warning::" if os.environ.get("GITHUB_ACTIONS") else ""
    for sentence in slower(entries.get(processor(), [])):
        print(f"{mark}slower: {sentence}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
