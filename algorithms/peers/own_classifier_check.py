"""Checks that the classifier in a variant's file can take part: it is fitted to small problems."""

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from maxmargin import variants
from maxmargin.terminal import with_bar
from peers.fitting import parameter_grid_of
from peers.own_classifier import load

SPACES = [
    {"augment": 1.0, "extend": 0.0},
    {"augment": 1.0, "extend": 0.5},
    {"augment": 0.0, "extend": 0.0},
]


def problem(columns=4):
    """Return X, (40, columns), and y, (40,), of two separable classes."""
    generator = np.random.default_rng(0)
    X = generator.normal(size=(40, columns))
    y = np.where(X @ np.arange(1, columns + 1) > 0, 1, -1)
    return X + 0.3 * y[:, None], y


def report(path):
    """Return whether the classifier in a file can take part, and lines that report its faults."""
    try:
        cls = load(path)
    except variants.VariantError as error:
        return False, [str(error)]
    found, remarks = _faults(cls)
    lines = [f"{path}: {sentence}" for sentence in found] or [f"{path}: {cls.__name__} conforms."]
    return not found, lines + [f"{path}: remark: {sentence}" for sentence in remarks]


def _faults(cls):
    """Return the faults and remarks of an estimator, two lists. The first fault ends the check."""
    X, y = problem()
    margins, remarks = [], []
    for space in with_bar(SPACES, "space"):
        for patterns in (X, sparse.csr_matrix(X)):
            kind = "sparse" if sparse.issparse(patterns) else "dense"
            where = f"on {kind} patterns with ρ = {space['augment']:g} and Δ = {space['extend']:g}"
            try:
                one, other = (_fitted(cls, space, patterns, y) for _ in range(2))
            except Exception as error:
                fault = f"{cls.__name__} fails {where}: {type(error).__name__}: {error}"
                if space["augment"]:
                    return [fault], []
                remarks.append(fault)
                continue
            if one.failure_:
                return [f"{cls.__name__} {where}: {one.failure_}"], []
            if not np.array_equal(one.coef_, other.coef_):
                fault = (
                    f"{cls.__name__} finds two weights in two runs {where}: give it a parameter "
                )
                return [f"{fault}random_state, or fix its seed."], []
            margins.append(one.directional_margin_)
    try:
        settings = parameter_grid_of(cls, 0.1, 5.0)
    except RuntimeError as error:
        return [str(error)], []
    try:
        for setting in with_bar(settings, "setting"):
            _fitted(cls, SPACES[0] | setting, X, y)
    except Exception as error:
        return [f"parameter_grid(0.1, 5.0) fails: {type(error).__name__}: {error}"], []
    if not max(margins) > 0.0:
        remarks.append(
            f"{cls.__name__} separates none of the small problems, which a hyperplane separates."
        )
    return [], remarks


def _fitted(cls, space, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = cls(**space, max_epochs=5)
        if "random_state" in model.get_params():
            model.set_params(random_state=0)
        return model.fit(X, y)
