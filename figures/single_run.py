"""The curve of a single run: margin and certified bound against updates, or errors by epoch."""

from matplotlib.ticker import MaxNLocator

from figures.page import PanelFigure
from figures.style import INK

BOUND = (0, (3, 1.5))  # line style of the bound: dashes


def draw_curve(curve, title):
    """Draw margin and bound ‖a‖/Σα against updates, from a run's rows of curves.csv."""
    figure, axes = _axes(title)
    curve = curve[curve["updates"] > 0]
    margin, bound = curve["directional_margin"], curve["upper_bound"]
    axes.fill_between(curve["updates"], margin, bound, color=INK, alpha=0.1, lw=0)
    axes.plot(
        curve["updates"], bound, color=INK, ls=BOUND, label=r"certified bound $\|a\|/\sum\alpha$"
    )
    axes.plot(curve["updates"], margin, color="#0072B2", label=r"margin $\gamma_d'$")
    axes.set_xscale("log")
    end = float(margin.iloc[-1])
    axes.set_ylim(-abs(end), 3 * abs(end))
    axes.set_xlabel("updates")
    axes.set_ylabel("directional margin")
    axes.legend()
    return figure


def draw_epochs(online, title):
    """Draw test errors by epoch, averages over permutations, from a run's rows of online.csv."""
    figure, axes = _axes(title)
    errors = online[online["class"] == "all"]
    for hypothesis, own in errors.groupby("hypothesis", sort=False):
        means = 100 * own.groupby("epoch")["test_error"].mean()
        axes.plot(means.index, means, marker="o", ms=3.5, label=hypothesis)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("epoch")
    axes.set_ylabel("test error (%)")
    axes.legend()
    return figure


def _axes(title):
    figure = PanelFigure(1, 1, 2.8)
    figure.set_figwidth(0.6 * figure.get_figwidth())
    axes = figure.panels[0, 0]
    axes.set_title(title, loc="left")
    return figure, axes
