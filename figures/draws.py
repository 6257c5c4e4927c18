"""What the figures of draws share: which draws count, and how they are measured."""

from figures.style import ended, was_stopped


def ended_draws(draws, named):
    """The draws that have a result, of those runs in `named` that completed, with two more columns.

    fraction_of_maximum: the geometric margin over the maximum of the same draw. stopped: whether
    its budget stopped it.
    """
    own = ended(draws[draws["run"].isin(ended(named)["run"])])
    own = own[own["geometric_margin"].notna() & own["maximum_margin"].notna()]
    fraction = own["geometric_margin"] / own["maximum_margin"]
    return own.assign(fraction_of_maximum=fraction, stopped=was_stopped(own))
