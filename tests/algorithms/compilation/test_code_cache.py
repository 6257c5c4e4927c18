"""Learners run whatever the state of the cache of compiled code."""

import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from maxmargin.compilation import code_cache, numba_cache
from maxmargin.compilation.binding import Entry, compiled
from maxmargin.compilation.numba_cache import CHECK_SUM

# Gilbert's algorithm compiles in half the time of a rule.
FIT = """
import json, sys, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from maxmargin import Gilbert
    model = Gilbert().fit([[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0])
from maxmargin.batch_methods import gilbert
from maxmargin.storages import dense
from maxmargin.compilation.binding import bind
from maxmargin.drivers.batch import kernel
stats = bind(kernel, gilbert, dense).advance_and_measure.function.stats
result = model.status_, model.n_updates_, sum(stats.cache_hits.values())
print(json.dumps([*result, [str(warning.message) for warning in caught]]))
"""


def fit(cache_folder, before=None, first="", logs=None, **variables):
    """Fit in another process; return (whether the code came from the cache, the warnings).

    What the process writes to stderr is appended to the list `logs`.
    """
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache_folder)} | variables
    ran = subprocess.run(
        [sys.executable, "-c", f"{first}\n{FIT}"],
        env=environment,
        preexec_fn=before,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    if logs is not None:
        logs.append(ran.stderr)
    status, updates, hits, caught = json.loads(ran.stdout)
    assert (status, updates) == ("certified", 4)
    return hits > 0, caught


@pytest.fixture(scope="module")
def filling(tmp_path_factory):
    """Return a cache that holds the code of a fit, and the logs of two processes that fitted.

    The first process compiled the code, and the second one loaded it.
    """
    place, logs = tmp_path_factory.mktemp("filled"), []
    log = "from maxmargin.compilation.code_cache import print_log; print_log()"
    assert fit(place, first=log, logs=logs) == (False, [])
    assert fit(place, first=log, logs=logs) == (True, [])
    return place, logs


@pytest.fixture
def filled(filling):
    return filling[0]


@pytest.mark.long
def test_only_a_process_that_compiles_logs_it_and_once(filling):
    place, logs = filling
    line = f"compiling; later processes load the code from {place / 'maxmargin'}\n"
    assert logs == [line, ""]


def emptied(path):
    path.write_bytes(b"")


def halved(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def garbled(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def made_a_folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "damage"),
    [
        ("nbi", emptied),
        ("nbc", garbled),
        ("nbi", garbled),
        ("nbi", halved),
        ("nbc", emptied),
        ("nbc", halved),
    ],
)
def test_a_damaged_cache_is_reported_once_and_replaced(filled, tmp_path, suffix, damage):
    place = shutil.copytree(filled, tmp_path / "cache")
    files = sorted(place.rglob(f"*.{suffix}"))
    assert len(files) > 5
    for path in files:
        damage(path)
    found, (warning,) = fit(place)
    assert not found
    assert warning.startswith("the cache of compiled code is damaged, first seen in ")
    assert fit(place) == (True, [])


@pytest.mark.slow
def test_code_for_classes_that_another_version_had_elsewhere_is_compiled_again(filled, tmp_path):
    place = shutil.copytree(filled, tmp_path / "cache")
    moved = 0
    for path in place.rglob("*.nbi"):
        content = path.read_bytes()[: -CHECK_SUM().digest_size]
        elsewhere = content.replace(b"maxmargin.storages", b"maxmargin.storage5")
        moved += elsewhere != content
        path.write_bytes(elsewhere + CHECK_SUM(elsewhere).digest())
    assert moved
    assert fit(place) == (False, [])
    assert fit(place) == (True, [])


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["nbi", "nbc", "lock"])
def test_a_folder_in_place_of_a_file_of_the_cache(filled, tmp_path, suffix):
    place = shutil.copytree(filled, tmp_path / "cache")
    for path in place.rglob(f"*.{suffix}" if suffix != "lock" else "*lock"):
        made_a_folder(path)
    found, (warning,) = fit(place)
    assert not found
    assert "compiled code cannot be cached in" in warning and "NUMBA_CACHE_DIR" in warning


def test_a_folder_that_cannot_be_made_is_reported_and_code_is_not_cached(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(code_cache.config, "CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(code_cache, "REPORTED", set())
    with pytest.warns(RuntimeWarning, match="Not a directory.*NUMBA_CACHE_DIR"):
        assert code_cache.folder.__wrapped__() is None
    monkeypatch.setattr(code_cache, "folder", lambda: None)  # which the process has memoised
    assert Entry(compiled()(lambda x: x + x))(2.0) == 4.0


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_is_not_used(tmp_path):
    (tmp_path / "file").write_text("no folder")
    found, (warning,) = fit(tmp_path / "file" / "cache")
    assert not found
    assert "NUMBA_CACHE_DIR" in warning and "Not a directory" in warning
    assert (tmp_path / "file").read_text() == "no folder"


@pytest.mark.slow
def test_a_full_disk_is_reported_once(tmp_path):
    """No file may exceed 64 bytes, so only locks and empty files can be written."""
    found, (warning,) = fit(
        tmp_path, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
    )
    assert not found
    assert "File too large" in warning and "NUMBA_CACHE_DIR" in warning
    assert not list(tmp_path.rglob("*.nb*"))


def test_another_users_cache_and_a_user_without_a_home(tmp_path, monkeypatch):
    """The cache is neither beside the package nor in `~/.cache` of the current folder."""
    (tmp_path / "__pycache__").write_text("in the way")
    monkeypatch.setattr(code_cache, "HERE", tmp_path)
    monkeypatch.setattr(code_cache.config, "CACHE_DIR", "")
    monkeypatch.setattr(code_cache, "user_cache_path", lambda name: Path("~/.cache") / name)
    monkeypatch.setattr(code_cache, "REPORTED", set())
    monkeypatch.chdir(tmp_path)
    with pytest.warns(RuntimeWarning, match="set NUMBA_CACHE_DIR to a folder that can be written"):
        assert code_cache.folder.__wrapped__() is None
    assert [path.name for path in tmp_path.iterdir()] == ["__pycache__"]


REPLACING = [numba_cache.CodeCache, numba_cache._Locator, numba_cache._CheckedFiles]


@pytest.mark.parametrize("own", REPLACING, ids=lambda own: own.__name__)
def test_numba_still_has_the_methods_that_are_replaced(own):
    """Numba would ignore a method that it had renamed, and damaged code would be used."""
    replaced = {name for name, value in vars(own).items() if callable(value)}
    missing = replaced - set(dir(own.__base__))
    assert not missing, f"numba {numba.__version__} has no {own.__base__.__name__}.{missing}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        pytest.param("del caching._CacheLocator", id="renamed"),
        pytest.param(
            "caching.IndexDataCacheFile.__init__ = lambda self: None", id="other arguments"
        ),
    ],
)
def test_an_unknown_version_of_numba_runs_without_a_cache(tmp_path, change):
    found, (warning,) = fit(tmp_path, first=f"from numba.core import caching; {change}")
    assert not found
    assert warning.startswith(f"compiled code is not cached, since numba {numba.__version__} ")
    assert not list(tmp_path.rglob("*.nb*"))


MEASURE = """
import json
from scipy import sparse
from maxmargin import *
from maxmargin.kernels import Gaussian
from tests.algorithms.problems import separable

NAMES = "status_", "n_updates_", "directional_margin_"

def measured(model):
    found = []
    for binary in (False, True):
        X, y = separable(1, m=20, n=3, margin=0.3, binary=binary)
        for data in (X, sparse.csr_matrix(X)):
            model.fit(data, y)
            values = [getattr(model, name, None) for name in NAMES]
            found.append([round(v, 8) if isinstance(v, float) else v for v in values])
    return found

models = [
    MICRA(), PDM(worst_first=True), MICRA(kernel=Gaussian(2.0)), ALMA(p=4), PDM(mini_epochs=3),
    KrauthMezard(), Pocket(max_visits=100, random_state=0),
    Pocket(kernel=Gaussian(2.0), max_visits=100, random_state=0),
    Gilbert(max_updates=100), MaximumMargin(), PUMMA(max_updates=100),
]
print(json.dumps([measured(model) for model in models]))
"""


@pytest.mark.slow
def test_learners_run_without_the_compiler():
    """Without the compiler, learners give the results of compiled code, in every storage."""
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", MEASURE],
            env=os.environ | variables,
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            timeout=600,
        )
        for variables in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    compiled, plain = (json.loads(ran.stdout or "null") for ran in outputs)
    assert plain is not None, outputs[1].stderr
    assert plain == compiled
