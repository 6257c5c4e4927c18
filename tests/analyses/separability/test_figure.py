"""The matrix of pairs has a square for each pair, and the images of inseparable pairs."""

import pandas as pd
import pytest

from analyses.separability import figure
from figures.plotted import plotted
from figures.tables import Tables

ROWS = pd.DataFrame(
    {
        "data": ["mnist"] * 3,
        "part": ["train"] * 3,
        "first": ["0", "0", "1"],
        "second": ["1", "2", "2"],
        "separable": ["yes", "no", "yes"],
        "margin": [0.5, None, 2.0],
        "radius": [50.0] * 3,
        "certificate": [None, 7, None],
    }
)
IMAGES = pd.DataFrame(
    {
        "data": ["mnist"] * 2,
        "part": ["train"] * 2,
        "first": ["0"] * 2,
        "second": ["2"] * 2,
        "side": ["0", "2"],
        "pixels": ["00ff00ff", "ff00ff00"],
    }
)


def test_pairs_and_images():
    drawn = figure.draw(Tables(separability=ROWS, separability_images=IMAGES))
    axes = drawn.axes[0]
    assert [text.get_text() for text in axes.texts] == ["−2.0", "7", "−1.4", "0 and 2"]
    colours = [patch.get_facecolor() for patch in axes.patches]
    assert colours[0] == colours[2] != colours[1]
    assert len(axes.child_axes) == 2
    assert axes.child_axes[0].images[0].get_array().tolist() == [[255, 0], [255, 0]]


def test_an_undecided_pair_has_its_own_colour_and_no_number():
    rows = ROWS.assign(separable=["yes", "no", "undecided"], margin=[0.5, None, None])
    drawn = figure.draw(Tables(separability=rows, separability_images=IMAGES))
    axes = drawn.axes[0]
    assert [text.get_text() for text in axes.texts][:3] == ["−2.0", "7", "?"]
    assert len({patch.get_facecolor() for patch in axes.patches}) == 3
    (legend,) = drawn.legends
    assert len(legend.get_texts()) == 3
    texts = [row[-1] for row in plotted(drawn) if row[3] == "text"]
    assert texts == ["−2.0", "7", "?"]


def test_without_pairs_there_is_no_figure():
    with pytest.raises(LookupError, match="nothing was asked about the pairs of mnist"):
        figure.draw(Tables(separability=ROWS[:0], separability_images=IMAGES))
