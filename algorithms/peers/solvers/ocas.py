"""OCAS (Franc & Sonnenburg 2008): optimised cutting planes, with linear slacks.

It needs `svmocas` on the PATH, from Debian's package libocas-tools or from its source.
"""

import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from maxmargin.estimators.shared_parameters import declares
from peers.optional import NotInstalled
from peers.solvers.linear_slacks import (
    SLACKS_ATTRIBUTES,
    SLACKS_PARAMETERS,
    Solution,
    WithLinearSlacks,
)

PROGRAM = "svmocas"


@declares(SLACKS_PARAMETERS, attributes=SLACKS_ATTRIBUTES)
class OCAS(WithLinearSlacks):
    __doc__ = __doc__

    NEEDS = PROGRAM

    def _solve(self, patterns, labels, C):
        if shutil.which(PROGRAM) is None:
            raise NotInstalled(
                f"OCAS is not installed: put its {PROGRAM} on the PATH, from Debian's package "
                "libocas-tools.",
                name=PROGRAM,
            )
        from sklearn.datasets import dump_svmlight_file  # imported here because it takes long

        with TemporaryDirectory() as folder:
            file, model = str(Path(folder, "patterns")), Path(folder, "model")
            dump_svmlight_file(patterns, labels, file, zero_based=False)
            options = ["-c", f"{C:.17g}", "-r", repr(float(self.tol))]
            options += [] if self.max_seconds is None else ["-t", repr(float(self.max_seconds))]
            command = [PROGRAM, *options, file, str(model)]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            found = np.loadtxt(model)[:-1]  # up to the last column that is not empty
        weight = np.zeros(patterns.shape[1])
        weight[: found.size] = found
        seconds = float(re.search(r"ocas_time\s*:\s*(\S+)\[s\]", output).group(1))
        if self.max_seconds is not None and seconds > self.max_seconds:
            raise TimeoutError
        return Solution(weight, seconds, True)
