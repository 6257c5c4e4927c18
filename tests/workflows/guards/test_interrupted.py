"""Runs that are killed, meet another run, or cannot write, and the next call after them."""

import os
import shutil

import pytest

from data.files import UNFINISHED
from tests.workflows.calls import (
    command,
    contents,
    resume,
    snakemake,
    sonar_alone,
    stopped_in_the_middle,
)
from tests.workflows.damages import cut, emptied, flipped
from tests.workflows.small_disk import on_a_small_disk

pytestmark = pytest.mark.long

BATCHES = ("micra-table-1-romma", "micra-table-1-micra")


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    return sonar_alone(tmp_path_factory.mktemp("config"))


@pytest.fixture(scope="module")
def finished(tmp_path_factory, config):
    folder = tmp_path_factory.mktemp("finished")
    finish(folder, config)
    return folder


@pytest.fixture(scope="module")
def undisturbed(finished):
    """Return the files of an undisturbed run, read before anything is damaged."""
    return contents(finished / "results")


def targets(results="results"):
    return [f"{results}/runs/{batch}.json" for batch in BATCHES]


def finish(folder, config):
    """Make the next call, which must succeed, and return its output."""
    call = snakemake(folder, *targets(), config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    return call.stdout + call.stderr


@pytest.mark.slow
def test_after_a_kill_of_the_workflow_the_plain_call_ends_its_jobs_and_finishes(
    tmp_path, config, undisturbed
):
    with stopped_in_the_middle(tmp_path, *targets(), config=config, cores=1) as (workflow, job):
        runs = tmp_path / "results" / "runs"
        runs.mkdir(exist_ok=True)
        unfinished = runs / f".any.json{UNFINISHED}{job.pid}"
        unfinished.write_text("[")
        of_a_live_process = runs / f".any.json{UNFINISHED}{os.getpid()}"
        of_a_live_process.write_text("[")
        workflow.kill()
        workflow.wait(10)
        assert job.is_running()
        said = finish(tmp_path, config)
        assert not job.is_running()
    assert f"left by a killed run, process {workflow.pid} on" in said
    assert not unfinished.exists() and of_a_live_process.exists()
    of_a_live_process.unlink()
    assert contents(tmp_path / "results") == undisturbed


@pytest.mark.slow
def test_after_a_kill_of_a_job_the_plain_call_finishes(tmp_path, config, undisturbed):
    with stopped_in_the_middle(tmp_path, *targets(), config=config, cores=1) as (workflow, job):
        batch = job.cmdline()[job.cmdline().index("--batch") + 1]
        job.kill()
        resume(workflow)
        assert workflow.wait(600) != 0
    assert not (tmp_path / "results" / "runs" / f"{batch}.json").exists()
    finish(tmp_path, config)
    assert contents(tmp_path / "results") == undisturbed


@pytest.mark.slow  # test_start.py damages a table
def test_damaged_results_are_told_of_and_made_again(finished, config, undisturbed):
    places = [*targets(), "results/problems/sonar.npz"]
    wholes = [(finished / place).read_bytes() for place in places]
    damages = [damage(whole) for damage, whole in zip((emptied, cut, flipped), wholes, strict=True)]
    for place, damaged in zip(places, damages, strict=True):
        (finished / place).write_bytes(damaged)
    said = finish(finished, config)
    for place, damaged in zip(places, damages, strict=True):
        assert f"{place} has changed since it was made: moved to " in said
        name = place.rpartition("/")[2]
        assert damaged in [kept.read_bytes() for kept in finished.rglob(f"{name}*")]
    shutil.rmtree(finished / "results" / ".damaged")
    assert contents(finished / "results") == undisturbed


@pytest.mark.slow
def test_damage_from_before_sums_were_noted(finished, config, undisturbed):
    shutil.rmtree(finished / "results" / ".sums")
    for place in (targets()[0], "results/problems/sonar.npz"):
        (finished / place).write_bytes(cut((finished / place).read_bytes()))
    assert "moved to results/.damaged/problems/sonar.npz; it will be made again" in finish(
        finished, config
    )
    shutil.rmtree(finished / "results" / ".damaged")
    assert contents(finished / "results") == undisturbed


@pytest.mark.slow
def test_of_two_runs_at_once_the_second_says_so_and_touches_nothing(tmp_path, config, undisturbed):
    with stopped_in_the_middle(tmp_path, *targets(), config=config, cores=1) as (workflow, _):
        # The file records a failure, so a call that ignored the other run would delete it.
        failed = tmp_path / "results" / "runs" / "failed.json"
        failed.parent.mkdir(exist_ok=True)
        failed.write_text('[{"status": "failed"}]')
        before = everything_below(tmp_path / "results")
        call = snakemake(tmp_path, *targets(), config=config)
        assert call.returncode != 0
        said = call.stdout + call.stderr
        assert (
            f"Another run of the workflow is active in results: process {workflow.pid} on" in said
        )
        assert "Traceback" not in said
        assert snakemake(tmp_path, *targets(), "--dry-run", config=config).returncode == 0
        assert everything_below(tmp_path / "results") == before
        failed.unlink()
        resume(workflow)
        assert workflow.wait(600) == 0, (tmp_path / "said").read_text()
    assert contents(tmp_path / "results") == undisturbed


def everything_below(folder):
    paths = sorted(folder.rglob("*"))
    return {path: (path.stat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in paths}


@pytest.mark.slow
def test_a_full_disk_is_one_sentence_and_leaves_nothing_half_written(tmp_path, config, undisturbed):
    disk, kept, work = (tmp_path / name for name in ("disk", "kept", "work"))
    for folder in (disk, kept, work):
        folder.mkdir()
    call = command(work, *targets(f"{disk}/results"), config=config)
    call += ["--config", f"results={disk}/results"]
    script = '"$@"; echo "exit code $?"; cp -r results "$KEPT"'
    done = on_a_small_disk(disk, f"set -- {' '.join(call)}\n{script}", KEPT=kept)
    said = done.stdout + done.stderr
    assert "exit code 1" in said
    assert ".json: cannot be written: No space left on device" in said
    assert "Traceback" not in said
    left = contents(kept / "results")
    assert set(left) < set(undisturbed)
    assert all(undisturbed[name] == content for name, content in left.items())


@pytest.mark.slow  # test_results_lock.py tests the sentences without the workflow
def test_a_folder_that_cannot_be_written_to_is_one_sentence(tmp_path, config):
    disk, work = tmp_path / "disk", tmp_path / "work"
    disk.mkdir()
    work.mkdir()
    calls = [
        command(work, "all", "--config", f"results={disk}/results", config=config),
        command(disk, "all", config=config),
    ]
    script = "mount -o remount,ro .\n" + "\n".join(" ".join(call) for call in calls)
    done = on_a_small_disk(disk, script)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert f"{disk}/results cannot be written: Read-only file system." in said
    assert f"{disk} is not writable, but Snakemake stores its records" in said
    assert "Traceback" not in said


@pytest.mark.slow  # test_results_lock.py tests the sentences without the workflow
@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        (".", "The folder of results, ., contains the current folder"),
        ("file/results", "file is not a folder, so file/results cannot be created;"),
    ],
)
def test_a_folder_that_cannot_hold_the_results_is_one_sentence(tmp_path, config, results, sentence):
    (tmp_path / "file").touch()
    call = snakemake(tmp_path, "all", "--config", f"results={results}", config=config)
    said = call.stdout + call.stderr
    assert call.returncode == 1 and "Traceback" not in said
    assert sentence in said
