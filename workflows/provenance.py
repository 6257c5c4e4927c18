"""Where the results come from: `python -m workflows.provenance --help`.

That is the machine, the versions, the commit, the config and the data. The record is written right
after the runs, by a job of the workflow, and so on a machine that makes them. It does not contain
the time, so that the same results have the same record.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import data
from data.commands import command
from data.files import replacing
from records.errors import RecordError
from records.plan_file import read_plan
from workflows.configuration import ROOT

REQUIREMENTS = ROOT / "envs" / "requirements.in"


def provenance(problems, config):
    """The record, a dict. problems: paths of prepared data sets; config: the workflow's, a dict."""
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
    """Processor, cores, memory and system of this machine, as strings."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory / 2**30:.1f} GiB",
        "system": platform.platform(),
    }


def versions():
    """Package -> version, for Python and everything that envs/requirements.in names."""
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    found = {"python": platform.python_version()}
    for name in sorted(names):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def commit():
    """The commit of this checkout, with its date, and whether there were other changes.

    Where there is none, why it is not known. The commit of a repository around a copy of the
    checkout says nothing about the code, and is never taken.
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
    return f"{found}, with uncommitted changes" if changes.stdout else found


def _who():
    """The name that git has for the user, "" if it has none."""
    done = _git("config", "user.name")
    return done.stdout.strip() if done else ""


def _git(*command):
    """What git answers about this checkout alone; None if it is not installed.

    Variables such as GIT_DIR, which name another repository, do not count, and git does not look in
    the folders above.
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


def _processor():
    information = Path("/proc/cpuinfo")
    text = information.read_text(encoding="utf-8") if information.is_file() else ""
    names = re.findall(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return names[0] if names else platform.processor() or platform.machine()


@command(data.DataError, RecordError)
def main(arguments=None):
    """Writes the record; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.provenance", description=__doc__)
    parser.add_argument("problems", nargs="*", metavar="NPZ", help="prepared data sets")
    parser.add_argument("--plan", required=True, metavar="JSON", help="results/plan.json")
    parser.add_argument("--output", required=True, metavar="JSON", help="to be written")
    options = parser.parse_args(arguments)
    record = provenance(options.problems, read_plan(options.plan)["config"])
    with replacing(options.output) as unfinished:
        unfinished.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
