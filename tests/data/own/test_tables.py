"""Tables are read with any separator, decimal sign and columns; one message lists all faults."""

import re

import pytest

from data.errors import DataError

FORMS = [(";", "semicolons"), ("\t", "tabs"), ("|", "vertical bars")]


@pytest.mark.parametrize(("separator", "named"), FORMS)
@pytest.mark.parametrize(
    "rows",
    [
        ["1,5;0", "2,5;1", "3,5;0"],
        ["1,5;2,5;a", "2,5;3,5;b"],
        ["u;v;k", "1.5;2.5;a", "2.5;3.5;b"],
        ['"u";"v";"k"', '1.5;2.5;"a"', '2.5;3.5;"b"'],
        ["7.4;0.7;5", "7.8;0.9;6"],
        ["1,5;a", "2;b", "3,5;a"],
        ["a title", "1,5;a", "2,5;b"],
    ],
)
def test_another_separator_is_named(read, separator, named, rows):
    text = "\n".join(rows).replace(";", separator)
    with pytest.raises(DataError, match=f"mine.csv, line 1: .* separated by {named}: set separ"):
        read(text)


@pytest.mark.parametrize("text", ["1,5 0\n2,5 1\n", "1 2 p\n2 3 q\n", "u v k\n1  2 p\n2  3 q\n"])
def test_blanks_as_separators_are_named(read, text):
    with pytest.raises(DataError, match="line 1: the columns seem to be separated by blanks"):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "5,1|p\n5,9|q|\n",
        "5,1 m yes\n5,9 f no\n",
        "u,v k\n5,1 p\n5,9  q r\n",
        "5,1:p\n5,9:q\n",
        "5,1/p\n5,9/q\n",
        "5,1;p\n5,9;q;\n",
        "1,5\xa02,5 p x\n2,5\xa03,5 q\n",
    ],
)
def test_commas_that_may_be_decimal_separate_nothing(read, text):
    with pytest.raises(DataError, match="line 1: the commas may be decimal, since they stand in n"):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3 rooms\n3,4,5 rooms\n",
        "1,2,10:30\n3,4,11:30\n",
        '5,"3 rooms"\n6,"4 rooms"\n',
        "dose,kind\n1,type 1\n2,type 2\n",
        "1,2024-01-01\n2,2024-01-02\n",
        "5,1 p\n6,q\n",
    ],
)
def test_commas_beside_texts_separate(read, text):
    assert len(read(text).X) == 2


def test_that_commas_separate_may_be_said(read):
    assert read("5,1:p\n6,9:q\n", separator=",").X.tolist() == [[5], [6]]


def test_what_may_be_in_a_text_is_no_separator(read):
    for one, other in (("a;b", "c"), ("very good", "very bad"), ("a|b", "c|d|e"), ("7 up", "x y")):
        assert read(f"1,{one}\n2,{other}\n").X.tolist() == [[1], [2]]
    assert read('1,"a;b"\n2,"c;d"\n').X.tolist() == [[1], [2]]
    assert read("1,a;b\n2,c;d\n", separator=",").X.tolist() == [[1], [2]]
    assert read("1, 2, p\n2, 3, q\n").X.tolist() == [[1, 2], [2, 3]]
    assert read("1,\t2,\tp\n2,\t3,\tq\n").X.tolist() == [[1, 2], [2, 3]]


@pytest.mark.parametrize("separator", [";", "\t", "tab", "|", " "])
@pytest.mark.parametrize("decimal", [".", ",", None])
def test_separator_and_decimal_sign(read, separator, decimal):
    rows = [["u", "v", "k"], ["1.5", "-2.5e1", "0.5"], ["2.5", "3", "1.5"]]
    text = "\n".join(("\t" if separator == "tab" else separator).join(row) for row in rows)
    text = text.replace(".", decimal or ".")
    problem = read(text, separator=separator, decimal=decimal, positive=["0.50"])
    assert problem.X.tolist() == [[1.5, -25], [2.5, 3]] and problem.y.tolist() == [1, -1]


def test_a_file_of_tabs_and_quoted_decimal_commas(read):
    expected = [[1.5], [2.5]]
    assert read("u\tk\n1.5\tp\n2.5\tq\n", "mine.tsv").X.tolist() == expected
    assert read("1,5\tp\n2,5\tq\n", "mine.tsv", decimal=",").X.tolist() == expected
    quoted = '"1,5","p"\n"2,5","q"\n'
    assert read(quoted, separator=",", decimal=",").X.tolist() == expected


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("1,5;a\n2,5;b\n", {"separator": ";"}, "sign seems to be a comma; set decimal: ','"),
        ("u;k\n1,5;a\n2,5;b\n", {"separator": ";"}, "sign seems to be a comma"),
        ("1.5;a\n2.5;b\n", {"separator": ";", "decimal": ","}, "sign seems to be a point"),
        (
            "u;k\n1.500;a\n2,5;b\n",
            {"separator": ";", "decimal": ",", "head": True},
            "line 2: '1.500' in column 1 .'u'. is not a number. Set decimal: '.' if that is",
        ),
        ("1,p\n2,q\n", {"decimal": ","}, "decimal: ',' needs a separator of columns"),
        ("1,p\n2,q\n", {"separator": "::"}, "separator: '::' is not one of ',', ';', tab"),
        ("1,p\n2,q\n", {"decimal": "'"}, "decimal: \"'\" is not one of '.', ','"),
        ("1,p\n2,q\n", {"scale": "minmax"}, "scale: 'minmax' is not one of 'standard'"),
        ("u,k\n1,p\n2,q\n", {"separator": ";"}, "separated by commas: set separator: ','"),
        ("# title\nu,k\n1,p\n2,q\n", {}, "line 1: .* delete the line if it is a title"),
        ("u,k\n1,p\n# a note\n2,q\n", {}, "line 3: 1 columns, .* .a table has no comments"),
        ("sep=;\n1;p\n2;q\n", {}, "line 1: 'sep=;' is for Excel: delete the line, and set sep"),
        ("u,k\n-inf,p\n2,q\n", {}, "line 2: '-inf' in column 1 .'u'. is not finite"),
        ("1 1:2 3:4\n-1 1:2\n", {}, "line 1: this is libsvm's format; rename the file"),
    ],
)
def test_wrong_options_are_named(read, text, options, sentence):
    with pytest.raises(DataError, match=sentence):
        read(text, **options)


MIXED = "u,t,v,k\n1,one,5,p\n2,two,6,q\n"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (MIXED, {"drop": ["t"]}),
        (MIXED, {"drop": [2]}),
        (MIXED, {"drop": ["2"], "label": "k"}),
        (MIXED, {"columns": ["u", "v"]}),
        (MIXED, {"columns": [3, 1]}),
        (MIXED, {"columns": ["u", 3]}),
        (MIXED.partition("\n")[2], {"drop": [2]}),
        (MIXED.partition("\n")[2], {"columns": ["1", "3"], "label": 4}),
        ("k,u,t,v\np,1,,5\nq,2,?,6\n", {"drop": ["t"], "label": "k"}),
    ],
)
def test_columns_and_drop(read, text, options):
    problem = read(text, **options)
    assert problem.X.tolist() == [[1, 5], [2, 6]] and problem.y.tolist() == [-1, 1]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"drop": ["x"]}, "line 1: no column 'x'; there are u, t, v, k, or places from 1 to 4"),
        ({"columns": ["x"]}, "line 1: no column 'x'"),
        ({"columns": [5]}, "line 1: no column '5'"),
        ({"drop": ["9" * 5000]}, "line 1: no column '9"),
        ({"columns": ["u"], "drop": ["t"]}, "columns and drop are both given"),
        (
            {"drop": ["k"]},
            "drop names 'k', which has the classes; leave it out of drop, or set label",
        ),
        ({"drop": ["u", "t", "v"]}, "line 1: no attributes are left beside the classes"),
        ({"columns": ["u", "k"]}, "columns names 'k', which has the classes; leave it out of col"),
        ({"columns": [1, 4], "head": True}, "line 1: columns names 'k', which has the classes"),
        ({"columns": ["u", "v"], "label": "v"}, "columns names 'v', which has the classes"),
        ({"columns": ["k"]}, "columns names 'k', which has the classes"),
        ({"columns": [], "head": True}, "line 1: no attributes are left beside the classes"),
        ({"columns": "uv"}, r"mine.csv: columns: 'uv' is not a list, such as \['uv'\]"),
        ({"drop": 2}, r"mine.csv: drop: 2 is not a list, such as \[2\]"),
        ({"head": "yes"}, "mine.csv: head: 'yes' is neither true nor false"),
        ({"test": "a"}, "mine.csv: test: 'a' is not a part between 0 and 1, such as 0.25"),
        ({"test": True}, "mine.csv: test: True is not a part between 0 and 1"),
        ({"test": 0.5, "seed": "a"}, "mine.csv: seed: 'a' is not a whole number from 0"),
        ({"test": 0.5, "seed": 1.5}, "mine.csv: seed: 1.5 is not a whole number from 0"),
        ({"drop": ["t"], "head": False}, "no column 't'; without names there are places from 1"),
    ],
)
def test_wrong_columns_are_named(read, options, sentence):
    with pytest.raises(DataError, match=sentence):
        read(MIXED, **options)


def test_options_of_tables_are_not_for_libsvm_files(read):
    options = {"columns": [1], "drop": [2], "separator": ";", "decimal": ","}
    with pytest.raises(
        DataError, match="in .csv or .tsv: leave out columns and drop and separator and decimal"
    ):
        read("1 1:1\n-1 1:2\n", "mine.svm", **options)


def test_all_faults_are_listed_at_once(read):
    text = 'u,v,k\nx,1,p\n2,?,q\n3,3\n4,1e999,p\n5,5,\n6,"6,q\n7,"7"7,q\n8,8,p\n'
    with pytest.raises(DataError) as error:
        read(text)
    said = str(error.value).partition("mine.csv, ")[2]
    assert said == (
        "line 2: 'x' in column 1 ('u') is not a number; "
        "line 3: '?' in column 2 ('v') is not a number; "
        "line 4: 2 columns, where 3 are expected; "
        "line 5: '1e999' in column 2 ('v') is too large for a number in float64; "
        "line 6: the class '' is missing; "
        "line 7: a quotation mark is not closed; "
        "line 8: ',' expected after '\"'. "
        "A column that has no numbers can be left out with drop. "
        "Fill in what is missing, or leave out the line. "
        "Use other units for a number so large."
    )


@pytest.mark.parametrize(
    "cell", ["10%", "0x10", "10 kg", "2020-01-01", "$10", "1 234", "1'234", "1_0", "x" * 200]
)
def test_the_first_cell_that_is_no_number_is_named(read, cell):
    shown = re.escape(repr(cell if len(cell) <= 40 else "x" * 40 + "..."))
    with pytest.raises(DataError, match=f"names. In line 2, column 1, {shown} is no number"):
        read(f"a,b,y\n{cell},one,p\n{cell},two,q\n")
    with pytest.raises(DataError, match=f"names. In line 2, column 2, {shown} is no number"):
        read(f"y,a,b\np,{cell},one\nq,{cell},two\n", label="y")
    with pytest.raises(DataError, match=f"names. In line 2, column 2, {shown} is no number"):
        read(f"y,a,b\np,{cell},one\nq,{cell},two\n", label=1)


AS_NAMES = r" Line 1 is read as the columns' names; set head: false if it is a pattern\."
FILL_IN = r" Fill in what is missing, or leave out the line\."
OWN_NAMES = r" Give each column a name of its own, leave it out with drop, or set head: true .*\."
INDEX = r" Set drop: \[1\] if column 1 is the index that pandas writes\."


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (",a,c\n0,5,x\n1,7,y\n", f"line 1: the name of column 1 is missing\\.{INDEX}{OWN_NAMES}"),
        ("NA,b,c\n1,5,x\n2,7,y\n", f"line 1: the name of column 1 is 'NA', which .*\\.{OWN_NAMES}"),
        ("a,a,c\n1,2,x\n3,4,y\n", f"line 1: 'a' is the name of columns 1 and 2\\.{OWN_NAMES}"),
        ("a,a,a,c\n1,2,3,x\n3,4,5,y\n", "line 1: 'a' is the name of columns 1, 2 and 3"),
        (
            "a,b,c\n1,,x\n3,NA,y\n",
            r"line 2: '' in column 2 \('b'\) is not a number; line 3: 'NA' in column 2 \('b'\) is "
            rf"not a number\.{AS_NAMES}{FILL_IN}",
        ),
        (
            "a,b,c\n1,True,x\n3,FALSE,y\n",
            r"line 2: 'True' in column 2 \('b'\) is not a number; line 3: 'FALSE' in column 2 "
            rf"\('b'\) is not a number\.{AS_NAMES} Write 1 for True and 0 for False\.",
        ),
        ("True,False,x\nFalse,True,y\n", "line 1: 'True' in column 1 is not a number; line 1: 'F"),
        (
            ",a,a,c\n0,1,,x\n1,?,2,y\n",
            "line 1: the name of column 1 is missing; line 1: 'a' is the name of columns 2 and 3; "
            r"line 2: '' in column 3 \('a'\) is not a number; line 3: '\?' in column 2",
        ),
        ("a,b,y\n1,10%,p\n2,20%,q\n", r"line 2: '10%' in column 2 .*; line 3: '20%' in column 2"),
        (
            "a,b,c\n",
            "line 1: there are no patterns, as this is the only line and it has no numbers",
        ),
        ("a,b,c,\n1,2,x,\n3,4,y,\n", "line 1: the last column is empty, as lines end with ','"),
        (
            "a,b,c,\n1,2,x\n3,4,y\n",
            "line 1: the last column is empty, as lines end with ','; line 2: 3 columns, where 4",
        ),
        (
            "a,b,c\n1,2,x,\n3,4,y,\n",
            r"line 2: 4 columns, where 3 are expected \(the line ends with ','\); line 3: ",
        ),
    ],
)
def test_faults_below_or_among_names_are_named(read, text, sentences):
    with pytest.raises(DataError, match=f"mine.csv, {sentences}"):
        read(text)


SAMPLES = """id;date;length;width;grade
S1;01.02.2025;4,5;0,5;low
S2;02.02.2025;5,5;1,5;middle
S3;03.02.2025;6,5;2,5;high
"""


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "line 1: the decimal sign seems to be a comma; set decimal: ',', or set head to tr"),
        (
            {"decimal": ","},
            r"line 2: column 1 \('id'\) has no numbers, but cells such as 'S1'; line 2: column 2 "
            r"\('date'\) has no numbers, but cells such as '01.02.2025'\. Line 1 is read as the "
            r"columns' names; .* A column that has no numbers can be left out with drop\.$",
        ),
        (
            {"drop": ["id", "date"]},
            r"line 2: column 3 \('length'\) has no numbers, but cells such as '4,5'; line 2: "
            r"column 4 .* Set decimal: ',' if that is the decimal sign\.$",
        ),
        ({"decimal": ",", "drop": ["id", "date"]}, "3 classes, high, low, middle: name the pos"),
    ],
)
def test_a_column_without_numbers_is_one_fault(read, options, sentence):
    with pytest.raises(DataError, match=sentence):
        read(SAMPLES, separator=";", **options)


def test_ids_dates_commas_and_three_classes_are_read(read):
    options = {"drop": ["id", "date"], "decimal": ",", "separator": ";", "positive": ["low"]}
    problem = read(SAMPLES, **options)
    assert problem.X.tolist() == [[4.5, 0.5], [5.5, 1.5], [6.5, 2.5]]
    assert problem.y.tolist() == [1, -1, -1]


def test_the_advice_about_names_works(read):
    index, same, comma = ",a,c\n0,5,x\n1,7,y\n", "a,a,c\n1,5,x\n2,7,y\n", "a,c,\n5,x,\n7,y,\n"
    for text in (index, same):
        assert read(text, drop=[1]).X.tolist() == [[5], [7]]
        assert read(text, head=True).X.shape == (2, 2)
    assert read(comma, drop=[3], label="c").X.tolist() == [[5], [7]]


def test_what_may_be_a_pattern_is_not_read_as_names(read):
    for text in ("?,?,yes\n1,2,no\n3,4,yes\n", "one,two,x\nthree,four,y\n", "1,?,x\n"):
        with pytest.raises(DataError, match="may be a pattern or the columns' names; set head"):
            read(text)


@pytest.mark.parametrize("other", ['"a, x",b,y\n', 'a,b,"y, or z"\n'])
@pytest.mark.parametrize("classes", [("p", "q"), ('"p,q"', '"r,s"')])
def test_commas_of_texts_do_not_make_thousands_decimal(read, other, classes):
    first, second = classes
    with pytest.raises(DataError, match="'1,234' may be 1234 or 1.234; write it without commas"):
        read(f'{other}"1,234",2,{first}\n"2,345",3,{second}\n')


@pytest.mark.parametrize(("cell", "also"), [("1,234", " Set decimal: ','"), ("1,234,567", "$")])
def test_thousands_are_advised_on(read, cell, also):
    advice = rf"not a number\. Write 1234 for 1,234 if commas separate thousands\.{also}"
    with pytest.raises(DataError, match=advice):
        read(f'u,k\n"{cell}",p\n2,q\n', head=True)


def test_long_cells_are_cut_in_messages(read):
    with pytest.raises(DataError, match="line 2: '1{40}...' in column 1 .'u'. is too large"):
        read(f"u,k\n{'1' * 400},p\n2,q\n")
    with pytest.raises(DataError, match="3 classes, p{40}..., q, r: name the positive"):
        read(f"u,k\n1,{'p' * 400}\n2,q\n3,r\n")


@pytest.mark.parametrize("row", [f"1,{'p' * 200_000}", f'"{"1" * 200_000}",p'])
def test_a_cell_that_is_too_long_is_described(read, row):
    with pytest.raises(DataError, match="line 2: a cell has more than 131072 characters, so it"):
        read(f"u,k\n{row}\n2,q\n")


def test_more_than_ten_faults_are_counted(read):
    text = "u,k\n" + "".join(f"x{k},p\n{k},q\n" for k in range(12))
    with pytest.raises(DataError, match=r"line 2: .*; line 20: [^;]*; and 2 more faults\."):
        read(text)


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("u,k\n", {"head": True}, "mine.csv has no patterns, only the columns' names"),
        ("u,k\n1,p\n", {}, r"has patterns of only one class \(p\), but a margin needs two"),
        ("u,k\n1,p\n2,q\n", {"positive": ["q", "p"]}, "only one class, as positive names them all"),
        ("u,k\n1,p\n2,q\n", {"positive": []}, "only one class, as positive names none; name one"),
        ("u,k\n1,10\n2,9\n", {"positive": [8]}, "no class '8'; there are 9, 10; .*as 010"),
    ],
)
def test_too_few_patterns_or_classes_are_named(read, text, options, sentence):
    with pytest.raises(DataError, match=sentence):
        read(text, **options)
