"""`python -m maxmargin.separable FILE` answers the question, or says what is wrong with FILE."""

import subprocess
import sys

import pytest

from maxmargin import separable
from maxmargin.separable import __main__ as command
from maxmargin.separable.__main__ import main
from maxmargin.separable.kinds import Separation

QUASI = "a,b,class\n0,1,no\n0,2,yes\n0,3,no\n1,2,yes\n1,3,yes\n"


def run(capsys, tmp_path, text, *options):
    """Return the exit code, the output and the error of the command for a file of this text."""
    path = tmp_path / "file.csv"
    path.write_text(text, encoding="utf-8")
    code = main([str(path), *options])
    output = capsys.readouterr()
    return code, output.out, output.err.replace(str(path), "file.csv")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_answers_and_exit_codes(capsys, tmp_path, separator):
    text = QUASI.replace(",", separator)
    code, output, _ = run(capsys, tmp_path, text)
    assert code == 1 and output.startswith("The classes are not linearly separable: 3 of the 5")
    code, output, _ = run(capsys, tmp_path, text, "--kind")
    assert "Kind of separation: quasi-complete, 3 patterns on the hyperplane." in output
    assert "The estimate of a diverges to inf." in output
    code, output, _ = run(
        capsys,
        tmp_path,
        text.replace("0,2,yes", "0,2,no")
        .replace("0;2;yes", "0;2;no")
        .replace("0\t2\tyes", "0\t2\tno"),
    )
    assert code == 0 and output.startswith("The classes are linearly separable")


def test_the_class_may_stand_in_another_column(capsys, tmp_path):
    text = "class,x\n1,0.5\n0,0.25\n1,10000000000000000000000000\n"
    for label in ("class", "1"):
        assert run(capsys, tmp_path, text, "--label", label)[0] == 0
    assert run(capsys, tmp_path, text, "--label", "class", "--no-threshold")[0] == 1


def test_a_saved_proof_is_checked(capsys, tmp_path):
    proof = str(tmp_path / "proof.json")
    assert run(capsys, tmp_path, QUASI, "--save", proof)[0] == 1
    code, output, _ = run(capsys, tmp_path, QUASI, "--check", proof)
    assert code == 0 and output.startswith("The proof is right. The classes are not linearly")
    code, _, error = run(capsys, tmp_path, QUASI.replace("0,3", "0,4"), "--check", proof)
    assert (code, error) == (2, "error: the combination of the patterns is not 0.\n")


def test_the_time_may_be_too_short(capsys, tmp_path):
    code, output, _ = run(capsys, tmp_path, QUASI, "--seconds", "1e-9", "--kind")
    assert code == 3 and "not decided in the time given" in output


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", [], "file.csv has no patterns: each line has to have numbers and a class"),
        ("a,b\n", [], "file.csv has no patterns"),
        ("1\n2\n", [], "file.csv has no patterns"),
        ("1,2,a\n3,x,b\n", [], "file.csv, line 2, column 2: 'x' is no finite number."),
        ("1,2,a\n\n3,,b\n", [], "file.csv, line 3, column 2: '' is no finite number."),
        ("1,2,a\n3,nan,b\n", [], "file.csv, line 2, column 2: 'nan' is no finite number."),
        ("1,2,a\n3,1e999,b\n", [], "file.csv, line 2, column 2: '1e999' is no finite number."),
        ("1,2,a\n3,b\n", [], "file.csv, line 2: 2 columns, but 3 before."),
        ("1,2,a\n3,4,\n", [], "file.csv, line 2, column 3: the class is missing."),
        ("1,2,a\n3,4,a\n", [], "file.csv, column 3: 1 classes (a), but two are needed"),
        ("1,1\n2,2\n3,3\n", [], "file.csv, column 2: 3 classes (1.0, 2.0, 3.0), but two are"),
        (QUASI, ["--label", "z"], "file.csv has no column 'z', but a, b, class."),
        (QUASI, ["--seconds", "-1"], "max_seconds is -1.0, but has to be above 0, or None."),
        (QUASI, ["--check", "no.json"], "[Errno 2] No such file or directory: 'no.json'"),
    ],
)
def test_each_fault_has_its_sentence(capsys, tmp_path, text, options, sentence):
    code, output, error = run(capsys, tmp_path, text, *options)
    assert (code, output) == (2, "")
    assert error.startswith(f"error: {sentence}")


@pytest.mark.long
def test_the_command_runs_beside_a_function_of_its_name(tmp_path):
    (tmp_path / "file.csv").write_text(QUASI)
    call = [sys.executable, "-W", "error", "-m", "maxmargin.separable", "file.csv"]
    ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.startswith("The classes are not linearly separable") and not ran.stderr


def test_integers_that_float64_cannot_hold_stay_different(capsys, tmp_path):
    code, output, _ = run(capsys, tmp_path, "9007199254740993,1\n9007199254740992,0\n")
    assert code == 0 and output.startswith("The classes are linearly separable")


@pytest.mark.parametrize("line", ["nan,a", "1e400,a", "-inf,b"])
def test_a_first_line_that_is_not_finite_is_no_header(capsys, tmp_path, line):
    code, _, error = run(capsys, tmp_path, f"{line}\n2,b\n3,a\n0,b\n")
    assert code == 2 and "line 1, column 1" in error and "is no finite number" in error


@pytest.mark.parametrize("row", ["1,nan", "1_000,a"])
def test_a_missing_class_and_pythons_own_numbers_are_refused(capsys, tmp_path, row):
    code, _, error = run(capsys, tmp_path, f"2,b\n3,a\n{row}\n")
    assert code == 2 and "line 3" in error


def test_a_kind_that_was_not_decided_has_its_own_exit_code(capsys, tmp_path, monkeypatch):
    undecided = Separation(None, separable([[0], [1]], [0, 1]))
    monkeypatch.setattr(command, "separation", lambda *_, **__: undecided)
    assert run(capsys, tmp_path, QUASI, "--kind")[0] == 3
