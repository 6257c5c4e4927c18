"""LIBSVM (Chang & Lin 2001), run as in the MICRA paper, Section 4: C = 10⁵."""

import numpy as np

from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, declares
from maxmargin.preparation import memoised
from peers.optional import optional
from peers.solvers.classifier import (
    SOLVER_ATTRIBUTES,
    SOLVER_PARAMETERS,
    Baseline,
    Hyperplane,
    timed,
)
from peers.solvers.margins import extended
from peers.time_limit import in_time

CACHE = Parameter(
    400.0, [POSITIVE], "The memory for kernel values, in MB. The default is the MICRA paper's."
)


@declares(SOLVER_PARAMETERS, {"cache_size": CACHE}, attributes=SOLVER_ATTRIBUTES)
class LIBSVM(Baseline):
    __doc__ = __doc__

    def _solve(self, X, labels):
        m, n = X.shape
        Z = memoised(extended, X, self.extend)
        libsvm = _libsvm()
        options = libsvm.svm_parameter(f"-s 0 -t 0 -c 1e5 -e {self.tol} -m {self.cache_size} -q")
        problem = memoised(libsvm.svm_problem, labels, Z)
        support, signed, threshold, seconds = in_time(self.max_seconds, _train, problem, options)
        weight = Z[support].T @ signed
        duals = np.zeros(m)
        duals[support] = labels[support] * signed
        return Hyperplane(weight[:n], threshold, self.extend * duals, duals, seconds)


def _libsvm():
    return optional("libsvm.svmutil", "libsvm-official")


def _train(problem, options):
    """Return the support vectors' rows and signed coefficients, the threshold and the seconds."""
    model, seconds = timed(_libsvm().svm_train, problem, options)
    support = np.array(model.get_sv_indices(), dtype=int) - 1
    sign = model.get_labels()[0]
    signed = sign * np.array([coefficient for (coefficient,) in model.get_sv_coef()])
    return support, signed, -sign * model.rho[0], seconds
