"""`python -m maxmargin.separable FILE` answers the question, or says what is wrong with FILE."""

import gzip
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from maxmargin import separable
from maxmargin.separable import __main__ as command
from maxmargin.separable.__main__ import main
from maxmargin.separable.kinds import Separation
from maxmargin.separable.table import read
from tests.chosen import long_unless

QUASI = "a,b,class\n0,1,no\n0,2,yes\n0,3,no\n1,2,yes\n1,3,yes\n"

SAMPLES = """id;the date;length;width;grade
S1;01.02.2025;4,5;0,5;low
S2;02.02.2025;5,5;1,5;middle
S3;03.02.2025;6,5;2,5;high
"""


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


@pytest.mark.parametrize("before", ["\n", " \n\r\n", '"size\ncm";class\n'])
def test_the_separator_is_that_of_the_first_line_with_cells(capsys, tmp_path, before):
    text = before + "1,5;a\n1,7;b\n"
    code, output, error = run(capsys, tmp_path, text, "--decimal", ",")
    assert (code, error) == (0, "") and output.startswith("The classes are linearly separable")


def test_a_line_of_missing_cells_is_not_left_out(capsys, tmp_path):
    for line in (",,", " ,,", "\t,,"):
        code, _, error = run(capsys, tmp_path, f"1,2,a\n{line}\n2,1,b\n")
        assert code == 2 and "line 2, column 3: the class is missing" in error


@pytest.mark.parametrize("larger", [10**15, 10**16, 10**30])
def test_the_positive_class_is_the_larger_number(capsys, tmp_path, larger):
    _, output, _ = run(capsys, tmp_path, f"x,class\n1,5\n2,{larger}\n", "--kind")
    assert "The estimate of x diverges to inf." in output


def test_the_class_may_stand_in_another_column(capsys, tmp_path):
    text = "class,x\n1,0.5\n0,0.25\n1,10000000000000000000000000\n"
    for label in ("class", "1"):
        assert run(capsys, tmp_path, text, "--label", label)[0] == 0
    assert run(capsys, tmp_path, text, "--label", "class", "--no-threshold")[0] == 1


@pytest.mark.parametrize(("positive", "code"), [(["low"], 0), (["low", "high"], 1)])
def test_three_classes_decimal_commas_and_columns_to_leave_out(capsys, tmp_path, positive, code):
    text = SAMPLES.replace("4,5;0,5;low", "4,5;0,5;low\nS4;04.02.2025;4,5;0,5;low")
    options = ["--drop", "id", "the date", "--decimal", ",", "--positive", *positive]
    proof = str(tmp_path / "proof.json")
    found, output, error = run(capsys, tmp_path, text, *options, "--save", proof)
    assert (found, error) == (code, "")
    assert run(capsys, tmp_path, text, *options, "--check", proof)[0] == 0
    without_names = text.partition("\n")[2]
    places = ["--drop", "1", "2", *options[3:]]
    assert run(capsys, tmp_path, without_names, *places) == (code, output, "")


def test_the_positive_classes_may_be_numbers(capsys, tmp_path):
    text = "1,5;1\n2,5;2,0\n3,5;3\n"
    options = ["--no-head", "--decimal", ",", "--positive"]
    assert run(capsys, tmp_path, text, *options, "2")[0] == 1
    assert run(capsys, tmp_path, text, *options, "2", "3,0")[0] == 0


@pytest.mark.parametrize("numbers", ["400,410,420", "420,410,400", "9,1,5"])
def test_a_first_row_of_numbers_that_may_be_names_is_refused(capsys, tmp_path, numbers):
    for name in ("variety", "430"):
        text = f"{numbers},{name}\n1,2,3,1\n2,1,1,0\n3,1,1,0\n"
        code, _, error = run(capsys, tmp_path, text, "--positive", "1")
        sentence = f"line 1: {numbers},{name} may be a pattern or the columns' names; add --head"
        assert code == 2 and sentence in error
        assert not run(capsys, tmp_path, text.partition("\n")[2])[2]


@pytest.mark.parametrize("text", ["0,1,2\n-1,1,1\n1,1,1\n5,5,2\n", "0,1\n3,0\n4,1\n"])
def test_a_first_row_that_counts_from_0_may_be_names(capsys, tmp_path, text):
    """As pandas writes columns without names."""
    code, _, error = run(capsys, tmp_path, text)
    assert code == 2 and "may be a pattern or the columns' names; add --head" in error
    assert run(capsys, tmp_path, text, "--head")[0] == 0


@pytest.mark.parametrize("option", ["--drop", "--label"])
def test_a_name_that_is_the_place_of_another_column_is_refused(capsys, tmp_path, option):
    text = "3,2,1,kind\n0,7,1,p\n0,7,2,p\n0,9,-1,q\n0,5,-2,q\n"
    code, _, error = run(capsys, tmp_path, text, "--head", option, "1")
    assert code == 2
    assert f"{option}: '1' is the name of column 3 and the place of another" in error
    assert run(capsys, tmp_path, text, "--head", option, "2")[0] != 3


def test_head_says_whether_the_first_row_has_names(capsys, tmp_path):
    text = "9,1,kind\n8,1,p\n10,1,p\n1,1,q\n2,1,r\n"
    assert run(capsys, tmp_path, text, "--positive", "p", "--head")[0] == 0
    assert run(capsys, tmp_path, text, "--positive", "p", "--no-head")[0] == 1
    kinds = run(capsys, tmp_path, text, "--positive", "p", "--head", "--drop", "9")
    assert kinds[0] == 1 and not kinds[2]
    assert run(capsys, tmp_path, "u,v\n1,p\n", "--no-head")[0] == 2


@pytest.mark.parametrize("other", ["ye\u0301s", "y\u200b\u00e9s", "\uff59\u00e9s"])
def test_classes_that_look_the_same_are_refused(capsys, tmp_path, other):
    text = f"x,y\n1,y\u00e9s\n2,no\n3,{other}\n"
    code, _, error = run(capsys, tmp_path, text, "--positive", "no")
    assert code == 2
    assert f"line 4, column 2 ('y'): the class {ascii(other)} looks the same as" in error


def test_classes_that_differ_by_case_are_named(capsys, tmp_path):
    error = run(capsys, tmp_path, "x,y\n1,yes\n2,no\n4,Yes\n", "--positive", "yes")[2]
    assert error == "Hint: 'Yes' and 'yes' are read as two classes.\n"
    assert not run(capsys, tmp_path, "x,y\n1,1E5\n2,1e5\n3,2\n")[2]


def test_classes_that_look_different_are_two(capsys, tmp_path):
    assert run(capsys, tmp_path, "x,y\n1,m\u00b2\n2,m2\n")[0] == 0


@pytest.mark.parametrize("infinite", ["inf", "-Infinity", "1e400"])
def test_infinity_is_no_class_beside_numbers(capsys, tmp_path, infinite):
    code, _, error = run(capsys, tmp_path, f"x,y\n1,0\n2,{infinite}\n3,1\n", "--positive", "1")
    sentence = f"line 3, column 2 ('y'): the class is {infinite!r}, but other classes are numbers."
    assert code == 2 and sentence in error
    assert run(capsys, tmp_path, f"1,sup\n2,{infinite}\n3,sup\n")[0] == 1


@pytest.mark.parametrize("classes", [(0.5, 1.5), (0.1, 0.2), ("1e0", "2"), (-1.5, 3)])
def test_classes_may_be_fractions(capsys, tmp_path, classes):
    code, output, error = run(capsys, tmp_path, "1,{}\n5,{}\n".format(*classes))
    assert (code, error) == (0, "") and output.startswith("The classes are linearly separable")
    code, *_ = run(capsys, tmp_path, "1,{}\n1,{}\n".format(*classes))
    assert code == 1


@pytest.mark.parametrize(
    ("number", "text", "larger"),
    [("1", "1-", "1"), ("2", "2+", "2"), ("1e5", "1A", "1A"), ("100000", "1A", "1A")],
)
def test_a_number_is_sorted_among_texts_by_its_value(tmp_path, number, text, larger):
    path = tmp_path / "file.csv"
    for first, second in ((number, text), (text, number)):
        path.write_text(f"x,c\n0,{first}\n1,{second}\n")
        contents = read(path)
        assert contents.classes[int(np.argmax(contents.y))] == larger


def test_decimals_that_float64_rounds_to_one_are_named(capsys, tmp_path):
    said = run(capsys, tmp_path, "x,c\n1,0.1\n2,0.10000000000000001\n3,0.1\n")[2]
    assert "'0.1' and '0.10000000000000001' are read as two classes; float64 rounds" in said
    assert not run(capsys, tmp_path, "x,c\n1,0.1\n2,0.10\n3,2\n")[2]


def test_a_column_that_counts_the_rows_is_named(capsys, tmp_path):
    text = "id,x,class\n7,1,a\n8,2,b\n9,1,b\n"
    hint = "Hint: 'id' counts the rows; leave it out with --drop if it is no attribute.\n"
    assert run(capsys, tmp_path, text)[2] == hint
    assert run(capsys, tmp_path, text, "--drop", "id")[2] == ""
    assert run(capsys, tmp_path, text.replace("id", "age"))[2] == ""
    rows = "".join(f"{k},{'ab'[k > 9]}\n" for k in range(20))
    assert run(capsys, tmp_path, rows)[2].startswith("Hint: 'column 1' counts the rows")


def test_a_saved_proof_is_checked(capsys, tmp_path):
    proof = str(tmp_path / "proof.json")
    assert run(capsys, tmp_path, QUASI, "--save", proof)[0] == 1
    code, output, _ = run(capsys, tmp_path, QUASI, "--check", proof)
    assert code == 0 and output.startswith("The proof is right. The classes are not linearly")
    code, _, error = run(capsys, tmp_path, QUASI.replace("0,3", "0,4"), "--check", proof)
    assert code == 2 and error == (
        f"error: {proof} is no proof about file.csv: the combination of the patterns is not 0.\n"
    )
    with pytest.raises(SystemExit):
        run(capsys, tmp_path, QUASI, "--check", "")
    assert "--check has no name: it takes the file with the proof." in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--save", "p"], ["--kind"], ["--seconds", "5"]])
def test_a_check_takes_no_option_that_it_would_ignore(capsys, tmp_path, more):
    with pytest.raises(SystemExit):
        run(capsys, tmp_path, QUASI, "--check", "proof.json", *more)
    assert "--check takes neither --save, --kind nor --seconds" in capsys.readouterr().err


def test_an_exponent_beyond_those_of_decimals_is_rounded(capsys, tmp_path):
    code, output, error = run(capsys, tmp_path, "1,a\n2,b\n1e-99999999999999999999,a\n")
    assert (code, error) == (0, "") and "nearest to the file's decimals" in output


def test_the_time_may_be_too_short(capsys, tmp_path):
    code, output, _ = run(capsys, tmp_path, QUASI, "--seconds", "1e-9", "--kind")
    assert code == 3 and "not decided in the time given" in output


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", [], "file.csv has no patterns: each line has to have numbers and a class"),
        ("a,b\n", [], "file.csv has no patterns"),
        ("1\n2\n", [], "file.csv, line 1: only one column ('1'); each line has to have numbers"),
        (
            "# made\n1,p\n2,q\n",
            [],
            "file.csv, line 1: only one column, but other lines have more; d",
        ),
        ("1 1:0.5 2:1\n-1 2:3\n", [], "file.csv is in libsvm's format: read it with sklearn.d"),
        ("\n1\t1:0.5 # one\n-1\t1:0.7\n", [], "file.csv is in libsvm's format: read it with"),
        ("1 p\n2 q\n", [], "file.csv, line 1: only one column ('1 p'); each line has to have"),
        ("1;2\t5\n3;4\t6\n", [], "file.csv: semicolons and tabs separate cells in every line: use"),
        ("1,2,a\n3,x,b\n", [], "file.csv, line 2, column 2: 'x' is no finite number."),
        ("1,2,a\n\n3,,b\n", [], "file.csv, line 3, column 2: '' is no finite number."),
        ("1,2,a\n3,nan,b\n", [], "file.csv, line 2, column 2: 'nan' is no finite number."),
        ("1,2,a\n3,1e999,b\n", [], "file.csv, line 2, column 2: '1e999' is no finite number."),
        ("1,2,a\n3,b\n", [], "file.csv, line 2: 2 columns, but 3 before."),
        ("1,2,a\n3,4,\n", [], "file.csv, line 2, column 3: the class is missing ('')."),
        ("1,2,a\n3,4,N/A\n", [], "file.csv, line 2, column 3: the class is missing ('N/A')."),
        ("1,2,a\n3,4,<NA>\n", [], "file.csv, line 2, column 3: the class is missing ('<NA>')."),
        ("1,2,a\n3,4,a\n", [], "file.csv, column 3: 1 class (a), but two are needed"),
        ("1,1\n2,2\n3,3\n", [], "file.csv, column 2: 3 classes (1, 2, 3); --positive"),
        ("1,1\n5,1.00000000000000000001\n3,2\n", [], "file.csv, column 2: 3 classes (1, 1.00000"),
        ("1,9007199254740992.0\n5,9007199254740993.0\n3,2\n", ["--no-head"], "file.csv, column"),
        ("1,0\n5,1e-400\n3,2\n", ["--no-head"], "file.csv, column 2: 3 classes (0, 1E-400, 2);"),
        ("1,1e-99999999999999999999\n2,1\n", ["--no-head"], "file.csv, line 1, column 2: the ex"),
        ("1,a\n" * 600 + "-1,a\0\n", [], "file.csv, line 601: there is a NUL, which no text"),
        (
            QUASI,
            ["--label", "z"],
            "file.csv, --label: no column 'z'; there are a, b, class, or places from 1 to 3.",
        ),
        (QUASI, ["--drop", "z"], "file.csv, --drop: no column 'z'; there are a, b, class, or pl"),
        (QUASI, ["--drop", "3"], "file.csv: --drop names 'class', which has the classes; --lab"),
        (QUASI, ["--drop", "a", "2"], "file.csv: --drop leaves no columns beside the classes."),
        (
            QUASI.replace("a,b", "a,a"),
            ["--drop", "a"],
            "file.csv, --drop: 'a' is the name of 2 columns; name it by its place.",
        ),
        (QUASI, ["--positive", "maybe"], "file.csv, --positive: no class 'maybe'; there are no, y"),
        (QUASI, ["--positive", "no", "yes"], "file.csv, --positive: all classes are named; leave"),
        (
            SAMPLES,
            [],
            "file.csv, line 2, column 1 ('id'): 'S1' is no finite number; --drop id 'the date' "
            "leaves out columns without numbers; --decimal , reads decimal commas.",
        ),
        (
            SAMPLES,
            ["--decimal", ",", "--drop", "id"],
            "file.csv, line 2, column 2 ('the date'): '01.02.2025' is no finite number; --drop id "
            "'the date' leaves out columns without numbers.",
        ),
        (
            SAMPLES,
            ["--drop", "id", "the date"],
            "file.csv, line 2, column 3 ('length'): '4,5' is no finite number; --decimal , reads",
        ),
        (
            SAMPLES.replace(",", "."),
            ["--drop", "id", "the date", "--decimal", ","],
            "file.csv, line 2, column 3 ('length'): '4.5' is no finite number; --decimal . reads",
        ),
        (
            SAMPLES,
            ["--decimal", ",", "--drop", "1", "2"],
            "file.csv, column 5 ('grade'): 3 classes (high, low, middle); --positive names those",
        ),
        (QUASI, ["--seconds", "-1"], "--seconds is -1, but has to be above 0; leave it out"),
        (QUASI, ["--check", "no.json"], "no.json: No such file or directory"),
        ('5,a\n"1\n2",b\n20,b\n', (), "file.csv, line 2, column 1: '1\\n2' is no finite number."),
        ("NA,b\n1,a\n2,b\n", (), "file.csv, line 1, column 1: 'NA' is no finite number."),
        ("?,?,a\n1,2,a\n2,3,b\n", (), "file.csv, line 1, column 1: '?' is no finite number."),
        ("−1,a\n2,b\n", (), "file.csv, line 1, column 1: '−1' is no finite number."),
        ("0x10,a\n2,b\n", (), "file.csv, line 1, column 1: '0x10' is no finite number."),
        (
            '1,2,a\n"3,4,b\n5,6,a\n',
            (),
            "file.csv, line 2: unexpected end of data; is a quotation mark",
        ),
        (f'1,a\n"2,b\n{200_000 * "3,a "}', (), "file.csv, line 2: field larger than field limit"),
    ],
)
def test_each_fault_has_its_sentence(capsys, tmp_path, text, options, sentence):
    code, output, error = run(capsys, tmp_path, text, *options)
    assert (code, output) == (2, "")
    assert error.startswith(f"error: {sentence}")


@pytest.mark.parametrize("options", [[], ["--decimal", ","]])
@pytest.mark.parametrize(
    "text",
    [
        "5,1|0\n5,9|1\n",
        "5,1|p\n5,9|q|\n",
        "u,v|kind\n5,1|p\n5,9|q\n",
        "5,1 0\n5,9 1\n",
        "u v\n5,1 p\n5,9 q\n",
        "5,1 m yes\n5,9 f no\n",
        "5,1 p\n5,9  q r\n",
        "5,1\xa0p\n5,9\xa0q\n",
        "5,1:p\n5,9:q\n",
        "5,1/p\n5,9/q\n",
        "5,1;p\n5,9;q;\n",
        "1,5 2,5 p\n2,5 3,5 q\n",
        "-5,1e3 p\n-5,9 q\n",
    ],
)
def test_commas_that_may_be_decimal_separate_nothing(capsys, tmp_path, text, options):
    code, output, error = run(capsys, tmp_path, text, *options)
    assert (code, output) == (2, "")
    sentences = ("file.csv: the commas may be decimal, since they stand", "columns, but ")
    assert any(sentence in error for sentence in sentences)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1, 2, p\n3, 4, q\n", []),
        ("1,2,3 rooms\n3,4,5 rooms\n", []),
        ("1,2,10:30\n3,4,11:30\n", []),
        ('5,"3 rooms"\n6,"4 rooms"\n', []),
        ('5,"a|b"\n6,"c|b"\n', []),
        ("5,a|b\n6,c|b\n", []),
        ("1,A|A\n2,A|G\n", []),
        ("dose,kind\n1,type 1\n2,type 2\n", []),
        ("1.5,2,type 1\n2.5,3,type 2\n", []),
        ("time,x,kind\n10 30,1,p\n11 45,2,q\n", ["--drop", "time"]),
        ("dose,kind,note\n1,p,2 3\n2,q,3 4\n", ["--label", "kind", "--drop", "note"]),
        ("1,p,A|1\n2,q,B|2\n", ["--label", "2", "--drop", "3"]),
        ("1,2024-01-01\n2,2024-01-02\n", []),
        ("1\t2\tp\n3\t4\tq\n", []),
        ("the size,the kind\n1,p\n2,q\n", []),
        ("1 ,2 ,p\n3 ,4 ,q\n", []),
        ("1,5;2,5;p\n3,5;4,5;q\n", ["--decimal", ","]),
        ("1,0\n2,1\n", []),
    ],
)
def test_texts_with_blanks_or_bars_are_no_other_separator(capsys, tmp_path, text, options):
    code, _, error = run(capsys, tmp_path, text, *options)
    assert code == 0, error


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b"1,a\n2,b\n", mtime=0),
        b"PK\x03\x04" + bytes(30),
        b"\x93NUMPY\x01\x00v",
        b"PAR1\x15\x04\x15",
        "1,a\n2,b\n".encode("utf-16"),
        "1,a\n2,b\n".encode("utf-16-le"),
    ],
)
def test_what_is_no_text_is_said_to_be_none(capsys, tmp_path, content):
    (tmp_path / "file.csv").write_bytes(content)
    assert main([str(tmp_path / "file.csv")]) == 2
    assert "file.csv is no text: it may be compressed, in UTF-16 or a" in capsys.readouterr().err


def test_only_the_first_bytes_tell_what_is_no_text(capsys, tmp_path):
    assert (
        run(capsys, tmp_path, "1,a\n2,b\n" * 200 + "3,the \x1b class\n", "--positive", "a")[0] == 0
    )


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("gone/proof.json", "there is no folder "),
        ("link.json", "there is no folder "),
        ("folder", "this is a folder; name a file to write"),
        ("file.csv", "this is a file to read; name another file to write"),
    ],
)
def test_where_a_proof_cannot_be_written_is_said_before_the_work(
    capsys, tmp_path, place, sentence, monkeypatch
):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "gone" / "proof.json")
    monkeypatch.setattr(command, "separable", lambda *_, **__: 1 / 0)
    code, output, error = run(capsys, tmp_path, QUASI, "--save", str(tmp_path / place))
    assert (code, output) == (2, "") and f"{place}: {sentence}" in error


@pytest.mark.parametrize("place", ["proof.json", "file.csv.json"])
def test_that_a_proof_may_not_be_written_is_said_before_the_work(
    capsys, tmp_path, place, monkeypatch
):
    (tmp_path / "file.csv.json").write_text("old")
    asked = []
    monkeypatch.setattr(command.os, "access", lambda path, mode: asked.append(path))
    monkeypatch.setattr(command, "separable", lambda *_, **__: 1 / 0)
    code, _, error = run(capsys, tmp_path, QUASI, "--save", str(tmp_path / place))
    assert code == 2 and "you may not write there; name another file" in error
    assert asked == [str(tmp_path / place if "csv" in place else tmp_path)]


def test_a_file_in_another_encoding_is_named_with_its_line(capsys, tmp_path):
    (tmp_path / "file.csv").write_bytes("a,b\n1,2\n3,größer\n".encode("latin-1"))
    assert main([str(tmp_path / "file.csv")]) == 2
    sentence = "file.csv, line 3: the byte 0xF6 is not UTF-8; save the file as UTF-8.\n"
    assert capsys.readouterr().err.endswith(sentence)


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


def test_a_first_line_with_a_missing_value_is_no_header(capsys, tmp_path):
    code, _, error = run(capsys, tmp_path, "x1,?,a\nx2,3,b\nx3,4,a\n", "--drop", "1")
    assert code == 2 and "line 1, column 2" in error


@pytest.mark.parametrize("row", ["1,nan", "1_000,a"])
def test_a_missing_class_and_pythons_own_numbers_are_refused(capsys, tmp_path, row):
    code, _, error = run(capsys, tmp_path, f"2,b\n3,a\n{row}\n")
    assert code == 2 and "line 3" in error


def test_a_kind_that_was_not_decided_has_its_own_exit_code(capsys, tmp_path, monkeypatch):
    undecided = Separation(None, separable([[0, 0], [1, 1]], [0, 1]))
    monkeypatch.setattr(command, "separation", lambda *_, **__: undecided)
    assert run(capsys, tmp_path, QUASI, "--kind")[0] == 3


def test_decimals_are_said_to_be_rounded(capsys, tmp_path):
    """In decimals the second row lies half-way between the others, and nothing separates it."""
    decimals = "0.1,0.3,a\n0.2,0.6,b\n0.3,0.9,a\n"
    code, output, _ = run(capsys, tmp_path, decimals)
    assert code == 0 and "nearest to the file's decimals" in output
    code, output, _ = run(capsys, tmp_path, decimals.replace("0.", ""))
    assert code == 1 and "decimals" not in output


@pytest.mark.parametrize("text", ["1.00000000000000000001,a\n1,b\n", "1e-400,a\n0,b\n"])
def test_rounding_to_whole_numbers_is_said(capsys, tmp_path, text):
    code, output, _ = run(capsys, tmp_path, text, "--kind")
    assert code == 1 and "nearest to the file's decimals" in output


def test_hyperplanes_through_the_origin_are_a_question_of_their_own(capsys, tmp_path):
    proof = str(tmp_path / "proof.json")
    code, output, _ = run(capsys, tmp_path, "1,a\n2,b\n", "--no-threshold", "--save", proof)
    assert code == 1 and output.startswith("No hyperplane through the origin separates the classes")
    assert "not linearly separable" not in output
    code, output, error = run(capsys, tmp_path, "1,a\n2,b\n", "--check", proof)
    assert code == 2 and not output and error.endswith("the origin: add --no-threshold.\n")
    code, output, _ = run(capsys, tmp_path, "1,a\n2,b\n", "--check", proof, "--no-threshold")
    assert code == 0 and output.startswith("The proof is right. No hyperplane through the origin")
    run(capsys, tmp_path, "1,a\n2,b\n", "--save", proof)
    code, _, error = run(capsys, tmp_path, "1,a\n2,b\n", "--check", proof, "--no-threshold")
    assert code == 2 and "leave --no-threshold out" in error


def test_one_class_has_a_weight_without_a_threshold(capsys, tmp_path):
    assert run(capsys, tmp_path, "1,a\n2,a\n", "--no-threshold")[0] == 0


def test_semicolons_go_before_commas(capsys, tmp_path):
    """Split at the commas, both rows would be (1) and of different classes."""
    code, _, error = run(capsys, tmp_path, "1,5;a\n1,7;b\n")
    assert code == 2 and "line 1, column 1: '1,5' is no finite number; --decimal ," in error
    assert run(capsys, tmp_path, "1,5;a\n1,7;b\n", "--decimal", ",")[0] == 0
    for text in ("x;1,y,c\n1,2,a\n2,1,b\n", '"x;1",y,c\n1,2,a\n2,1,b\n'):
        assert run(capsys, tmp_path, text)[0] == 0
    text = "x;y;c\n1,5;2;a\n1,7;b\n"
    code, _, error = run(capsys, tmp_path, text, "--decimal", ",")
    assert code == 2 and "line 3: 2 columns, but 3 before." in error


def test_integers_have_any_number_of_digits(capsys, tmp_path):
    assert run(capsys, tmp_path, f"{'9' * 5000},a\n{'9' * 4999}8,b\n")[0] == 0


def test_a_proof_that_is_nested_deeply_is_refused(capsys, tmp_path):
    proof = tmp_path / "proof.json"
    proof.write_text("[" * 200_000)
    code, _, error = run(capsys, tmp_path, "1,a\n2,b\n", "--check", str(proof))
    assert code == 2 and error.endswith("is not a saved answer of separable: it is nested.\n")


def test_a_class_that_may_be_missing_is_named(capsys, tmp_path):
    for name in ("NA", "none"):
        code, _, error = run(capsys, tmp_path, f"1,yes\n2,{name}\n")
        assert code == 0 and error.startswith(f"Hint: {name!r} is read as the name of a class;")


@pytest.mark.parametrize(
    ("text", "is_rounded"),
    [
        ("1e20", False),
        ("1.5e300", True),
        ("9007199254740994.0", False),
        ("123456789012345678.5", True),
    ],
)
def test_large_floats_are_numbers(capsys, tmp_path, text, is_rounded):
    code, output, error = run(capsys, tmp_path, f"1,a\n2,b\n{text},b\n")
    assert (code, error) == (0, "")
    assert ("nearest to the file's decimals" in output) == is_rounded
    near = int(float(text))  # the integers before and after a float that holds only one of them
    lines = f"{near - 1},a\n{text},b\n{near + 1},b\n"
    assert run(capsys, tmp_path, lines)[0] == 0
    assert run(capsys, tmp_path, lines.replace("b", "a").replace(f"{text},a", f"{text},b"))[0] == 1


def test_a_proof_without_patterns_is_refused(capsys, tmp_path):
    proof = tmp_path / "proof.json"
    run(capsys, tmp_path, QUASI, "--save", str(proof))
    content = json.loads(proof.read_text())
    proof.write_text(json.dumps({**content, "patterns": [], "integers": []}))
    code, output, error = run(capsys, tmp_path, QUASI, "--check", str(proof))
    assert (code, output) == (2, "") and "patterns are not integers, at least one" in error


def test_an_unexpected_error_does_not_say_not_separable(monkeypatch, capsys):
    def fails():
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr(command, "main", fails)
    with pytest.raises(SystemExit) as ended:
        command.run()
    assert ended.value.code == 2 and "nobody expected this" in capsys.readouterr().err


@pytest.mark.parametrize(
    "redirection",
    [
        pytest.param(r, marks=long_unless(r in ("<&-", ">&- 2>&-")))
        for r in ("2>&-", ">&-", "<&-", ">&- 2>&-")
    ],
)
def test_closed_streams_change_no_exit_code(tmp_path, redirection):
    codes = []
    for name, text in (("apart.csv", "1,a\n2,b\n"), ("mixed.csv", "1,a\n2,b\n3,a\n")):
        (tmp_path / name).write_text(text)
        call = f"{sys.executable} -m maxmargin.separable {tmp_path / name} {redirection}"
        codes.append(subprocess.run(call, shell=True, capture_output=True).returncode)
    assert codes == [0, 1]


LIMITED = """import resource, signal, sys
from maxmargin.separable.__main__ import main

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
sys.exit(main(sys.argv[1:]))
"""


def test_a_proof_that_cannot_be_written_leaves_the_old_one(tmp_path, capsys):
    proof = tmp_path / "proof.json"
    run(capsys, tmp_path, QUASI, "--save", str(proof))
    before = proof.read_bytes()
    call = [sys.executable, "-c", LIMITED, tmp_path / "file.csv", "--save", proof]
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"error: {proof}: cannot be written: File too large\n"
    assert proof.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.csv", "proof.json"]


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--save", "/dev/stdout"]])
def test_an_answer_that_cannot_be_shown(tmp_path, options):
    (tmp_path / "file.csv").write_text("1,a\n2,b\n")
    call = [sys.executable, "-m", "maxmargin.separable", tmp_path / "file.csv", *options]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    for environment in (buffered, buffered | {"PYTHONUNBUFFERED": "1"}):
        with open("/dev/full", "w") as full:
            how = {"stdout": full, "stderr": subprocess.PIPE, "text": True, "env": environment}
            done = subprocess.run(call, **how)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        sentences = "error: the answer cannot be shown: No", "error: /dev/stdout: "
        assert done.stderr.startswith(sentences)
    shown = subprocess.run([*call, "--save", "/dev/stdout"], capture_output=True, text=True)
    assert '"separable": true' in shown.stdout


def test_a_device_and_a_file_that_cannot_be_replaced_are_written_in_place(
    tmp_path, capsys, monkeypatch
):
    assert run(capsys, tmp_path, QUASI, "--save", "/dev/null")[0] == 1
    assert not os.path.isfile("/dev/null")
    proof, linked = tmp_path / "proof.json", tmp_path / "linked.json"
    proof.write_text("old")
    os.link(proof, linked)
    monkeypatch.setattr(os, "access", lambda path, mode: path == str(proof))
    assert run(capsys, tmp_path, QUASI, "--save", str(proof))[0] == 1
    assert linked.read_text() == proof.read_text() != "old"


def test_a_new_proof_has_the_old_ones_mode(tmp_path, capsys):
    proof = tmp_path / "proof.json"
    run(capsys, tmp_path, QUASI, "--save", str(proof))
    usual = proof.stat().st_mode
    proof.chmod(0o600)
    run(capsys, tmp_path, QUASI, "--save", str(proof))
    assert proof.stat().st_mode & 0o777 == 0o600 != usual & 0o777


def test_the_answer_is_shown_though_its_proof_cannot_be_written(tmp_path):
    (tmp_path / "file.csv").write_text("1,a\n2,b\n")
    call = [sys.executable, "-m", "maxmargin.separable", tmp_path / "file.csv"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    how = {"capture_output": True, "text": True, "env": buffered}
    done = subprocess.run([*call, "--save", "/dev/full"], **how)
    assert done.returncode == 2 and "/dev/full: cannot be written" in done.stderr
    assert done.stdout.startswith("The classes are linearly separable")
