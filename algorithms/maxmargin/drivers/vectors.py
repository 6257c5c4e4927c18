"""Loops over vectors, for compiled code: an array expression would take as long to compile as all
of these together, and with two arrays seconds, for the error that it raises if shapes differ.
"""

from maxmargin.compilation import compiled

ANY_ORDER = {"reassoc", "contract"}  # of additions


@compiled(allocates=False, fastmath=ANY_ORDER)
def dot(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@compiled(allocates=False)
def add(c, a, b):
    """b becomes b + c a."""
    for i in range(a.size):
        b[i] += c * a[i]


@compiled(allocates=False)
def take(c, a, b):
    """b becomes b − c a."""
    for i in range(a.size):
        b[i] -= c * a[i]


@compiled(allocates=False)
def mix(kept, c, a, b):
    """b becomes kept b + c a."""
    for i in range(a.size):
        b[i] = kept * b[i] + c * a[i]


@compiled(allocates=False)
def multiply(c, a):
    """a becomes c a."""
    for i in range(a.size):
        a[i] *= c


@compiled(allocates=False)
def multiply_both(c, a, b):
    multiply(c, a)
    multiply(c, b)


@compiled(allocates=False)
def copy_to(a, into):
    for i in range(a.size):
        into[i] = a[i]


@compiled(allocates=False, fastmath={"nnan", "nsz", "reassoc"})
def smallest(a):
    """The smallest of a's numbers, of which there is one or more; anything if some are NaN."""
    best = a[0]
    for i in range(1, a.size):
        best = min(best, a[i])
    return best


@compiled(allocates=False)
def place_of(value, a):
    """The first place of a value; 0 if it has none, as NaN."""
    for i in range(a.size):
        if a[i] == value:
            return i
    return 0
