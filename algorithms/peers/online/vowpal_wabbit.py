"""Vowpal Wabbit with the hinge loss: adaptive, normalised gradient steps on patterns with p < 1.

The steps (Karampatziakis & Langford 2011; Duchi et al. 2011; Ross et al. 2013) are made in single
precision. Patterns are divided by R, and presented repeatedly in the order of the file.
"""

import weakref
from itertools import chain

import numpy as np
from scipy import sparse

from maxmargin.estimators.shared_parameters import POSITIVE, Parameter, declares
from maxmargin.preparation import memoised
from peers.online.adapter import ONLINE_ATTRIBUTES, ONLINE_PARAMETERS, ThirdPartyClassifier
from peers.online.one_by_one import Blocks, OneByOneAdapter
from peers.optional import optional

LEARNING_RATE = Parameter(
    0.5, [POSITIVE], "Vowpal Wabbit's --learning_rate; the default is Vowpal Wabbit's."
)
MOST_STORED = 20_000  # patterns; one takes about 36 kB in Vowpal Wabbit's form


@declares({"learning_rate": LEARNING_RATE}, ONLINE_PARAMETERS, ONLINE_ATTRIBUTES)
class VowpalWabbit(ThirdPartyClassifier):
    __doc__ = f"""{__doc__}
    The run has converged when the loss is 0 on every pattern. Updates are not counted. Seconds
    leave out the parsing of the text form. With more than {MOST_STORED:,} patterns, each epoch
    after the first parses them again, which counts.
    """

    def _adapter(self, patterns, labels):
        library = optional("vowpalwabbit", "vowpalwabbit")
        return _VowpalWabbitAdapter(library, self.learning_rate, patterns, labels)


class _VowpalWabbitAdapter(OneByOneAdapter):
    """An adapter that calls the methods of Vowpal Wabbit's C++ class.

    The methods of the Python class around it check each pattern at each call, which takes several
    times as long.
    """

    def __init__(self, library, learning_rate, patterns, labels):
        self.size, self.columns = patterns.shape
        # With as many places as numbers, a weight is found by its number, without hashing.
        bits = max(1, (self.columns - 1).bit_length())
        workspace = library.Workspace(
            f"--quiet --noconstant --loss_function hinge --bit_precision {bits} "
            f"--learning_rate {float(learning_rate)!r}"
        )
        self.model = super(library.Workspace, workspace)  # holds a reference to the workspace
        self.lines = memoised(_as_lines, patterns)
        self.labels = ["1" if label > 0 else "-1" for label in labels]
        self.examples = {}
        weakref.finalize(self, _finish, self.model, self.examples.values())

    def block(self, start):
        if start in self.examples:
            return self.examples[start]
        lines = self.lines[start]
        labelled = zip(self.labels[start : start + len(lines)], lines, strict=True)
        block = self.model._parse("\n".join(map("".join, labelled)))
        if len(block) != len(lines):
            raise RuntimeError(f"Vowpal Wabbit read {len(lines)} patterns as {len(block)}.")
        if self.size <= MOST_STORED:
            self.examples[start] = block
        return block

    def present(self, block, start):
        learn = self.model.learn
        for example in block:
            learn(example)
        if start not in self.examples:
            _finish(self.model, [block])

    def weight(self):
        return np.array([self.model.get_weight(column, 0) for column in range(self.columns)])


def _finish(model, blocks):
    """Release the memory of examples, which the library does not release by itself."""
    finish = model._finish_example
    for block in blocks:
        for example in block:
            finish(example)


def _as_lines(patterns):
    return Blocks(patterns, _lines)


def _lines(patterns):
    """Yield each row without its label, in Vowpal Wabbit's form. Zeros may be left out."""
    rows = sparse.csr_matrix(patterns)
    for start, end in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        pairs = zip(rows.indices[start:end].tolist(), rows.data[start:end].tolist(), strict=True)
        yield " |" + " %d:%.9g" * (end - start) % tuple(chain.from_iterable(pairs))
