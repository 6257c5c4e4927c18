"""A rule of one's own.

A rule is a file with a few names and functions, such as this one. `learner_from(file)` makes it a
classifier. It is compiled, and has a certificate like all learners. PDM requires of every pattern
the same fraction of the bound ‖a‖/t. This rule requires more as it runs. On an easy problem it ends
soon (points on the left). On a hard problem it ends with a larger fraction of the maximum margin.
"""

from math import log

from maxmargin.rules.perceptron import Parameters, scaled, step, violates  # noqa: F401

NAME = "PatientPDM"
RANGES = {}
STARTS_FROM_FIRST_PATTERN, ADDITIVE, SCALE_FREE = False, True, False


def threshold(state, params):
    return (1 - 1 / (1 + log(max(state.t, 1)))) * state.squared_norm / max(state.t, 1)


if __name__ == "__main__":
    import matplotlib.pyplot as plt
    import numpy as np

    from maxmargin import PDM, learner_from

    y, cloud = np.repeat([-1, 1], 100), np.random.default_rng(0).uniform(-1, 1, (200, 2))
    problems = [cloud + np.outer(y, [1 + gap, 0]) for gap in (0.5, 0.2, 0.1, 0.03, 0.01)]
    axes = plt.figure(figsize=(4.6, 2.8), layout="constrained").add_subplot()
    for model, style in ((PDM(epsilon=0.2), "o-"), (learner_from(__file__)(), "s-")):
        ends = [model.fit(X, y).history_[-1] for X in problems]
        parts = [end.directional_margin / end.upper_bound for end in ends]
        print(f"{model}: at least {', '.join(f'{part:.0%}' for part in parts)} of the maximum")
        axes.plot([end.updates for end in ends], parts, style, markersize=5, label=str(model))
    axes.set(xscale="log", xlabel="updates", ylabel="certified part of the maximum margin")
    plt.legend()
    plt.show()
