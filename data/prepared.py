"""Prepared problems: one .npz file for each, with the arrays and a record of their origin.

Dense patterns are stored as `X`, sparse patterns as `X_data`, `X_indices`, `X_indptr` and
`X_shape`. `y` has the labels. The test patterns of a SplitProblem are stored likewise, with
`y_test`. `record` is a JSON text. If a data set could not be reached, its file has only the record,
so that the workflow can continue without the data. Arrays are memory-mapped when they are read:
jobs with the same data set share its pages.
"""

import json
from numbers import Real
from pathlib import Path

import numpy as np
from scipy import sparse

from data import mapped_npz
from data.archives import sha256_of
from data.errors import DataError, Unreachable
from data.files import replacing
from data.loading import load_with_record
from data.own.checks import SMALLEST
from data.problem import Problem, SplitProblem, fingerprint, squared_norms
from data.sources import mirror_url

RECORDED = {"name", "status", "reason", "files"}  # keys of every record


def prepare(name, output, store=None, mirror=None, strict=False, seed=None, attempt=1):
    """Write the prepared problem `name` to `output` and return its record.

    The same source, or the same seed, gives the same bytes.

    Parameters
    ----------
    name : str
        The name of a registered data set.
    output : str or Path
        The .npz file to write.
    store, mirror, seed
        As for `load`.
    strict : bool
        Whether an unreachable data set raises Unreachable. If False, only a record is written, with
        the status `unreachable` and the reason.
    attempt : int
        The number of the attempt, for the record.

    Raises
    ------
    DataError
        As `load` does.
    """
    try:
        problem, record = load_with_record(name, store, mirror, seed)
        arrays = _arrays(problem)
    except Unreachable as error:
        if strict:
            raise
        asked = {"silent": error.silent, "mirror": mirror_url(mirror)}
        record, arrays = _without_data(name, error.reason) | asked, {}
    return _written(output, record, arrays, attempt)


def prepare_own(name, file, output, strict=False, attempt=1, tell=None, **how):
    """Write the problem in a user's file to `output` and return its record.

    Parameters
    ----------
    name : str
        The name of the problem.
    file : str or Path
        The user's file.
    output : str or Path
        The .npz file to write.
    strict : bool
        Whether a fault of the file raises the error of `read_own`. If False, only a record is
        written, as for an unreachable data set.
    attempt : int
        The number of the attempt, for the record.
    tell : callable, optional
        As for `read_own`.
    **how
        The reading options of `read_own`.
    """
    from data.own import read_own  # imports numba, which no reader of prepared data needs

    try:
        if Path(file).is_fifo():
            raise DataError(f"{file} is a pipe, but is read twice; save its content to a file.")
        before = sha256_of(file)
        problem = read_own(name, file, tell=tell, **how)
        if sha256_of(file) != before:
            raise DataError(
                f"{file} changed while it was being read; call again when the file is complete."
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
    """Return the reading options of a user's file for its record.

    The arguments are options of `read_own`. Columns and classes become texts.
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
    """Return a value or a list of values as a list of texts, or None."""
    if values is None:
        return None
    return [str(value) for value in ([values] if isinstance(values, str | Real) else values)]


def _has_data(path):
    try:
        return read_record(path)["status"] == "ok"
    except (DataError, OSError):
        return False


def _without_data(name, reason):
    return {
        "name": name,
        "status": "unreachable",
        "reason": reason,
        "files": {},
        "fingerprint": {},
    }


def _written(output, record, arrays, attempt):
    """Write a prepared file. Raise DataError if a failure would replace prepared data."""
    if record["status"] == "unreachable" and _has_data(output):
        raise DataError(f"{output} has prepared data and is kept. {record['reason']}")
    if attempt > 1:
        record["attempt"] = attempt
    with replacing(output) as path, open(path, "wb") as file:
        mapped_npz.save(file, {"record": np.array(json.dumps(record)), **arrays})
    return record


def read_problem(path, writeable=True):
    """Return the Problem or SplitProblem in a prepared file, memory-mapped.

    With `writeable`, the arrays may be modified; the file does not change. Without it, learners
    release the memory of patterns that they have read. Raise Unreachable with the recorded reason
    if the data were not available. Raise DataError if the file was not written by `prepare` or is
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


def has_short_patterns(path):
    """Return whether a training pattern in a prepared file is all zeros, or nearly so.

    Learners take such patterns only if augment or extend lengthens them. Raise as `read_problem`
    does.
    """
    with np.errstate(under="ignore"):
        squares = squared_norms(read_problem(path, writeable=False).X)
    return bool((squares < SMALLEST**2).any())


def _problem(record, arrays):
    if "y_test" in arrays:
        return SplitProblem(
            record["name"],
            _matrix(arrays, "X"),
            arrays["y"],
            _matrix(arrays, "X_test"),
            arrays["y_test"],
        )
    return Problem(record["name"], _matrix(arrays, "X"), arrays["y"])


def _check_arrays(problem):
    """Raise ValueError if patterns and labels do not match, or indices are out of range.

    Compiled code would read foreign memory at an index out of range.
    """
    arrays = problem._asdict()
    for X, y in (("X", "y"), ("X_test", "y_test")):
        if X not in arrays:
            continue
        patterns, labels = arrays[X], arrays[y]
        if patterns.ndim != 2 or labels.shape != patterns.shape[:1]:
            shapes = f"{patterns.shape} and {labels.shape}"
            raise ValueError(f"{X} and {y} have shapes {shapes}, which do not match")
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
    """Return the patterns with this name, an array or a csr matrix."""
    if name in arrays:
        return arrays[name]
    parts = (arrays[f"{name}_{part}"] for part in ("data", "indices", "indptr"))
    return sparse.csr_matrix(tuple(parts), shape=tuple(arrays[f"{name}_shape"]))


def read_record(path):
    """Return the record in a prepared file, a dict.

    Raise DataError if `prepare` did not write the file.
    """
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
