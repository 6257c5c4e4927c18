"""Rules: one short file an algorithm.

A rule sees a pattern y only through numbers: p = a·y, q = ‖y‖², ‖a‖ and t, the number of
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
`ADDITIVE`
    True when s is 1 in every step.
`SCALE_FREE`
    True when a and c·a (c > 0) behave alike, so that a driver may rescale a norm that would
    overflow.
`BOUND_GROWS_BY_TRIAL` (optional)
    True when the bound depends on `now.trials` too, and so is computed for every pattern.
`MAY_NEVER_END` (optional)
    True when a run need not converge even where the patterns are separable; a limit ends it.
`scaled(parameters, r2)`
    the same tuple in the units of the data, all numbers; r2 is R², the largest ‖y‖², which unlike
    R is exact for integer data.
`exponents(par)` (optional)
    two exponents e, for which the driver computes t^e ahead of need.
`bound(now, par)`
    what p is compared with; but for BOUND_GROWS_BY_TRIAL it changes only when an update is made,
    and is computed only then.
`wrong(p, bound)`
    whether a pattern calls for an update; where it does for p, it does for all smaller p.
`step(p, q, now, par)`
    the pair (s, d) of the update.

The last four are plain functions of scalars that numba can compile. `now` holds norm = ‖a‖; n2 =
‖a‖²; t; powers, t^e for the two exponents; and trials, the patterns presented before. t counts the
updates made before this one, and starts from 1 where the rule starts from the first pattern.

A rule of which more is proved (in algorithms/maxmargin/bounds/) may also have

`guaranteed_fraction(updates, directional_margin, par, r2)`
    what part of the maximum directional margin a run that ended so is sure to have reached.
`margin_bound(updates, par, r2)`
    what the maximum directional margin is at most where so many updates could be made.
`asymptotic_fraction(par)`
    what part of the maximum directional margin a run is sure to reach as its threshold grows.

In all three, par is scaled. For comparisons in which the maximum margin is known it may have

`ladder(gamma, radius)`
    a list of `Parameters`, not scaled, with which to reach more and more of the maximum margin γ_d,
    from coarse to fine; without it the default parameters stand alone.
"""

import importlib
import pkgutil

from maxmargin import variants


def all_rules():
    """Every rule of this folder, and those in the files that MARGIN_VARIANTS names: a dictionary
    from `NAME` to the module, in order of name. Raises `variants.RuleError` for a file that holds
    no rule, or one of a name that is taken.
    """
    rules = built_in_rules()
    for path in variants.files():
        rule = variants.load(path)
        if rule.NAME in rules:
            taken = rules[rule.NAME].__file__
            raise variants.RuleError(
                f"{path}: NAME {rule.NAME!r} is that of {taken}: choose another."
            )
        rules[rule.NAME] = rule
    return dict(sorted(rules.items()))


def built_in_rules():
    """Every rule of this folder, as `all_rules` gives them."""
    modules = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)
    )
    return {rule.NAME: rule for rule in sorted(modules, key=lambda rule: rule.NAME)}
