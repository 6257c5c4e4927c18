"""Binary MIRA (Crammer & Singer 2003): AMIRA with ε = 1, which violates when p <= 0."""

from typing import NamedTuple

from maxmargin.rules.amira import step
from maxmargin.rules.perceptron import scaled, threshold, violates

__all__ = ["scaled", "step", "threshold", "violates"]

NAME = "MIRA"
RANGES = {}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """No parameters."""
