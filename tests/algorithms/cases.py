"""Every rule, with parameters, and every storage, for tests of all of them."""

import numpy as np
from scipy import sparse

from maxmargin.storages import binary, dense
from maxmargin.storages import sparse as compressed

# Values with which every rule converges on these problems, some after many updates.
CASES = [
    ("ALMA", (0.5,)),
    ("ALMA", (0.5, None, 1.4, "always")),
    ("AMIRA", (0.3,)),
    ("AdaTron", (0.1,)),
    ("AggressiveROMMA", (0.2,)),
    ("Ballseptron", (0.003,)),
    ("CRAMMA", (0.5, 0.05, 1.0)),
    ("ConstantShrinking", (2.0, 1e-5)),
    ("KrauthMezard", (1.5,)),
    ("MICRA", (0.5, 0.8, 1.0, 0.5)),
    ("MIRA", ()),
    ("Margitron", (0.5, 0.1, "t")),
    ("Margitron", (1.5, 0.5, "w")),
    ("Margitron", (0.5, 0.1, "w")),
    ("NORMA", (1e-3, 0.1)),
    ("PDM", (0.3,)),
    ("PassiveAggressive", ()),
    ("Pegasos", (0.01,)),
    ("Perceptron", ()),
    ("PerceptronWithMargin", (2.0,)),
    ("PrimalSVM", (1e-3,)),
    ("ROMMA", ()),
    ("UnnormalisedALMA", (0.5,)),
    ("VariableShrinking", (2.0, 3.0)),
]
# Defined by their visits, and by the duals of all patterns.
NEVER_WORST_FIRST = {"AdaTron", "NORMA", "Pegasos", "PrimalSVM"}
# Those that need not converge, with a number of updates at which rounding plays no part.
ENDLESS = {"NORMA": 500, "PassiveAggressive": 15, "Pegasos": 500, "PrimalSVM": 500}
STORAGES = {
    "dense": (dense, False, np.asarray),
    "sparse": (compressed, False, sparse.csr_matrix),
    "binary": (binary, True, sparse.csr_matrix),
}
# Kept products do not depend on the storage; every pair of the two takes seconds to compile.
WAYS = [("dense", True), ("dense", False), ("sparse", False), ("binary", False)]
