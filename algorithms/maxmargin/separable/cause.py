"""Says why a run has not separated its patterns, for warnings and refusals."""

from maxmargin.separable.decide import separable

REMEDY = "Set extend above 0."


def cause(X, labels, threshold, max_seconds):
    """Return sentences on why no run has separated the patterns, or "" if this was not decided.

    Parameters
    ----------
    X : array or sparse matrix of shape (m, n)
        The patterns.
    labels : array of shape (m,)
        Two values.
    threshold : bool
        Whether the weight may have a threshold.
    max_seconds : float
        The limit of the decision.
    """
    answer = separable(X, labels, threshold=threshold, max_seconds=max_seconds)
    if answer.separable is None:
        return ""
    if answer.separable:
        return (
            "A hyperplane separates the patterns, with a margin of at least "
            f"{answer.margin:.3g}, as maxmargin.separable proves."
        )
    return f"{answer.explain()} {REMEDY}"
