"""Platt's random parts of Adult and Web: a1a to a8a from a9a, w1a to w7a from w8a.

The random numbers are from the C library that Microsoft shipped in the 1990s: `rand()` with its
default seed. Each row of the full training file takes one number, in file order. docs/subsets.md
explains how this was found and what proves it.
"""

LARGEST = 32767  # RAND_MAX, the largest value of rand()


def derive(source, target, fraction):
    """Write the rows of `source` that were drawn for `fraction` to the path `target`."""
    with open(source, "rb") as file, open(target, "wb") as out:
        out.writelines(split(file, fraction)[0])


def split(rows, fraction):
    """Return two lists in the order of `rows`: the rows drawn, and the rest.

    A row is drawn if its random number is below int(32767 fraction). The rest is what LIBSVM serves
    as the subset's test file (`a1a.t` beside `a1a`).

    >>> split(["first", "second", "third", "fourth"], 0.2)
    (['first', 'third'], ['second', 'fourth'])
    """
    drawn, rest = [], []
    bound = int(LARGEST * fraction)
    for row, number in zip(rows, random_numbers(), strict=False):
        (drawn if number < bound else rest).append(row)
    return drawn, rest


def random_numbers():
    """Yield the numbers of Microsoft's rand(), from 0 to 32767, without end.

    >>> numbers = random_numbers()
    >>> [next(numbers) for _ in range(5)]
    [41, 18467, 6334, 26500, 19169]
    """
    state = 1
    while True:
        state = (214013 * state + 2531011) % 2**32
        yield state >> 16 & LARGEST
