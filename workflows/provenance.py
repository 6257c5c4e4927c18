"""Records the origin of the results: `python -m workflows.provenance --help`.

The record has the machine, versions, commit, config and data. A job of the workflow writes it right
after the runs, and so on a machine that makes runs. The record has no time, so that equal results
have equal records.
"""

import argparse
import json
import os
import platform
import sys
from importlib import metadata

import data
from data.commands import command
from data.files import replacing
from records.checkout import commit, git
from records.errors import RecordError
from records.machine import processor
from records.plan_file import read_plan
from workflows.plan.configuration import ROOT

REQUIREMENTS = ROOT / "envs" / "requirements.in"


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


def _who():
    """Return the user's name in git's settings, or ""."""
    done = git("config", "user.name")
    return done.stdout.strip() if done else ""


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
