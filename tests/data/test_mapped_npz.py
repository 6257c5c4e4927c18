"""Mapped .npz files may be large; damaged, encrypted or false archives are refused."""

import io
import json
import random
import struct
import zipfile

import numpy as np
import pytest
from scipy import sparse

from data import mapped_npz, read_problem
from data.errors import DataError
from data.prepared import _arrays
from data.problem import Problem

RECORD = np.array(json.dumps({"name": "toy", "status": "ok", "reason": "", "files": {}}))
DENSE = {"record": RECORD, "X": np.eye(3), "y": np.array([1.0, -1.0, 1.0])}


def saved(path, **arrays):
    with open(path, "wb") as file:
        mapped_npz.save(file, arrays)
    return path


def test_large_members_are_aligned_and_numpy_reads_them(tmp_path, monkeypatch):
    monkeypatch.setattr(mapped_npz, "LARGEST_ZIP32", 100)
    path = saved(tmp_path / "p.npz", **DENSE, long=np.arange(100.0))
    found = mapped_npz.load(path)
    assert all(array.ctypes.data % 64 == 0 for array in found.values())
    with np.load(path) as arrays:
        for name in ("X", "y", "long"):
            assert np.array_equal(found[name], arrays[name])
    assert np.array_equal(found["long"], np.arange(100.0))


@pytest.mark.slow
def test_an_array_of_more_than_two_gib(tmp_path):
    large = np.broadcast_to(np.ones(1), (300_000_000,))
    path = saved(tmp_path / "p.npz", X=large, y=np.ones(3))
    found = mapped_npz.load(path, writeable=False)
    assert found["X"].shape == large.shape and found["X"][-1] == found["y"][0] == 1.0


def with_lying_shape(path, name, claimed):
    """Rewrite a member so that its header claims another shape, with a correct check sum."""
    members = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            members[member] = archive.read(member)
    header, array = io.BytesIO(), np.lib.format.read_array(io.BytesIO(members[f"{name}.npy"]))
    described = {"descr": array.dtype.str, "fortran_order": False, "shape": claimed}
    np.lib.format.write_array_header_1_0(header, described)
    members[f"{name}.npy"] = header.getvalue() + array.tobytes()
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


@pytest.mark.parametrize("claimed", [(30, 3), (2, 3), (10**9, 10**9), (2**62, 4), (-3, -3), (9,)])
def test_a_lying_shape_is_refused(claimed, tmp_path):
    path = with_lying_shape(saved(tmp_path / "p.npz", **DENSE), "X", claimed)
    with pytest.raises(DataError, match=r"p.npz is not a prepared data set, or is damaged \("):
        read_problem(path)


def test_an_encrypted_archive_is_refused(tmp_path):
    path = saved(tmp_path / "p.npz", **DENSE)
    content = bytearray(path.read_bytes())
    central = content.find(b"PK\x01\x02")
    content[6] |= 1
    content[central + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(DataError, match="encrypted"):
        read_problem(path)


CSR = sparse.csr_matrix(np.eye(3))


@pytest.mark.parametrize(
    "other",
    [
        {"indices": np.array([0, 1, 70_000], np.int32)},
        {"indices": np.array([0, 1, -1], np.int32)},
        {"indptr": np.array([0, 1, 2, 9], np.int32)},
        {"indptr": np.array([0, 2, 1, 3], np.int32)},
        {"indptr": np.array([0, 1, 3], np.int32)},
        {"shape": np.array([3])},
        {"shape": np.array([3, -3])},
        {"shape": np.array("3")},
        {"data": np.ones(2)},
        {"data": np.array(["a", "b", "c"])},
    ],
)
def test_indices_out_of_range_are_refused(other, tmp_path):
    parts = {"data": CSR.data, "indices": CSR.indices, "indptr": CSR.indptr}
    parts = {**parts, "shape": np.array(CSR.shape), **other}
    arrays = {f"X_{name}": part for name, part in parts.items()}
    path = saved(tmp_path / "p.npz", record=RECORD, y=DENSE["y"], **arrays)
    with pytest.raises(DataError, match="p.npz is not a prepared data set, or is damaged"):
        read_problem(path)


@pytest.mark.parametrize("y", [np.ones(2), np.ones((3, 1)), np.array(["a", "b", "c"])])
def test_labels_of_other_patterns_are_refused(y, tmp_path):
    path = saved(tmp_path / "p.npz", **DENSE | {"y": y})
    with pytest.raises(DataError, match="p.npz is not a prepared data set, or is damaged"):
        read_problem(path)


@pytest.mark.parametrize("descr", ["|O", "<f2", "<c16", "<M8[s]", "|V8", "|S8"])
def test_arrays_of_other_types_are_refused(descr, tmp_path):
    header = io.BytesIO()
    described = {"descr": descr, "fortran_order": False, "shape": (3, 3)}
    np.lib.format.write_array_header_1_0(header, described)
    path = saved(tmp_path / "p.npz", record=RECORD, y=DENSE["y"])
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("X.npy", header.getvalue() + bytes(9 * np.dtype(descr).itemsize))
    with pytest.raises(DataError, match="p.npz is not a prepared data set, or is damaged"):
        read_problem(path)


@pytest.mark.parametrize("record", ['{"status": "ok"}', "[]", "{", '"status"', "1"])
def test_a_record_without_a_name_is_refused(record, tmp_path):
    path = saved(tmp_path / "p.npz", **DENSE | {"record": np.array(record)})
    with pytest.raises(DataError, match="p.npz is not a prepared data set, or is damaged"):
        read_problem(path)


def test_a_cut_header_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "p.npz", "w") as archive:
        archive.writestr("record.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", 500) + b"{")
    with pytest.raises(DataError, match="p.npz is not a prepared data set, or is damaged"):
        read_problem(tmp_path / "p.npz")


LIKELY = b"0123456789(),'<>fiuOTrue "


def garbled(rng, members):
    """Return members with one of them changed, most often in its header, or cut."""
    name = rng.choice(list(members))
    content = bytearray(members[name])
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(content)) if rng.random() < 0.3 else rng.randrange(6, 90)
        content[at] = rng.choice(LIKELY) if rng.random() < 0.7 else rng.randrange(256)
    return {**members, name: bytes(content[: rng.choice((None, rng.randrange(len(content))))])}


@pytest.mark.parametrize("X", [CSR, CSR.toarray()], ids=["sparse", "dense"])
def test_garbled_members_are_read_or_refused(X, tmp_path):
    path = saved(tmp_path / "whole.npz", **_arrays(Problem("toy", X, DENSE["y"])), record=RECORD)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    rng, refused = random.Random(3), 0
    for _ in range(700):
        with zipfile.ZipFile(tmp_path / "p.npz", "w") as archive:
            for name, content in garbled(rng, members).items():
                archive.writestr(name, content)  # whose checksum is right
        try:
            found = read_problem(tmp_path / "p.npz")
        except DataError as error:
            assert "is not a prepared data set, or is damaged" in str(error)
            refused += 1
        else:
            assert found.X.shape[0] == found.y.size == 3
    assert 100 < refused < 700
