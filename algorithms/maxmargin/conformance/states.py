"""Checks of a rule's functions with many states."""

from math import isfinite, sqrt
from numbers import Real
from typing import Any

import numpy as np

from maxmargin.conformance.calls import called
from maxmargin.conformance.parameters import settings
from maxmargin.conformance.problems import SEED
from maxmargin.contract import State

SQUARED_RADIUS = 7.3  # R² of the states
STATES = 300  # for each choice of parameters
LARGER = 0.1, 1.0, 10.0, 1000.0  # larger thresholds, by the size of a threshold plus 1
_NO_THRESHOLD = "threshold(state, params) is not always a finite number: {}."
_NO_STEP = "step(p, q, state, params) is not always a pair of finite numbers: {}."
_NOT_SCALE_FREE = "SCALE_FREE is True, but a weight twice as long behaves differently."
_NO_MEMORY = "observe does not always give finite numbers: {}."


def state_faults(rule):
    """Return the faults of the rule's functions, as a list of sentences.

    Raises RuleFault for a fault after which further checks make no sense.
    """
    found = []
    rng = np.random.default_rng(SEED)
    for parameters in settings(rule, 0.3, sqrt(SQUARED_RADIUS)):
        params = called(rule, "scaled", parameters, SQUARED_RADIUS)
        if not (isinstance(params, tuple) and _are_numbers(params)):
            return [f"scaled({parameters}, R²) has to give a tuple of numbers; it gives {params}."]
        exponents = called(rule, "exponents", params) if hasattr(rule, "exponents") else ()
        if not (isinstance(exponents, tuple) and len(exponents) in (0, 2)):
            return [
                "exponents(params) has to give two exponents, 0 for an unused exponent; it gives "
                f"{exponents!r}."
            ]
        norm_exponent = 0.0
        if hasattr(rule, "norm_exponent"):
            norm_exponent = called(rule, "norm_exponent", params)
            if not _are_numbers([norm_exponent]):
                return [f"norm_exponent(params) has to give a number; it gives {norm_exponent!r}."]
        memory = called(rule, "initial_memory", params) if hasattr(rule, "observe") else ()
        if not (isinstance(memory, tuple) and _are_numbers(memory)):
            return [f"initial_memory(params) has to give a tuple of numbers; it gives {memory!r}."]
        if not rule.STARTS_FROM_FIRST_PATTERN and (
            fault := _fault_at_first_pattern(rule, params, exponents, norm_exponent, memory)
        ):
            found += [] if fault in found else [fault]
        for _ in range(STATES):
            t = int(rng.integers(1, 1000))
            norm, q = 10.0 ** rng.uniform(-1, 2), SQUARED_RADIUS * rng.uniform(0.05, 1.0)
            powers = tuple(float(t) ** e for e in exponents)
            dual = rng.uniform(0.0, norm) * rng.integers(0, 2) if _uses_dual(rule) else 0.0
            label = float(rng.choice([-1.0, 1.0])) if getattr(rule, "USES_LABEL", False) else 0.0
            state = State(
                norm=norm,
                squared_norm=norm**2,
                t=t,
                powers=powers,
                visits=3 * t,
                memory=memory,
                norm_power=norm**norm_exponent,
                epochs=t // 10,
                dual=float(dual),
                label=label,
            )
            p = rng.uniform(-1, 1) * norm * sqrt(q)
            fault = _fault_of_state(rule, params, state, p, q, 2.0**norm_exponent)
            if fault and fault not in found:
                found.append(fault)
            if hasattr(rule, "observe") and not fault:
                memory = rule.observe(p, q, _violates(rule, p, state, params), state, params)
    return found


def _fault_at_first_pattern(rule, params, exponents, norm_exponent, memory):
    """Return a sentence about a number that is not finite at a weight of zero, or None.

    With numpy's numbers a division by zero gives infinity or NaN, as in compiled code.
    """
    zero, q = np.float64(0.0), np.float64(SQUARED_RADIUS)
    t: Any = np.int64(0)
    with np.errstate(all="ignore"):
        powers = tuple(zero**e for e in exponents)
        state = State(zero, zero, t, powers, t, memory, zero**norm_exponent, t, zero, zero + 1.0)
        try:
            bound = rule.threshold(state, params)
            if not np.isfinite(bound):
                return _NO_THRESHOLD.format(_where(bound, state))
            if not _violates(rule, zero, state, params):
                return None
            found = rule.step(zero, q, state, params)
            if not np.isfinite(found).all():
                return _NO_STEP.format(_where(found, state))
            if hasattr(rule, "observe"):
                memory = rule.observe(zero, q, True, state, params)
                if not np.isfinite(memory).all():
                    return _NO_MEMORY.format(_where(memory, state))
        except (ArithmeticError, ValueError, TypeError):
            return None  # Python's own functions are stricter than compiled ones
    return None


def _where(value, state):
    """Describe a value and the state in which a function gave it. NaN is named."""
    values = ", ".join(f"{float(v):.6g}" for v in np.atleast_1d(value)).replace("nan", "NaN")
    memory = f", memory {tuple(float(v) for v in state.memory)}" if state.memory else ""
    return f"it gives {values} at t = {int(state.t)}, ‖a‖ = {float(state.norm):.6g}{memory}"


def _fault_of_state(rule, params, state, p, q, power_of_two):
    """Return a sentence about a fault in one state, or None.

    power_of_two: 2^e for the rule's exponent of the norm.
    """
    bound = called(rule, "threshold", state, params)
    if not isinstance(bound, Real):
        return f"threshold(state, params) has to give a number; it gives {bound!r}."
    if not isfinite(bound):
        return _NO_THRESHOLD.format(_where(bound, state))
    larger = state._replace(norm_power=2.0 * state.norm_power)
    if called(rule, "threshold", larger, params) < bound:
        return "threshold(state, params) falls as state.norm_power grows; it has to grow with it."
    violated = _violates(rule, p, state, params)
    longer = _twice_as_long(state, power_of_two)
    if rule.SCALE_FREE and _violates(rule, 2 * p, longer, params) != violated:
        return _NOT_SCALE_FREE
    if fault := _fault_of_memory(rule, params, state, p, q, violated):
        return fault
    if not violated:
        return None
    if not (_is_lowering(state, p, bound) or _violates(rule, p - 1.0, state, params)):
        return (
            "if violates(p, threshold) is True for p, it has to be True for all smaller p, but it "
            "is not."
        )
    if not _is_lowering(state, p, bound):
        dual = (state.dual,) if _uses_dual(rule) else ()
        for more in LARGER:
            larger_bound = float(bound) + more * (1.0 + abs(float(bound)))
            if not called(rule, "violates", p, larger_bound, *dual):
                return (
                    "if violates(p, threshold) is True for a threshold, it has to be True for all "
                    "larger thresholds, but it is not."
                )
    found = called(rule, "step", p, q, state, params)
    if not (isinstance(found, tuple) and len(found) == 2 and _are_real(found)):
        return f"step(p, q, state, params) has to give a pair of numbers; it gives {found!r}."
    s, d = found
    if not (isfinite(s) and isfinite(d)):
        return _NO_STEP.format(_where(found, state))
    if rule.ADDITIVE and s != 1.0:
        return "ADDITIVE is True, but the s of step's (s, d) is not always 1."
    if s < 0.0 or (d < 0.0 and not _uses_dual(rule)):
        return (
            "step's s or d can be below 0: then the weight is not a sum of patterns with α >= 0, "
            "and the certificate ‖a‖/Σα does not hold. With USES_DUAL = True a rule may lower a "
            "dual."
        )
    if d < 0.0 and state.dual == 0.0:
        return "step's d can be below 0 at a dual of 0, but the driver then changes nothing."
    if rule.SCALE_FREE:
        found = called(rule, "step", 2 * p, q, longer, params)
        if not np.allclose(found, (s, 2 * d), rtol=1e-12, atol=0):
            return _NOT_SCALE_FREE
    return None


def _twice_as_long(state, power_of_two):
    """Return the state of a weight twice as long."""
    return state._replace(
        norm=2 * state.norm,
        squared_norm=4 * state.squared_norm,
        norm_power=power_of_two * state.norm_power,
        dual=2 * state.dual,
    )


def _fault_of_memory(rule, params, state, p, q, violated):
    """Return a sentence about a fault of the updated memory, or None."""
    if not hasattr(rule, "observe"):
        return None
    memory = called(rule, "observe", p, q, violated, state, params)
    if not isinstance(memory, tuple) or len(memory) != len(state.memory):
        return "observe has to give a tuple of as many numbers as initial_memory."
    return None if _are_numbers(memory) else _NO_MEMORY.format(_where(memory, state))


def _is_lowering(state, p, bound):
    """Return whether a pattern may violate because its product and its dual are too large."""
    return state.dual > 0.0 and p > bound


def _violates(rule, p, state, params):
    dual = (state.dual,) if _uses_dual(rule) else ()
    return called(rule, "violates", p, called(rule, "threshold", state, params), *dual)


def _uses_dual(rule):
    return getattr(rule, "USES_DUAL", False)


def _are_numbers(values):
    return all(isinstance(value, float | int) and isfinite(value) for value in values)


def _are_real(values):
    return all(isinstance(value, Real) for value in values)
