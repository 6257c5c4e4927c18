"""A hard margin, certified.

Setosa and versicolor can be told apart by their petals alone. PDM adds a pattern to its weight a if
the pattern's margin is too small. It stops when every margin is at least 99 % of the maximum. It
needs no solver: no weight has a margin above ‖a‖/Σα, where Σα is the number of additions.

The left picture shows the line between the classes and its margin on both sides. The right picture
shows how margin and bound approach each other. Both include the threshold's coordinate.
`prove_model` computes them again, in exact arithmetic.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

from maxmargin import PDM
from maxmargin.audit import prove_model

X, y = load_iris(return_X_y=True)
X, y = X[y < 2, 2:], y[y < 2]
model = PDM(epsilon=0.01).fit(X, y)
print(f"{model.n_updates_} updates: the margin is {model.directional_margin_:.4f}")
print(f"no margin is larger than {model.margin_upper_bound_:.4f}")
print(prove_model(model, X, y))

figure, (left, right) = plt.subplots(1, 2, figsize=(6.9, 2.6), layout="constrained")
for code, name in enumerate(("setosa", "versicolor")):
    left.plot(*X[y == code].T, "os"[code], markersize=4, label=name)
(a, b), c = model.coef_[0], model.intercept_[0]
for product in model.geometric_margin_ * np.hypot(a, b) * np.array([-1, 0, 1]):
    left.axline((0, (product - c) / b), slope=-a / b, color="k", ls=":" if product else "-")
left.set(xlabel="petal length (cm)", ylabel="petal width (cm)", xlim=(0, 7), ylim=(0, 2.2))
left.legend()
updates = [point.updates for point in model.history_]
right.plot(updates, [p.directional_margin for p in model.history_], label="margin")
right.plot(updates, [p.upper_bound for p in model.history_], "--", label="bound on the maximum")
right.set(xscale="log", xlabel="updates", ylabel="margin (cm)", ylim=(0, 0.8))
right.legend()
plt.show()
