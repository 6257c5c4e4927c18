"""Rules: one short file per algorithm.

A rule sees a pattern y only through numbers: p = a·y, q = ‖y‖², ‖a‖ and t, the number of earlier
updates. It either leaves the weight a as it is, or replaces a by s·a + d·y. A rule is a module with

`NAME`
    the estimator's name.
`Parameters`
    a NamedTuple of the user's parameters, in the papers' normalised units, with defaults. Its
    docstring gives each parameter a text, such as "epsilon, zeta: exponents. eta: a rate."
`RANGES`
    an interval or a set of words for each parameter, written as in mathematics:
    `{"epsilon": "(0, 1]", "threshold": "{t, w}"}`.
`STARTS_FROM_FIRST_PATTERN`
    True if a = y_1 and t = 1 before the first pattern is presented, False if a = 0 and t = 0.
`ADDITIVE`
    True if s is 1 in every step.
`SCALE_FREE`
    True if a and c·a (c > 0) behave alike, so that a driver may rescale a norm that would
    overflow.
`MAY_NEVER_END` (optional)
    True if a run need not converge although the patterns are separable. A limit then ends the run.
`scaled(parameters, squared_radius)`
    returns the same tuple in the units of the data, all numbers. squared_radius is R², the largest
    ‖y‖². Unlike R, R² is exact for integer data.
`exponents(params)` (optional)
    returns two exponents e, for which the driver computes t^e in advance.
`norm_exponent(params)` (optional)
    returns an exponent e, for which the driver computes `state.norm_power`, ‖a‖^e, for the
    threshold alone. The threshold must not fall as norm_power grows, because the driver decides
    most patterns by cheaper bounds on norm_power.
`threshold(state, params)`
    returns the number to which p is compared. It is computed after each update only, and must not
    change in between.
`violates(p, threshold)`
    returns whether a pattern calls for an update. If `violates` is True for p, it is also True for
    all smaller p and for all larger thresholds.
`step(p, q, state, params)`
    returns the pair (s, d) of the update. Neither number is negative.

`exponents` to `step` are plain functions of scalars that numba can compile. `params` are scaled.
`state` holds norm = ‖a‖; squared_norm = ‖a‖²; t; powers, t^e for the two exponents; and norm_power,
visits, epochs, memory, dual and label, which the entries describe. t counts the earlier updates. It
starts from 1 if the rule starts from the first pattern.

A rule may also define some of the names below. The driver then computes the threshold for every
pattern, and skips no pattern with a product known to be large.

`THRESHOLD_GROWS_BY_VISIT`
    True if the threshold depends on `state.visits`, the number of patterns presented earlier. The
    rule then never ends a run, because the threshold always calls for updates again. A limit, a
    target or the estimator's own stopping rule ends it.
`initial_memory(params)`
    returns the rule's own memory at the start, a tuple of floats, which is `state.memory`.
`observe(p, q, violated, state, params)`
    returns the updated memory, which applies from the next pattern on. The driver calls it once for
    every pattern presented, violating or not, with the state that `violates` and `step` get. An
    epoch without an update still ends the run.
`USES_DUAL`
    True if the rule uses `state.dual`, the α_k of the weight Σ α_k y_k. The driver then calls
    `violates(p, threshold, dual)`. If `violates` is True for p and α_k = 0, then `violates` must be
    True for all smaller p. d may be negative. The driver keeps the dual at 0 or above, so that the
    certificate ‖a‖/Σα holds.
`USES_LABEL`
    True if the rule uses `state.label`, 1.0 for a pattern of the positive class and -1.0 for one of
    the negative class, as for margins that differ by class.
`USES_EPOCHS`
    True if the rule uses `state.epochs`, the number of full epochs that have ended. An epoch
    without an update still ends the run.

If theorems about a rule are known (see maxmargin/bounds/), the rule may have

`guaranteed_fraction(updates, directional_margin, params, squared_radius)`
    returns the fraction of the maximum directional margin that a converged run is sure to have
    reached.
`margin_bound(updates, params, squared_radius)`
    returns an upper bound on the maximum directional margin, given the number of updates.
`asymptotic_fraction(params)`
    returns the fraction of the maximum directional margin that a run is sure to reach as its
    threshold grows.

For comparisons with a known maximum margin a rule may have

`parameter_grid(maximum_margin, radius)`
    returns a list of `Parameters`, not scaled, from coarse to fine accuracy. γ_d and R are in the
    units of the data. Without this function only the default parameters are used.
"""

import importlib
import pkgutil

from maxmargin import variants


def all_rules():
    """Return every rule of this folder and of the files in MARGIN_VARIANTS.

    The result is a dictionary from `NAME` to module, sorted by name. Raises `variants.VariantError`
    for a file without a rule, or with a rule whose name is taken.
    """
    rules = built_in_rules()
    for path in variants.files():
        rule = variants.load(path)
        if rule.NAME in rules:
            raise variants.name_is_taken(rule, str(rules[rule.NAME].__file__))
        rules[rule.NAME] = rule
    return dict(sorted(rules.items()))


def built_in_rules():
    """Return the rules of this folder alone, in the form of `all_rules`."""
    modules = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)
    )
    return {rule.NAME: rule for rule in sorted(modules, key=lambda rule: rule.NAME)}
