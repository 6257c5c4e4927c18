"""Mounts a small disk in a separate namespace, to call the workflow on it."""

import shutil
import subprocess

import pytest

from tests.workflows.calls import HOW


def on_a_small_disk(folder, script, size="100k", timeout=300, **variables):
    """Run a shell script in a disk of this size and return its output."""
    probe = ["unshare", "--map-root-user", "--mount"]
    mount = f"mount -t tmpfs -o size={size} tmpfs . && cd $PWD"
    possible = (
        shutil.which("unshare")
        and not subprocess.run(
            [*probe, "sh", "-c", mount], cwd=folder, capture_output=True
        ).returncode
    )
    if not possible:
        pytest.skip("no file system can be mounted here, not even in a namespace of one's own")
    environment = {**HOW["env"], **{name: str(value) for name, value in variables.items()}}
    return subprocess.run(
        [*probe, "sh", "-c", f"{mount}\n{script}"],
        cwd=folder,
        capture_output=True,
        timeout=timeout,
        env=environment,
        text=True,
    )
