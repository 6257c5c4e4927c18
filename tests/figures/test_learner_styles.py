"""Every learner has its own style, distinct even without colours."""

from itertools import combinations

import pytest
from matplotlib.colors import to_rgb

from analyses.overview.compute import learners_of
from analyses.overview.problems import read_overview
from analyses.rates.figure import METHODS
from figures.learner_styles import STYLES, distinct_styles_of, styles_of
from peers import OPTIONAL_BASELINES

LEAST = 0.07  # difference of two grey values, of 1 from black to white


def grey(colour):
    """Return Rec. 709's luma."""
    red, green, blue = to_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("styles", [STYLES, METHODS], ids=["everywhere", "rates"])
def test_no_two_learners_look_alike_even_in_grey(styles):
    alike = [
        (one, other)
        for (one, a), (other, b) in combinations(styles.items(), 2)
        if a.marker == b.marker and abs(grey(a.colour) - grey(b.colour)) < LEAST
    ]
    assert not alike


def test_no_two_learners_of_the_overview_look_alike():
    styles = styles_of(learners_of(read_overview(), solvers=OPTIONAL_BASELINES)).values()
    assert len({(style.colour, style.marker) for style in styles}) == len(styles)


def test_a_variant_has_no_look_of_a_learner():
    names = [f"mine-{i}" for i in range(30)]
    styles = styles_of([*STYLES, *names])
    assert len({(style.colour, style.marker) for style in styles.values()}) == len(styles)
    assert styles["PDM"] == styles_of(["PDM"])["PDM"]


def test_twins_in_colour_are_told_apart():
    twins = ("Mine", "MICRA", "AMIRA", "Margitron", "ROMMA", "PDM")
    styles = distinct_styles_of(twins)
    assert len({style.colour for style in styles.values()}) == len(twins)
    assert (styles["MICRA"], styles["Margitron"]) == (STYLES["MICRA"], STYLES["Margitron"])
    assert styles["AMIRA"].colour != STYLES["AMIRA"].colour
    assert all(styles[name].marker == STYLES[name].marker for name in twins[1:])
