"""Mapped patterns: pages are given back, and patterns can be read in parts."""

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from maxmargin.exact.enclosure import MarginProblem, measured
from maxmargin.input import mapped
from maxmargin.space import make_space
from maxmargin.storages import dense, rows


@pytest.fixture(params=["array", "csr"])
def patterns(request):
    X = np.random.default_rng(1).normal(size=(50, 7)) * (np.arange(7) % 2)
    return X if request.param == "array" else sparse.csr_matrix(X)


def array(X):
    return X.toarray() if sparse.issparse(X) else X


def in_a_file(X, folder, mode):
    """Return a map of X in a file, or a csr matrix of maps."""

    def kept(values, name):
        np.save(folder / f"{name}.npy", values)
        return np.load(folder / f"{name}.npy", mmap_mode=mode)

    if sparse.issparse(X):
        parts = (kept(getattr(X, name), name) for name in ("data", "indices", "indptr"))
        return sparse.csr_matrix(tuple(parts), X.shape)
    return kept(X, "X")


@pytest.mark.parametrize("mode", ["r", "c"])
def test_what_was_given_back_is_read_again(patterns, mode, tmp_path):
    X = in_a_file(patterns, tmp_path, mode)
    if mode == "c":
        (X.data if sparse.issparse(X) else X)[-1:] = 17.0
    before = array(X).copy()
    mapped.give_back(X)
    assert np.array_equal(array(X), before)


def test_what_was_written_to_a_private_map_stays_whoever_looks_at_it(tmp_path):
    np.save(tmp_path / "X.npy", np.zeros((4096, 8)))
    written = np.load(tmp_path / "X.npy", mmap_mode="c")
    written[:] = 17.0
    view = written[:]
    view.flags.writeable = False
    mapped.give_back(view)
    make_space(view, np.resize([1, -1], 4096))
    assert (written == 17.0).all()


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux")
def test_pages_of_a_file_are_given_back(tmp_path):
    np.save(tmp_path / "X.npy", np.ones(1 << 21))
    X = np.load(tmp_path / "X.npy", mmap_mode="r")

    def resident():
        (line,) = (x for x in Path("/proc/self/status").read_text().splitlines() if "RssFile" in x)
        return int(line.split()[1]) / 1024  # MiB

    before, _ = resident(), X.sum()
    assert resident() > before + 15
    mapped.give_back(X)
    assert resident() < before + 1 and X[-1] == 1.0


def test_parts_are_all_rows_once(patterns, monkeypatch):
    monkeypatch.setattr(mapped, "PART", 8)
    parts = list(mapped.in_parts(patterns))
    assert [places for places, _ in parts] == [slice(k, min(k + 8, 50)) for k in range(0, 50, 8)]
    assert np.array_equal(np.vstack([array(part) for _, part in parts]), array(patterns))


def test_spaces_of_a_map_are_those_of_memory(patterns, tmp_path, monkeypatch):
    y = np.resize([1, -1], 50)
    expected = make_space(patterns, y, 1.0, 0.5)
    monkeypatch.setattr(rows, "PART", 8)
    monkeypatch.setattr(dense, "PART", 8)
    found = make_space(in_a_file(patterns, tmp_path, "r"), y, 1.0, 0.5)
    for one, other in zip(found.patterns, expected.patterns, strict=True):
        assert one.dtype == other.dtype and np.array_equal(one, other)
        assert one.flags.writeable
    assert np.array_equal(found.squared_norms, expected.squared_norms)


def test_the_enclosure_is_that_of_all_rows_at_once(patterns, monkeypatch):
    problem = MarginProblem(patterns, np.resize([1.0, -1.0], 50), 1.0, 0.5, False, 2.0)
    generator = np.random.default_rng(2)
    given = problem, generator.normal(size=8), generator.random(50), generator.random(50)
    whole = measured(*given)
    monkeypatch.setattr(mapped, "PART", 8)
    parts = measured(*given)
    assert parts.smallest == whole.smallest and parts.norm == whole.norm
    assert parts.upper_bound == pytest.approx(whole.upper_bound, rel=1e-14)
