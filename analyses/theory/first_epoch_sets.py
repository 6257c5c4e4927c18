"""The data sets whose first epochs analyses/theory/first_epochs.py checks."""

TWO_CLASSES = {
    "german": 8.0,
    "votes": 1.0,
    "tic-tac-toe": 0.5,
    "ionosphere": 1.5,
    "wbc": 10.0,
}  # name: ρ
SEVERAL_CLASSES = ("letter", "usps-raw")
