"""The Margitron paper's theorems as statements about runs; `margitron.py` has the bounds."""

from math import isfinite, sqrt

from maxmargin.bounds import margitron
from maxmargin.theorems.theorem import Theorem, all_of, least_margin, most_updates


def _threshold(facts):
    """Return (ε, b in the units of the data, "t" or "w")."""
    if facts.algorithm == "PerceptronWithMargin":
        return 1.0, facts.scaled.b, "t"
    epsilon, b, _ = facts.scaled
    return epsilon, b, facts.given.threshold


def _margitron(function):
    def bound(facts):
        epsilon, b, threshold = _threshold(facts)
        return function(facts.gamma, facts.squared_radius, epsilon, b, threshold)

    return bound


def _is(threshold, low, high):
    """Return the condition that a run is of this margitron, with low < ε <= high."""

    def condition(facts):
        epsilon, b, own = _threshold(facts)
        return own == threshold and low < epsilon <= high and b > 0

    return condition


def _after(facts):
    epsilon, b, threshold = _threshold(facts)
    return margitron.fraction_after_running(
        facts.updates, facts.directional_margin, facts.squared_radius, epsilon, b, threshold
    )


def _by_updates(facts):
    """Return the upper bound L/t on γ_d."""
    epsilon, b, threshold = _threshold(facts)
    return margitron.margin_bound(facts.updates, facts.squared_radius, epsilon, b, threshold)


def _falls(facts):
    """Return the condition of Remark 2 on ε and b, with which (15) and (16) hold."""
    epsilon, b, threshold = _threshold(facts)
    if epsilon >= 0.5:
        return True
    return margitron.fraction_at(1, facts.gamma, facts.squared_radius, epsilon, b, threshold) >= 1


def _whatever(facts):
    epsilon, b, threshold = _threshold(facts)
    return margitron.fraction_whatever_the_margin(facts.squared_radius, epsilon, b, threshold)


def _promised(accuracy):
    """Return a function of `Facts`: the fraction of γ_d that is guaranteed for the δ of a run."""

    def fraction(facts):
        epsilon, _, threshold = _threshold(facts)
        return margitron.limit_of_fraction(epsilon, threshold) / (1 + accuracy(facts))

    return fraction


def _updates_for(updates, accuracy):
    """Return a function of `Facts`: a bound on the updates for the δ of a run."""

    def bound(facts):
        epsilon, _, threshold = _threshold(facts)
        return updates(facts.gamma, facts.squared_radius, epsilon, accuracy(facts), threshold)

    return bound


def margitron_theorems():
    """Yield the `Theorem` on the extension's margin, then the theorems on runs."""
    yield Theorem(
        source="margitron",
        name="Section 4",
        quantity="γ_{d}",
        most=False,
        statement="γ_{d} ≥ Δ/√m",
        algorithms=("MaximumMargin",),
        bound=lambda facts: facts.extend / sqrt(facts.patterns),
        measured=lambda facts: facts.gamma,
        applies=lambda facts: facts.extend > 0 and isfinite(facts.patterns),
    )

    root, closed = (
        _margitron(function)
        for function in (margitron.updates_bound, margitron.updates_bound_in_closed_form)
    )
    before = _margitron(margitron.fraction_before_running)
    covered = _margitron(margitron.is_covered_by_lemma_1)
    own, both = ("Margitron",), ("Margitron", "PerceptronWithMargin")
    t, w = _is("t", 0, 1), _is("w", 0, 1)
    most, least = "t ≤ t_{b}", "γ′_{d} ≥ f_{b} γ_{d}"
    yield most_updates("margitron", "Theorem 3.1, (7)", f"{most} in closed form", both, closed, t)
    yield most_updates("margitron", "Theorem 3.1, (12)", most, both, root, t)
    yield least_margin("margitron", "Theorem 3.1, (8)", f"{least}, any γ_{{d}}", both, _whatever, t)
    yield least_margin("margitron", "Theorem 3.1, (9)", f"{least}, after running", both, _after, t)
    yield least_margin("margitron", "Theorem 3.1, (14)", f"{least}, before", both, before, t)
    yield Theorem(
        source="margitron",
        name="Remark 1",
        quantity="γ_{d}",
        most=True,
        statement="γ_{d} ≤ L/t, after running",
        algorithms=both,
        bound=_by_updates,
        measured=lambda facts: facts.gamma,
        applies=t,
    )
    t_falls = all_of(t, _falls)
    at_the_end = _margitron(margitron.fraction_at_the_end)
    yield least_margin("margitron", "Remark 2, (15)", least, both, at_the_end, t_falls)
    delta = _margitron(margitron.accuracy_of_b)
    limit = "γ′_{d} ≥ (1 − ε/2) γ_{d}/(1 + δ)"
    yield least_margin("margitron", "Remark 2, (16)", limit, both, _promised(delta), t_falls)
    w_covered = all_of(w, covered)
    name = "Theorem 3.2, (33)"
    yield most_updates("margitron", name, f"{most} in closed form", own, closed, w_covered)
    yield most_updates("margitron", "Theorem 3.2, (24)", most, own, root, w)
    yield least_margin("margitron", "Theorem 3.2, (20)", f"{least}, any γ_{{d}}", own, _whatever, w)
    yield least_margin("margitron", "Theorem 3.2, (21)", f"{least}, after running", own, _after, w)
    yield least_margin("margitron", "Theorem 3.2, (30)", f"{least}, before", own, before, w)
    limit = "γ′_{d} ≥ γ_{d}/((1 + ε)(1 + δ))"
    sharper = _margitron(margitron.sharper_accuracy_of_b)
    yield least_margin("margitron", "Theorem 3.3", limit, own, _promised(delta), w_covered)
    yield least_margin(
        "margitron", "Remark 4, derived here", limit, own, _promised(sharper), w_covered
    )
    most = "t ≤ x (1 + ε)/(2εδ) (R/γ_{d})^{2}, x = δ + x^{1−ε}"
    bound = _updates_for(margitron.updates_for_accuracy, delta)
    yield most_updates("margitron", "Theorem 3.3 with (33)", most, own, bound, w_covered)
    most = "t ≤ (1 + ε)(1 + δ)/(2εδ) (R/γ_{d})^{2}"
    bound = _updates_for(margitron.updates_for_sharper_accuracy, sharper)
    yield most_updates("margitron", "Theorem 3.4, derived here", most, own, bound, w_covered)
    for threshold in ("t", "w"):
        applies, name = _is(threshold, 1, 2), f"Theorem 3.5, {threshold}-margitron"
        yield most_updates("margitron", name, "t ≤ t_{b} in closed form", own, closed, applies)
        yield least_margin("margitron", name, f"{least}, before", own, before, applies)
