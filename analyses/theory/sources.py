"""The sources of the theorems that are compared with the runs."""

from paper_tables.papers import read_papers

# A theorem's source -> its name in the table: the papers in their order, then others.
SOURCES = {name: paper.short for name, paper in read_papers().items()} | {
    "novikoff": "Novikoff",
    "romma": "Li & Long",
    "pdm": "PDM",
    "pumma": "PUMMA",
    "adatron": "AdaTron",
    "ballseptron": "Ballseptron",
    "shrinking": "Weight shrinking",
    "jaggi": "Jaggi, on Gilbert",
    "away": "Away steps",
    "smoothed": "Smoothed Perceptron",
    "game": "Nesterov's game",
    "momentum": "Ji et al.",
    "normalised": "Normalised gradient",
}
PAPERS = tuple(SOURCES)
