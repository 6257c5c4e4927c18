"""The benchmark of files that memory does not hold refuses what is no number of rows."""

import pytest

from benchmarks.out_of_memory import main


@pytest.mark.parametrize("rows", ["-5", "0", "1.5", "many"])
def test_a_number_of_rows_is_above_0(tmp_path, capsys, rows):
    with pytest.raises(SystemExit):
        main([str(tmp_path), f"--rows={rows}"])
    assert f"{rows} is not a whole number above 0" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
