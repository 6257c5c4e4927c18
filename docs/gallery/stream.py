"""One pass over a stream.

The patterns are in a file that is mapped into memory and read block by block: no more than two
blocks are in memory, however long the file is. The Perceptron learns from mistakes alone, which
become rare. Learners that ask for a margin also learn from patterns that are right by too little.
They are wrong less often on new patterns.

After k patterns, the whole pass has the same weight as a pass over the first k alone. After one
pass no learner knows whether it has converged, so it warns. The script silences this warning.
"""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import numpy as np
from sklearn.exceptions import ConvergenceWarning

from maxmargin import AMIRA, PassiveAggressive, Perceptron, PerceptronWithMargin, fit_in_blocks

warnings.simplefilter("ignore", ConvergenceWarning)
generator, seen = np.random.default_rng(0), (500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
weight, new = generator.normal(size=100), generator.normal(size=(20_000, 100))
axes = plt.figure(figsize=(4.6, 2.8), layout="constrained").add_subplot()
with TemporaryDirectory() as folder:
    np.save(Path(folder, "stream.npy"), generator.normal(size=(seen[-1], 100)))
    X = np.load(Path(folder, "stream.npy"), mmap_mode="r")
    y = X @ weight > 0
    learners = Perceptron(), AMIRA(epsilon=0.5), PassiveAggressive(), PerceptronWithMargin()
    for learner, marker in zip(learners, "os^v", strict=True):
        learner.set_params(max_epochs=1)
        passes = (fit_in_blocks(learner, X[:k], y[:k], rows=10_000).predict(new) for k in seen)
        wrong = [100 * np.mean(predicted != (new @ weight > 0)) for predicted in passes]
        print(f"{learner}: {learner.n_updates_} updates, wrong on {wrong[-1]:.1f} % of new ones")
        axes.plot(seen, wrong, f"{marker}-", markersize=4, label=type(learner).__name__)
axes.set(xscale="log", xlabel="patterns seen", ylabel="wrong on new patterns (%)", ylim=0)
axes.legend()
plt.show()
