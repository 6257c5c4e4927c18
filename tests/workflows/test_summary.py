"""What is said at the end."""

from records.analysis_files import CLAIMS
from records.writing import write
from workflows.summary import print_summary


def test_verdicts_are_counted_and_the_report_is_named(tmp_path, capsys):
    cell = dict(zip(CLAIMS.key, ("micra", "table-1", "1"), strict=False))
    verdicts = ["exact", "exact", "differs"]
    rows = [{**cell, "column": str(i), "verdict": v} for i, v in enumerate(verdicts)]
    write(tmp_path / "claims.csv", CLAIMS, rows)
    print_summary(tmp_path)
    assert capsys.readouterr().out == ""
    for folder in ("report", "so_far"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").touch()
    print_summary(tmp_path)
    said = f"3 printed numbers: 2 exact, 1 differs. The report: {tmp_path}/report/index.html\n"
    assert capsys.readouterr().out == said
    assert not (tmp_path / "so_far").exists()
