"""Strategies of hypothesis for separable problems and spaces."""

from hypothesis import strategies as st

from tests.algorithms.problems import separable


def separable_problems(largest_m=40, margins=(0.02, 0.1, 0.5)):
    """Return a strategy of up to largest_m patterns in 2 to 6 dimensions, with these margins."""
    return st.builds(
        separable,
        seed=st.integers(0, 10**6),
        m=st.integers(4, largest_m),
        n=st.integers(2, 6),
        margin=st.sampled_from(margins),
    )


problems = separable_problems()
# (augment, extend) of spaces in which the problems are separable.
spaces = st.sampled_from([(0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (2.0, 1.0)])
