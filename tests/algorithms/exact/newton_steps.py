"""A slow reference for the compiled loop of `maxmargin.exact.newton_kernel.advance`.

It takes the same compiled steps, one call for each, and keeps a copy of every step.
"""

from math import inf, nan
from typing import NamedTuple

import numpy as np

from maxmargin.exact import newton_kernel
from maxmargin.exact.newton_state import Goal, Part, new_state
from tests.algorithms.inner_functions import inner_functions

# As in the library, which must not change one of them unnoticed.
GAP, ROUNDING, CLOSE, NEARLY, PRECISE = 1e-9, 1e-12, 1e-3, 0.01, 1e-10
FALL, FINER, PATIENCE, ROUGHLY = 0.4, 0.01, 40, 0.2
STEPS_ON_A_PART = 3


class Step(NamedTuple):
    """A step's w, r_k and D, and its `certificate`."""

    weights: np.ndarray
    short: np.ndarray
    penalty: float
    certificate: tuple

    @property
    def duals(self):
        return np.maximum(0.0, self.short) / self.penalty

    @property
    def gap(self):
        margin, _, bound, *_ = self.certificate
        return bound / margin - 1.0 if margin > 0.0 else inf


class Steps:
    """The steps of a `Plan` that has no time limit, from a weight, (n + 2,).

    `visits` came before, and `duals`, (m,), show the upper bound `bound`.
    """

    def __init__(self, space, plan, weights, visits=0, duals=None, bound=inf):
        self.space, self.plan, self.visits = space, plan, visits
        self.kernel = inner_functions(newton_kernel, space.storage)
        self.part = Part(space.patterns, space.labels, space.rho, 1)
        m = space.labels.size
        self.state = new_state(weights, np.ones(m), m, plan.direct)
        self.penalty = plan.largest
        self.steps: list[Step] = []
        nothing = Step(np.zeros(weights.size), np.zeros(m), 1.0, (0.0, 0.0, inf, inf, 0))
        self.of_weight = self.of_bound = nothing
        if duals is not None:
            self.of_bound = Step(weights.copy(), duals, 1.0, (0.0, 0.0, bound, inf, 0))
        self.points: list[tuple] = []
        self.differing, self.made = m, plan.few_gradients

    def solve(self):
        """Return the `Step`s whose weight and whose bound the run returns."""
        try:
            self.run()
        except np.linalg.LinAlgError:
            pass
        precise = [step for step in self.steps if step.gap < GAP]
        if precise:
            nearest = min(precise, key=lambda step: step.gap + step.certificate[3])
            return nearest, nearest
        return self.of_weight, self.of_bound

    def on_a_part(self, stride, precision):
        """Take rough steps on every stride-th pattern, and change the weight."""
        plan, weights = self.plan, self.state.weights
        goal = Goal(plan.largest / stride, plan.squared_delta / stride, plan.free)
        part = self.part._replace(stride=stride)
        m = len(self.space.labels[::stride])
        state = new_state(weights, np.ones(1), m, plan.direct)
        self.kernel.evaluate(part, goal, state)
        self.visits += m
        most = 0 if plan.direct else plan.most_gradients
        for _ in range(STEPS_ON_A_PART):
            (*_, distance, changed), _ = self.kernel.step(part, goal, state, precision, most)
            self.visits += m
            if distance < ROUGHLY or not changed:
                return

    def run(self):
        plan, patience, unchanged, roughly = self.plan, PATIENCE, 0, ROUGHLY
        least, before = inf, inf
        distance, changed = self.evaluate()
        while not self.gap() < plan.accuracy:
            if self.penalty != plan.squared_delta and (distance < NEARLY or not changed):
                if self.lower_penalty():
                    patience = PATIENCE
                self.evaluate()
                before, unchanged = inf, 0
            distance, changed, is_exact = self.step(min(max(distance, PRECISE), roughly))
            unchanged = 0 if changed else unchanged + 1
            gap = max(self.gap(), ROUNDING)
            patience = PATIENCE if gap < 0.9 * least else patience - 1
            least = min(least, gap)
            if patience == PATIENCE // 2:
                roughly *= FINER
            if not patience or (self.penalty != plan.squared_delta and gap == ROUNDING):
                return
            solved = self.penalty == plan.squared_delta and unchanged > 1
            if solved and not PRECISE < distance < before / 2:
                if is_exact or distance <= PRECISE or roughly <= PRECISE:
                    return
                roughly *= FINER
            before = distance

    def goal(self):
        return Goal(self.penalty, self.plan.squared_delta, self.plan.free)

    def evaluate(self):
        return self.record(self.kernel.evaluate(self.part, self.goal(), self.state))

    def lower_penalty(self):
        """Change D and the targets. Return whether D fell."""
        plan, penalty, state = self.plan, self.penalty, self.state
        if plan.smallest == plan.squared_delta or not 0.0 <= self.gap() < CLOSE:
            self.penalty = max(FALL**2 * penalty, plan.smallest)
        duals = np.maximum(0.0, state.short) / penalty
        state.targets[:] = 1.0 + (self.penalty - plan.squared_delta) * duals
        return self.penalty < penalty

    def step(self, precision):
        plan, state, active = self.plan, self.state, self.state.short > 0.0
        entering = min(self.differing, np.count_nonzero(active)) * plan.entries_each
        pay = self.made * np.count_nonzero(active) < plan.gradients_an_entry * entering
        most = 0 if plan.direct and not (plan.mixed and pay) else plan.most_gradients
        found, made = self.kernel.step(self.part, self.goal(), state, precision, most)
        self.differing, self.made = found[-1], made or self.made
        distance, changed = self.record(found)
        if plan.mixed:
            changed = np.count_nonzero(active != (state.short > 0.0))
        return distance, changed, made == 0

    def record(self, certificate):
        margin, _, bound, distance, changed = certificate
        state = self.state
        self.visits += state.short.size
        step = Step(state.weights.copy(), state.short.copy(), self.penalty, certificate)
        self.steps.append(step)
        known_margin, known_bound = self.of_weight.certificate[0], self.of_bound.certificate[2]
        if margin > known_margin or (margin <= 0.0 and not self.of_weight.weights.any()):
            self.of_weight = step
        if bound < known_bound:
            self.of_bound = step
        directional, geometric, *_ = self.of_weight.certificate
        directional = nan if self.plan.free else directional
        ends = directional, geometric, self.of_bound.certificate[2]
        self.points.append((len(self.points), self.visits, *ends))
        return distance, changed

    def gap(self):
        margin, bound = self.of_weight.certificate[0], self.of_bound.certificate[2]
        return bound / margin - 1.0 if margin > 0.0 else inf
