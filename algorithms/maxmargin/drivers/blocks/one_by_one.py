"""A weight that learns from one pattern per call, with features that may be new."""

from math import sqrt

import numpy as np

from maxmargin.compilation.binding import bind
from maxmargin.drivers.sequential.arguments import Arguments
from maxmargin.drivers.sequential.driver import kernel_of
from maxmargin.drivers.shared import storage_kernel
from maxmargin.drivers.shared.averages import completed, new_average
from maxmargin.drivers.shared.pattern_order import PatternOrder, squared_norm_of
from maxmargin.drivers.shared.progress import bound_of
from maxmargin.drivers.shared.scaled_rule import ScaledRule
from maxmargin.drivers.shared.state import (
    ENDED_FAILED,
    ENDED_STUCK,
    RUN_STATE,
    STOPPED_BY_ROUNDING,
    failure,
)
from maxmargin.storages import sparse
from maxmargin.storages.rows import UINT16_FEATURES, column_type

FEATURES = 16  # features that the weight has room for at first
PATTERNS = 1024  # duals that there is room for at first
PYTHON_NUMBERS = frozenset({float, int, bool})


class Loop:
    """The compiled loop of a rule, with the arrays of the pattern that it presents.

    The arrays share memory with `arguments`, so that they are not copied or stored.
    """

    def __init__(self, rule, scaled_rule, weight):
        """Make the arrays of a pattern for a `OneByOneWeight`, and the arguments of the loop."""
        self.rule, self.scaled_rule = rule, scaled_rule
        size = -(-weight.weights.size // sparse.GROUP) * sparse.GROUP
        places = column_type(weight.weights.size - 2)  # as in fit, which shares the compiled code
        self.values, self.places = np.zeros(size), np.zeros(size, places)
        self.starts = np.zeros(2, np.uint64)
        self.squares, self.ids, self.dual = np.zeros(1), np.ones(1, np.int32), np.zeros(1)
        self.epochs = weight.run_states["epochs"]
        patterns = sparse.Patterns(self.values, self.places, self.starts)
        order = PatternOrder(self.ids, patterns, weight.labels, self.squares, self.dual)
        every = order._replace(duals=weight.duals)
        self.arguments = Arguments.at_start(
            (every, order, every),
            weight,
            scaled_rule,
            weight.weights,
            weight.run_states,
            squared_radius=weight.squared_radius,
            reordered=True,
            mini_epochs=0,
            averaged=weight.averaged,
        )


def python_numbers(pattern):
    """Return a pattern, a dictionary from feature to value, with Python's numbers for numpy's.

    A product of two of numpy's numbers has their precision: 200 · 200 is 64 in uint8.
    """
    if PYTHON_NUMBERS.issuperset(map(type, pattern.values())):
        return pattern
    return {
        feature: value.item() if isinstance(value, np.generic) else value
        for feature, value in pattern.items()
    }


class OneByOneWeight:
    """A rule's weight a = scale·v that learns from sparse patterns, one per call.

    A call takes time proportional to the features of its pattern, apart from the growth of arrays,
    which double. The updates are those of `BlockWeight` on the same patterns, up to the order in
    which sums are rounded. `attach` comes before any other call, and again after copying or
    unpickling.

    Attributes
    ----------
    columns : dict
        The column of each feature.
    weights : array of shape (capacity + 2,)
        v's coordinates, the coordinate of the threshold, and a zero.
    duals : array
        Without Δ, two numbers: the sum of all earlier α of v, and α of the pattern presented. No
        rule needs more. With Δ, α of each pattern, and zeros up to the array's end.
    """

    def __init__(self, squared_radius, rho, delta, float_labels=False, averages=False):
        self.squared_radius, self.rho, self.delta = squared_radius, rho, delta
        self.averaged = new_average(FEATURES + 2) if averages else None
        self.memory = None
        self.columns: dict = {}
        self.weights = np.zeros(FEATURES + 2)
        self.duals = np.zeros(PATTERNS if delta else 2)
        self.labels = np.zeros(1, np.float64 if float_labels else np.int8)
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.run_states["scale"] = 1.0
        self.visits = 0

    def attach(self, rule, parameters):
        """Set the rule, at the start and in copies, which lack it."""
        scaled_rule = ScaledRule(rule, parameters, self.squared_radius or 1.0)
        if self.memory is not None:
            scaled_rule.memory = self.memory
        self.averaged = completed(self.averaged)
        self.loop = Loop(rule, scaled_rule, self)

    def __getstate__(self):
        """Leave out the loop, which has the rule, a module."""
        return {name: value for name, value in vars(self).items() if name != "loop"}

    @property
    def updates(self):
        """Return the number of updates."""
        first_t = int(self.loop.rule.STARTS_FROM_FIRST_PATTERN and self.visits > 0)
        return int(self.run_states["t"][0]) - first_t

    @property
    def upper_bound(self):
        """Return ‖a‖/Σα, which no margin of the patterns presented exceeds."""
        squared_norm = squared_norm_of(self.weights, self.duals, self.delta**2)
        return bound_of(sqrt(squared_norm), self.duals)

    def squared_norm_of(self, pattern):
        """Return ‖x‖² of a pattern in `python_numbers`."""
        return sum(value * value for value in pattern.values())

    def product(self, pattern):
        """Return a·(x, ρ) of a pattern in `python_numbers`.

        a is the average of the weights if there is one. The product is not finite if a value is
        not finite, also of a new feature.
        """
        product = self._product_with(self.weights, pattern)
        if self.averaged is None:
            return float(product * self.run_states["scale"].item(0))
        average = self.averaged
        product = float(average.total) * product + self._product_with(average.sums, pattern)
        return float(product / max(float(average.visits), 1.0))

    def _product_with(self, weights, pattern):
        # Floats of Python are faster than numpy's.
        columns, weight_at = self.columns, weights.item
        total = self.rho * weight_at(-2)
        for feature, value in pattern.items():
            column = columns.get(feature)
            total += value * (0.0 if column is None else weight_at(column))
        return total

    def coordinates(self):
        """Return the weight of each feature, a dictionary, and that of the threshold."""
        a = (self.weights * self.run_states["scale"]).tolist()
        return dict(zip(self.columns, a, strict=False)), a[-2]

    def present(self, pattern, label, q):
        """Present a pattern with its label, which carries the class weight, and q = ‖y‖².

        Returns why the weight cannot learn further, or "".
        """
        self._fill(pattern)
        loop = self.loop
        if q > self.squared_radius:
            self.squared_radius = q
            loop.arguments = loop.arguments._replace(radius=sqrt(q))
        if self.delta:
            loop.ids[0] = self.visits
        self.labels[0], loop.squares[0], loop.dual[0], loop.epochs[0] = label, q, 0.0, 0
        if not self.visits and loop.rule.STARTS_FROM_FIRST_PATTERN:
            self._start()
        self.visits += 1
        reason, memory, _ = _advance(loop.rule, loop.arguments, self.averaged is not None)
        if memory:
            self.memory = loop.scaled_rule.memory = memory
            loop.arguments = loop.arguments._replace(memory=memory)
        if not self.delta and self.duals[1]:
            self.duals[0] += self.duals[1]
            self.duals[1] = 0.0
        if reason == ENDED_STUCK:
            return STOPPED_BY_ROUNDING
        return failure(self.run_states[0], self.updates) if reason == ENDED_FAILED else ""

    def _fill(self, pattern):
        """Write a pattern into the arrays, after making room for its new features."""
        columns, size = self.columns, len(pattern)
        try:
            places = [columns[feature] for feature in pattern]
        except KeyError:
            places = [columns.setdefault(feature, len(columns)) for feature in pattern]
        self._make_room()
        loop, end = self.loop, -(-size // sparse.GROUP) * sparse.GROUP
        loop.places[:size] = places
        loop.values[:size] = [*pattern.values()]
        loop.places[size:end], loop.values[size:end] = self.weights.size - 1, 0.0
        loop.starts[1] = end

    def _make_room(self):
        """Double the arrays that are full. The weight stays within UINT16_FEATURES while it can."""
        capacity, features = self.weights.size - 2, len(self.columns)
        full = bool(self.delta) and self.visits == self.duals.size
        if features <= capacity and not full:
            return
        if features > capacity:
            double = 2 * capacity
            if features <= UINT16_FEATURES < double:
                double = UINT16_FEATURES
            size = max(double, features) + 2
            self.weights = _enlarged(self.weights, size)
            if self.averaged is not None:
                self.averaged = self.averaged._replace(sums=_enlarged(self.averaged.sums, size))
        if full:
            self.duals = np.concatenate([self.duals, np.zeros_like(self.duals)])
        self.loop = Loop(self.loop.rule, self.loop.scaled_rule, self)

    def _start(self):
        """Set the first weight to the first pattern."""
        loop = self.loop
        order = loop.arguments.full_order
        kernel = bind(storage_kernel, storage=sparse)
        kernel.shift(order, self.rho, self.weights, 0, 1.0)
        self.duals[loop.ids[0]] = loop.dual[0]
        self.run_states["t"], self.run_states["squared_norm"] = 1, loop.squares[0]


def _enlarged(weights, size):
    """Return weights with room for more features. The last two are no features."""
    found = np.zeros(size)
    found[: weights.size - 2], found[-2:] = weights[:-2], weights[-2:]
    return found


_COMPILED: dict = {}


def _advance(rule, arguments, averages):
    """Call the compiled loop. Looking its code up by types would take longer than the call."""
    order = arguments.full_order
    key = rule, order.labels.dtype.char, order.patterns.columns.dtype.char, averages
    code = _COMPILED.get(key)
    if code is None:
        kernel = kernel_of(rule, sparse, averages=averages)
        code = _COMPILED[key] = kernel.advance.compiled_for(*arguments)
    return code(*arguments)
