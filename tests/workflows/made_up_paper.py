"""The files of a made-up paper with one table."""

PAPER = """
short: Rosenblatt
authors: F. Rosenblatt
title: "The perceptron: a probabilistic model"
published: "1958"
order: 9
"""
TABLE = """
title: Updates on sonar
groups:
  - head: ""
    run: rosenblatt-table-1-sonar
    columns:
      - {name: data, head: data, label: true}
      - {name: updates, head: updates, field: updates}
rows:
  sonar: [Sonar, "820,261"]
"""
RUNS = """
rosenblatt-table-1:
  data: sonar
  runs:
    rosenblatt-table-1-sonar: {algorithm: PerceptronWithMargin, augment: 1, parameters: {b: 3.9}}
"""
FILES = {
    "paper_tables/rosenblatt/paper.yaml": PAPER,
    "paper_tables/rosenblatt/table-1.yaml": TABLE,
    "config/runs/rosenblatt/table-1.yaml": RUNS,
}
