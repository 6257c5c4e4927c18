"""Prepared problems are reproducible, are read back equal, and record unreachable data."""

import os
import time

import numpy as np
import pytest
from scipy import sparse

from data import SplitProblem, Unreachable, load, read_problem, read_record
from data.errors import DataError
from data.own import read_own
from data.prepared import prepare, prepare_own


@pytest.fixture
def unreachable(register):
    """Return a data set whose only source is a mirror that is not set."""
    register["files"]["sonar.all-data"]["sources"] = [{"kind": "mirror"}]
    return "sonar"


@pytest.mark.parametrize("name", ["sonar", "mushroom"])
def test_same_source_same_bytes(tmp_path, name, monkeypatch):
    prepare(name, tmp_path / "first.npz")
    later = time.time() + 10_000_000  # seconds: a time stamp in the archive would show
    monkeypatch.setattr(time, "time", lambda: later)
    prepare(name, tmp_path / "second.npz")
    assert (tmp_path / "first.npz").read_bytes() == (tmp_path / "second.npz").read_bytes()
    assert sorted(path.name for path in tmp_path.glob("*")) == ["first.npz", "second.npz"]


@pytest.mark.parametrize("name", ["sonar", "mushroom"])
def test_read_back(tmp_path, name):
    path = tmp_path / "new" / "folder" / "p.npz"
    record = prepare(name, path)
    expected, found = load(name), read_problem(path)
    assert found.name == name and np.array_equal(found.y, expected.y)
    if sparse.issparse(expected.X):
        assert found.X.indices.dtype == found.X.indptr.dtype == np.int32
        assert found.X.shape == expected.X.shape and (found.X != expected.X).nnz == 0
    else:
        assert np.array_equal(found.X, expected.X) and found.X.flags.c_contiguous
    assert read_record(path) == record


@pytest.mark.parametrize("name", ["sonar", "mushroom"])
def test_arrays_are_mapped_and_aligned_and_the_file_stays(tmp_path, name):
    path = tmp_path / "p.npz"
    prepare(name, path)
    before = path.read_bytes()
    X, y = read_problem(path)[1:]
    for array in [y, *((X.data, X.indices) if sparse.issparse(X) else (X,))]:
        assert array.ctypes.data % 64 == 0
        base = array
        while not isinstance(base, np.memmap):
            base = base.base
        array[:] = 7
    assert path.read_bytes() == before
    with np.load(path) as arrays:
        assert "X" in arrays or "X_data" in arrays


SPLIT = {"X": np.uint8, "y": np.int64, "X_test": np.uint8, "y_test": np.int64}


def letters(tmp_path, register, rows=6):
    """Return a mirror whose file of letters has this many rows, all but two for training."""
    lines = [f"{chr(ord('A') + k)}," + ",".join(["15", str(k)] * 8) + "\n" for k in range(rows)]
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / "letter-recognition.data").write_text("".join(lines))
    register["files"]["letter-recognition.data"].update(bytes=None, sha256=None)
    register["data_sets"]["letter"]["facts"] = {"m": rows - 2, "m_test": 2, "classes": rows - 2}
    return tmp_path / "mirror"


def test_several_classes_are_read_back(tmp_path, register, monkeypatch):
    monkeypatch.setattr("data.loaders.letter.TRAINING", 4)
    mirror, path = letters(tmp_path, register), tmp_path / "p.npz"
    record = prepare("letter", path, tmp_path / "store", mirror)
    assert not read_problem(path, writeable=False).X.flags.writeable
    expected, found = load("letter", tmp_path / "store", mirror), read_problem(path)
    assert isinstance(expected, SplitProblem) and isinstance(found, SplitProblem)
    assert found.name == "letter" and list(found.y) == [0, 1, 2, 3] and list(found.y_test) == [4, 5]
    for key, dtype in SPLIT.items():
        array = getattr(found, key)
        assert array.dtype == dtype == getattr(expected, key).dtype
        assert np.array_equal(array, getattr(expected, key))
        assert array.flags.c_contiguous and array.ctypes.data % 64 == 0
    assert read_record(path) == record and record["loader"] == "letter"


@pytest.mark.parametrize("name", ["alma-artificial-s3-e015", "amira-synthetic"])
def test_drawn_data_are_read_back_and_follow_the_seed(tmp_path, name):
    record = prepare(name, tmp_path / "first.npz", seed=7)
    prepare(name, tmp_path / "second.npz", seed=7)
    prepare(name, tmp_path / "other.npz", seed=8)
    assert (tmp_path / "first.npz").read_bytes() == (tmp_path / "second.npz").read_bytes()
    expected, found = load(name, seed=7), read_problem(tmp_path / "first.npz")
    assert type(found) is type(expected) and found.name == name
    for array, other in zip(found[1:], expected[1:], strict=True):
        assert array.dtype == other.dtype and np.array_equal(array, other)
    assert not np.array_equal(read_problem(tmp_path / "other.npz").X, found.X)
    assert record["seed"] == 7 and read_record(tmp_path / "other.npz")["seed"] == 8


def test_record(tmp_path):
    prepare("wbc-11", tmp_path / "p.npz")
    record = read_record(tmp_path / "p.npz")
    assert (record["name"], record["status"], record["reason"]) == ("wbc-11", "ok", "")
    assert record["files"]["breast-cancer-wisconsin.data"] == {
        "source": "bundled",
        "sha256": "402c585309c399237740f635ef9919dc512cca12cbeb20de5e563a4593f22b64",
        "verification": "verified",
    }
    assert record["fingerprint"]["m"] == 672 and record["fingerprint"]["positives"] == 237


def test_unverified_is_recorded(register, tmp_path):
    register["files"]["ionosphere.data"].update(bytes=None, sha256=None)
    record = prepare("ionosphere", tmp_path / "p.npz")
    assert record["files"]["ionosphere.data"]["verification"] == "unverified"


def test_unreachable_is_a_record_and_an_error_when_read(unreachable, tmp_path):
    record = prepare(unreachable, tmp_path / "p.npz")
    assert record["status"] == "unreachable" and "mirror: none given" in record["reason"]
    assert read_record(tmp_path / "p.npz") == record
    with pytest.raises(Unreachable) as error:
        read_problem(tmp_path / "p.npz")
    assert error.value.reason == record["reason"]


def test_strict_writes_nothing(unreachable, tmp_path):
    with pytest.raises(Unreachable):
        prepare(unreachable, tmp_path / "p.npz", strict=True)
    assert list(tmp_path.glob("*.npz*")) == list(tmp_path.glob(".*")) == []


def test_a_failure_replaces_no_prepared_data(register, tmp_path):
    output = tmp_path / "p.npz"
    prepare("sonar", output)
    before = output.read_bytes()
    register["files"]["sonar.all-data"]["sources"] = [{"kind": "mirror"}]
    with pytest.raises(DataError, match="p.npz has prepared data and is kept. sonar is unreach"):
        prepare("sonar", output, strict=False)
    (tmp_path / "mine.csv").write_text("1,a\n2,b,c\n")
    with pytest.raises(DataError, match="p.npz has prepared data and is kept. .*mine.csv, line 2"):
        prepare_own("mine", tmp_path / "mine.csv", output, strict=False)
    assert output.read_bytes() == before


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    prepare("sonar", tmp_path / "p.npz")
    before = (tmp_path / "p.npz").read_bytes()

    def fails(file, _):
        file.write(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr("data.mapped_npz.save", fails)
    with pytest.raises(OSError):
        prepare("wbc", tmp_path / "p.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["p.npz"]
    assert (tmp_path / "p.npz").read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut short"])
def test_a_foreign_file_is_refused(tmp_path, content):
    (tmp_path / "p.npz").write_bytes(content)
    with pytest.raises(DataError, match="p.npz is not a prepared data set"):
        read_problem(tmp_path / "p.npz")


def test_an_archive_without_a_record_is_refused(tmp_path):
    np.savez(tmp_path / "p.npz", X=np.zeros(3))
    with pytest.raises(DataError, match="p.npz is not a prepared data set"):
        read_record(tmp_path / "p.npz")


@pytest.mark.parametrize("name", ["sonar", "mushroom"])
def test_a_flipped_bit_is_noticed_or_unused(tmp_path, name):
    path, other = tmp_path / "p.npz", tmp_path / "other.npz"
    prepare(name, path)
    expected = read_problem(path)
    X = sparse.csr_matrix(expected.X)
    whole = path.read_bytes()
    rng = np.random.default_rng(1)
    noticed = 0
    for place in [*range(0, 300, 6), *rng.integers(len(whole), size=50), *range(-1200, 0, 6)]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(8))
        other.write_bytes(damaged)
        try:
            found = read_problem(other)
        except DataError as error:
            noticed += 1
            assert "or is damaged" in str(error)
        else:
            assert found.name == name and (sparse.csr_matrix(found.X) != X).nnz == 0
            assert np.array_equal(found.y, expected.y)
    assert noticed > 150


@pytest.mark.parametrize("keep", [0, 0.5])
def test_a_cut_file_is_noticed(tmp_path, keep):
    path = tmp_path / "p.npz"
    prepare("sonar", path)
    path.write_bytes(path.read_bytes()[: int(keep * path.stat().st_size)])
    with pytest.raises(DataError, match="or is damaged"):
        read_problem(path)


def test_a_pipe_is_named(tmp_path):
    """As the shell passes one for <(command)."""
    reading, writing = os.pipe()
    os.write(writing, b"1,p\n2,q\n")
    os.close(writing)
    said = f"^/dev/fd/{reading} is a pipe, but is read twice; save its content to a file.$"
    with pytest.raises(DataError, match=said):
        prepare_own("mine", f"/dev/fd/{reading}", tmp_path / "mine.npz", strict=True)
    os.close(reading)


def test_a_file_that_is_changed_while_it_is_read_is_not_taken(tmp_path, monkeypatch):
    file = tmp_path / "mine.csv"
    file.write_text("1,a\n2,b\n")

    def replaced_meanwhile(*arguments, **how):
        problem = read_own(*arguments, **how)
        file.write_text("1,b\n2,a\n")
        return problem

    monkeypatch.setattr("data.own.read_own", replaced_meanwhile)
    record = prepare_own("mine", file, tmp_path / "mine.npz")
    assert "changed while it was being read" in record["reason"] and record["status"] != "ok"
