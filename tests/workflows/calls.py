"""Calls of the workflow in a folder of one's own, as a person would type them."""

import os
import subprocess
import sys
from pathlib import Path

from workflows.configuration import ROOT

QUICK = ROOT / "config" / "quick.yaml"
# The jobs call `python`, which has to be the one that runs the tests.
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
HOW = {"env": {**os.environ, "PATH": PATH}, "text": True}


def command(folder, *arguments, config=QUICK, cores=2):
    """The command line, as strings."""
    call = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
    call += ["--directory", folder, "--configfile", config, "--cores", cores, *arguments]
    return list(map(str, call))


def snakemake(folder, *arguments, **options):
    """What a call of snakemake says; it may fail."""
    call = command(folder, *arguments, **options)
    return subprocess.run(call, cwd=folder, capture_output=True, timeout=900, **HOW)
