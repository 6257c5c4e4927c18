"""The library installs alone and works from a read-only folder."""

import ctypes
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VARIANT = str(ROOT / "docs" / "examples" / "rule_with_memory.py")
DEPENDENCIES = {
    "filelock",
    "joblib",
    "numba",
    "numpy",
    "platformdirs",
    "scikit-learn",
    "scipy",
    "threadpoolctl",
}
DROP_FROM_BOUNDING_SET, DAC_OVERRIDE = 24, 1  # of prctl: without it root may not write either

FIRST_FIT = """
import maxmargin
assert "site-packages" in maxmargin.__file__, maxmargin.__file__
X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
model = maxmargin.MICRA(0.05, 0.9, 5, 0.3).fit(X, y)
assert model.converged_ and model.predict(X).tolist() == y
"""
ONLY_WHAT_IS_NEEDED = f"""
import re
from importlib.metadata import requires
stated = [text for text in requires("maxmargin") if "extra" not in text]
needed = set(re.match("[A-Za-z0-9_.-]+", text)[0] for text in stated)
assert needed == {DEPENDENCIES!r}, needed
from importlib.util import find_spec
assert find_spec("maxmargin") and not find_spec("peers")
"""
ESTIMATOR_CHECKS = """
import warnings
from sklearn.utils.estimator_checks import check_estimator
import maxmargin
warnings.simplefilter("ignore")
for cls in (maxmargin.Margitron, maxmargin.PDM, maxmargin.TwoStageMargitron):
    check_estimator(cls(max_updates=20_000))
check_estimator(maxmargin.OneVsRest(maxmargin.Perceptron(), epochs=5))
"""
WHERE_CODE_LIES = """
from pathlib import Path
import maxmargin
from maxmargin.compilation.code_cache import folder
assert not folder().is_relative_to(Path(maxmargin.__file__).parent), folder()
assert any(folder().rglob("*.nbi")), folder()
"""
KEEP = """
import sys, pickle, joblib, maxmargin
X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, 0]
models = [maxmargin.AdaTron().fit(X, y), maxmargin.MeanLossAMIRA(rate=0.5).fit(X, y)]
pickle.dump(models, open("models.pickle", "wb"))
joblib.dump(models, "models.joblib")
"""
LOAD = """
import pickle, joblib
for models in (pickle.load(open("models.pickle", "rb")), joblib.load("models.joblib")):
    assert [type(model).__name__ for model in models] == ["AdaTron", "MeanLossAMIRA"]
    for model in models:
        assert model.predict([[1.0, 2.0], [-1.0, -1.0]]).tolist() == [1, 0]
        assert model.history_[-1].updates == model.n_updates_
    assert models[1].get_params()["rate"] == 0.5
"""


def obey_permissions():
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, DAC_OVERRIDE)


def run(code, folder, python=sys.executable, before=None, **variables):
    """Run code in another folder than the checkout's, by default against this checkout."""
    environment = {
        k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "MARGIN_VARIANTS")
    }
    ran = subprocess.run(
        [str(python), "-c", code],
        cwd=folder,
        env=environment | variables,
        preexec_fn=before,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_a_fitted_model_survives_pickle_and_joblib(tmp_path):
    """Another process can load it, also a model of a variant that MARGIN_VARIANTS names."""
    for code in (KEEP, LOAD):
        run(code, tmp_path, MARGIN_VARIANTS=VARIANT)


def test_what_is_not_installed_is_named():
    from peers.optional import NotInstalled, optional

    sentence = "^no-such is not installed: install it with pip install 'no-such'.$"
    with pytest.raises(NotInstalled, match=sentence) as raised:
        optional("no_such_module.part", "no-such")
    assert raised.value.name == "no_such_module"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return (folder, python) of a new environment with the wheel and its requirements only."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    shutil.copytree(
        ROOT / "algorithms", source / "algorithms", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--quiet"]
    wheel = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source)]
    subprocess.run(wheel, check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    (made,) = folder.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(made)], check=True)
    (folder / "elsewhere").mkdir()
    return folder, python


@pytest.mark.slow
@pytest.mark.parametrize("code", [FIRST_FIT, ONLY_WHAT_IS_NEEDED, ESTIMATOR_CHECKS])
def test_the_wheel_works_in_a_fresh_environment(installed, code):
    folder, python = installed
    run(code, folder / "elsewhere", python)


@pytest.mark.slow
def test_a_model_fitted_with_the_wheel_survives_pickle_and_joblib(installed):
    folder, python = installed
    for code in (KEEP, LOAD):
        run(code, folder / "elsewhere", python, MARGIN_VARIANTS=VARIANT)


@pytest.mark.slow
def test_it_works_from_where_it_cannot_write(installed):
    """Run twice: the second process finds the code of the first."""
    folder, python = installed
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    for path in packages.rglob("__pycache__"):
        if path.is_relative_to(packages / "maxmargin"):
            shutil.rmtree(path)
    for path in [packages / "maxmargin", *(packages / "maxmargin").rglob("*")]:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    home = str(folder / "elsewhere")
    where = {"HOME": home, "XDG_CACHE_HOME": f"{home}/cache"}
    for code in (FIRST_FIT + WHERE_CODE_LIES,) * 2:
        run(code, home, python, obey_permissions, **where)
    assert not list((packages / "maxmargin").rglob("__pycache__"))
