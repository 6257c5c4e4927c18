"""SVM^light (Joachims 1999), run as in the MICRA paper, Section 4: C = 10⁵, q = 10, 400 MB.

Its licence forbids redistribution, so that users have to install `svm_learn` themselves.
"""

import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from maxmargin.estimators.shared_parameters import declares
from peers.optional import NotInstalled, is_installed
from peers.solvers.classifier import SOLVER_ATTRIBUTES, SOLVER_PARAMETERS, Baseline, Hyperplane
from peers.solvers.margins import extended

PROGRAM = "svm_learn"


@declares(SOLVER_PARAMETERS, attributes=SOLVER_ATTRIBUTES)
class SVMlight(Baseline):
    __doc__ = f"""{__doc__}
    fit raises NotInstalled if `svm_learn` is not on the PATH.
    """

    def _solve(self, X, labels):
        if not is_installed(PROGRAM):
            raise NotInstalled(
                f"SVM^light is not installed: put its {PROGRAM} on the PATH.", name=PROGRAM
            )
        from sklearn.datasets import dump_svmlight_file  # imported here because it takes long

        m, n = X.shape
        Z = extended(X, self.extend)
        with tempfile.TemporaryDirectory() as folder:
            patterns, model, alphas = (
                str(Path(folder, name)) for name in ("patterns", "model", "alphas")
            )
            dump_svmlight_file(Z, labels, patterns, zero_based=False)
            options = ["-c", "1e5", "-q", "10", "-m", "400", "-e", repr(float(self.tol))]
            command = [PROGRAM, *options, "-a", alphas, patterns, model]
            output = self._output_of(command)
            signed = np.loadtxt(alphas)
            threshold = re.search(r"^(\S+) # threshold b", Path(model).read_text(), re.MULTILINE)
        seconds = float(re.search(r"Runtime in cpu-seconds: (\S+)", output).group(1))
        weight = Z.T @ signed
        duals = labels * signed
        return Hyperplane(
            weight[:n], -float(threshold.group(1)), self.extend * duals, duals, seconds
        )

    def _output_of(self, command):
        try:
            return subprocess.run(
                command, capture_output=True, text=True, check=True, timeout=self.max_seconds
            ).stdout
        except subprocess.TimeoutExpired:
            raise TimeoutError from None
