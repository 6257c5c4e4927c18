"""Written by `python -m docs.stub`, which `make docs` calls. Do not edit it."""

from math import inf
from typing import Any, Literal, Self

import numpy as np
from numpy.random import RandomState
from sklearn.base import BaseEstimator, ClassifierMixin

from maxmargin import kernels as kernels
from maxmargin import separable as _separable
from maxmargin.advice import choose as choose
from maxmargin.drivers.shared.progress import Point
from maxmargin.estimators.batch_learner import BatchLearner
from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.in_blocks import fit_in_blocks as fit_in_blocks
from maxmargin.estimators.learner import Learner
from maxmargin.estimators.learner import learner_from as learner_from
from maxmargin.estimators.several_classes import OnlineClassifier
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.kernels import Kernel
from maxmargin.procedures.after_pocket import AfterPocket, LimitedAfterPocket
from maxmargin.procedures.procedure import Procedure
from maxmargin.separable import Answer

LEARNERS: dict[str, type[Learner]]
THRESHOLD_LEARNERS: dict[str, type[BinaryClassifier]]
BATCH_LEARNERS: dict[str, type[BatchLearner]]
PROCEDURES: dict[str, type[Procedure]]
EXACT: dict[str, type[BinaryClassifier]]
POCKET_LEARNERS: dict[str, type[BinaryClassifier]]
ESTIMATORS: dict[str, type[BinaryClassifier]]
CLASSIFIERS: dict[str, type[OnlineClassifier]]

class _Separable:
    """The package `maxmargin.separable`, which can be called."""

    Answer = _separable.Answer
    Separation = _separable.Separation
    __call__ = staticmethod(_separable.separable)
    load = staticmethod(_separable.load)
    separation = staticmethod(_separable.separation)

separable: _Separable

class ALMA(Learner):
    """ALMA_p (Gentile 2001, Figure 1): large margins in a p-norm, p >= 2.

    The p-norm measures patterns. Its dual, the q-norm with 1/p + 1/q = 1, measures weights. A
    pattern violates when w·ŷ <= (1 − α) B √(p−1)/√k. The update is f⁻¹(f(w) + C/(√(p−1) √k) ŷ). It
    is projected onto the unit ball of the q-norm if it lies outside. With projection="always" it is
    always projected onto the ball's surface (footnote 4). With B = √8/α and C = √2 (Theorem 3,
    part 1) the margin reached is at least 1 − α of the maximum.

    Margins and their bounds are `min_k w·y_k` over `‖w‖_q`. `geometric_margin_` leaves the
    augmenting coordinate out of `‖w‖_q`. R is the largest p-norm of a pattern. `dual_coef_` holds
    the α of `f(w) = Σ α_k y_k`. With normalise="instance" all of these attributes refer to the
    ŷ_k: margins have no unit, and R is 1.

    Parameters
    ----------
    alpha : (0, 1], default 0.1
        accuracy α. No unit.
    B : (0, ∞) or None, default None
        threshold B, None for √8/α. No unit.
    C : (0, ∞), default 1.4142135623730951
        learning rate C. No unit.
    projection : "always", "outside", default 'outside'
        whether a weight is scaled to unit length only "outside" the ball or "always".
    p : [2, 1e+12], default 2.0
        p, the order of the norm. A large p suits weights with few non-zero coordinates.
    normalise : "instance", "radius", default 'radius'
        The unit of the patterns. "radius" sets ŷ = y/R_p, where R_p is the largest p-norm of a
        pattern, as in the MICRA paper. "instance" sets ŷ = y/‖y‖_p, as in Gentile's paper.
    """

    alpha: float
    B: float | None
    C: float
    projection: Literal["always", "outside"]
    p: float
    normalise: Literal["instance", "radius"]
    average: bool
    def __init__(
        self,
        alpha: float = 0.1,
        B: float | None = None,
        C: float = 1.4142135623730951,
        projection: Literal["always", "outside"] = "outside",
        p: float = 2.0,
        normalise: Literal["instance", "radius"] = "radius",
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class AMIRA(Learner):
    """AMIRA, aggressive MIRA (Zhao & Huang 2013, Algorithm 1): violates when p <= 1 − ε.

    The new weight is the nearest weight with y·w >= 1. On separable patterns there are at most
    (2 − ε)/ε (R/γ_d)² updates (Theorem 1), and ‖w‖ <= (2 − ε)/γ_d (Corollary 1). The margin reached is
    at least (1 − ε)/(2 − ε) γ_d (Theorem 3).

    Parameters
    ----------
    epsilon : (0, 1], default 0.1
        ε. With 1 the rule is MIRA; 0 would be the Passive-Aggressive algorithm. No unit.
    """

    epsilon: float
    average: bool
    def __init__(
        self,
        epsilon: float = 0.1,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class AdaTron(Learner):
    """AdaTron (Anlauf & Biehl 1989; Friess et al. 1998): violates when |1 − p| is too large.

    A pattern violates when p < 1 − δ, or when p > 1 + δ and α_k > 0.
    The update is a + max(−α_k, (1 − p)/q) y. This is AMIRA's step, with the driver's limit on α_k. At
    the end ‖a‖² = Σ α_k p_k <= (1 + δ) Σα. So the margin is at least (1 − δ)/(1 + δ) of the maximum.

    Parameters
    ----------
    delta : (0, 1), default 0.01
        tolerance δ, by which p may differ from 1. No unit.
    """

    delta: float
    average: bool
    def __init__(
        self,
        delta: float = 0.01,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class AggressiveROMMA(Learner):
    """Aggressive ROMMA (Li & Long 2002): violates when p < 1 − δ; the update is ROMMA's.

    The margin reached is at least (1 − δ)γ_d, after at most (R/(δγ_d))² updates (bounds/romma.py).

    Parameters
    ----------
    delta : (0, 1], default 0.1
        accuracy δ, the column δ of the MICRA paper's Tables 1, 3 and 4; no unit.
    """

    delta: float
    average: bool
    def __init__(
        self,
        delta: float = 0.1,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class Ballseptron(Learner):
    """The Ballseptron (Shalev-Shwartz & Singer 2005): violates when p <= r ‖a‖.

    Some point of the ball with radius r around a violating pattern is then on the wrong side. If the
    pattern is misclassified, p <= 0, the update adds it as the Perceptron does. Otherwise the update
    adds the point of the ball that is farthest on the wrong side, y − r a/‖a‖. A run that ends has a
    margin above r. For r < γ_d there are at most (R² + r²)/(γ_d − r)² updates. Each update adds at
    least γ_d − r along the best direction, and at most R² + r² to ‖a‖².

    Parameters
    ----------
    radius : [0, ∞), default 0.01
        r, the margin to reach, in units of R. A run never ends if no margin is as large.
    """

    radius: float
    average: bool
    def __init__(
        self,
        radius: float = 0.01,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class CRAMMA(Learner):
    """CRAMMA^ε (Tsampouka & Shawe-Taylor 2006): MICRA with a constant effective learning rate, ζ = 0.

    Violates when u·y <= β t^−ε, with u = a/‖a‖. The update is a + ‖a‖ (η/R) y. The rule starts from a =
    y_1 and t = 1.

    Parameters
    ----------
    epsilon : (0, ∞), default 0.5
        the exponent ε. No unit.
    eta : (0, ∞), default 0.01
        learning rate η. No unit.
    beta : (0, ∞), default 0.1
        β/R. No unit.
    """

    epsilon: float
    eta: float
    beta: float
    average: bool
    def __init__(
        self,
        epsilon: float = 0.5,
        eta: float = 0.01,
        beta: float = 0.1,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class ConstantShrinking(Learner):
    """The Perceptron with margin and constant weight shrinking: violates when p <= b.

    An update multiplies the weight by 1 − λ and adds y (Panagiotakopoulos & Tsampouka 2012). Shrinking
    forgets early updates, so that the margin can come arbitrarily close to the maximum. The Perceptron
    with margin is only sure to reach half of it. Shrinking must not be too strong: runs end if
    λ (2b + R²) is below about 2γ_d². `maxmargin.bounds.weight_shrinking` has the proofs.

    Parameters
    ----------
    b : [0, ∞), default 1.0
        threshold in units of R².
    shrinking : (0, 1), default 1e-05
        λ, the fraction of the weight that an update removes. No unit.
    """

    b: float
    shrinking: float
    average: bool
    def __init__(
        self,
        b: float = 1.0,
        shrinking: float = 1e-05,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class KrauthMezard(Learner):
    """Krauth & Mézard's algorithm, generalised (Falkowski 2006, Section 3.1): violates when w·y < c.

    The driver presents the worst of all patterns, and the update is w + y/R². The weight here is
    a = R² w, so that a step is y itself and the threshold is c R². With patterns of whole numbers
    nothing is rounded. From w = 0 there are at most (R/γ_d)² (2c + 1) updates (4). The margin is at
    least γ_d c/(2c + 1) (6), and tends to γ_d as c grows (14).

    coef_, dual_coef_ and weight_norm_ refer to a = R² w. Without a start, dual_coef_ counts how
    often each pattern was added. dual_coef_ leaves out a start that is given only by its weight.

    Parameters
    ----------
    c : (0, ∞), default 50.0
        the functional margin to reach, as in the paper, where a step is y/R². No unit.
    any_start : True or False, default False
        Whether `fit` accepts any start. By default `fit` refuses a start that is not known to be a
        non-negative combination of the patterns. A weight from another start has no certificate:
        margin_upper_bound_ is nan, and certify ends no run.

    Attributes
    ----------
    start_norm_ : float
        ‖w_0‖ of the start; 0 without one.
    start_sum_ : float
        Σ λ_k of the start w_0 = Σ λ_k y_k; 0 without one, and nan if no λ >= 0 is known.
    """

    c: float
    any_start: bool
    start_norm_: float
    start_sum_: float
    def __init__(
        self,
        c: float = 50.0,
        any_start: bool = False,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
        certify: float | None = None,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
    ) -> None: ...
    def fit(self, X: MatrixLike, y: ArrayLike, start: Any = None, **fit_params: None) -> Self: ...

class MICRA(Learner):
    """MICRA^{ε,ζ} (Tsampouka & Shawe-Taylor 2007, Algorithm 1).

    Violates when u·y <= β t^−ε, with u = a/‖a‖ (7). The update is a + ‖a‖ (η/R) t^−ζ y (5, 6). The rule
    starts from a = y_1 and t = 1. For ζ <= 1 it ends after finitely many updates (Theorem 1).

    Parameters
    ----------
    epsilon : (0, ∞), default 0.05
        ε, with which the threshold β t^−ε falls. No unit.
    zeta : [0, 1], default 0.9
        ζ, with which the learning rate η t^−ζ falls. No unit.
    eta : (0, ∞), default 50.0
        the learning rate η. No unit.
    beta : (0, ∞), default 0.00443
        β/R, as printed in the paper. No unit.
    """

    epsilon: float
    zeta: float
    eta: float
    beta: float
    average: bool
    def __init__(
        self,
        epsilon: float = 0.05,
        zeta: float = 0.9,
        eta: float = 50.0,
        beta: float = 0.00443,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class MIRA(Learner):
    """Binary MIRA (Crammer & Singer 2003): AMIRA with ε = 1, which violates when p <= 0."""

    average: bool
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class Margitron(Learner):
    """The Margitron (Panagiotakopoulos & Tsampouka 2008, Section 2): a growing threshold.

    The threshold grows with the number of updates (the t-margitron) or with the norm of the weight (the
    w-margitron). A pattern violates when p <= b t^(1−ε) (3), or p <= b ‖a‖^(1−ε) (4). The update adds y
    (2). The threshold is 0 at the start. ε = 1 is the Perceptron with margin, and smaller ε reach
    larger margins. For ε < 2 all runs end after finitely many updates (Theorems 3.1, 3.2 and 3.5).

    Parameters
    ----------
    epsilon : (0, 2), default 0.1
        the exponent ε. No unit.
    b : (0, ∞), default 0.01
        the threshold's factor, in units of R² for the t-margitron and of R^(1+ε) for the
        w-margitron.
    threshold : "t", "w", default 'w'
        "t" grows with the number of updates, "w" with the norm of the weight.
    """

    epsilon: float
    b: float
    threshold: Literal["t", "w"]
    average: bool
    def __init__(
        self,
        epsilon: float = 0.1,
        b: float = 0.01,
        threshold: Literal["t", "w"] = "w",
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class NORMA(Learner):
    """NORMA with a constant learning rate (Kivinen, Smola & Williamson 2004): adds η y when p < 1.

    Every visit also multiplies the weight by 1 − ηλ. The algorithm is stochastic gradient descent on
    λ‖a‖²/2 plus the hinge loss. The weight stored here is the weight after the last update, v visits
    ago. Its product is therefore compared with (1 − ηλ)^−v, and the next update makes up for the
    shrinking of these visits. NORMA never ends a run by itself: a limit or a target does. With λ = 0 it
    makes the updates of the Perceptron with margin b = 1/η (the Margitron paper, Section 1).

    Parameters
    ----------
    lam : [0, ∞), default 0.0001
        λ, the weight of ‖a‖²/2 relative to the hinge loss of a pattern, in units of R².
    rate : (0, ∞), default 0.1
        η, in units of 1/R². The product of λ and η has to be below 1.
    """

    lam: float
    rate: float
    average: bool
    def __init__(
        self,
        lam: float = 0.0001,
        rate: float = 0.1,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class PDM(Learner):
    """The Perceptron with dynamic margin: violates when p <= (1 − ε) ‖a‖²/t; the update adds y.

    The rule is from Panagiotakopoulos & Tsampouka (2011). As ‖a‖ >= γ_d t, a run that ends has a margin
    above (1 − ε) γ_d. ‖a‖/t is the certificate ‖a‖/Σα after t steps of y. The threshold is 0 at the
    start.

    Parameters
    ----------
    epsilon : (0, 1], default 0.1
        accuracy ε, the fraction of the maximum margin that may be missing. No unit.
    """

    epsilon: float
    average: bool
    def __init__(
        self,
        epsilon: float = 0.1,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class PassiveAggressive(Learner):
    """The Passive-Aggressive algorithm (Crammer et al. 2006, Section 3): violates when p < 1.

    The smallest step d that gives a pattern the product 1 is (1 − p)/q. With C = ∞ the step is d, and
    the rule is AMIRA with ε = 0. PA-I limits the step to C. PA-II shortens it to (1 − p)/(q + 1/(2C)).
    The rule need not converge (AMIRA paper, Section 3.2).

    scikit-learn's `PassiveAggressiveClassifier`, without its intercept, makes the same steps.

    Parameters
    ----------
    C : (0, ∞], default inf
        the aggressiveness, in units of 1/q: the larger, the longer the steps. Infinite by default,
        for steps that are never shortened.
    variant : "I", "II", default 'I'
        PA-I, "I", or PA-II, "II".
    """

    C: float
    variant: Literal["I", "II"]
    average: bool
    def __init__(
        self,
        C: float = inf,
        variant: Literal["I", "II"] = "I",
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class Pegasos(Learner):
    """Pegasos (Shalev-Shwartz, Singer & Srebro 2007), with one pattern a visit and their projection.

    Visit i, from 1, shrinks the weight, w ← (1 − 1/i) w, and adds y/(λ i) when y·w < 1. If w is then
    longer than 1/√λ, it is scaled to this length. With w_i before visit i, a = λ (i − 1) w_i is a sum
    of patterns, and is the weight stored here. y is added to a when a·y < λ (i − 1), and always at the
    first visit. a is scaled down to the length √λ i. Pegasos never ends a run by itself: a limit or a
    target does.

    Parameters
    ----------
    lam : (0, ∞), default 0.0001
        λ, the weight of ‖w‖²/2 relative to the mean hinge loss, in the units of X squared, as
        papers print it; NORMA's and PrimalSVM's is in units of R².
    """

    lam: float
    average: bool
    def __init__(
        self,
        lam: float = 0.0001,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class Perceptron(Learner):
    """The Perceptron (Rosenblatt 1958): violates when p <= 0; the update adds y.

    Novikoff's theorem: at most (R/γ_d)² updates on separable patterns.
    """

    average: bool
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class PerceptronWithMargin(Learner):
    """The Perceptron with margin (Duda & Hart 1973): violates when p <= b; the update adds y.

    The papers' learning rate η is 1 here, because only b/η matters. There are at most (R² + 2b)/γ_d²
    updates. The margin reached is at least γ_d b/(R² + 2b) (the Margitron paper, (12) and (8) with
    ε = 1).

    Parameters
    ----------
    b : [0, ∞), default 1.0
        threshold in units of R², the column b/(ηR²) of the MICRA paper's Tables 1, 3 and 4.
    """

    b: float
    average: bool
    def __init__(
        self,
        b: float = 1.0,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class PrimalSVM(Learner):
    """Stochastic gradient descent for the primal L1-SVM (Panagiotakopoulos & Tsampouka 2013).

    It is the Perceptron with margin and a threshold proportional to the number of visits. The objective
    is λ‖w‖²/2 plus the mean hinge loss, and the learning rate at visit i is 1/(λ i). The weight after i
    visits is w = a/(λ i). y is added when a·y <= λ (i − 1). Pegasos is the same with a projection,
    and with λ in the units of X squared.

    After T epochs each pattern has been presented T times, and has been added between 0 and T times. So
    α_k/T is feasible for the dual problem. After each epoch the dual objective is a lower bound on the
    primal objective. The run ends when the relative gap between the two reaches `gap`.

    primal_objective_ and dual_objective_ enclose the minimum. coef_ belongs to a. The w of the
    objective is a/(λ R² n_visits_).

    Parameters
    ----------
    lam : (0, ∞), default 0.0001
        λ, the weight of ‖w‖²/2 relative to the mean hinge loss, in units of R².
    gap : (0, 1) or None, default None
        The relative gap between the primal and the dual objective at which the run converges; None
        to disable. Needs the space of X and plain epochs, shuffled or not. If the weight then
        misclassifies patterns, status_ is "optimal" and converged_ is False; a smaller gap may lead
        to a weight that does not.

    Attributes
    ----------
    status_ : str
        How the run ended: as for the other learners, or "optimal" if the relative gap is at most
        `gap`, but the weight misclassifies patterns.
    primal_objective_ : float
        λ‖w‖²/2 plus the mean hinge loss, at the last computation; nan without gap.
    dual_objective_ : float
        The largest lower bound on the minimum of the objective; nan without gap.
    relative_gap_ : float
        primal_objective_ / dual_objective_ − 1; nan without gap.
    """

    lam: float
    gap: float | None
    average: bool
    primal_objective_: float
    dual_objective_: float
    relative_gap_: float
    def __init__(
        self,
        lam: float = 0.0001,
        gap: float | None = None,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...
    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self: ...

class ROMMA(Learner):
    """ROMMA (Li & Long 2002): violates when p <= 0; the new weight meets two constraints.

    The new weight is the shortest that meets the last weight's constraint, a·w >= ‖a‖², and the
    pattern's own, y·w >= 1. If p >= q‖a‖², only the pattern's constraint is active, and the new weight
    is y/q. This is also the first update, from a = 0. Otherwise both constraints hold with equality. If
    a and y are parallel up to rounding, the new weight is again y/q. If they are opposite, nothing
    separates the patterns, and the step is infinite.
    """

    average: bool
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class UnnormalisedALMA(Learner):
    """ALMA with p = 2 for margins a·y of patterns that are not normalised (Gentile 2001, Remark 7).

    X is the length of the longest pattern that has caused an update. A pattern violates when a·y is at
    most (1 − α) B X/√k, with k = t + 1. X then becomes at least ‖y‖, and a becomes a + C/(√k X) y,
    projected onto the unit ball if it lies outside.

    The paper describes this version in words. Two details are our reading: the current pattern counts
    for X before the division, and the threshold contains X. The paper says that this version is
    sensitive to the places of outliers in the file. It proves nothing about it.

    Parameters
    ----------
    alpha : (0, 1], default 0.1
        accuracy α. No unit.
    B : (0, ∞) or None, default None
        threshold B, None for √8/α. No unit.
    C : (0, ∞), default 1.4142135623730951
        learning rate C. No unit.
    """

    alpha: float
    B: float | None
    C: float
    average: bool
    def __init__(
        self,
        alpha: float = 0.1,
        B: float | None = None,
        C: float = 1.4142135623730951,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class VariableShrinking(Learner):
    """The Perceptron with margin and variable weight shrinking: violates when p <= b.

    An update multiplies the weight by (t/(t + 1))^n and adds y (Panagiotakopoulos & Tsampouka 2012). So
    update i finally has the weight (i/t)^n. Runs always end. For large b their margin is sure to be
    (n + ½)/(n + 1) of the maximum. n = 0 is the Perceptron with margin, which is sure of one half.

    The paper's text was not available. The form of the factor and the theorems in
    `maxmargin.bounds.weight_shrinking` are derived from the paper's abstract.

    Parameters
    ----------
    b : [0, ∞), default 10.0
        threshold in units of R².
    n : [0.5, ∞), default 4.0
        exponent of the shrinking factor. No unit.
    """

    b: float
    n: float
    average: bool
    def __init__(
        self,
        b: float = 10.0,
        n: float = 4.0,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
        certify: float | None = None,
        worst_first: bool = False,
        class_weight: dict[Any, float] | Literal["balanced"] | None = None,
        average: bool = False,
    ) -> None: ...

class PUMMA(BinaryClassifier):
    """PUMMA (Ishibashi, Hatano & Takeda 2008, for p = 2): ROMMA with its own threshold.

    A pattern violates when label (w·x + b) < 1 − δ. The new weight is the shortest weight with two
    constraints. The first is the last weight's, w·w_t >= ‖w_t‖². The second is a pair's,
    w·(x_pos − x_neg)/2 >= 1. The pair is this pattern and the last pattern of the other class that made
    an update. The threshold b = −w·(x_pos + x_neg)/2 is half-way between the two patterns. So patterns
    need no augmenting coordinate, and the margin is a support vector machine's.

    The best weight, of length 1/γ, satisfies all these constraints. So ‖w‖ <= 1/γ, and 1/‖w‖ is an
    upper bound on γ throughout. The bound is also ‖w‖/Σα, for the α of w = Σ α_k label_k x_k, because
    each step maintains ‖w‖² = Σα. At an update half of (w·x + b) + 1 is below 1 − δ/2. So ‖w‖² grows by
    at least (δ/(2R))², where R is the length of the longest (x_pos − x_neg)/2. There are at most
    (2R/(δγ))² updates. The bound also holds if R is the length of the longest pattern, which is at
    least as large. The margin reached is at least 1 − δ of the maximum.

    Parameters
    ----------
    delta : (0, 1), default 0.1
        δ, the fraction of the maximum margin that may be missing. No unit.

    Attributes
    ----------
    history_ : list[Point]
        The `Point`s of the run; they have no directional margin.
    squared_radius_ : float
        R² of the patterns with extension, without ρ.
    margin_upper_bound_ : float
        ‖w‖/Σα, which is 1/‖w‖, plus the largest rounding error of measuring it. But for the
        rounding of updates, no geometric margin is larger.
    guaranteed_fraction_ : float
        1 − δ of a converged run; nan otherwise.
    """

    delta: float
    extend: float
    max_updates: int | None
    max_epochs: int | None
    max_seconds: float | None
    certify: float | None
    enough_margin: float | None
    shuffle: bool
    random_state: int | RandomState | None
    slack_coef_: np.ndarray
    dual_coef_: np.ndarray
    weight_norm_: float
    status_: str
    failure_: str
    n_updates_: int
    n_epochs_: int
    n_iter_: int
    n_visits_: int
    geometric_margin_: float
    history_: list[Point]
    squared_radius_: float
    margin_upper_bound_: float
    guaranteed_fraction_: float
    def __init__(
        self,
        delta: float = 0.1,
        *,
        extend: float = 0.0,
        max_updates: int | None = 10000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        certify: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
    ) -> None: ...
    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]: ...
    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self: ...

class AwaySteps(BatchLearner):
    """Frank & Wolfe's method with away steps (Guélat & Marcotte 1986).

    A step goes towards the pattern with the smallest product, as in Gilbert's algorithm, or away from
    the pattern of the weight with the largest product. The method takes the more promising direction.
    Its rate is linear (Lacoste-Julien & Jaggi 2015).

    Parameters
    ----------
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class Gilbert(BatchLearner):
    """Gilbert's algorithm (Gilbert 1966): a line search towards the pattern with the smallest product.

    As a learner it is Schlesinger and Kozinec's algorithm (Franc & Hlaváč 2003). The new weight is the
    shortest on the line from a to the pattern. a stays in the convex hull of the patterns, and the
    hull's shortest vector is the weight of maximum margin. The steps are Frank & Wolfe's with exact
    line search, so that ‖a‖² − γ_d² <= 16 R²/(t + 2).

    Parameters
    ----------
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class MDM(BatchLearner):
    """The algorithm of Mitchell, Demyanov and Malozemov (1974).

    A step moves α from the pattern of the weight with the largest product to the pattern with the
    smallest product, by the amount that makes the weight shortest. These are the pairwise steps of
    Frank & Wolfe's method. They reach the shortest vector of the convex hull at a linear rate
    (Lacoste-Julien & Jaggi 2015).

    Parameters
    ----------
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class NesterovGame(BatchLearner):
    """Nesterov's acceleration of margin maximisation, as a game of two players.

    One player weights the patterns by a distribution q, the other answers with a weight (Wang,
    Hanashiro, Guha & Abernethy 2023). Round t = 1, 2, … counts t times. Its weight is the best answer
    to all past distributions, with the last distribution in place of the present one:
    w = (Σ s q_s + t q_{t−1})/(1 + … + t), where the sum is over s < t. a is Σ t w. q_t is proportional
    to exp(−p_k/(4 R²)), and q_0 is uniform.

    The following is proved for patterns of length 1, where | | is the sum of magnitudes. Because the
    weights' player does not know q_t, it loses at most Σ 2t/(t + 1) |q_t − q_{t−1}|². The other player
    knows w, and loses at most 4 log m − 2 Σ |q_t − q_{t−1}|². So the mean weight w̄ after t rounds has
    ½γ² − 8 log m/(t (t + 1)) <= min y_k·w̄ − ½‖w̄‖². Its margin is at least
    √(γ² − 16 log m/(t (t + 1))).

    Parameters
    ----------
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class NormalisedGradient(BatchLearner):
    """Normalised gradient descent on the exponential loss Σ exp(−p_k/R²).

    The gradient over the loss is a mean of the patterns, with q_k proportional to exp(−p_k/R²). Each
    update adds η times this mean to the weight. For patterns of length 1 and η = 1 the margin falls
    short of γ by at most about (1 + log m)/(γ t) (Ji & Telgarsky 2021). `maxmargin.bounds.batch`
    derives (½ + log m/η)/(γ t) for η <= 1.

    Parameters
    ----------
    rate : [1e-70, 1e+70], default 1.0
        η, the factor of the mean of the patterns. No unit.
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """

    rate: float
    def __init__(
        self,
        rate: float = 1.0,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class NormalisedMomentum(BatchLearner):
    """Normalised gradient descent with momentum in the dual (Ji, Srebro & Telgarsky 2021, Algorithm 1).

    With g_0 = 0 and q_k proportional to exp(−p_k/R²), an update sets g ← t/(t + 1) (g + q) and adds
    g + q to α. For patterns of length 1 the margin after t updates falls short of γ by at most
    4 (1 + log m)(1 + 2 log(t + 1))/(γ (t + 1)²).

    Parameters
    ----------
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class ProgressiveRescaling(BatchLearner):
    """Progressive rescaling gradient descent (PRGD; Wang, Min & Wu 2024).

    This is normalised gradient descent in balls that grow. The warm-up has no ball. The method then
    makes the weight `growth` times as long every `period` updates. Each step in between is brought back
    to that length. Steps have a fixed length, so that they turn the weight less and less, by a
    geometric sequence. Under conditions on the support vectors the margin tends to the maximum
    exponentially fast. The run stops when steps consist of rounding alone. Its certificate does not
    tend to the maximum, because early steps grow with the weight.

    Parameters
    ----------
    growth : (1, ∞), default 1.2
        the factor from one length to the next.
    period : [1, ∞), default 5.0
        the updates between two lengths.
    warm_up : [1, ∞), default 50.0
        the updates before the first length.
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """

    growth: float
    period: float
    warm_up: float
    def __init__(
        self,
        growth: float = 1.2,
        period: float = 5.0,
        warm_up: float = 50.0,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class SmoothedPerceptron(BatchLearner):
    """The smoothed Perceptron (Soheili & Peña 2012): Nesterov's excessive gap technique.

    The margin, a minimum over the patterns, is smoothed by μ times the entropy, and μ falls like 1/t².
    x and α are two distributions over the patterns, a = Σ α_k y_k, and q(α) is proportional to
    exp(−p_k/(μ R²)). Update t = 0, 1, … has θ = 2/(t + 3) and μ = 4/((t + 1)(t + 2)). It sets
    α ← (1 − θ)(α + θ x) + θ² q(α), and then x ← (1 − θ) x + θ q(α) with the new α and μ. For patterns
    of length 1, ½γ² − μ log m <= min p_k − ½‖a‖² throughout. So the margin is at least
    √(γ² − 2μ log m).

    Parameters
    ----------
    certify : (0, 1) or None, default 0.99
        The run ends as soon as its certificate proves this fraction of the maximum margin; None to
        disable. The certificate is computed at the points of history_. For learners that present
        one pattern after another, these points are then further apart, unless they have a kernel, p
        above 2 or worst_first.
    """
    def __init__(
        self,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        certify: float | None = 0.99,
        max_updates: int | None = 10000000,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        verbose: bool = False,
    ) -> None: ...

class TwoStageMargitron(Procedure):
    """The Margitron in successive runs (Panagiotakopoulos & Tsampouka 2008, Section 4 and Table 4).
    The procedure finds b, and certifies that the margin is at least 1 − ε of the maximum.

    There are two or more stages. The first is the Perceptron with margin, with b = 5R², which
    needs no knowledge of the maximum margin γ_d. The second is the w-margitron with this ε, or with
    a larger one if the bounds on γ_d are too far apart. Its b comes from (35), with the smallest
    known bound for γ_d and δ = 1/(1+ε)². These choices give the five parameters that Table 4
    prints. If too little is certified, further stages follow, each with an ε at most half as large.
    Each stage with the final ε that was not enough also halves δ. b is rounded to three digits, so
    that a stage can be repeated from the printed values.

    Counts, seconds, max_updates, max_epochs and max_seconds apply to all stages together. The
    weight is that of the stage with the largest margin. The bounds are the best of all stages.

    Parameters
    ----------
    epsilon : (0, 1), default 0.1
        ε, the fraction of the maximum directional margin that may be missing.
    bound : "updates", "weight", default 'weight'
        The bound that replaces γ_d in the choice of b. "weight" is ‖a‖/Σα. "updates" is the bound
        that the number of updates implies, as in the paper; it makes b larger and runs longer.
    mini_epochs : int in [0, 4.61169e+18], default 50
        N, the number of mini-epochs of the reduced procedure; 0 for plain epochs.
    max_updates : int in [1, ∞) or None, default 1000000000
        Updates after which the run ends; None for no limit.

    Attributes
    ----------
    certified_fraction_ : float
        The certified fraction of the maximum directional margin.
    stages_ : list[Stage]
        The `Stage`s of the run.
    """

    epsilon: float
    bound: Literal["updates", "weight"]
    def __init__(
        self,
        epsilon: float = 0.1,
        bound: Literal["updates", "weight"] = "weight",
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 50,
        max_updates: int | None = 1000000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
    ) -> None: ...
    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]: ...

class ContinuedMICRA(Procedure):
    """MICRA (Tsampouka & Shawe-Taylor 2007) without parameters: a loose run, then tight runs.
    The procedure finds β and η, and certifies that the margin is at least `fraction` of the
    maximum.

    A loose run needs no knowledge of the maximum margin γ_d. It brackets γ_d, usually within 3 %
    from above. A tight run follows. The run is expected to need T updates, in proportion to the
    missing fraction of the margin. β makes the threshold β t^−ε fall to the target fraction of the
    bound after T updates. If the run ends by then, the fraction is certified. Otherwise runs with
    larger T follow. η is rounded to two digits and β to four, so that a stage can be repeated from
    the printed values.

    Counts, seconds, max_updates, max_epochs and max_seconds apply to all stages together. The
    weight is that of the stage with the largest margin. The bounds are the best of all stages.

    Parameters
    ----------
    fraction : (0, 1), default 0.99
        The fraction of the maximum directional margin to be certified.
    mini_epochs : int in [0, 4.61169e+18], default 50
        N, the number of mini-epochs of the reduced procedure; 0 for plain epochs.
    max_updates : int in [1, ∞) or None, default 1000000000
        Updates after which the run ends; None for no limit.

    Attributes
    ----------
    certified_fraction_ : float
        The certified fraction of the maximum directional margin.
    stages_ : list[Stage]
        The `Stage`s of the run.
    """

    fraction: float
    def __init__(
        self,
        fraction: float = 0.99,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        kernel: Kernel | None = None,
        kernel_memory: float = 1.0,
        mini_epochs: int = 50,
        max_updates: int | None = 1000000000,
        max_epochs: int | None = None,
        max_seconds: float | None = None,
        enough_margin: float | None = None,
        shuffle: bool = False,
        random_state: int | RandomState | None = None,
        verbose: bool = False,
    ) -> None: ...
    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]: ...

class MaximumMargin(BinaryClassifier):
    """The maximum margin itself, with a certificate that encloses it throughout the run.

    The weight of maximum margin is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1. For any such
    α, no margin exceeds ‖Σ α_k y_k‖ (weak duality of the hard margin). So the margin of a weight and
    this length enclose the maximum. The run ends when they are close enough. The steps are Newton's, on
    the patterns with positive α (`maxmargin.exact.newton`), or Wolfe's if there are few coordinates and
    no extension (`maxmargin.exact.few_coordinates`). Rounding may stop these steps early. Then Wolfe's
    steps with precise least squares continue: always without an extension, and with Δ > 0 for at most
    3000 patterns.

    A free threshold is outside the norm, as in a support vector machine. The same then holds for the
    geometric margin and for α with equal sums over the two classes.

    Parameters
    ----------
    free_threshold : True or False, default False
        Whether to maximise the geometric margin, with a threshold outside the norm. There is then
        no ρ.
    gap : (0, 1) or None, default None
        The relative gap between the margin and its upper bound at which the run ends. None: as
        small as rounding allows.

    Attributes
    ----------
    dual_coef_ : np.ndarray
        (m,), α >= 0 with Σα = 1. The upper bound is ‖Σ α_k y_k‖. If the gap is negligible, Σ α_k
        y_k has the direction of the weight.
    directional_margin_ : float
        In the units of X; not set with a free threshold.
    margin_upper_bound_ : float
        ‖Σ α_k y_k‖ plus the largest possible rounding error. No weight has a larger directional
        margin or, with a free threshold, a larger geometric margin.
    status_ : str
        How the run ended: "converged", "max_seconds", or "stopped", mostly by rounding. A run also
        stops if no weight separates the patterns. coef_ may then be 0.
    converged_ : bool
        Whether the relative gap is below `gap`, or below 1e-09 for None. It is not if the time is
        over, if rounding is larger than the gap (as for γ or Δ below about 10⁻⁶ R), or if no weight
        separates the patterns.
    relative_gap_ : float
        margin_upper_bound_ / margin − 1 for the margin reached; infinite if no weight separates the
        patterns.
    """

    augment: float
    extend: float
    free_threshold: bool
    gap: float | None
    max_seconds: float | None
    slack_coef_: np.ndarray
    geometric_margin_: float
    squared_radius_: float
    history_: list[Point]
    train_seconds_: float
    dual_coef_: np.ndarray
    directional_margin_: float
    margin_upper_bound_: float
    status_: str
    relative_gap_: float
    def __init__(
        self,
        augment: float = 1.0,
        extend: float = 0.0,
        free_threshold: bool = False,
        gap: float | None = None,
        max_seconds: float | None = None,
    ) -> None: ...
    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]: ...
    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self: ...

class Pocket(BinaryClassifier):
    """Perceptron learning that stores the best weight found in a pocket.

    Patterns are presented at random, with replacement. A weight replaces the weight in the pocket
    on two conditions. It has classified more patterns in a row correctly. And it classifies more
    patterns of the whole set correctly, which is the ratchet. A run ends when all patterns are
    classified correctly, or at a limit. With a kernel, memory holds all m² of its values.

    Attributes
    ----------
    dual_coef_ : np.ndarray
        (m,), α of the weight in the pocket.
    status_ : str
        How the run ended: "converged", "max_visits", "max_seconds", or "stopped" by rounding.
    converged_ : bool
        Whether the weight in the pocket classifies all patterns correctly.
    correct_ : np.ndarray
        (m,), bool: whether the weight classifies each pattern correctly. A product that may be 0 up
        to rounding counts as an error, although `predict` gives the pattern a class.
    n_checks_ : int
        How often the ratchet checked all patterns.
    """

    augment: float
    max_visits: int
    max_seconds: float | None
    random_state: int | RandomState | None
    kernel: Kernel | None
    n_updates_: int
    n_visits_: int
    directional_margin_: float
    train_seconds_: float
    dual_coef_: np.ndarray
    status_: str
    correct_: np.ndarray
    n_checks_: int
    def __init__(
        self,
        augment: float = 1.0,
        max_visits: int = 1000000,
        max_seconds: float | None = None,
        random_state: int | RandomState | None = None,
        kernel: Kernel | None = None,
    ) -> None: ...
    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self: ...
    def decision_function(self, X: MatrixLike) -> np.ndarray: ...

class PocketPerceptron(LimitedAfterPocket):
    """The pocket algorithm, then the Perceptron on the correctly classified patterns.

    max_visits limits the pocket algorithm, max_updates each learner after it, and max_seconds each
    part separately.

    Parameters
    ----------
    max_updates : int in [1, ∞) or None, default None
        Updates after which the run ends; None for no limit.

    Attributes
    ----------
    pocket_ : Pocket
        The fitted `Pocket`.
    n_retained_ : int
        The number of retained patterns, which the pocket classifies correctly.
    learner_ : ClassifierMixin
        The learner fitted to the retained patterns. Its attributes are also here, but dual_coef_
        and slack_coef_ are (m,), with 0 for other patterns. Margins, bounds and status_ hold for
        the retained patterns. So converged_ does not mean that all of X is separated.
    status_ : str
        How the run ended: "converged", "certified" or "reached"; the name of the limit that ended
        it; "inseparable" if its updates prove that no weight separates the patterns; "stopped" by
        rounding or without a margin above 0; or "failed" at a number that is not finite. The first
        three imply a margin above 0, measured from X. This is about the retained patterns.
    converged_ : bool
        Whether the run converged or reached its target. This is about the retained patterns.
    directional_margin_ : float
        min y_k·a/‖a‖, in the units of X: the distance of the nearest pattern from the plane in the
        augmented and extended space. It is negative if a pattern is on the wrong side, and 0 for a
        weight of 0. Rounding may change it by about (n + 8) 2⁻⁵³ R. This is about the retained
        patterns.
    geometric_margin_ : float
        The margin with the augmenting coordinate left out of ‖a‖, in the units of X. Without Δ it
        is the distance of the nearest pattern from the plane in the space of X. This is about the
        retained patterns.
    margin_upper_bound_ : float
        ‖a‖/Σα. No weight has a larger directional margin. Rounding may change the bound by about (n
        + 8 + n_updates_) 2⁻⁵³ R, and that of batch methods, whose updates add all patterns, by (n +
        8 + n_updates_ + m) 2⁻⁵³ R. So it may fall below the margin. `maxmargin.audit.prove_model`
        computes a bound in exact arithmetic. This is about the retained patterns.
    history_ : list[Point]
        The `Point`s of the run. This is about the retained patterns.
    failure_ : str
        The number at fault, with the update and the pattern, if status_ is "failed"; otherwise "".
        This is about the retained patterns.
    inseparable_ : Answer | None
        The `Answer` of `maxmargin.separable` that the updates of the run prove, if status_ is
        "inseparable"; otherwise None. This is about the retained patterns.
    margin_bound_by_updates_ : float
        A bound on the maximum directional margin that a theorem derives from the number of updates
        alone; nan without a theorem. This is about the retained patterns.
    guaranteed_fraction_ : float
        The fraction of the maximum directional margin that a theorem guarantees for a converged run
        in exact arithmetic; nan without a theorem. This is about the retained patterns.
    asymptotic_fraction_ : float
        The limit of the guaranteed fraction as the threshold grows; nan without a theorem. This is
        about the retained patterns.
    """

    kernel: Kernel | None
    pocket_: Pocket
    n_retained_: int
    learner_: ClassifierMixin
    slack_coef_: np.ndarray
    dual_coef_: np.ndarray
    weight_norm_: float
    status_: str
    n_updates_: int
    n_epochs_: int
    n_mini_epochs_: int
    n_iter_: int
    n_visits_: int
    directional_margin_: float
    geometric_margin_: float
    margin_upper_bound_: float
    squared_radius_: float
    history_: list[Point]
    failure_: str
    inseparable_: Answer | None
    support_: np.ndarray
    margin_bound_by_updates_: float
    guaranteed_fraction_: float
    asymptotic_fraction_: float
    class_weight_: np.ndarray
    def __init__(
        self,
        *,
        augment: float = 1.0,
        max_visits: int = 1000000,
        max_seconds: float | None = None,
        random_state: int | RandomState | None = None,
        kernel: Kernel | None = None,
        max_updates: int | None = None,
    ) -> None: ...

class PocketKrauthMezard(LimitedAfterPocket):
    """The pocket algorithm, then Krauth & Mézard's on the correctly classified patterns.

    max_visits limits the pocket algorithm, max_updates each learner after it, and max_seconds each
    part separately.

    Counts and seconds include the Perceptron that runs before the learner, if any.

    Parameters
    ----------
    c : (0, ∞), default 50.0
        the functional margin to reach, as in the paper, where a step is y/R². No unit.
    start : "perceptron", "perceptron-steps", "pocket", "zero", default 'zero'
        The initial weight. "zero" is 0. "perceptron" is the weight of the Perceptron, which runs
        first; "perceptron-steps" is the same weight in steps of y/R². "pocket" is the weight in the
        pocket, which may be a combination of other patterns too. `fit` then refuses it unless
        any_start is True.
    any_start : True or False, default False
        Whether `fit` accepts any start. By default `fit` refuses a start that is not known to be a
        non-negative combination of the patterns. A weight from another start has no certificate:
        margin_upper_bound_ is nan, and certify ends no run.
    max_updates : int in [1, ∞) or None, default None
        Updates after which the run ends; None for no limit.

    Attributes
    ----------
    pocket_ : Pocket
        The fitted `Pocket`.
    n_retained_ : int
        The number of retained patterns, which the pocket classifies correctly.
    learner_ : ClassifierMixin
        The learner fitted to the retained patterns. Its attributes are also here, but dual_coef_
        and slack_coef_ are (m,), with 0 for other patterns. Margins, bounds and status_ hold for
        the retained patterns. So converged_ does not mean that all of X is separated.
    status_ : str
        How the run ended: "converged", "certified" or "reached"; the name of the limit that ended
        it; "inseparable" if its updates prove that no weight separates the patterns; "stopped" by
        rounding or without a margin above 0; or "failed" at a number that is not finite. The first
        three imply a margin above 0, measured from X. This is about the retained patterns.
    converged_ : bool
        Whether the run converged or reached its target. This is about the retained patterns.
    directional_margin_ : float
        min y_k·a/‖a‖, in the units of X: the distance of the nearest pattern from the plane in the
        augmented and extended space. It is negative if a pattern is on the wrong side, and 0 for a
        weight of 0. Rounding may change it by about (n + 8) 2⁻⁵³ R. This is about the retained
        patterns.
    geometric_margin_ : float
        The margin with the augmenting coordinate left out of ‖a‖, in the units of X. Without Δ it
        is the distance of the nearest pattern from the plane in the space of X. This is about the
        retained patterns.
    margin_upper_bound_ : float
        ‖a‖/Σα. No weight has a larger directional margin. Rounding may change the bound by about (n
        + 8 + n_updates_) 2⁻⁵³ R, and that of batch methods, whose updates add all patterns, by (n +
        8 + n_updates_ + m) 2⁻⁵³ R. So it may fall below the margin. `maxmargin.audit.prove_model`
        computes a bound in exact arithmetic. This is about the retained patterns.
    history_ : list[Point]
        The `Point`s of the run. This is about the retained patterns.
    failure_ : str
        The number at fault, with the update and the pattern, if status_ is "failed"; otherwise "".
        This is about the retained patterns.
    inseparable_ : Answer | None
        The `Answer` of `maxmargin.separable` that the updates of the run prove, if status_ is
        "inseparable"; otherwise None. This is about the retained patterns.
    margin_bound_by_updates_ : float
        A bound on the maximum directional margin that a theorem derives from the number of updates
        alone; nan without a theorem. This is about the retained patterns.
    guaranteed_fraction_ : float
        The fraction of the maximum directional margin that a theorem guarantees for a converged run
        in exact arithmetic; nan without a theorem. This is about the retained patterns.
    asymptotic_fraction_ : float
        The limit of the guaranteed fraction as the threshold grows; nan without a theorem. This is
        about the retained patterns.
    start_norm_ : float
        ‖w_0‖ of the start; 0 without one.
    start_sum_ : float
        Σ λ_k of the start w_0 = Σ λ_k y_k; 0 without one, and nan if no λ >= 0 is known.
    n_start_updates_ : int
        The updates of the Perceptron that made the start. n_updates_ includes them.
    """

    c: float
    start: Literal["perceptron", "perceptron-steps", "pocket", "zero"]
    any_start: bool
    kernel: Kernel | None
    pocket_: Pocket
    n_retained_: int
    learner_: ClassifierMixin
    slack_coef_: np.ndarray
    dual_coef_: np.ndarray
    weight_norm_: float
    status_: str
    n_updates_: int
    n_epochs_: int
    n_mini_epochs_: int
    n_iter_: int
    n_visits_: int
    directional_margin_: float
    geometric_margin_: float
    margin_upper_bound_: float
    squared_radius_: float
    history_: list[Point]
    failure_: str
    inseparable_: Answer | None
    support_: np.ndarray
    margin_bound_by_updates_: float
    guaranteed_fraction_: float
    asymptotic_fraction_: float
    class_weight_: np.ndarray
    start_norm_: float
    start_sum_: float
    n_start_updates_: int
    def __init__(
        self,
        c: float = 50.0,
        start: Literal["perceptron", "perceptron-steps", "pocket", "zero"] = "zero",
        any_start: bool = False,
        *,
        augment: float = 1.0,
        max_visits: int = 1000000,
        max_seconds: float | None = None,
        random_state: int | RandomState | None = None,
        kernel: Kernel | None = None,
        max_updates: int | None = None,
    ) -> None: ...

class PocketMaximumMargin(AfterPocket):
    """The pocket algorithm, then the exact solver on the correctly classified patterns.

    max_visits and max_seconds limit the pocket algorithm, and not the exact solver.

    Attributes
    ----------
    pocket_ : Pocket
        The fitted `Pocket`.
    n_retained_ : int
        The number of retained patterns, which the pocket classifies correctly.
    learner_ : ClassifierMixin
        The learner fitted to the retained patterns. Its attributes are also here, but dual_coef_
        and slack_coef_ are (m,), with 0 for other patterns. Margins, bounds and status_ hold for
        the retained patterns. So converged_ does not mean that all of X is separated.
    geometric_margin_ : float
        The margin with the augmenting coordinate left out of ‖a‖, in the units of X. Without Δ it
        is the distance of the nearest pattern from the plane in the space of X. This is about the
        retained patterns.
    history_ : list[Point]
        The `Point`s of the run. This is about the retained patterns.
    dual_coef_ : np.ndarray
        (m,), α >= 0 with Σα = 1. The upper bound is ‖Σ α_k y_k‖. If the gap is negligible, Σ α_k
        y_k has the direction of the weight.
    directional_margin_ : float
        In the units of X; not set with a free threshold. This is about the retained patterns.
    margin_upper_bound_ : float
        ‖Σ α_k y_k‖ plus the largest possible rounding error. No weight has a larger directional
        margin or, with a free threshold, a larger geometric margin. This is about the retained
        patterns.
    status_ : str
        How the run ended: "converged", "max_seconds", or "stopped", mostly by rounding. A run also
        stops if no weight separates the patterns. coef_ may then be 0. This is about the retained
        patterns.
    converged_ : bool
        Whether the relative gap is below `gap`, or below 1e-09 for None. It is not if the time is
        over, if rounding is larger than the gap (as for γ or Δ below about 10⁻⁶ R), or if no weight
        separates the patterns. This is about the retained patterns.
    relative_gap_ : float
        margin_upper_bound_ / margin − 1 for the margin reached; infinite if no weight separates the
        patterns.
    """

    pocket_: Pocket
    n_retained_: int
    learner_: ClassifierMixin
    slack_coef_: np.ndarray
    geometric_margin_: float
    squared_radius_: float
    history_: list[Point]
    train_seconds_: float
    dual_coef_: np.ndarray
    directional_margin_: float
    margin_upper_bound_: float
    status_: str
    relative_gap_: float
    def __init__(
        self,
        *,
        augment: float = 1.0,
        max_visits: int = 1000000,
        max_seconds: float | None = None,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class OneVsRest(OnlineClassifier):
    """Trains one one-vs-rest learner for each class. The largest product decides a prediction.

    Parameters
    ----------
    estimator : an estimator
        A learner of this package made from a rule, such as `ALMA(alpha=0.9)`. Used are its rule's
        parameters, kernel (None for the inner product), augment, extend and kernel_memory.
    shuffle : True or False, default True
        Whether each epoch presents the patterns in a new random order, from random_state.

    Attributes
    ----------
    support_ : np.ndarray
        Indices of the patterns with a coefficient other than 0 in any weight.
    dual_coef_ : np.ndarray
        (C, |support_|), the signed coefficients.
    """

    estimator: BaseEstimator
    def __init__(
        self,
        estimator: BaseEstimator,
        epochs: int = 1,
        hypothesis: Literal["average", "last"] = "average",
        shuffle: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None: ...
    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self: ...
    def partial_fit(
        self,
        X: MatrixLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        squared_radius: float | None = None,
    ) -> Self: ...

class MulticlassAMIRA(OnlineClassifier):
    """AMIRA, learning all classes together (Zhao & Huang 2013, Algorithms 2 and 3).

    Parameters
    ----------
    epsilon : [0, 1], default 0.5
        ε, where 1 is MIRA and 0 the Passive-Aggressive algorithm.
    k_best : int in [1, ∞), default 1
        How many of the best wrong classes are considered, 1 for 1-best AMIRA.
    shuffle : True or False, default True
        Whether each epoch presents the patterns in a new random order, from random_state.

    Attributes
    ----------
    support_ : np.ndarray
        Indices of the patterns with a coefficient other than 0 in any weight.
    dual_coef_ : np.ndarray
        (C, |support_|), the signed coefficients.
    """

    epsilon: float
    k_best: int
    kernel: Kernel | None
    augment: float
    extend: float
    kernel_memory: float
    def __init__(
        self,
        epsilon: float = 0.5,
        k_best: int = 1,
        kernel: Kernel | None = None,
        *,
        augment: float = 1.0,
        extend: float = 0.0,
        epochs: int = 1,
        hypothesis: Literal["average", "last"] = "average",
        shuffle: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
        kernel_memory: float = 1.0,
    ) -> None: ...
    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self: ...
    def partial_fit(
        self, X: MatrixLike, y: ArrayLike, classes: ArrayLike | None = None
    ) -> Self: ...
