"""The named arguments of the sequential loop are those of its signature."""

from inspect import signature

from maxmargin.drivers.sequential import kernel
from maxmargin.drivers.sequential.arguments import Arguments


def test_names_and_order_are_the_loops():
    loop = getattr(kernel.advance, "py_func", kernel.advance)
    assert Arguments._fields == tuple(signature(loop).parameters)
