"""Files appear whole or not at all, and leftovers of killed writers are found."""

import errno
import os
import shutil
import subprocess
import sys

import pytest

from data.files import UNFINISHED, damaged, remove_unfinished, replacing, replacing_folder


def test_a_block_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "deeper" / "file"
    with replacing(path) as unfinished:
        unfinished.write_text("first")
    with pytest.raises(KeyError), replacing(path) as unfinished:
        unfinished.write_text("second")
        raise KeyError
    assert path.read_text() == "first"
    assert os.listdir(path.parent) == ["file"]


def test_an_error_without_a_name_gets_that_of_the_file(tmp_path):
    path = tmp_path / "file"
    with pytest.raises(OSError) as caught, replacing(path):
        raise OSError(errno.ENOSPC, "whatever")
    assert caught.value.filename == str(path) and caught.value.errno == errno.ENOSPC
    assert caught.value.strerror == f"cannot be written: {os.strerror(errno.ENOSPC)}"


def test_a_copy_that_fails_names_the_file_that_is_written(tmp_path):
    path = tmp_path / "file"
    with pytest.raises(OSError) as caught, replacing(path) as unfinished:
        raise OSError(errno.ENOSPC, "whatever", "source", None, unfinished)  # as shutil does
    assert caught.value.filename == str(path)
    assert caught.value.strerror == f"cannot be written: {os.strerror(errno.ENOSPC)}"


@pytest.mark.parametrize("path", ["file/new", "file/deeper/new"])
def test_a_file_in_place_of_a_folder_is_named(tmp_path, path):
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError) as caught, replacing(tmp_path / path):
        pass
    assert caught.value.filename == str(tmp_path / "file")
    assert caught.value.strerror == "is no folder"


def test_an_error_of_another_file_stays_as_it_is(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "file"):
        open(tmp_path / "other")
    assert caught.value.filename == str(tmp_path / "other")


def test_what_dead_processes_left_is_removed(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f".file.csv{UNFINISHED}{ended.pid}"
    others = (".hidden", ".a.b", "file.csv.1", ".notes.2019", f".file.csv.{ended.pid}")
    kept = [tmp_path / name for name in (f".file.csv{UNFINISHED}{os.getpid()}", *others)]
    for path in (left, *kept):
        path.touch()
    (tmp_path / f".report{UNFINISHED}{ended.pid}" / "static").mkdir(parents=True)
    remove_unfinished(tmp_path)
    assert set(tmp_path.iterdir()) == set(kept)


def test_damaged_files_are_found_by_their_sums(tmp_path, monkeypatch):
    monkeypatch.setenv("MARGIN_CHECKED", str(tmp_path / "results"))
    paths = [tmp_path / "results" / name for name in ("one", "two/three", "two/four")]
    for path in [*paths, tmp_path / "elsewhere"]:
        with replacing(path) as unfinished:
            unfinished.write_bytes(b"as it was made")
    assert list(damaged(tmp_path / "results")) == []
    paths[0].write_bytes(b"")
    before = paths[1].stat()
    paths[1].write_bytes(b"as it was maDe")
    os.utime(paths[1], ns=(before.st_atime_ns, before.st_mtime_ns))
    paths[2].unlink()
    assert list(damaged(tmp_path / "results")) == paths[:2]
    with replacing(paths[1]) as unfinished:
        unfinished.write_bytes(b"made again")
    assert list(damaged(tmp_path / "results")) == paths[:1]
    sums = tmp_path / "results" / ".sums" / "two" / "three"
    sums.write_bytes(b"\xe6" + sums.read_bytes()[1:])  # which is no text
    assert list(damaged(tmp_path / "results")) == paths[:2]


def test_a_folder_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    results = tmp_path / "results"
    monkeypatch.setenv("MARGIN_CHECKED", str(results))

    def write(*names, fails=False):
        with replacing_folder(results / "report") as folder:
            for name in names:
                with replacing(folder / name) as unfinished:
                    unfinished.write_text(name)
            assert not fails

    write("one.html", "deeper/two.html")
    with pytest.raises(AssertionError):
        write("three.html", fails=True)
    assert files_of(results / "report") == ["deeper/two.html", "one.html"]
    assert list(damaged(results, ["report"])) == []
    write("three.html")
    assert files_of(results / "report") == ["three.html"]
    assert files_of(results) == [".sums/report/three.html", "report/three.html"]


def test_a_missing_file_of_a_folder_is_damage(tmp_path, monkeypatch):
    monkeypatch.setenv("MARGIN_CHECKED", str(tmp_path))
    for folder in ("report", "runs"):
        with replacing_folder(tmp_path / folder) as unfinished:
            for name in ("one", "two"):
                with replacing(unfinished / name) as file:
                    file.write_text(name)
        (tmp_path / folder / "two").unlink()
    assert list(damaged(tmp_path, ["report"])) == [tmp_path / "report" / "two"]
    shutil.rmtree(tmp_path / "report")
    assert list(damaged(tmp_path, ["report"])) == []


def files_of(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
