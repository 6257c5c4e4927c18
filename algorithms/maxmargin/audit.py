"""Audits a linear classifier: `python -m maxmargin.audit MODEL.npz DATA.npz`, or `prove_model`.

MODEL.npz has coef and intercept. It may have slacks, duals, augment and extend, in the form that
`maxmargin.proof.prove` takes. `save_model` writes it. DATA.npz has y, (m,), of two values, and X,
(m, n), or the parts X_data, X_indices, X_indptr and X_shape of a csr matrix.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import column_or_1d
from sklearn.utils.validation import check_is_fitted

from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.input.npz import DAMAGED, read_arrays
from maxmargin.input.sparse_input import check_sparse
from maxmargin.proof import Proof, prove
from maxmargin.terminal import clock

PARTS = ("coef", "intercept", "slacks", "duals", "augment", "extend")


def prove_model(model: Any, X: MatrixLike, y: ArrayLike) -> Proof:
    """Prove the margin of a fitted linear classifier, and an upper bound.

    Parameters
    ----------
    model : fitted classifier
        A classifier of this package or of another one, with coef_, intercept_ and two classes_. The
        proof also uses slack_coef_, the parameters augment and extend, and dual_coef_ if the model
        has them. dual_coef_ is (m,), or belongs to support_ as in scikit-learn's SVC. If the model
        has class weights, the proof is nevertheless of the patterns without weights.
    X : array-like or sparse matrix of shape (m, n)
        The patterns of the model's fit.
    y : array-like of shape (m,) or (m, 1)
        Their classes.

    Returns
    -------
    Proof
        The proved ends of the maximum margin.

    Raises
    ------
    NotFittedError
        Before `fit`.
    ValueError
        If the model has no coef_, for example because of a kernel. If dual_coef_ or slack_coef_
        belongs to another number of patterns. If arrays do not agree. If y has a class that the
        model does not know.
    """
    labels = _labels(model, y)
    parts = _parts(model, labels)
    check_sparse(X)
    return prove(sparse.csr_matrix(X) if sparse.issparse(X) else X, labels, **parts)


def save_model(model: Any, y: ArrayLike, path: str | Path) -> None:
    """Write the parts of a fitted model to a file for the command.

    Parameters
    ----------
    model : fitted classifier
        As for `prove_model`.
    y : array-like of shape (m,) or (m, 1)
        The classes of the model's fit.
    path : path
        The .npz file.

    Raises
    ------
    ValueError
        For the same reasons as `prove_model`.
    """
    parts = _parts(model, _labels(model, y))
    np.savez(path, **{name: part for name, part in parts.items() if part is not None})


def _labels(model, y):
    if isinstance(model, type) or not hasattr(model, "fit"):
        raise ValueError(f"model is {model!r:.60}, but has to be a fitted classifier.")
    check_is_fitted(model)
    name = type(model).__name__
    for attribute in ("coef_", "classes_"):
        if not hasattr(model, attribute):
            raise ValueError(
                f"{name} has no {attribute}, so that it has no weight with a margin: give a linear "
                "classifier of two classes, without a kernel. For a pipeline, give its last step "
                "and the patterns as that step gets them. For a search, give best_estimator_."
            )
    if np.ma.is_masked(y):
        raise ValueError("y has masked values: leave their rows out, or fill them in.")
    y, classes = column_or_1d(y), np.ravel(model.classes_)
    if len(classes) != 2:
        raise ValueError(f"the model has {len(classes)} classes, but two are needed.")
    try:
        unknown = set(y.tolist()) - set(classes.tolist())
    except TypeError:
        raise ValueError("y has an entry that is no class, such as a list.") from None
    if unknown:
        raise ValueError(f"y has the class {unknown.pop()!r}, which the model does not know.")
    return np.where(y == classes[1], 1.0, -1.0)


def _parts(model, labels) -> dict[str, Any]:
    """Return the arguments of `prove` for a model and labels, (m,), of +1 and -1."""
    m, duals = len(labels), _dense(getattr(model, "dual_coef_", None))
    fitted = {_fitted_rows(model, name) for name in ("dual_coef_", "slack_coef_")} - {None, m}
    if fitted:
        raise ValueError(
            f"y has {m} labels, but {type(model).__name__} was fitted on {fitted.pop()} patterns: "
            "give the patterns that it was fitted on."
        )
    if duals is not None and np.ndim(duals) == 2:
        signed, support = np.zeros(m), np.ravel(model.support_)
        if support.size and not 0 <= support.min() <= support.max() < m:
            raise ValueError(f"support_ names a pattern outside 0 to {m - 1}.")
        signed[support] = duals[0]
        duals = signed * labels
    elif duals is not None and np.size(getattr(model, "class_weight_", ())) == 2:
        # Σ α_k y_k over the scaled patterns, as a sum over the patterns themselves.
        duals = duals * np.where(labels > 0, *reversed(model.class_weight_))
    augment, extend = getattr(model, "augment", None), getattr(model, "extend", 0.0)
    if getattr(model, "free_threshold", False):
        augment = None
    augment, extend = getattr(model, "_fitted_in", (augment, extend))
    slacks = getattr(model, "slack_coef_", None)
    coef, intercept = np.ravel(_dense(model.coef_)), np.ravel(model.intercept_)
    if intercept.size != 1:
        raise ValueError(f"intercept_ has {intercept.size} numbers, but has to have one.")
    return dict(zip(PARTS, (coef, intercept[0], slacks, duals, augment, extend), strict=True))


def _fitted_rows(model, name):
    """Return the number of patterns in an attribute of a model, or None without the attribute."""
    part = getattr(model, name, None)
    if part is None:
        return None
    if np.ndim(part) == 2 and hasattr(model, "shape_fit_"):  # SVC has only support vectors
        return model.shape_fit_[0]
    if np.ndim(part) != 1:
        raise ValueError(f"{name} has {np.ndim(part)} dimensions, but has to have one.")
    return len(part)


def _dense(part):
    """Return an array. scikit-learn's SVC has a sparse matrix after a fit to one."""
    return part.toarray() if hasattr(part, "toarray") else part


def _listed(things):
    return ", ".join(map(str, things)) or "nothing"


def _arrays(path):
    """Return the arrays in a file. Every message begins with the path."""
    try:
        return read_arrays(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}.") from None


def _model(path):
    arrays = _arrays(path)
    if not set(PARTS[:2]) <= arrays.keys() <= set(PARTS):
        raise ValueError(
            f"{path} has {_listed(arrays)}, but a model has {_listed(PARTS[:2])}, and may have "
            f"{_listed(PARTS[2:])}."
        )
    return arrays


def _data(path) -> tuple[Any, np.ndarray]:
    """Return X and the labels, (m,), of +1 and -1."""
    arrays = _arrays(path)
    sparse_parts = {"X_data", "X_indices", "X_indptr", "X_shape"}
    if "y" not in arrays or not ("X" in arrays or sparse_parts <= arrays.keys()):
        raise ValueError(
            f"{path} has {_listed(arrays)}, but needs y, and X or the parts of a csr matrix."
        )
    if "X" in arrays and sparse_parts & arrays.keys():
        raise ValueError(
            f"{path} has {_listed(arrays)}: leave X out, or the parts of a csr matrix."
        )
    X, y = arrays["X"] if "X" in arrays else _csr_matrix(path, arrays), arrays["y"]
    if len(X.shape) != 2 or 0 in X.shape:
        raise ValueError(f"{path}: X has the shape {X.shape}, but has to have rows and columns.")
    if y.shape != X.shape[:1]:
        raise ValueError(
            f"{path}: y has the shape {y.shape}, but has to have one label for each of the "
            f"{X.shape[0]} rows of X."
        )
    classes = np.unique(y)
    if len(classes) != 2 or (classes != classes).any():
        raise ValueError(f"{path}: y has the classes {_listed(classes[:10])}; two are needed.")
    return X, np.where(y == classes[1], 1.0, -1.0)


def _csr_matrix(path, arrays) -> Any:
    """Return X from its parts."""
    shape = arrays["X_shape"]
    if shape.dtype.kind not in "iu" or shape.shape != (2,) or shape.min() < 0:
        raise ValueError(f"{path}: X_shape is {shape.tolist()}, but has to be two whole numbers.")
    for name in ("X_indices", "X_indptr"):
        if arrays[name].dtype.kind not in "iu":
            kind = arrays[name].dtype
            raise ValueError(f"{path}: {name} is of {kind}, but has to be whole numbers.")
    parts = (arrays["X_data"], arrays["X_indices"], arrays["X_indptr"])
    try:
        return sparse.csr_matrix(parts, shape=tuple(shape.tolist()))
    except DAMAGED as error:
        raise ValueError(
            f"{path}: X_data, X_indices, X_indptr and X_shape do not agree: {error}."
        ) from None


def _proof(model_path, data_path):
    """Return the `Proof` for two files. Every message begins with the path of the file at fault."""
    (X, labels), model = _data(data_path), _model(model_path)
    if model["coef"].shape != X.shape[1:]:
        raise ValueError(
            f"{model_path}: coef has the shape {model['coef'].shape}, but has to have one number "
            f"for each of the {X.shape[1]} columns of X in {data_path}."
        )
    try:
        return prove(X, labels, **model)
    except DAMAGED as error:  # a message of `prove` begins with the name of the argument
        is_of_data = str(error).startswith("X ")
        raise ValueError(f"{data_path if is_of_data else model_path}: {error}") from None


def main(arguments: list[str] | None = None) -> int:
    """Print the proof of a model.

    Parameters
    ----------
    arguments : list of str, optional
        The command line, `sys.argv` by default.

    Returns
    -------
    int
        The exit code: 1 after an error, which is printed in one sentence, 0 otherwise.
    """
    parser = argparse.ArgumentParser(
        prog="python -m maxmargin.audit", description="Proves a margin in exact arithmetic."
    )
    parser.add_argument("model", metavar="MODEL", help="a file that save_model wrote")
    parser.add_argument("data", metavar="DATA", help="X and y, such as results/problems/sonar.npz")
    options = parser.parse_args(arguments)
    try:
        with clock("proving"):
            proof = _proof(options.model, options.data)
    except DAMAGED as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"Maximum margin: at least {proof.lower}." if proof.lower else "No margin is proved.")
    print(f"Maximum margin: at most {proof.upper}." if proof.upper else "No bound is proved.")
    if proof.reason:
        print(f"({proof.reason})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
