"""Every rule with parameters, and every storage, for tests that go through all of them.

A rule added to rules/ is tested with its defaults and needs no entry here.
"""

import numpy as np
import pytest
from scipy import sparse

from maxmargin.compilation.rule_traits import traits_of
from maxmargin.rules import built_in_rules
from maxmargin.storages import binary, dense
from maxmargin.storages import sparse as compressed
from tests.chosen import marks_of_target, slow_unless

# Parameters with which a rule converges on these problems, some after many updates.
CHOSEN = [
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
    ("PassiveAggressive", (0.5, "I")),
    ("PassiveAggressive", (0.5, "II")),
    ("Pegasos", (0.01,)),
    ("Perceptron", ()),
    ("PerceptronWithMargin", (2.0,)),
    ("PrimalSVM", (1e-3,)),
    ("ROMMA", ()),
    ("UnnormalisedALMA", (0.5,)),
    ("VariableShrinking", (2.0, 3.0)),
]
RULES = built_in_rules()
CASES = CHOSEN + [(name, ()) for name in RULES if name not in dict(CHOSEN)]
# Rules that the worst-first driver refuses.
NEVER_WORST_FIRST = {
    name
    for name, rule in RULES.items()
    if any(
        getattr(rule, flag, False)
        for flag in ("THRESHOLD_GROWS_BY_VISIT", "USES_DUAL", "USES_LABEL")
    )
}
# Rules that treat the two classes differently.
BY_CLASS = {name for name, rule in RULES.items() if getattr(rule, "USES_LABEL", False)}
# Rules that need not converge, with a number of updates at which rounding plays no part.
ENDLESS = {
    name: 500
    for name, rule in RULES.items()
    if getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False)
    or (getattr(rule, "MAY_NEVER_END", False) and name not in dict(CHOSEN))
} | {"PassiveAggressive": 15}
STORAGES = {
    "dense": (dense, False, np.asarray),
    "sparse": (compressed, False, sparse.csr_matrix),
    "binary": (binary, True, sparse.csr_matrix),
}
# Cached products do not depend on the storage; every pair of the two takes seconds to compile.
STORAGES_AND_CACHING = [("dense", True), ("dense", False), ("sparse", False), ("binary", False)]


def _kind(rule):
    """Return what decides which code the drivers compile around a rule's own functions."""
    flags = rule.ADDITIVE, rule.SCALE_FREE, rule.STARTS_FROM_FIRST_PATTERN
    return (*traits_of(rule), *flags, hasattr(rule, "exponents"), hasattr(rule, "norm_exponent"))


# Each combination of a rule and a loop takes seconds to compile. So `by_target` leaves only these
# rules to `make test`: two that many tests use anyway, and one that scales its weight.
IN_ALL_LOOPS = ("PDM", "MICRA", "ALMA")

# One rule of each kind: one of IN_ALL_LOOPS if there is one, otherwise the first.
_RULES = sorted(RULES, key=lambda name: name not in IN_ALL_LOOPS)
OF_EACH_KIND = {_kind(RULES[name]): name for name in reversed(_RULES)}.values()


def by_target(cases, long=OF_EACH_KIND):
    """Return cases, tuples that begin with a rule's name, as parameters.

    `make test` runs the cases of IN_ALL_LOOPS, `make test-long` those of the other rules of `long`,
    and `make test-slow` the rest.
    """
    return [
        pytest.param(*case, marks=marks_of_target(case[0] in IN_ALL_LOOPS, case[0] in long))
        for case in cases
    ]


def slow_beyond(rules, cases):
    """Return cases, tuples that begin with a rule's name, as parameters.

    `make test-slow` runs the cases of other rules than `rules`.
    """
    return [pytest.param(*case, marks=slow_unless(case[0] in rules)) for case in cases]


def slow_beyond_kinds(cases):
    """Return `slow_beyond` of one rule of each kind."""
    return slow_beyond(OF_EACH_KIND, cases)


# What a loop asks of a storage and of an average depends on how the weight changes. These rules
# differ in it: by adding patterns, by adding them with powers of t, at each visit, and by scaling
# it too. `make test-long` compiles all storages and averages for them alone.
BY_CHANGE = ("PDM", "MICRA", "Pegasos", "ALMA")

# Class weights make labels real numbers, for which every loop is compiled once more. These rules
# differ in what they read: only t, tabulated powers, the visits and label, and α.
WITH_CLASS_WEIGHTS = ("PDM", "MICRA", "NORMA", "AdaTron")


def slow_beyond_class_weights(cases):
    """Return `slow_beyond` of WITH_CLASS_WEIGHTS."""
    return slow_beyond(WITH_CLASS_WEIGHTS, cases)


def _cases_and_storages():
    """Yield every case in every storage, with and without cached products.

    In `make test` the rules of IN_ALL_LOOPS have all storages, and the others have dense patterns
    without cached products. `make test-long` adds all storages for BY_CHANGE, and cached products
    for one rule of each kind.
    """
    for name in RULES:
        for values in (values for case, values in CASES if case == name):
            for storage, cached in STORAGES_AND_CACHING:
                quick = name in IN_ALL_LOOPS or (storage == "dense" and not cached)
                long = name in BY_CHANGE or (storage == "dense" and name in OF_EACH_KIND)
                yield pytest.param(
                    name, values, storage, cached, marks=marks_of_target(quick, long)
                )


CASES_AND_STORAGES = [*_cases_and_storages()]
