"""A copy of the project that downloads two bundled files from a local server."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from workflows.plan.configuration import ROOT

VERIFIED, UNVERIFIED = "sonar.all-data", "ionosphere.data"  # with and without a SHA-256
DATA_SETS = {VERIFIED: "sonar", UNVERIFIED: "ionosphere"}
LEFT_OUT = ("tests", "results", "store", "docs", "__pycache__", "*.egg-info", ".*")
# Lower limits, so that the code gives up after seconds instead of a minute, an hour or a full disk.
LIMITS = {
    ("sources.py", "CONNECT_SECONDS"): 1,
    ("sources.py", "READ_SECONDS"): 1,
    ("sources.py", "ALL_SECONDS"): 4,
    ("sources.py", "PAUSE_SECONDS"): 0,
    ("archives.py", "LARGEST"): 10_000_000,
}


def copy(folder, url):
    """Copy the project into a folder, with shorter time limits and these two files on a server."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    path = Path(folder, "data", "register.yaml")
    register = yaml.safe_load(path.read_text(encoding="utf-8"))
    for name in DATA_SETS:
        register["files"][name]["sources"] = [{"kind": "url", "url": f"{url}/{name}"}]
    register["files"][UNVERIFIED] |= {"bytes": None, "sha256": None}
    path.write_text(yaml.safe_dump(register, sort_keys=False), encoding="utf-8")
    for (file, name), value in LIMITS.items():
        path = Path(folder, "data", file)
        text = path.read_text(encoding="utf-8")
        text, found = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert found == 1, name
        path.write_text(text, encoding="utf-8")
    return Path(folder)


def bundled():
    """Return name -> bytes of the two files."""
    return {name: (ROOT / "data" / "bundled" / name).read_bytes() for name in DATA_SETS}


def python(checkout, *arguments, cwd=None, timeout=60):
    """Call Python like a user of a checkout, without the user's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MARGIN_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"PYTHONPATH": f"{checkout}:{checkout / 'algorithms'}", "NO_PROXY": "127.0.0.1"}
    call = [sys.executable, *map(str, arguments)]
    how = {"cwd": cwd or checkout, "env": kept | own | {"PATH": path}, "timeout": timeout}
    return subprocess.run(call, capture_output=True, text=True, **how)
