"""Kernels and several classes.

No lines separate three arms of a spiral, but planes in the space of a Gaussian kernel do. The
kernel is a parameter of the learner. `OneVsRest` learns each class with a learner of its own, here
ALMA. `MulticlassAMIRA` learns all classes together: it compares the output for the right class with
the largest output for a wrong class.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap

from maxmargin import ALMA, MulticlassAMIRA, OneVsRest
from maxmargin.kernels import Gaussian

along, noise = np.linspace(0.25, 1, 25), np.random.default_rng(0).normal(0, 0.03, (3, 25, 2))
turns = 4.5 * along + 2 * np.pi / 3 * np.arange(3)[:, None]
X = (np.stack([along * np.cos(turns), along * np.sin(turns)], axis=2) + noise).reshape(-1, 2)
y = np.repeat([0, 1, 2], 25)

often = {"epochs": 20, "random_state": 0}
learners = {
    "one-vs-rest": OneVsRest(ALMA(), **often),
    "one-vs-rest, Gaussian": OneVsRest(ALMA(kernel=Gaussian(0.2)), **often),
    "all together, Gaussian": MulticlassAMIRA(kernel=Gaussian(0.2), **often),
}
grid = np.linspace(-1.2, 1.2, 201)
colours, extent = ListedColormap(["C0", "C1", "C2"]), (-1.2, 1.2, -1.2, 1.2)
places = np.stack(np.meshgrid(grid, grid), axis=2).reshape(-1, 2)
figure, panels = plt.subplots(1, 3, figsize=(6.9, 2.5), sharey=True, layout="constrained")
for axes, (title, learner) in zip(panels, learners.items(), strict=True):
    learner.fit(X, y)
    print(f"{title}: {learner.score(X, y):.0%} correct, {learner.support_.size} support vectors")
    regions = learner.predict(places).reshape(len(grid), len(grid))
    axes.imshow(regions, colours, extent=extent, origin="lower", alpha=0.25)
    for code in range(3):
        axes.plot(*X[y == code].T, "os^"[code], markersize=3)
    axes.set_title(title)
plt.show()
