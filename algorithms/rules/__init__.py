"""Rules: one short file an algorithm.

A rule sees a pattern y only through numbers: p = a·y, q = ‖y‖², n2 = ‖a‖² and t, the number of
updates made so far. Either it leaves the weight a alone, or it replaces it by s·a + d·y. So a rule
is a module with

`NAME`
    the estimator's name.
`Parameters`
    a NamedTuple of the user's parameters, in the papers' normalised units, with defaults.
`RANGES`
    an interval or a set of words for each of them, written as in mathematics:
    `{"epsilon": "(0, 1]", "threshold": "{t, w}"}`.
`STARTS_FROM_FIRST_PATTERN`
    True when a = y_1 and t = 1 before the first pattern is presented, False for a = 0 and t = 0.
`SCALE_FREE`
    True when a and c·a (c > 0) behave alike, so that a driver may rescale a norm that would
    overflow.
`scaled(parameters, r2)`
    the same tuple in the units of the data, all numbers; r2 is R², the largest ‖y‖², which unlike
    R is exact for integer data.
`bound(n2, t, par)`
    what p is compared with; it changes only when an update is made, and is computed only then.
`wrong(p, bound)`
    whether a pattern calls for an update; where it does for p, it does for all smaller p.
`step(p, q, n2, t, par)`
    the pair (s, d) of the update.

The last three are plain functions of scalars that numba can compile. `t` in them counts the
updates made before this one, and starts from 1 where the rule starts from the first pattern.
"""

import importlib
import pkgutil


def all_rules():
    """Every rule of this folder: a dictionary from `NAME` to the module, in order of name."""
    modules = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)
    )
    return {rule.NAME: rule for rule in sorted(modules, key=lambda rule: rule.NAME)}
