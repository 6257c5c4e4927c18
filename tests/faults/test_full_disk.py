"""The disk fills up at each stage of the workflow and is enlarged afterwards."""

import shlex

import pytest

from tests.workflows.calls import command, contents
from tests.workflows.small_disk import on_a_small_disk

pytestmark = pytest.mark.faults

STAGES = 8


@pytest.mark.parametrize("stage", range(STAGES))
def test_a_full_disk_is_told_of_and_the_next_call_goes_on(tmp_path, config, undisturbed, stage):
    disk, kept = tmp_path / "results", tmp_path / "kept"
    disk.mkdir()
    kept.mkdir()
    call = command(tmp_path, "all", config=config)
    needed = sum(len(content) for content in undisturbed.values()) // 1024
    script = f"""
        {shlex.join(call)}; echo "first exit code $?"
        cp -r . "$KEPT/first"
        mount -o remount,size=100m . && {shlex.join(call)}; echo "second exit code $?"
        cp -r . "$KEPT/second"
    """
    size = f"{needed * (2 * stage + 1) // (2 * STAGES)}k"
    done = on_a_small_disk(disk, script, size, 1800, KEPT=kept)
    said = " ".join((done.stdout + done.stderr).split())  # Snakemake breaks lines
    assert "first exit code 1" in said and "second exit code 0" in said, said
    assert "No space left on device" in said and "Traceback" not in said, said
    left = contents(kept / "first")
    assert all(undisturbed[name] == content for name, content in left.items())
    assert contents(kept / "second") == undisturbed
