"""Files of variants as users write them.

Compiled code is cached by a file's name and content. So tests write HALFWAY to halfway.py, unless
they are about names.
"""

HALFWAY = '''"""PDM under another name: every pattern has to reach a part of the certificate."""

from typing import NamedTuple

from maxmargin.rules.perceptron import step, violates

NAME = "Halfway"
RANGES = {"part": "(0, 1)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False


class Parameters(NamedTuple):
    """part: of the certificate, that every pattern has to reach. No units."""

    part: float = 0.5


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    return params.part * state.squared_norm / state.t if state.t else 0.0


def parameter_grid(maximum_margin, radius):
    return [Parameters(part) for part in (0.5, 0.9, 0.99)]
'''
# Its observe gives NaN at a weight of 0.
UNDEFINED = (
    HALFWAY.replace('"Halfway"', '"Undefined"')
    + """

def initial_memory(params):
    return (0.0,)


def observe(p, q, violated, state, params):
    return (p / state.squared_norm,)
"""
)
REFUSAL = "undefined.py: observe does not always give finite numbers: it gives NaN at t = 0"


def write(folder, name, text):
    """Write a new file and return its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
