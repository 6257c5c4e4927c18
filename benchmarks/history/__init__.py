"""The history of our speed: `make benchmark-history` adds an entry and draws docs/history.svg.

Each row is a ratio: our time, divided by that of another program in the same run. docs/history.md
says which.
"""
