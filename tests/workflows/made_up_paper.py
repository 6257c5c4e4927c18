"""The files of a made-up paper with one table, which docs/extending.md shows."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "rosenblatt"
PLACES = {
    "paper_tables/rosenblatt/paper.yaml": "paper.yaml",
    "paper_tables/rosenblatt/table-1.yaml": "table-1.yaml",
    "config/runs/rosenblatt/table-1.yaml": "runs.yaml",
}
FILES = {place: (EXAMPLE / name).read_text(encoding="utf-8") for place, name in PLACES.items()}
