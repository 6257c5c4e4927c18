"""Loops over vectors, for compiled code: each array expression would take as long to compile as
all of these together.
"""

from maxmargin.compilation import compiled

ANY_ORDER = {"reassoc", "contract"}  # of additions


@compiled(fastmath=ANY_ORDER)
def dot(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@compiled()
def take(c, a, b):
    """b becomes b − c a."""
    for i in range(a.size):
        b[i] -= c * a[i]


@compiled()
def copy_to(a, into):
    for i in range(a.size):
        into[i] = a[i]
