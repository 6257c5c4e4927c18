"""Classifiers of several classes, judged after each epoch on the training and the test set.

An `OnlineLearner` describes a learner. `learn_online` runs any number of learners on the same order
of the patterns. It yields an `EpochResult` for each learner after every epoch. Rows of kernels are
stored as float32. If a product nearly equals its threshold, float64 may decide otherwise.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import repeat
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import DualLearner, KernelSpace, present
from maxmargin.drivers.p_norm.driver import PNormLearner
from maxmargin.drivers.p_norm.space import normalised
from maxmargin.drivers.several_classes.learner import MulticlassLearner
from maxmargin.drivers.several_classes.one_vs_rest import one_vs_rest_labels
from maxmargin.input.checked_input import ArrayLike, check_labels
from maxmargin.input.sparse_input import check_sparse
from maxmargin.rules import alma

HYPOTHESES = ("last", "voted", "average")
GRID = np.linspace(-1.0, 1.0, 401)  # margins at which distributions are computed


class OnlineLearner(NamedTuple):
    """A rule with its parameters, in the space of a kernel, extended by Δ.

    Attributes
    ----------
    name : str
        The name for messages.
    rule : module
        The rule.
    parameters : tuple
        The rule's `Parameters`.
    kernel : Kernel or None
        The kernel, or None for ALMA_p on patterns that are divided by their p-norms.
    extend : float, default 0.0
        Δ.
    k_best : int or None, default None
        None learns one-vs-rest. A number makes a rule of AMIRA's family learn all classes together,
        with that many of the best wrong classes.
    p : float, default 2.0
        The order of ALMA_p's norm. A learner with a kernel ignores it.
    from_final_coefficients : bool, default False
        Whether the average is formed from the coefficients of the last weight, as averaged
        Perceptrons do: Σ_j a_j (T − t_j) y_j, with y_j added at visit t_j of T. It equals the
        average of the weights unless the rule scales its weight. For one-vs-rest with a kernel.
    """

    name: str
    rule: ModuleType
    parameters: tuple
    kernel: tuple | None
    extend: float = 0.0
    k_best: int | None = None
    p: float = 2.0
    from_final_coefficients: bool = False


class EpochResult(NamedTuple):
    """The results of an `OnlineLearner` after an epoch.

    Attributes
    ----------
    epoch : int
        The epoch, from 1.
    errors : dict
        For each hypothesis, the fractions of errors on the training and on the test set.
    updates : array of shape (C,), or (1,) if all classes are learned together
        The numbers of updates.
    support_vectors : array of shape (C,)
        The numbers of support vectors.
    kernel_values : array of the shape of updates, or None without a kernel
        The numbers of kernel values that a learner without a cache computes: one for each support
        vector at every visit.
    distributions : dict
        For each hypothesis, the fraction of the training set with a margin of at most each value of
        `GRID`, (401,).
    """

    epoch: int
    errors: dict
    updates: np.ndarray
    support_vectors: np.ndarray
    kernel_values: np.ndarray | None
    distributions: dict


class OnlineData:
    """A training and a test set, with the rows of the kernels' bases on them.

    Parameters
    ----------
    X, X_test : arrays or csr matrices of shapes (m, n) and (m', n)
        The patterns.
    y, y_test : arrays of shapes (m,) and (m',)
        The labels: two or more values.
    bases : sequence of tuple
        The bases of all kernels.
    memory : int
        Bytes for the rows of all bases together.
    threads : executor
        The threads that run the learners.

    Raises
    ------
    ValueError
        If the test set has a class that the training set lacks.
    """

    def __init__(
        self,
        X: Any,
        y: ArrayLike,
        X_test: Any,
        y_test: ArrayLike,
        bases: Sequence[tuple],
        memory: int,
        threads: Executor,
    ):
        check_sparse(X)
        check_sparse(X_test, "X_test")
        check_labels(y)
        check_labels(y_test, "y_test")
        self.classes, codes = np.unique(y, return_inverse=True)
        self.codes = codes.astype(np.int32)
        unknown = np.setdiff1d(y_test, self.classes)
        if unknown.size:
            raise ValueError(
                f"y_test has the class {unknown[0]}, which no training pattern has; leave it out."
            )
        self.test_codes = np.searchsorted(self.classes, y_test).astype(np.int32)
        self.threads = threads
        self.X, self.X_test = (part.astype(np.float64, copy=False) for part in (X, X_test))
        self._parts = {}
        share = memory // max(len(bases), 1)
        self.rows = {
            base: KernelRows(base, self.X, self.X_test, share, threads, np.float32)
            for base in bases
        }

    def parts(self, p: float) -> list:
        """Return the training and test patterns, divided by their p-norms.

        Parameters
        ----------
        p : float
            The order of the norm.

        Returns
        -------
        list
            The patterns of both sets.
        """
        if p not in self._parts:
            self._parts[p] = [normalised(part, p) for part in (self.X, self.X_test)]
        return self._parts[p]

    def space(self, spec: Any) -> KernelSpace:
        """Return the kernel space of an `OnlineLearner`.

        Parameters
        ----------
        spec : OnlineLearner
            A learner with a kernel.

        Returns
        -------
        KernelSpace
            The space.
        """
        rows = self.rows[spec.kernel.base]
        return KernelSpace(spec.kernel, rows, delta=spec.extend)


def learn_online(
    specs: Sequence[OnlineLearner],
    data: OnlineData,
    orders: Iterable[np.ndarray],
    hypotheses: Sequence[str] = HYPOTHESES,
) -> Iterator[tuple[OnlineLearner, EpochResult]]:
    """Yield the results of all learners after each epoch.

    Parameters
    ----------
    specs : sequence of OnlineLearner
        The learners.
    data : OnlineData
        The training and the test set.
    orders : iterable of int32 arrays of shape (m,)
        The order of the patterns in each epoch.
    hypotheses : sequence of str, default `HYPOTHESES`
        The hypotheses to judge: "last", "voted" or "average".

    Yields
    ------
    (OnlineLearner, EpochResult)
        A learner and its results after an epoch.

    Raises
    ------
    OverflowError
        If a hypothesis overflows.
    """
    classifiers = [_classifier(spec, data) for spec in specs]
    learners = [learner for classifier in classifiers for learner in classifier.learners]
    dual = [learner for learner in learners if not isinstance(learner, PNormLearner)]
    others = [learner for learner in learners if isinstance(learner, PNormLearner)]
    for epoch, order in enumerate(orders, 1):
        present(dual, order, data.threads)
        list(data.threads.map(PNormLearner.present, others, repeat(order)))
        results = data.threads.map(
            _result, specs, classifiers, repeat(data), repeat(epoch), repeat(hypotheses)
        )
        yield from zip(specs, results, strict=True)


def _classifier(spec, data):
    if spec.kernel is None and spec.rule is not alma:
        raise ValueError(
            f"{spec.name}: kernel is None, but only ALMA learns without a kernel: give the kernel, "
            "such as Linear()."
        )
    if spec.from_final_coefficients and (spec.k_best is not None or not spec.kernel):
        raise ValueError(
            f"{spec.name}: from_final_coefficients is for one-vs-rest learners with a kernel."
        )
    if spec.k_best is None:
        return _OneVsRest(spec, data)
    return _AllTogether(spec, data)


class _OneVsRest:
    """A learner for each class, or for two classes one learner, of the second class."""

    def __init__(self, spec, data):
        space = data.space(spec) if spec.kernel else None

        def learner(labels):
            if space:
                return DualLearner(
                    spec.rule, spec.parameters, labels, space, spec.from_final_coefficients
                )
            return PNormLearner(spec.parameters, spec.p, labels, *data.parts(spec.p))

        problems = one_vs_rest_labels(data.codes, len(data.classes))
        self.learners: Any = [learner(labels) for labels in problems]

    @property
    def updates(self):
        return np.array([learner.updates for learner in self.learners])

    @property
    def support_vectors(self):
        return np.array([learner.support_vectors for learner in self.learners])

    @property
    def kernel_values(self):
        if isinstance(self.learners[0], PNormLearner):
            return None
        return np.array([learner.kernel_values for learner in self.learners])

    def outputs(self, hypothesis):
        """Return the outputs, (C, m + m′), and the weights' norms, (C,).

        For two classes, the outputs are a learner's and their negatives.
        """
        outputs, norms = [], []
        for learner in self.learners:
            output = getattr(learner, hypothesis)()
            outputs.append(output)
            norms.append(1.0 if hypothesis == "voted" else learner.norm_of(hypothesis, output))
        if len(outputs) == 1:
            return np.array([-outputs[0], outputs[0]]), np.array(norms * 2)
        return np.array(outputs), np.array(norms)


class _AllTogether:
    """One learner for all classes."""

    def __init__(self, spec, data):
        self.learner = MulticlassLearner(
            spec.rule,
            spec.parameters,
            data.codes,
            len(data.classes),
            spec.k_best,
            data.space(spec),
        )
        self.learners = [self.learner]

    @property
    def updates(self):
        return np.array([self.learner.updates])

    @property
    def support_vectors(self):
        return self.learner.support_vectors

    @property
    def kernel_values(self):
        return np.array([self.learner.kernel_values])

    def outputs(self, hypothesis):
        outputs = getattr(self.learner, hypothesis)()
        if hypothesis == "voted":
            return outputs, np.ones(len(outputs))
        # The difference of two classes' features is √2 times as long as the pattern.
        norm = np.sqrt(2.0) * self.learner.norm_of(hypothesis, outputs)
        return outputs, np.full(len(outputs), norm)


def _result(spec, classifier, data, epoch, hypotheses):
    errors, distributions = {}, {}
    m = data.codes.size
    truth = np.concatenate([data.codes, data.test_codes])
    for hypothesis in hypotheses:
        outputs, norms = classifier.outputs(hypothesis)
        if not np.isfinite(outputs).all():
            raise OverflowError(
                f"{spec.name}: its {hypothesis} hypothesis overflows after epoch {epoch}."
            )
        wrong = np.argmax(outputs, axis=0) != truth
        errors[hypothesis] = (float(wrong[:m].mean()), float(wrong[m:].mean()))
        if hypothesis != "voted":
            margins = margins_of(outputs[:, :m] / norms[:, None], data.codes)
            distributions[hypothesis] = np.searchsorted(np.sort(margins), GRID, side="right") / m
    return EpochResult(
        epoch,
        errors,
        classifier.updates,
        classifier.support_vectors,
        classifier.kernel_values,
        distributions,
    )


def margins_of(outputs: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Return half the difference between each pattern's own class and the best other class.

    For two opposite outputs this is the margin y w·x̂ of the binary problem (ALMA paper, Section 4).

    Parameters
    ----------
    outputs : array of shape (C, m)
        The outputs of weights with norm 1 for patterns with norm 1, which differ by at most 2.
    codes : array of shape (m,)
        The patterns' classes.

    Returns
    -------
    array of shape (m,)
        The margins, in [−1, 1].
    """
    own = outputs[codes, np.arange(codes.size)]
    others = outputs.copy()
    others[codes, np.arange(codes.size)] = -np.inf
    return (own - others.max(axis=0)) / 2.0
