"""Every learner has a look of its own, in print without colours too."""

from itertools import combinations

from matplotlib.colors import to_rgb

from figures.looks import LOOKS

LEAST = 0.07  # difference of two grey values, of 1 from black to white


def grey(colour):
    """Rec. 709's luma."""
    red, green, blue = to_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_no_two_learners_look_alike_even_in_grey():
    alike = [
        (one, other)
        for (one, a), (other, b) in combinations(LOOKS.items(), 2)
        if a.marker == b.marker and abs(grey(a.colour) - grey(b.colour)) < LEAST
    ]
    assert not alike
