"""A logarithmic axis has at least three labelled ticks."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from figures.log_axis import FEWEST, MOST, LabelledLocator, set_log_axis


@pytest.mark.parametrize("decades", [0.02, 0.1, 0.3, 0.5, 1, 1.5, 2, 3, 5, 9, 15])
def test_there_are_three_to_six_ticks_wherever_the_axis_begins(decades):
    for low in 10 ** np.linspace(-3, 6, 40):
        ticks = LabelledLocator().tick_values(low, low * 10**decades)
        assert FEWEST <= len(ticks) <= MOST
        assert ((ticks >= low) & (ticks <= low * 10**decades)).all()


def test_ticks_are_written_as_powers_and_a_second_axis_may_be_shared():
    figure = Figure()
    first, second = figure.subplots(1, 2, sharex=True)
    for axes in (first, second):
        axes.plot([3e5, 2.4e6], [1, 2])
        set_log_axis(axes, "x")
    first.set_xlim(3e5, 2.4e6)
    figure.draw_without_rendering()
    labels = [label.get_text() for label in second.get_xticklabels()]
    assert labels == [r"$5{\cdot}10^{5}$", "$10^{6}$", r"$2{\cdot}10^{6}$"]
