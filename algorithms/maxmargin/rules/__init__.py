"""Rules: one short file per algorithm.

A rule sees a pattern y only through numbers: p = a·y, q = ‖y‖², ‖a‖ and t, the number of updates
made so far. It either leaves the weight a alone or replaces it by s·a + d·y. So a rule is a module
with

`NAME`
    the estimator's name.
`Parameters`
    a NamedTuple of the user's parameters, in the papers' normalised units, with defaults.
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
    True if a run need not converge even where the patterns are separable; a limit ends it.
`scaled(parameters, squared_radius)`
    the same tuple in the units of the data, all numbers; squared_radius is R², the largest ‖y‖²,
    which unlike R is exact for integer data.
`exponents(params)` (optional)
    two exponents e, for which the driver computes t^e in advance.
`norm_exponent(params)` (optional)
    an exponent e, for which the driver computes `state.norm_power`, ‖a‖^e, for the threshold alone.
    The threshold must not fall as it grows: most patterns are decided by bounds on it, which are
    cheaper.
`threshold(state, params)`
    what p is compared with. It changes only when an update is made, and is computed only then.
`violates(p, threshold)`
    whether a pattern calls for an update. If it does for p, it does for all smaller p, and for all
    larger thresholds.
`step(p, q, state, params)`
    the pair (s, d) of the update, neither of them negative.

The last five are plain functions of scalars that numba can compile; `params` are scaled. `state`
holds norm = ‖a‖; squared_norm = ‖a‖²; t; powers, t^e for the two exponents; norm_power; and what
the entries below describe. t counts the updates made before this one, and starts from 1 if the rule
starts from the first pattern.

A rule may ask for more, and pays for it: its threshold is computed for every pattern, and no
pattern is skipped because its product is known to be large enough. It may have

`THRESHOLD_GROWS_BY_VISIT`
    True if the threshold depends on `state.visits`, the number of patterns presented before this
    one. Such a run never converges, as the threshold always calls for updates again.
`initial_memory(params)`
    the rule's own memory at the start, a tuple of floats, which is `state.memory`.
`observe(p, q, violated, state, params)`
    that memory, updated. It is called once for every pattern that is presented, whether it violated
    or not, with the state that `violates` and `step` are given; what it returns is the memory from
    the next pattern on. An epoch without an update still ends the run.
`USES_DUAL`
    True if the rule uses `state.dual`, α_k of the weight Σ α_k y_k. `violates(p, threshold, dual)`
    is passed it too; if it holds for p and α_k = 0, it has to hold for all smaller p. d may be
    negative: the driver does not let the dual fall below 0, so that the certificate ‖a‖/Σα holds.

A rule about which more is proved (in maxmargin/bounds/) may also have

`guaranteed_fraction(updates, directional_margin, params, squared_radius)`
    the fraction of the maximum directional margin that a run which ended so is sure to have
    reached.
`margin_bound(updates, params, squared_radius)`
    an upper bound on the maximum directional margin, given that so many updates were made.
`asymptotic_fraction(params)`
    the fraction of the maximum directional margin that a run is sure to reach as its threshold
    grows.

For comparisons in which the maximum margin is known it may have

`parameter_grid(maximum_margin, radius)`
    a list of `Parameters`, not scaled, from coarse to fine accuracy; γ_d and R are in the units of
    the data. Without it only the default parameters are used.
"""

import importlib
import pkgutil

from maxmargin import variants


def all_rules():
    """Every rule of this folder and of the files that MARGIN_VARIANTS names: a dictionary from
    `NAME` to the module, in order of name. Raises `variants.RuleError` for a file without a rule,
    or with a rule whose name is taken.
    """
    rules = built_in_rules()
    for path in variants.files():
        rule = variants.load(path)
        if rule.NAME in rules:
            taken = rules[rule.NAME].__file__
            raise variants.RuleError(
                f"{path}: NAME {rule.NAME!r} is already that of {taken}: choose another."
            )
        rules[rule.NAME] = rule
    return dict(sorted(rules.items()))


def built_in_rules():
    """The rules of this folder alone, as `all_rules` returns them."""
    modules = (
        importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)
    )
    return {rule.NAME: rule for rule in sorted(modules, key=lambda rule: rule.NAME)}
