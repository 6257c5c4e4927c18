"""The workflow survives fifty `kill -9` of itself or a process of its, at random moments."""

import random
import shutil
import time
from contextlib import suppress

import psutil
import pytest

from tests.workflows.calls import HOW, command, contents

pytestmark = pytest.mark.faults

KILLS = 50
LONGEST = 40.0  # seconds before a kill, longer than a call takes to make several files


def test_whatever_is_killed_and_whenever_the_results_are_the_same(tmp_path, config, undisturbed):
    chance, killed, finished = random.Random(2007), {}, 0
    while sum(killed.values()) < KILLS or not finished:
        with open(tmp_path / "said", "w") as said:
            call = command(tmp_path, "all", config=config)
            workflow = psutil.Popen(call, cwd=tmp_path, stdout=said, stderr=said, **HOW)
        if sum(killed.values()) < KILLS:
            name = kill_one(workflow, chance)
            killed[name] = killed.get(name, 0) + (name is not None)
        ended = workflow.wait(900)
        if ended == 0:
            assert contents(tmp_path / "results") == undisturbed
            shutil.rmtree(tmp_path / "results")
            finished += 1
    print(f"killed: {killed}; finished {finished} times")


def kill_one(workflow, chance):
    """Kill a process after a random time; return which one, or None if the workflow had ended."""
    time.sleep(chance.uniform(0, LONGEST))
    with suppress(psutil.NoSuchProcess):
        everything = [workflow, *workflow.children(recursive=True)]
        victim = chance.choice(everything)
        name = "workflow" if victim is workflow else victim.name()
        victim.kill()
        return name
