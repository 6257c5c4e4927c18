"""The figure of theorems draws points, arrows at the ends of the axis, and violations."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib.lines import Line2D

from analyses.theory import figure as theory
from figures.learner_styles import STYLES
from figures.style import save
from maxmargin.theorems.all_theorems import THEOREMS
from records.analysis_files import THEORY


def row(paper, quantity, sense, algorithm, ratio, holds="yes", name="Theorem 1"):
    own = {"paper": paper, "theorem": name, "quantity": quantity, "sense": sense, "ratio": ratio}
    return dict.fromkeys(THEORY.header, "") | own | {"algorithm": algorithm, "holds": holds}


ROWS = [
    row("amira", "mistakes, D^{2} = Σ e", "most", "AMIRA", 3.0, "no"),
    row("amira", "mistakes, D^{2} = Σ e", "most", "MIRA", 0.3),
    row("micra", "updates", "most", "MICRA", 1e-20),
    row("micra", "updates", "most", "MICRA", 0.5),
    row("micra", "margin", "least", "MICRA", 1.5),
    row("pdm", "margin", "least", "PDM", 1e6, name="derived here"),
]


def drawn(rows=ROWS):
    figure = theory.draw(SimpleNamespace(theory=pd.DataFrame(rows, columns=THEORY.header)))
    return *figure.axes, figure


def labels(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def points(axes, marker):
    lines = [line for line in axes.get_lines() if line.get_marker() == marker]
    return [
        (float(x), float(y)) for line in lines for x, y in np.transpose(line.get_data()).tolist()
    ]


def test_a_row_a_theorem_in_the_order_of_the_papers():
    above, below, _ = drawn()
    assert labels(above) == ["MICRA Thm 1: updates", "AMIRA Thm 1: mistakes, D$^{2}$ = Σ e"]
    assert labels(below) == ["MICRA Thm 1: margin", "PDM: margin"]


def test_points_and_arrows():
    above, below, _ = drawn()
    assert (0.5, 0) in points(above, "o") and (0.3, 1) in points(above, "d")
    assert points(above, "<") == [(1e-5, 0)] and points(above, ">") == []
    assert points(below, ">") == [(2e3, 1)]


def test_the_violated_are_ringed_counted_and_explained():
    above, below, figure = drawn()
    (rings,) = [line for line in above.get_lines() if line.get_gid() == "violated"]
    np.testing.assert_allclose(rings.get_data(), [[3.0], [1]])
    assert [text.get_text() for text in above.texts] == ["1 of 2"] and not below.texts
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert texts == ["MICRA", "AMIRA", "MIRA", "PDM", "the theorem is violated"]
    whole = drawn([own for own in ROWS if own["holds"] == "yes"])[-1]
    assert "violated" not in [line.get_gid() for axes in whole.axes for line in axes.get_lines()]
    assert "the theorem is violated" not in [t.get_text() for t in whole.legends[0].get_texts()]


@pytest.mark.long
@pytest.mark.filterwarnings("error")
def test_a_row_with_nothing_inside_the_axis(tmp_path):
    above, *_, figure = drawn([row("micra", "updates", "most", "MICRA", 1e-20)])
    save(figure, tmp_path / "figure")  # which does the layout, and would warn
    assert above.get_position().width > 0.2


def test_nothing_to_draw():
    with pytest.raises(LookupError, match="no theorem applies to any of the runs"):
        drawn([])


def test_a_learner_without_a_look_of_its_own_is_drawn():
    above, _, figure = drawn([*ROWS, row("falkowski", "errors", "most", "Unknown", 0.2)])
    assert labels(above)[-1] == "Falkowski Thm 1: errors"
    assert "Unknown" in [text.get_text() for text in figure.legends[0].get_texts()]


def test_every_learner_of_a_theorem_has_a_look():
    for name in {name for theorem in THEOREMS for name in theorem.algorithms}:
        style = STYLES[name]
        assert style.label and style.marker in Line2D.filled_markers  # with an area to colour
