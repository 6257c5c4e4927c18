"""RCV1-v2 (Lewis et al. 2004): log-TF-IDF news stories; stories with one topic are positive."""

import numpy as np

from data.errors import DataError
from data.loaders.libsvm_text import read_pairs
from data.loaders.rows import read_rows

TERMS = 47236


def load(vectors, topics, topic):
    """Return (X, y) of all stories of a vector file in file order, X CSR (m, 47236).

    Parameters
    ----------
    vectors : str or Path
        A file with lines `story term:value ...`, such as lyrl2004_vectors_test_pt0.dat (199328
        stories).
    topics : str or Path
        A file with lines `topic story 1`, such as rcv1-v2.topics.qrels.
    topic : str
        The positive topic, such as C11 or CCAT.

    Raises
    ------
    DataError
        For a story without any topic, since all stories have one.
    """
    stories, lines, X = read_pairs(vectors, TERMS)
    known, positive = [], []
    for row in read_rows(topics, width=3, separator=None):
        row.choice(2, {"1": True})
        story = row.number(1)
        known.append(story)
        if row.tokens[0] == topic:
            positive.append(story)
    unknown = np.flatnonzero(~np.isin(stories, known))
    if unknown.size:
        story = stories[unknown[0]]
        raise DataError(f"{vectors}, line {lines[unknown[0]]}: {story} has no topic in {topics}.")
    return X, np.where(np.isin(stories, positive), 1.0, -1.0)
