"""Fits every learner under every driver to small integer problems and judges it in fractions.

`faults` lists what is wrong with a fitted model: a status that implies a positive margin without
one, a margin that is not the weight's, a bound below the maximum margin, or a number that is not
finite. `draws` yields problems with learners, the same ones for the same seed.
"""

import warnings
from collections import Counter
from decimal import Context, Decimal
from fractions import Fraction
from itertools import islice
from math import inf, isfinite, sqrt
from typing import NamedTuple

import numpy as np
from scipy import sparse

import maxmargin
import peers
from maxmargin import kernels
from maxmargin.statuses import ENDED_WELL
from tests.algorithms.cases import BY_CHANGE, CASES, NEVER_WORST_FIRST, OF_EACH_KIND
from tests.algorithms.rational import products_of, squared_margin

RELATIVE = 1e-9  # error of margins and bounds
ABSOLUTE = 1e-12  # the same, in units of R
REFUSALS = ("the weight in the pocket classifies", "is so long that", "if all of X is 0")
ROUNDING = 2e-15  # error of kernel values, relative to the largest, for each ‖x‖²/σ² and degree
DETERMINED = 100  # ‖a‖² in units of its error; a smaller one may count as 0
DIGITS = 200  # of Gaussians after the point
DECIMALS = Context(prec=DIGITS)
LIMITS = {"max_updates": 3000, "max_epochs": 600}
SPACES = [(1, 0), (1, 0), (0, 0), (2, 0), (0, 1), (1, 2)]
KERNELS = [kernels.Linear(), kernels.Polynomial(2, 1.0), kernels.Polynomial(3, 1.0)]
KERNELS_OF_LONG_FRACTIONS = [  # which take long to compute with
    kernels.Polynomial(20, 0.25),
    kernels.Gaussian(1.0),
    kernels.Gaussian(2.0**20),  # nearly 1 for all pairs, and lost in rounding for some
    kernels.PolyGaussian(2.0, 3),
]
PARAMETERS = {}
for _name, _values in CASES:
    PARAMETERS.setdefault(_name, []).append(_values)


class Problem(NamedTuple):
    """A problem. X: (m, n), whole numbers times unit, a power of two. labels: (m,), +1 and −1."""

    X: np.ndarray
    labels: np.ndarray
    unit: float


class Draw(NamedTuple):
    """An unfitted learner with its problem. way: the learner's name and driver."""

    way: str
    model: object
    problem: Problem
    form: object = np.asarray
    space: tuple = (0, 0)
    kernel: object = None
    in_blocks: int = 0


def problem(rng):
    """Return a problem of 2 to 8 patterns in 1 to 3 dimensions; about half are separable."""
    m, n, size = (
        int(rng.integers(2, 9)),
        int(rng.integers(1, 4)),
        int(rng.choice([1, 1, 2, 5, 1000])),
    )
    low = 0 if rng.random() < 0.3 else -size
    X = rng.integers(low, size + 1, (m, n)).astype(float)
    labels = rng.choice([-1.0, 1.0], m)
    labels[:2] = 1.0, -1.0
    if rng.random() < 0.2:  # near to each other, and far from the origin
        X += 10.0 ** rng.integers(1, 5)
    if rng.random() < 0.2:
        X[-1] = X[0]
    return Problem(X, labels, float(2.0 ** rng.choice([0, 0, 0, -40, 40])))


def draws(seed, learners=None, of_each_kind=False):
    """Yield `Draw`s without end, the same ones for the same seed.

    Each problem is given to `learners` random learners, or to all learners if None. With
    `of_each_kind` only one rule of each kind takes part, since each rule has to be compiled. Only
    the rules of BY_CHANGE then have sparse patterns, since each storage has to be compiled too.
    """
    rng = np.random.default_rng(seed)
    left_out = maxmargin.LEARNERS.keys() - OF_EACH_KIND if of_each_kind else ()
    makers = [(make, name) for make, name in _makers() if name not in left_out]
    while True:
        given = problem(rng)
        chosen = range(len(makers)) if learners is None else rng.permutation(len(makers))[:learners]
        for k in chosen:
            make, name = makers[k]
            draw = make(rng, name, given)
            if of_each_kind and name in maxmargin.LEARNERS and name not in BY_CHANGE:
                draw = draw._replace(form=np.asarray)
            yield draw


def _makers():
    """Yield (function, name) for every learner; function(rng, name, problem) returns a draw."""
    for name in maxmargin.LEARNERS:
        yield _of_learner, name
    for name in maxmargin.BATCH_LEARNERS:
        yield _batch, name
    for name in maxmargin.PROCEDURES | maxmargin.POCKET_LEARNERS:
        yield _procedure, name
    for name in ("LIBSVM", "LIBLINEAR", "PUMMA", "MaximumMargin, free"):
        yield _free, name
    yield _exact, "MaximumMargin"
    yield _p_norm, "ALMA, p-norm"
    for name in ("ScikitLearnPerceptron", "ScikitLearnSGD", "RiverALMAClassifier", "RiverPA"):
        yield _third_party, name


def _batch(rng, name, given):
    model = maxmargin.BATCH_LEARNERS[name](max_updates=300, certify=rng.choice([None, 0.9]))
    return _linear(rng, name, model, given)


def _procedure(rng, name, given):
    cls = (maxmargin.PROCEDURES | maxmargin.POCKET_LEARNERS)[name]
    limits = {"max_updates": 3000, "max_epochs": 600, "max_visits": 500, "random_state": 1}
    model = cls(**{key: limits[key] for key in limits.keys() & cls().get_params().keys()})
    kernel = None
    if "kernel" in model.get_params() and rng.random() < 0.3:
        kernel, given = _kernel(rng, given)
        name = f"{name}, kernel"
        model.set_params(kernel=kernel)
    extend = None if "extend" in model.get_params() else 0
    return _linear(rng, name, model, given, extend)._replace(kernel=kernel)


def _exact(rng, name, given):
    return _linear(rng, name, maxmargin.MaximumMargin(), given)


def _third_party(rng, name, given):
    return _linear(rng, name, getattr(peers, name)(max_epochs=20), given)


def _p_norm(rng, name, given):
    model = maxmargin.ALMA(
        alpha=float(rng.choice([0.5, 0.9])),
        p=float(rng.choice([2.5, 3.0, 4.0])),
        mini_epochs=int(rng.integers(0, 3)),
        **LIMITS,
    )
    return _linear(rng, name, model, given, 0)


def _of_learner(rng, name, given):
    """Return a learner of a rule, with random parameters, driver and storage."""
    cls, values = maxmargin.LEARNERS[name], ()
    if rng.random() < 0.5:
        values = PARAMETERS[name][rng.integers(len(PARAMETERS[name]))]
    model = cls(*values, **LIMITS)
    way, kernel = (
        rng.choice(["", "", "mini-epochs", "shuffled", "worst first", "kernel", "blocks"]),
        None,
    )
    if name == "KrauthMezard":
        way = rng.choice(["worst first", "kernel"])
    elif way == "worst first" and name not in NEVER_WORST_FIRST:
        model.set_params(worst_first=True)
    elif way == "worst first":
        way = ""
    if way == "mini-epochs":
        model.set_params(mini_epochs=int(rng.integers(1, 5)))
    if way == "shuffled":
        model.set_params(shuffle=True, random_state=int(rng.integers(1000)))
    if way == "kernel":
        kernel, given = _kernel(rng, given)
        model.set_params(kernel=kernel)
        if name not in NEVER_WORST_FIRST and name != "KrauthMezard" and rng.random() < 0.5:
            way = "kernel, worst first"
            model.set_params(worst_first=True)
    if rng.random() < 0.2:
        model.set_params(
            **({"certify": 0.9} if rng.random() < 0.5 else {"enough_margin": 0.1 * given.unit})
        )
    found = _linear(rng, f"{name}, {way}" if way else name, model, given)
    return found._replace(
        kernel=kernel, in_blocks=int(rng.integers(1, 4)) if way == "blocks" else 0
    )


def _kernel(rng, given):
    """A kernel, and the problem as it is given to it; with few patterns if fractions are long."""
    given = given._replace(unit=1.0)
    if rng.random() < 0.5:
        return KERNELS[rng.integers(len(KERNELS))], given
    kernel = KERNELS_OF_LONG_FRACTIONS[rng.integers(len(KERNELS_OF_LONG_FRACTIONS))]
    return kernel, given._replace(X=given.X[:4], labels=given.labels[:4])


def _linear(rng, way, model, given, extend=None):
    rho, delta = SPACES[rng.integers(len(SPACES))]
    delta = delta if extend is None else extend
    if not rho and not delta:
        rho = int(not given.X.any(axis=1).all())  # a pattern of zeros has no margin
    model.set_params(augment=rho * given.unit)
    if "extend" in model.get_params():
        model.set_params(extend=delta * given.unit)
    return Draw(way, model, given, _form(rng, given), (rho, delta))


def _free(rng, name, given):
    source = peers if name in peers.BASELINES else maxmargin
    model = getattr(source, name.split(",")[0])()
    if name == "PUMMA":
        model.set_params(**LIMITS, delta=float(rng.choice([0.5, 0.01])))
    if name == "MaximumMargin, free":
        model.set_params(free_threshold=True)
    delta = int(rng.choice([0, 0, 1]))
    model.set_params(extend=delta * given.unit)
    return Draw(name, model, given, _form(rng, given), (None, delta))


def _form(rng, given):
    return np.asarray if rng.random() < 0.5 else sparse.csr_matrix


def gram_of(draw):
    """Return the Gram matrix in the learner's space, in units of unit².

    Its entries are whole numbers, or fractions in a kernel's space.
    """
    X, labels, _ = draw.problem
    rho, delta = draw.space
    X = [[int(v) for v in row] for row in X.tolist()]
    m = len(X)
    G = np.empty((m, m), dtype=object)
    for k in range(m):
        for j in range(m):
            product = _value(draw.kernel, X[k], X[j]) + (rho or 0) ** 2
            G[k, j] = int(labels[k] * labels[j]) * product + (delta**2 if k == j else 0)
    return G


def _value(kernel, x, z):
    """Return K(x, z) for lists of whole numbers; Gaussians have DIGITS digits."""
    product = sum(a * b for a, b in zip(x, z, strict=True))
    if kernel is None or isinstance(kernel, kernels.Linear):
        return product
    if isinstance(kernel, kernels.Polynomial):
        return (1 + product / Fraction(kernel.scale)) ** kernel.degree
    distance = sum((a - b) ** 2 for a, b in zip(x, z, strict=True))
    exponent = DECIMALS.divide(Decimal(-distance), Decimal(2 * kernel.width**2))
    gaussian = Fraction(int(DECIMALS.scaleb(DECIMALS.exp(exponent), DIGITS)), 10**DIGITS)
    if isinstance(kernel, kernels.PolyGaussian):
        return (1 + gaussian) ** kernel.degree
    return gaussian


def _rounding(draw):
    """Return the error of a kernel's values, relative to the largest value."""
    kernel = draw.kernel
    terms = getattr(kernel, "degree", 1)
    if hasattr(kernel, "width"):
        terms *= 1.0 + 2.0 * (draw.problem.X**2).sum(axis=1).max() / kernel.width**2
    return ROUNDING * terms


def fit(draw):
    """Fit the learner of a draw; return it, or the sentence with which it refused the problem."""
    X, labels, unit = draw.problem
    X = draw.form(unit * X)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if draw.in_blocks:
                return maxmargin.fit_in_blocks(draw.model, X, labels, rows=draw.in_blocks)
            return draw.model.fit(X, labels)
        except (ValueError, TimeoutError) as error:
            return str(error)


def faults(draw, model):
    """Return what is wrong with a fitted model, as a list of sentences."""
    given, gram = draw.problem, gram_of(draw)
    kept = slice(None)
    if hasattr(model, "pocket_"):
        kept = model.pocket_.correct_
        gram = gram[kept][:, kept]
    labels = given.labels[kept]
    groups = labels if draw.space[0] is None else None
    maximum = squared_margin(gram, groups)
    gamma = sqrt(maximum) * given.unit if draw.kernel is None else sqrt(maximum)
    unit = given.unit if draw.kernel is None else 1.0
    radius = sqrt(max(int(gram[k, k]) for k in range(len(gram))) or 1) * unit
    found = _not_finite(model)
    if found:
        return found
    if getattr(model, "p", 2.0) != 2.0:
        return _faults_of_p_norm(draw, model, maximum)
    products, squared_norm = _products(draw, model, gram, kept)
    least = min(products)
    ended_well = model.converged_ or getattr(model, "status_", "") in ENDED_WELL
    if ended_well and not maximum:
        found.append("it ended well, though nothing separates the patterns")
    if ended_well and not least > 0:
        found.append(f"it ended well with a smallest product of {float(least):.3g}")
    status, converged = getattr(model, "status_", None), model.converged_
    if status is not None and (status in ENDED_WELL) != converged:
        found.append(f"status_ is {status} and converged_ {converged}")
    name = "geometric_margin_" if draw.space[0] is None else "directional_margin_"
    margin, bound = getattr(model, name), getattr(model, "margin_upper_bound_", np.nan)
    norm = sqrt(squared_norm)
    measured = float(least) / norm if norm else 0.0
    tolerance = RELATIVE * abs(measured) + RELATIVE * radius
    if draw.kernel is not None:  # a weight is known by sums of products alone, of which it is short
        error = _rounding(draw) * (radius * float(np.sum(model.dual_coef_))) ** 2
        determined = squared_norm > DETERMINED * error
        tolerance += (abs(measured) + radius) * error / float(squared_norm) if determined else inf
    length = getattr(model, "weight_norm_", norm)
    if draw.kernel is None or determined:
        lost = 0.0 if draw.kernel is None else norm * error / float(squared_norm)
        if abs(length - norm) > RELATIVE * norm + lost:
            found.append(f"its norm is {norm!r}, not {length!r}")
    if not isfinite(margin) or abs(margin - measured) > tolerance:
        found.append(f"its margin is {measured!r}, not {margin!r}")
    slack = ABSOLUTE * radius
    of_margin = slack if draw.kernel is None else max(slack, tolerance)
    if margin > gamma * (1 + RELATIVE) + of_margin:
        found.append(f"its margin {margin!r} is above the maximum {gamma!r}")
    if bound < gamma * (1 - RELATIVE) - slack:
        found.append(f"its bound {bound!r} is below the maximum {gamma!r}")
    if margin > bound * (1 + RELATIVE) + of_margin:
        found.append(f"its margin {margin!r} is above its bound {bound!r}")
    found += _faults_of_bound(draw, model, kept, gram, labels, unit)
    fraction = getattr(model, "guaranteed_fraction_", np.nan)
    if gamma and fraction > margin / gamma * (1 + RELATIVE):
        found.append(f"it claims {fraction!r} of the maximum, but reached {margin / gamma!r}")
    by_updates = getattr(model, "margin_bound_by_updates_", np.nan)
    if by_updates < gamma * (1 - RELATIVE):
        found.append(f"its bound by updates {by_updates!r} is below the maximum {gamma!r}")
    return found


def _faults_of_bound(draw, model, kept, gram, labels, unit):
    """Check that the bound is ‖Σ α_k y_k‖/Σα, plus |Σ α_k label_k| R/Σα if b is free."""
    duals, bound = getattr(model, "dual_coef_", None), getattr(model, "margin_upper_bound_", None)
    if duals is None or bound is None or not (duals.min() >= 0 and duals.sum() > 0):
        return []
    duals = duals if len(duals) == len(gram) else duals[kept]
    if not isfinite(bound):
        return [f"its bound is {bound!r}, though its duals prove one"]
    alphas, values = duals / duals.sum(), unit * unit * gram.astype(float)
    radius = sqrt(values.diagonal().max())
    lost = 0.0 if draw.kernel is None else 4.0 * _rounding(draw) * radius**2
    proved = sqrt(max(alphas @ values @ alphas, 0.0) + lost) + 1e-5 * radius
    if draw.space[0] is None:
        proved += abs(alphas @ labels) * radius
    return [] if bound <= proved * (1 + RELATIVE) else [f"its bound {bound!r} is above {proved!r}"]


def _faults_of_p_norm(draw, model, maximum):
    """Return the faults of ALMA_p, whose weights are measured by the q-norm, 1/p + 1/q = 1.

    The maximum margin is not known in fractions. So the bound must exceed the learner's own margin,
    and the margin of the weight with the largest Euclidean margin.
    """
    X, labels, unit = draw.problem
    rho = draw.space[0] * unit
    q = model.p / (model.p - 1.0)
    Y = labels[:, None] * np.column_stack([unit * X, np.full(len(X), rho)])
    radius = np.abs(Y).max()

    def margin_of(weight):
        norm = np.linalg.norm(weight, q)
        return (Y @ weight).min() / norm if norm else 0.0

    weight = np.append(model.coef_.ravel(), model.intercept_[0] / rho if rho else 0.0)
    measured, found = margin_of(weight), []
    if model.converged_ and not (maximum and measured > 0):
        found.append(f"it ended well with a margin of {measured!r}, γ² being {float(maximum)!r}")
    if abs(model.directional_margin_ - measured) > RELATIVE * (abs(measured) + radius):
        found.append(f"its margin is {measured!r}, not {model.directional_margin_!r}")
    others = [measured]
    if maximum:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that rounding stopped it
            euclidean = maxmargin.MaximumMargin(augment=rho).fit(unit * X, labels)
        threshold = euclidean.intercept_[0] / rho if rho else 0.0
        others.append(margin_of(np.append(euclidean.coef_.ravel(), threshold)))
    if model.margin_upper_bound_ < max(others) * (1 - RELATIVE) - ABSOLUTE * radius:
        found.append(
            f"its bound {model.margin_upper_bound_!r} is below a margin of {max(others)!r}"
        )
    return found


def _not_finite(model):
    """Return sentences on the attributes that are not finite."""
    names = ["coef_", "intercept_", "slack_coef_", "dual_coef_", "weight_norm_"]
    return [
        f"its {name} is not finite"
        for name in names
        if not np.isfinite(getattr(model, name, 0.0)).all()
    ]


def _products(draw, model, gram, kept):
    """Return a·y_k for all patterns, and ‖a‖², as fractions."""
    X, labels, unit = draw.problem
    model = getattr(model, "learner_", model)
    if draw.kernel is not None:
        duals = [Fraction(v) for v in model.dual_coef_.tolist()]
        products = [sum(a * g for a, g in zip(duals, row, strict=True)) for row in gram]
        return products, sum(a * p for a, p in zip(duals, products, strict=True))
    rho, delta = draw.space
    m = len(labels[kept])
    slacks = getattr(model, "slack_coef_", np.zeros(m)).tolist() if delta else [0.0] * m
    products = products_of(
        unit * X[kept], labels[kept], model.coef_.ravel().tolist(), model.intercept_[0], slacks,
        delta * unit,
    )  # fmt: skip
    threshold = Fraction(model.intercept_[0]) / Fraction(rho * unit) if rho else Fraction(0)
    weight = [Fraction(v) for v in [*model.coef_.ravel().tolist(), *slacks]]
    return products, sum(v * v for v in weight) + threshold**2


def judge(seed, count, **options):
    """Fit and judge `count` draws. The options are those of `draws`.

    Returns the number of draws by way, the number by (way, status), and the faults as (draw,
    fault).
    """
    runs, ended, wrong = Counter(), Counter(), []
    for draw in islice(draws(seed, **options), count):
        model = fit(draw)
        runs[draw.way] += 1
        if isinstance(model, str):
            ended[draw.way, "refused"] += 1
            if not any(reason in model for reason in REFUSALS):
                wrong.append((draw, f"it was refused: {model}"))
            continue
        ended[draw.way, getattr(model, "status_", model.converged_)] += 1
        wrong += [(draw, fault) for fault in faults(draw, model)]
    return runs, ended, wrong
