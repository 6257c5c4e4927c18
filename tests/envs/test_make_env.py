"""A user's settings of pip or Python do not change where `make env` installs packages."""

import os
import re
import subprocess
import sys
import zipfile

from tests.envs.make import made

OF_THE_USER = {
    "PIP_USER": "1",
    "PIP_TARGET": "elsewhere",
    "PIP_PREFIX": "elsewhere",
    "PIP_ROOT": "elsewhere",
    "PIP_REQUIRE_VIRTUALENV": "1",
    "PIP_DRY_RUN": "1",
    "PIP_PYTHON": "elsewhere",
    "PYTHONPATH": "elsewhere",
    "PYTHONHOME": "elsewhere",
}


def test_variables_of_the_user_do_not_reach_the_commands():
    # PYTHONHOME would keep the interpreter that computes the name of the lock from starting.
    passed = {name: value for name, value in OF_THE_USER.items() if name != "PYTHONHOME"}
    said = made("--eval", "show: ; @env", "show", **passed, PIP_INDEX_URL="https://index.invalid")
    found = dict(line.partition("=")[::2] for line in said.splitlines())
    assert not found.keys() & passed.keys()
    assert found["PIP_INDEX_URL"] == "https://index.invalid"


def wheel(folder):
    """Return a package with a single empty module."""
    path, about = folder / "nothing_at_all-1-py3-none-any.whl", "nothing_at_all-1.dist-info"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("nothing_at_all.py", "")
        file.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: nothing-at-all\nVersion: 1\n"
        )
        file.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{about}/RECORD", "")
    return path


def test_settings_in_a_file_of_pips_do_not_count(tmp_path):
    """The calls of make env ignore another target folder in pip's settings file."""
    settings = tmp_path / "pip.conf"
    settings.write_text(f"[install]\nuser = true\ntarget = {tmp_path / 'elsewhere'}\n")
    (options,) = set(re.findall(r"-m pip install (.*--target=)", made("--dry-run", "-B", "env")))
    environment = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    # This environment's pip starts itself in the other environment, whose copy would take seconds.
    call = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install"]
    call += [*options.split(), "--no-index", wheel(tmp_path)]
    env = {**os.environ, "PIP_CONFIG_FILE": str(settings)}
    done = subprocess.run(call, env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "elsewhere").exists()
    assert list(environment.rglob("site-packages/nothing_at_all.py"))


def test_an_environment_in_which_pip_installed_nothing_is_not_called_ready(tmp_path):
    """Other settings, such as a dry run, let pip end well without installing anything."""
    (check,) = set(re.findall(r"-I -c '(.*)'$", made("--dry-run", "-B", "env"), re.MULTILINE))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    call = [tmp_path / "venv" / "bin" / "python", "-I", "-c", check]
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("pip has installed nothing in .venv/: unset dry-run or ")
    assert subprocess.run([sys.executable, *call[1:]]).returncode == 0
