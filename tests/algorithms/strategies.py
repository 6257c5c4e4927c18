"""Separable problems and spaces, as hypothesis draws them."""

from hypothesis import strategies as st

from tests.algorithms.problems import separable

problems = st.builds(
    separable,
    seed=st.integers(0, 10**6),
    m=st.integers(4, 40),
    n=st.integers(2, 6),
    margin=st.sampled_from([0.02, 0.1, 0.5]),
)
# (augment, extend) of spaces in which the problems are separable.
spaces = st.sampled_from([(0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (2.0, 1.0)])
