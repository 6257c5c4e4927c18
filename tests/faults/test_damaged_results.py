"""Every file of finished results is damaged in every way, and the workflow repairs it."""

import random
import shutil

import pytest

from data.files import SUMS
from tests.workflows.calls import contents, snakemake
from tests.workflows.damages import DAMAGES, cut
from workflows.guards import origin
from workflows.guards.damage import ASIDE, set_aside_damaged
from workflows.guards.results_lock import FILE, LOCK

pytestmark = pytest.mark.faults

# Files for people, files that the next call rewrites before it reads them, and the clocks of jobs,
# from which only the table of clocks is made.
UNUSED = ("logs/", "benchmarks/", FILE, LOCK)
# If these say nothing, a call is refused: tests/workflows/guards/test_origin.py.
NAMES_OF_MAKERS = (origin.FILE, origin.RECORD.name)


@pytest.fixture
def folder(tmp_path, finished):
    """Return a copy of the finished folder, with Snakemake's records."""
    return shutil.copytree(finished, tmp_path / "copy")


def files(folder):
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in paths if path.name not in NAMES_OF_MAKERS]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_noticed_or_the_file_is_not_used(folder, finished, damage):
    results = folder / "results"
    looked_at = 0
    for path in files(results):
        name = str(path.relative_to(results))
        whole = path.read_bytes()
        if not whole or damage(whole) == whole:
            continue
        path.write_bytes(damage(whole))
        set_aside_damaged(results)
        aside = files(results / ASIDE) if (results / ASIDE).exists() else []
        if name.startswith(UNUSED):
            assert not aside, name
        else:
            looked_at += 1
            assert aside, name
            shutil.rmtree(results)
            shutil.copytree(finished / "results", results)
        path.write_bytes(whole)
    assert looked_at > 50


@pytest.mark.parametrize("seed", range(8))
def test_what_was_damaged_is_made_again(folder, config, undisturbed, seed):
    """A third of the files are damaged, each in one of the ways."""
    chance = random.Random(seed)
    results = folder / "results"
    for path in files(results):
        if chance.random() < 1 / 3 and path.stat().st_size:
            path.write_bytes(chance.choice(DAMAGES)(path.read_bytes()))
    call = snakemake(folder, "all", config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    shutil.rmtree(results / ASIDE)
    assert contents(results) == undisturbed


def test_each_single_file_is_made_again(folder, config, undisturbed):
    """Intermediate files are made again too, although the files made from them are intact."""
    results = folder / "results"
    one_of_each = {}
    for path in files(results):
        place = path.relative_to(results)
        kind = (place.parts[0], path.suffix) if len(place.parts) > 1 else place.parts
        left_out = (*UNUSED, ".", "plan.json", "problems/")  # data sets wait until a run needs them
        if not str(place).startswith(left_out) and path.stat().st_size:
            one_of_each.setdefault(kind, path)
    for path in one_of_each.values():
        path.write_bytes(cut(path.read_bytes()))
        call = snakemake(folder, "all", config=config)
        assert call.returncode == 0, call.stdout + call.stderr
        assert path.exists(), path
        assert (results / ASIDE).exists(), path
        shutil.rmtree(results / ASIDE)
        assert contents(results) == undisturbed, path


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_records_of_snakemake_cost_time_alone(folder, config, undisturbed, damage):
    for path in files(folder / ".snakemake"):
        if path.stat().st_size:
            path.write_bytes(damage(path.read_bytes()))
    call = snakemake(folder, "all", config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert contents(folder / "results") == undisturbed


def test_without_sums_what_cannot_be_read_is_made_again(folder, config, undisturbed):
    shutil.rmtree(folder / "results" / SUMS)
    (folder / "results" / "runs.csv").unlink()
    for path in files(folder / "results" / "runs"):
        path.write_bytes(path.read_bytes()[:-10])
    call = snakemake(folder, "all", config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    shutil.rmtree(folder / "results" / ASIDE)
    assert contents(folder / "results") == undisturbed
