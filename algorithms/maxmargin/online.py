"""Learners of several classes judged online: epoch by epoch, on the training and the test set.

An `OnlineLearner` describes a learner; `learn_online` runs any number of them side by side on the
same order of the patterns and yields an `EpochResult` for each after every epoch.
"""

from itertools import repeat
from types import ModuleType
from typing import NamedTuple

import numpy as np

from maxmargin.drivers.dual import DualLearner, KernelSpace, present
from maxmargin.drivers.kernel_rows import KernelRows
from maxmargin.drivers.multiclass import MulticlassLearner
from maxmargin.drivers.p_norm import PNormLearner
from maxmargin.drivers.p_norm_space import normalised
from maxmargin.estimators.checked_input import check_labels
from maxmargin.sparse_input import check_sparse

HYPOTHESES = ("last", "voted", "average")
GRID = np.linspace(-1.0, 1.0, 401)  # of margins, for their distribution


class OnlineLearner(NamedTuple):
    """A rule with its parameters, in the space of a kernel, extended by Δ.

    Without a kernel it is ALMA_p, with `p_norm.Parameters`, and patterns are divided by their
    p-norms. k_best: None to learn every class against the rest; otherwise a rule of AMIRA's family
    learns all classes together and considers that many of the best wrong ones.
    """

    name: str
    rule: ModuleType
    parameters: tuple
    kernel: tuple | None
    extend: float = 0.0
    k_best: int | None = None


class EpochResult(NamedTuple):
    """What an `OnlineLearner` has achieved after an epoch.

    errors: hypothesis -> (on the training set, on the test set), as fractions. updates: (C,), or
    (1,) if all classes are learned together; support_vectors: (C,). kernel_values: as updates, how
    many values of the kernel a learner computes that keeps none, one for each support vector at
    every visit; None without a kernel. distributions: hypothesis ->
    the fraction of the training set with a margin of at most each value of GRID, (401,).
    """

    epoch: int
    errors: dict
    updates: np.ndarray
    support_vectors: np.ndarray
    kernel_values: np.ndarray | None
    distributions: dict


class OnlineData:
    """A training and a test set, and the rows of the kernels' bases on them.

    X: (m, n); y: (m,), of two values or more; X_test, y_test: the same for the test set. memory:
    bytes for the rows of all bases together. Raises ValueError for a class that only the test set
    has.
    """

    def __init__(self, X, y, X_test, y_test, bases, memory, threads):
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
        self.rows = {base: KernelRows(base, self.X, self.X_test, share, threads) for base in bases}

    def parts(self, p):
        """The training and test set, their patterns divided by their p-norms."""
        if p not in self._parts:
            self._parts[p] = [normalised(part, p) for part in (self.X, self.X_test)]
        return self._parts[p]

    def space(self, spec):
        rows = self.rows[spec.kernel.base]
        return KernelSpace(spec.kernel, rows, delta=spec.extend)


def learn_online(specs, data, orders, hypotheses=HYPOTHESES):
    """Yields (spec, `EpochResult`) for each spec after each epoch.

    specs: `OnlineLearner`s. data: `OnlineData`. orders: of the patterns, int32, (m,), one for each
    epoch. hypotheses: those of HYPOTHESES to be judged. Raises OverflowError if one overflows.
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
    if spec.k_best is None:
        return _OneAgainstRest(spec, data)
    return _AllTogether(spec, data)


class _OneAgainstRest:
    """A learner for each class; for two classes, only one for the second."""

    def __init__(self, spec, data):
        n = len(data.classes)
        space = data.space(spec) if spec.kernel else None

        def learner(positive):
            labels = np.where(data.codes == positive, 1, -1)
            if space:
                return DualLearner(spec.rule, spec.parameters, labels, space)
            return PNormLearner(spec.parameters, labels, *data.parts(spec.parameters.p))

        self.learners = [learner(c) for c in (range(n) if n > 2 else [1])]

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
        """The outputs, (C, m + m′), and the weights' norms, (C,); one learner and its negative for
        two classes.
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
        # √2: the difference of two classes' features is √2 times as long as the pattern.
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
                f"{spec.name}: its {hypothesis} hypothesis overflows after {epoch} epochs."
            )
        wrong = np.argmax(outputs, axis=0) != truth
        errors[hypothesis] = (float(wrong[:m].mean()), float(wrong[m:].mean()))
        if hypothesis != "voted":
            margins = margins_of(outputs[:, :m] / norms[:, None], data.codes)
            distributions[hypothesis] = np.searchsorted(np.sort(margins), GRID, side="right") / m
    counts = classifier.updates, classifier.support_vectors, classifier.kernel_values
    return EpochResult(epoch, errors, *counts, distributions)


def margins_of(outputs, codes):
    """Half the difference between each pattern's own class and the best other, (m,), in [−1, 1].

    outputs: (C, m), for weights and patterns of norm 1, so that a difference is at most 2. For two
    opposite outputs it is the margin y w·x̂ of the binary problem (ALMA paper, Section 4).
    """
    own = outputs[codes, np.arange(codes.size)]
    others = outputs.copy()
    others[codes, np.arange(codes.size)] = -np.inf
    return (own - others.max(axis=0)) / 2.0
