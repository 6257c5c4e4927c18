"""Platt's random parts of Adult and Web: a1a to a8a from a9a, w1a to w7a from w8a.

The draw is that of the C library that Microsoft shipped in the 1990s, `rand()` with its default
seed: one number for each row of the full training file, in file order. docs/subsets.md explains how
this was found, and what proves it.
"""

LARGEST = 32767  # value of rand(), RAND_MAX


def derive(source, target, fraction):
    """Writes the rows of `source` that were drawn for `fraction` to the path `target`."""
    with open(source, "rb") as file, open(target, "wb") as out:
        out.writelines(split(file, fraction)[0])


def split(rows, fraction):
    """The rows drawn and the rest, two lists in the order of `rows`.

    A row is drawn when its random number is below int(32767 fraction). The rest is what LIBSVM
    serves as the subset's test file (`a1a.t` beside `a1a`).

    >>> split(["first", "second", "third", "fourth"], 0.2)
    (['first', 'third'], ['second', 'fourth'])
    """
    drawn, rest = [], []
    bound = int(LARGEST * fraction)
    for row, number in zip(rows, random_numbers(), strict=False):
        (drawn if number < bound else rest).append(row)
    return drawn, rest


def random_numbers():
    """Yields what that library's rand() returns, from 0 to 32767, without end.

    >>> numbers = random_numbers()
    >>> [next(numbers) for _ in range(5)]
    [41, 18467, 6334, 26500, 19169]
    """
    state = 1
    while True:
        state = (214013 * state + 2531011) % 2**32
        yield state >> 16 & LARGEST
