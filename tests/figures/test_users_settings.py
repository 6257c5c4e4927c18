"""A user's settings of matplotlib change no byte of a figure."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.long


DRAW = "from figures import style; style.save(style.empty('A sentence'), {base!r})"
SETTINGS = [
    "font.size: 30\nsvg.fonttype: none",
    *(
        pytest.param(line, marks=pytest.mark.slow)
        for line in ("text.usetex: True", "figure.dpi: 37", "backend: qt")
    ),
]


def drawn(folder, base, **environment):
    """Draw a figure in a folder and return name -> bytes."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    call = [sys.executable, "-P", "-c", DRAW.format(base=str(folder / base))]
    done = subprocess.run(call, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {path.suffix: path.read_bytes() for path in folder.glob(f"{base}.*")}


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return drawn(tmp_path_factory.mktemp("plain"), "figure")


@pytest.mark.parametrize("settings", SETTINGS)
def test_a_file_of_settings_changes_nothing(tmp_path, plain, settings):
    for place in (tmp_path / "elsewhere", tmp_path / "here"):
        place.mkdir()
        (place / "matplotlibrc").write_text(settings)
    elsewhere = str(tmp_path / "elsewhere")
    assert drawn(tmp_path, "figure", MATPLOTLIBRC=elsewhere) == plain
    assert drawn(tmp_path, "figure", MPLCONFIGDIR=elsewhere) == plain
    assert drawn(tmp_path / "here", "figure") == plain


@pytest.mark.parametrize(
    "backend",
    [
        "module://matplotlib_inline.backend_inline",
        *(pytest.param(other, marks=pytest.mark.slow) for other in ("qtagg", "none")),
    ],
)
def test_a_backend_of_elsewhere_changes_nothing(tmp_path, plain, backend):
    assert drawn(tmp_path, "figure", MPLBACKEND=backend) == plain
