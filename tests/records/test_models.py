"""The record of an estimator has exactly the facts that the estimator knows."""

import errno
import os
import tempfile

import numpy as np
import pytest

from maxmargin import MICRA
from peers import LIBSVM
from peers.fitting import Fitter, seconds_of
from records.models import failure, record_of
from records.run_files import ATTRIBUTES, CURVES

X, Y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, -1]


def test_a_learners_record():
    model = Fitter().fit(MICRA(epsilon=0.05, zeta=0.9, eta=5, beta=0.3, augment=1.0), X, Y)
    record = record_of(model, seconds_of(model))
    assert (record["status"], record["reason"]) == ("converged", "")
    assert record["updates"] == model.n_updates_
    assert record["squared_radius"] == model.squared_radius_
    assert record["retained_patterns"] is None
    assert all(len(point) == len(CURVES.header) - 1 for point in record["curve"])


def test_a_solver_without_a_curve_has_its_seconds():
    model = Fitter().fit(LIBSVM(), X, Y)
    record = record_of(model, seconds_of(model))
    assert record["curve"] == [] and record["seconds"] >= 0
    assert set(ATTRIBUTES) < set(record)


@pytest.mark.parametrize("fault", ["ENOSPC", "EIO", "EROFS", "EMFILE", "ESTALE"])
def test_a_fault_of_the_machine_is_no_result(fault):
    number = getattr(errno, fault)
    with pytest.raises(OSError) as raised:
        failure(OSError(number, os.strerror(number), "file"))
    assert raised.value.errno == number


def test_no_room_is_no_result(monkeypatch):
    """Neither error has the number of a full disk: numpy's has none, tempfile's another."""
    with pytest.raises(OSError, match="written") as numpys:
        np.zeros(10**6).tofile("/dev/full")
    with pytest.raises(OSError, match="written"):
        failure(numpys.value)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/dev/null"])
    monkeypatch.setattr(tempfile, "tempdir", None)
    with pytest.raises(FileNotFoundError, match="temporary") as tempfiles:
        tempfile.gettempdir()
    with pytest.raises(FileNotFoundError, match="temporary"):
        failure(tempfiles.value)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("b"), "ValueError: b"),
        (FileNotFoundError(errno.ENOENT, "none", "b"), "FileNotFoundError: [Errno 2] none: 'b'"),
        (TimeoutError("b"), "TimeoutError: b"),
        (OSError("[E050] no model"), "OSError: [E050] no model"),
        (PermissionError(errno.EACCES, "no", "b"), "PermissionError: [Errno 13] no: 'b'"),
    ],
)
def test_a_fault_of_the_estimator_is_a_reason(error, reason, capsys):
    assert failure(error) == {"status": "failed", "reason": reason}
