"""Results do not depend on language, time zone, hash seeds, cores or kind of processor."""

import subprocess

import pytest

from records.files import read
from records.run_files import RUNS
from tests.workflows.calls import contents, snakemake
from workflows.diff_results import changed_rows

pytestmark = pytest.mark.faults

# ASCII alone, as before Python made it UTF-8; and a language whose capital of i is not I.
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
TURKISH = {"LC_ALL": "tr_TR.UTF-8"}


@pytest.fixture(scope="module")
def turkish(tmp_path_factory):
    folder = tmp_path_factory.mktemp("locales")
    make = ["localedef", "-i", "tr_TR", "-f", "UTF-8", folder / "tr_TR.UTF-8"]
    try:
        subprocess.run(make, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("Debian's package locales is needed to make a Turkish locale")
    return {**TURKISH, "LOCPATH": str(folder)}


def made(folder, config, cores, **environment):
    call = snakemake(folder, "all", config=config, cores=cores, environment=environment)
    assert call.returncode == 0, call.stdout + call.stderr
    return contents(folder / "results")


def test_turkish_on_one_core(tmp_path, config, undisturbed, turkish):
    surroundings = {**turkish, "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1"}
    assert made(tmp_path, config, 1, **surroundings) == undisturbed


def test_ascii_on_three_cores(tmp_path, config, undisturbed):
    surroundings = {**ASCII, "TZ": "America/St_Johns", "PYTHONHASHSEED": "2"}
    assert made(tmp_path, config, 3, **surroundings) == undisturbed


def test_four_cores(tmp_path, config, undisturbed):
    surroundings = {"TZ": "Antarctica/Troll", "PYTHONHASHSEED": "4294967295"}
    assert made(tmp_path, config, 4, **surroundings) == undisturbed


def test_code_for_any_processor_gives_the_same_counts_and_margins(tmp_path, config, finished):
    """Without this processor's wide instructions, sums are added in another order."""
    made(tmp_path, config, 2, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    before, after = (read(folder / "results" / "runs.csv", RUNS) for folder in (finished, tmp_path))
    assert changed_rows(before, after, RUNS.key, RUNS.measured) == []
