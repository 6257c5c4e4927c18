"""Prepared problems: one .npz file each, with the arrays and a record of their origin.

Dense patterns are stored as `X`, sparse ones as `X_data`, `X_indices`, `X_indptr` and `X_shape`,
together with `y`, for a SplitProblem its test patterns likewise and `y_test`, and `record`, a JSON
text. For a data set that could not be reached the file has only the record, so that a workflow can
continue without it. Arrays are memory-mapped when read: jobs that share a data set share its pages.
"""

import json
from pathlib import Path

import numpy as np
from scipy import sparse

from data import mapped_npz
from data.archives import sha256_of
from data.errors import DataError, Unreachable
from data.files import replacing
from data.loading import load_with_record
from data.own import read_own
from data.problem import Problem, SplitProblem, fingerprint, nonzero_rows

RECORDED = {"name", "status", "reason", "files"}  # in every record


def prepare(name, output, store=None, mirror=None, strict=False, seed=None, attempt=1):
    """Writes the prepared problem `name` to `output`; returns its record.

    The same source gives the same bytes, as does the same `seed` for drawn data. If a data set
    cannot be reached, only its record is written, with the status `unreachable` and the reason; or,
    with `strict`, Unreachable is raised and nothing is written. attempt: the number of the attempt,
    for the record. Raises DataError as `load` does.
    """
    try:
        problem, record = load_with_record(name, store, mirror, seed)
        arrays = _arrays(problem)
    except Unreachable as error:
        if strict:
            raise
        record, arrays = _without_data(name, error.reason) | {"silent": error.silent}, {}
    return _written(output, record, arrays, attempt)


def prepare_own(name, file, output, strict=False, attempt=1, tell=None, **how):
    """Writes the problem in a user's file to `output`; returns its record.

    how, tell: as for `read_own`. If something is wrong with the file, only the record is written,
    as for an unreachable data set; or, with `strict`, the error of `read_own` is raised.
    """
    try:
        before = sha256_of(file)
        problem = read_own(name, file, tell=tell, **how)
        if sha256_of(file) != before:
            raise DataError(
                f"{file} was changed while it was read; call again when it is complete."
            )
        origin = {"source": str(file), "sha256": before, "verified": False}
        record = {"name": name, "status": "ok", "reason": "", "files": {Path(file).name: origin}}
        record["read_as"] = read_as(**how)
        record["fingerprint"] = fingerprint(problem)
        arrays = _arrays(problem)
    except DataError as error:
        if strict:
            raise
        record, arrays = _without_data(name, str(error)), {}
    return _written(output, record, arrays, attempt)


def read_as(
    label=None,
    positive=None,
    head=None,
    columns=None,
    drop=None,
    separator=None,
    decimal=None,
    scale=None,
    test=None,
    seed=0,
):
    """How a user's file is read, for its record: what `read_own` takes, columns and classes as
    texts.
    """
    return {
        "label": None if label is None else str(label),
        "positive": _texts(positive),
        "head": head,
        "columns": _texts(columns),
        "drop": _texts(drop),
        "separator": separator,
        "decimal": decimal,
        "scale": scale,
        "test": None if test is None else float(test),
        "seed": None if test is None else seed,
    }


def _texts(values):
    return None if values is None else [str(value) for value in values]


def _without_data(name, reason):
    return {
        "name": name,
        "status": "unreachable",
        "reason": reason,
        "files": {},
        "fingerprint": {},
    }


def _written(output, record, arrays, attempt):
    if attempt > 1:
        record["attempt"] = attempt
    with replacing(output) as path, open(path, "wb") as file:
        mapped_npz.save(file, {"record": np.array(json.dumps(record)), **arrays})
    return record


def read_problem(path, writeable=True):
    """The Problem in a prepared file, or the SplitProblem if it has test patterns, memory-mapped.

    writeable: whether arrays may be written to, which does not change the file; if not, learners
    give back the memory of what they have read. Raises Unreachable with the recorded
    reason if the data were not available, DataError if the file was not written by `prepare` or is
    damaged.
    """
    arrays = _opened(path, writeable)
    record = _record_in(path, arrays)
    if record["status"] == "unreachable":
        raise Unreachable(record["reason"])
    try:
        problem = _problem(record, arrays)
        _check_arrays(problem)
    except KeyError as error:
        raise _not_prepared(path, f"there is no {error}") from None
    except (ValueError, TypeError, IndexError) as error:
        raise _not_prepared(path, error) from None
    return problem


def has_zeros(path):
    """Whether a pattern for training in a prepared file is all zeros. Raises as `read_problem`."""
    return not nonzero_rows(read_problem(path, writeable=False).X).all()


def _problem(record, arrays):
    if "y_test" in arrays:
        test = _matrix(arrays, "X_test"), arrays["y_test"]
        return SplitProblem(record["name"], _matrix(arrays, "X"), arrays["y"], *test)
    return Problem(record["name"], _matrix(arrays, "X"), arrays["y"])


def _check_arrays(problem):
    """Raises ValueError if patterns and labels do not belong together, or indices are out of range,
    with which compiled code would read foreign memory.
    """
    arrays = problem._asdict()
    for X, y in (("X", "y"), ("X_test", "y_test")):
        if X not in arrays:
            continue
        patterns, labels = arrays[X], arrays[y]
        if patterns.ndim != 2 or labels.shape != patterns.shape[:1]:
            shapes = f"{patterns.shape} and {labels.shape}"
            raise ValueError(f"{X} and {y} have shapes {shapes}, which do not belong together")
        if patterns.shape[1] != arrays["X"].shape[1]:
            raise ValueError("X and X_test have different numbers of columns")
        if patterns.dtype not in (np.float64, np.uint8) or labels.dtype not in (
            np.float64,
            np.int64,
        ):
            raise ValueError(f"{X} and {y} are of types {patterns.dtype} and {labels.dtype}")
        if sparse.issparse(patterns):
            patterns.check_format(full_check=True)


def _matrix(arrays, name):
    """The patterns of that name, an array or a csr matrix."""
    if name in arrays:
        return arrays[name]
    parts = (arrays[f"{name}_{part}"] for part in ("data", "indices", "indptr"))
    return sparse.csr_matrix(tuple(parts), shape=tuple(arrays[f"{name}_shape"]))


def read_record(path):
    """The record in a prepared file, a dict. Raises DataError if `prepare` did not write it."""
    return _record_in(path, _opened(path))


def _record_in(path, arrays):
    try:
        record = json.loads(str(arrays["record"]))
    except ValueError:
        record = None
    if not isinstance(record, dict) or not RECORDED <= record.keys():
        raise _not_prepared(path, f"the record does not have {', '.join(sorted(RECORDED))}")
    return record


def _arrays(problem):
    arrays = {}
    for name, array in problem._asdict().items():
        if sparse.issparse(array):
            parts = {"data": array.data, "indices": array.indices, "indptr": array.indptr}
            parts["shape"] = np.array(array.shape)
            arrays |= {f"{name}_{part}": value for part, value in parts.items()}
        elif name != "name":
            arrays[name] = array
    return arrays


def _opened(path, writeable=True):
    try:
        arrays = mapped_npz.load(path, writeable)
    except (FileNotFoundError, PermissionError, IsADirectoryError):
        raise
    except (ValueError, OSError, *mapped_npz.NOT_AN_ARCHIVE) as error:
        raise _not_prepared(path, error) from None
    if "record" not in arrays:
        raise _not_prepared(path, "there is no record")
    return arrays


def _not_prepared(path, why):
    return DataError(
        f"{path} is not a prepared data set, or is damaged ({why}); `python -m data prepare NAME"
        f" --output {path}` writes one."
    )
