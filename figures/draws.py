"""Selects and measures the draws of artificial data that figures show."""

from figures.style import ended, was_stopped


def ended_draws(draws, named):
    """Return the draws with a result, of the runs in `named` that completed, with two more columns.

    fraction_of_maximum is the geometric margin over the maximum of the same draw. stopped says
    whether a budget stopped the draw.
    """
    own = ended(draws[draws["run"].isin(ended(named)["run"])])
    own = own[own["geometric_margin"].notna() & own["maximum_margin"].notna()]
    fraction = own["geometric_margin"] / own["maximum_margin"]
    return own.assign(fraction_of_maximum=fraction, stopped=was_stopped(own))
