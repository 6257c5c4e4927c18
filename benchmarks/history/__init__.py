"""The history of our speed: `make benchmark-history` adds an entry and draws docs/history.svg.

Each row is a ratio: our time, divided by that of C++, LIBLINEAR or scikit-learn in the same run.
"""
