"""Patterns that violate a theorem about first epochs, in fractions and therefore without rounding.

For MIRA (ε = 1), AMIRA's Theorems 4 and 5 bound the mistakes by (R + D)²/γ² for any unit vector u
and any γ > 0. D² is the sum of the losses max{0, γ − u·x}, as printed, or the sum of their squares.
"""

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple


class Counterexample(NamedTuple):
    """A set of patterns that may violate a theorem.

    Attributes
    ----------
    patterns : tuple of tuple of Fraction
        The label-reflected patterns.
    combination : tuple of Fraction
        Weights of the patterns in a sum that is 0, which proves that nothing separates them.
    direction : tuple of Fraction
        The unit vector u.
    margin : Fraction
        γ.
    power : int
        The power of a loss in D², 1 or 2.
    """

    patterns: tuple
    combination: tuple
    direction: tuple
    margin: Fraction
    power: int

    @property
    def mistakes(self):
        """The number of patterns with w·x <= 0 in MIRA's first epoch, from w = 0."""
        w, count = [Fraction(0)] * len(self.direction), 0
        for x in self.patterns:
            p = _product(w, x)
            if p <= 0:
                count += 1
                w = [a + (1 - p) / _product(x, x) * b for a, b in zip(w, x, strict=True)]
        return count

    @property
    def is_valid(self):
        """True if there are more mistakes M than the bound allows, (R + D)² < M γ².

        The patterns must be inseparable, and u must have length 1.
        """
        sums = [_product(self.combination, column) for column in zip(*self.patterns, strict=True)]
        if any(sums) or min(self.combination) < 0 or max(self.combination) == 0:
            return False
        radius, losses = self._squares
        rest = self.mistakes * self.margin**2 - radius - losses
        is_unit = _product(self.direction, self.direction) == 1
        return is_unit and rest > 0 and 4 * radius * losses < rest**2

    @property
    def bound(self):
        """The bound, rounded up to three decimals: a Decimal."""
        with localcontext(rounding=ROUND_CEILING):
            radius, losses, margin = (
                Decimal(square.numerator) / Decimal(square.denominator)
                for square in (*self._squares, self.margin**2)
            )
            bound = (radius.sqrt() + losses.sqrt()) ** 2 / margin
            return bound.quantize(Decimal("0.001"))

    @property
    def _squares(self):
        """R² and D²."""
        losses = (
            max(Fraction(0), self.margin - _product(self.direction, x)) for x in self.patterns
        )
        squared_radius = max(_product(x, x) for x in self.patterns)
        return squared_radius, sum(loss**self.power for loss in losses)


def counterexample(entry):
    """Return the `Counterexample` of an entry of questions.yaml.

    The entry's numbers are strings such as 4/5.
    """
    patterns = tuple(tuple(map(Fraction, row)) for row in entry["patterns"])
    combination, direction = (
        tuple(map(Fraction, entry[key])) for key in ("combination", "direction")
    )
    return Counterexample(
        patterns=patterns,
        combination=combination,
        direction=direction,
        margin=Fraction(entry["margin"]),
        power=entry["power"],
    )


def _product(a, b):
    """Return the inner product of two sequences of Fraction."""
    return sum(x * y for x, y in zip(a, b, strict=True))
