"""Powers of the number of updates, computed in advance for a block of updates.

A rule like MICRA's needs t^−ε and t^−ζ after every update. A call of pow for each power would take
as long as several visits. A block needs one call, and the first terms of (1 + x)^e for the rest.
"""

from math import inf

from maxmargin.compilation.binding import compiled

BLOCK = 256
# From here on x < 2^−8 in a block. For exponents from −1 to 1 the first omitted term of the series
# is then below 2^−56.
SERIES_FROM = 2**16


@compiled(allocates=False)
def tabulate(powers, exponents, t):
    """Fill powers, (2, BLOCK), with t^e for both exponents e and all t of this t's block."""
    first = t - t % BLOCK
    for row in range(2):
        e = exponents[row]
        if e == 0.0:
            powers[row, :] = 1.0
        elif first < SERIES_FROM:
            for i in range(BLOCK):
                x = float(first + i)
                powers[row, i] = inf if x == 0.0 and e < 0.0 else x**e  # Python would raise at 0
        else:
            power = float(first) ** e
            inverse = 1.0 / first
            c1 = e
            c2 = c1 * (e - 1.0) / 2.0
            c3 = c2 * (e - 2.0) / 3.0
            c4 = c3 * (e - 3.0) / 4.0
            c5 = c4 * (e - 4.0) / 5.0
            c6 = c5 * (e - 5.0) / 6.0
            for i in range(BLOCK):
                x = i * inverse
                series = c3 + x * (c4 + x * (c5 + x * c6))
                powers[row, i] = power + power * (x * (c1 + x * (c2 + x * series)))
