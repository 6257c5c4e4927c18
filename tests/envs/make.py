"""Calls of make in the project's folder."""

import os
import subprocess

from workflows.plan.configuration import ROOT


def made(*arguments, **environment):
    """Call make in the project's folder and return its output."""
    call = ["make", "--no-print-directory", "-C", ROOT, *arguments]
    env = os.environ | environment
    return subprocess.run(call, env=env, capture_output=True, text=True, check=True).stdout
