"""A soft margin by Δ.

Versicolor and virginica overlap: no line separates their petals. `extend`, Δ, gives each pattern a
coordinate of its own. In it the pattern can be moved to its side, so any patterns are separable.
The distance that a pattern is moved is its slack. The maximum margin then minimises ‖w‖² plus the
squared slacks over Δ². scikit-learn's `LinearSVC` with C = 1/(2Δ²) finds the same weight. A small Δ
makes slacks expensive and the margin narrow. A large Δ makes slacks cheap and the margin wide.
Patterns that are moved are hollow.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris
from sklearn.preprocessing import scale

from maxmargin import PDM

X, y = load_iris(return_X_y=True)
X, y = scale(X[y > 0, 2:]), y[y > 0]

figure, panels = plt.subplots(1, 3, figsize=(6.9, 2.5), sharey=True, layout="constrained")
for axes, delta in zip(panels, (0.2, 1.0, 5.0), strict=True):
    model = PDM(epsilon=0.01, extend=delta).fit(X, y)
    least = model.directional_margin_ * model.weight_norm_
    moved = np.where(y == 2, 1, -1) * model.decision_function(X) < least
    right = f"{model.score(X, y):.0%} on the right side"
    print(f"Δ = {delta:g}: {moved.sum()} of {len(y)} patterns are moved, {right}")
    for code, style in ((1, "C0s"), (2, "C1^")):
        axes.plot(*X[(y == code) & ~moved].T, style, markersize=4)
        axes.plot(*X[(y == code) & moved].T, style, markersize=4, fillstyle="none")
    (a, b), c = model.coef_[0], model.intercept_[0]
    for product in (-least, 0, least):
        axes.axline((0, (product - c) / b), slope=-a / b, color="k", ls=":" if product else "-")
    axes.set(title=f"Δ = {delta:g}", xlabel="petal length", xlim=(-2.6, 2.6), ylim=(-2.6, 2.6))
panels[0].set_ylabel("petal width")
plt.show()
