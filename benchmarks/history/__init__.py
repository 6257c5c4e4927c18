"""The history of our speed: `make benchmark-history` adds an entry and draws docs/history.svg.

Each row is a ratio: our time, divided by that of C++ or LIBLINEAR in the same run.
"""
