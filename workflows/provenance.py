"""Records the origin of the results: `python -m workflows.provenance --help`.

The record has the machine, versions, commit, config and data. A job of the workflow writes it right
after the runs, and so on a machine that makes runs. The record has no time, so that equal results
have equal records.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from importlib import metadata

import data
from data.commands import command
from data.files import replacing
from records.errors import RecordError
from records.machine import processor
from records.plan_file import read_plan
from workflows.plan.configuration import ROOT

REQUIREMENTS = ROOT / "envs" / "requirements.in"
UNCOMMITTED = "with uncommitted changes"


def provenance(problems, config):
    """Return the record of the results' origin, a dict for JSON.

    Parameters
    ----------
    problems : list of str
        Paths of prepared data sets.
    config : dict
        The workflow's config.
    """
    records = [data.read_record(path) for path in problems]
    return {
        "machine": machine(),
        "versions": versions(),
        "commit": commit(),
        "who": _who(),
        "config": config,
        "data": [
            {key: record[key] for key in ("name", "status", "reason", "files", "fingerprint")}
            for record in records
        ],
    }


def machine():
    """Return the processor, cores, memory and system of this machine, as strings."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory / 2**30:.1f} GiB",
        "system": platform.platform(),
    }


def versions():
    """Return name -> version, for Python and each package of envs/requirements.in."""
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    names = [line.partition("[")[0] for line in lines if line and not line.startswith("#")]
    found = {"python": platform.python_version()}
    for name in sorted(names):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def commit():
    """Return the commit of this checkout, its date, and whether files differ from the commit.

    If the commit is unknown, return the reason. The commit of a repository that surrounds the
    checkout is never used, since it says nothing about the code.
    """
    if not (ROOT / ".git").exists():
        return "unknown: not a git repository"
    done = _git("log", "-1", "--no-show-signature", "--no-color", "--format=%H, %as")
    if done is None:
        return "unknown: git is not installed"
    if "dubious ownership" in done.stderr:
        return "unknown: git refuses to read this checkout, as it belongs to another user"
    if "not a git repository" in done.stderr:
        return "unknown: not a git repository"
    if done.returncode:
        return "unknown: git finds no commit in this checkout"
    found, changes = done.stdout.strip(), _git("status", "--short", "--untracked-files=normal")
    if changes is None or changes.returncode:
        return f"{found}, with unknown changes: git cannot compare the files with the commit"
    return f"{found}, {UNCOMMITTED}" if changes.stdout else found


def _who():
    """Return the user's name in git's settings, or ""."""
    done = _git("config", "user.name")
    return done.stdout.strip() if done else ""


def _git(*command):
    """Run a git command on this checkout alone; return None if git is not installed.

    Variables such as GIT_DIR are removed, since they name another repository. Git does not search
    the folders above the checkout.
    """
    others = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or "CONFIG" in k}
    own = {"GIT_CEILING_DIRECTORIES": str(ROOT.parent), "LC_ALL": "C", "LANGUAGE": "C"}
    call = ["git", "--no-optional-locks", "-C", str(ROOT), *command]
    try:
        return subprocess.run(
            call, env=others | own, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError:
        return None


@command(data.DataError, RecordError)
def main(arguments=None):
    """Write the record and return the exit code: 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.provenance", description=__doc__)
    parser.add_argument("problems", nargs="*", metavar="NPZ", help="prepared data sets")
    parser.add_argument("--plan", required=True, metavar="JSON", help="results/plan.json")
    parser.add_argument("--output", required=True, metavar="JSON", help="file to write")
    options = parser.parse_args(arguments)
    record = provenance(options.problems, read_plan(options.plan)["config"])
    with replacing(options.output) as unfinished:
        unfinished.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
