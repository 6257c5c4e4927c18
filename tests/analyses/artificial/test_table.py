"""The table of all artificial data sets."""

import json

from analyses.artificial.table import errors_grid


def test_errors_of_all_sets_by_norm_and_alpha():
    runs, online = {}, {}

    def add(data, p, alpha, B, errors, status="completed"):
        name = f"{data}-{p}-{alpha}-{B}"
        parameters = json.dumps({"p": p, "alpha": alpha, "B": B})
        runs[name] = {"data": data, "status": status, "parameters": parameters}
        if errors:
            online[name, "1", "average", "all"] = [{"test_error": text} for text in errors]

    add("alma-artificial-s10-e005", 2, 0.5, 2.0, ("0.04", "0.06"))
    add("alma-artificial-s10-e005", 2, 0.5, 5.66, ("0.5",))  # of Theorem 3
    add("alma-artificial-s10-e005", 10, 1.0, 1.0, ())
    add("alma-artificial-s3-e000", 6, 0.9, 1 / 0.9, ("0.1234",))
    add("alma-artificial-s300-e000", 6, 0.9, 1 / 0.9, ("0.1",), status="failed")
    add("letter", 2, 0.5, 2.0, ("0.1",))
    grid = errors_grid(runs, online)
    shown = [[cell.printed for cell in row] for row in grid.rows]
    assert [row[:2] for row in shown] == [["3", "0"], ["10", "0.05"]]
    heads = [name for name, _ in grid.columns]
    assert shown[0][heads.index("p6-alpha-09")] == "12.3"
    assert shown[1][heads.index("p2-alpha-05")] == "5.0"
    assert sum(bool(text) for row in shown for text in row[2:]) == 2
    assert sum(width for _, width in grid.groups) == len(heads)
