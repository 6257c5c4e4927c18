"""A run depends on the files of its own algorithm and not on files of other algorithms."""

from pathlib import Path

import pytest

from workflows.plan.sources import (
    LIBRARY,
    ROOT,
    code_without_texts,
    digest_of_code,
    sources,
    with_imports,
)


def names(*algorithms):
    return {Path(path).name for path in sources(set(algorithms))}


def test_rules_that_a_rule_imports_count():
    found = names("AggressiveROMMA")
    assert {"aggressive_romma.py", "romma.py", "perceptron.py"} <= found
    assert not {"micra.py", "alma.py", "libsvm.py"} & found


def test_a_procedure_counts_with_its_rule_and_its_bounds():
    found = sources({"TwoStageMargitron"})
    inside = {str(Path(path).relative_to(LIBRARY)) for path in found if str(LIBRARY) in path}
    assert {"procedures/two_stage_margitron.py", "rules/margitron.py"} <= inside
    assert {"bounds/margitron.py", "estimators/learner.py"} <= inside
    assert not {"rules/micra.py", "bounds/micra.py", "procedures/continued_micra.py"} & inside


def test_estimators_and_batch_methods_of_others_do_not_count():
    assert not {"gilbert.py", "mdm.py", "pumma.py", "several_classes.py"} & names("MICRA")
    assert {"gilbert.py", "extremes.py"} <= names("Gilbert") and "mdm.py" not in names("Gilbert")


def test_a_rule_that_a_driver_imports_counts_for_its_estimator():
    assert {"pumma.py", "romma.py"} <= names("PUMMA")
    assert {"pocket.py", "perceptron.py"} <= names("Pocket")


def test_packages_whose_classes_the_library_exports_count_for_all():
    assert {"decide.py", "stream.py", "linear.py"} <= names("MICRA") & names("LIBSVM")


def test_drivers_count_for_all():
    found = sources({"MICRA"})
    inside = {str(Path(path).relative_to(LIBRARY)) for path in found if str(LIBRARY) in path}
    assert {"drivers/sequential/driver.py", "drivers/sequential/kernel.py"} <= inside
    assert {"storages/dense.py", "estimators/learner.py"} <= inside
    assert {"libsvm.py", "classifier.py"} <= names("LIBSVM")


def test_a_new_rule_changes_no_other_algorithms_files(tmp_path, monkeypatch):
    before = sources({"MICRA"})
    monkeypatch.setattr("workflows.plan.sources.ALGORITHMS", [tmp_path / "variant.py"])
    (tmp_path / "variant.py").write_text('NAME = "Variant"\n')
    assert str(tmp_path / "variant.py") not in before
    assert str(tmp_path / "variant.py") in sources({"Variant"})


def imported(path):
    """Return a file and its imports, as paths from the root."""
    return {str(Path(found).relative_to(ROOT)) for found in with_imports([ROOT / path])}


def test_what_is_gathered_from_runs_depends_on_the_columns_and_on_no_learner():
    found = imported("workflows/commands/collect.py")
    assert {"workflows/commands/collect.py", "records/run_files.py", "records/columns.py"} <= found
    assert not [path for path in found if path.startswith("algorithms")]


def test_theory_depends_on_what_says_which_runs_are_on_the_same_problem():
    assert {"records/problems.py", "analyses/theory/compute.py"} <= imported(
        "analyses/theory/compute.py"
    )


def test_verdicts_depend_on_everything_that_makes_them():
    found = imported("workflows/commands/compare.py")
    assert {"paper_tables/verdicts.py", "paper_tables/claims.py", "records/files.py"} <= found


def test_a_variant_depends_on_the_rule_that_it_is_made_from(tmp_path, monkeypatch):
    variant = tmp_path / "variant.py"
    variant.write_text('from maxmargin.rules.micra import step\n\nNAME = "Variant"\n')
    monkeypatch.setenv("MARGIN_VARIANTS", str(variant))
    assert {"variant.py", "micra.py"} <= names("Variant")


HELPERS = {
    "from my_helper import half": {"my_helper.py": ""},
    "import my_helper": {"my_helper.py": "import beside", "beside.py": ""},
    "from my_package import half": {"my_package/__init__.py": ""},
    "import my_package.inner": {"my_package/__init__.py": "", "my_package/inner.py": ""},
    "from my_package.inner import half": {
        "my_package/__init__.py": "from .beside import one",
        "my_package/beside.py": "from . import two",
        "my_package/two.py": "from my_package.deep.third import three",
        "my_package/deep/__init__.py": "",
        "my_package/deep/third.py": "from ..inner import half",
        "my_package/inner.py": "",
    },
    "from my_package import *": {
        "my_package/__init__.py": "__all__ = ['one', 'sub']",
        "my_package/sub/__init__.py": "from ..three import three",
        "my_package/three.py": "",
        "my_package/one.py": "from my_package.two import *",
        "my_package/two.py": "",
    },
    "import broken, latin, above, hexed, deep, lines": {
        "hexed.py": "# coding: hex",
        "deep.py": f"x = {'-' * 20_000}1",
        "lines.py": "x = 1\rdef f():\r    'text'\r",
        "broken.py": "def half(",
        "latin.py": "# coding: latin-1\nimport beside",
        "beside.py": "",
        "above.py": f"from {'.' * 99} import nothing",
    },
}


@pytest.mark.parametrize("where", ["outside", "in the project", "at its root"])
@pytest.mark.parametrize(("statement", "files"), HELPERS.items(), ids=HELPERS)
def test_a_variant_depends_on_what_it_imports_from_its_folder(
    where, statement, files, tmp_path, monkeypatch
):
    folder = tmp_path / "mine"
    if where != "outside":
        root = tmp_path if where == "in the project" else folder
        monkeypatch.setattr("workflows.plan.sources.ROOT", root)
    for name, text in {"variant.py": f'{statement}\n\nNAME = "Variant"\n', **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "unused.py").write_text("")
    monkeypatch.setenv("MARGIN_VARIANTS", str(folder / "variant.py"))
    found = {Path(found) for found in sources({"Variant"})}
    assert {path for path in found if path.is_relative_to(folder)} == {
        folder / name for name in ("variant.py", *files)
    }
    digest_of_code(found)


@pytest.mark.parametrize("order", [1, -1])
def test_each_variant_has_its_own_folder(tmp_path, monkeypatch, order):
    one, other = tmp_path / "one.py", tmp_path / "inside" / "other.py"
    other.parent.mkdir()
    one.write_text('import inside.helper\n\nNAME = "One"\n')
    other.write_text('import helper\n\nNAME = "Other"\n')
    (other.parent / "helper.py").write_text("import beside\n")
    (other.parent / "beside.py").write_text("")
    found = sources({"One", "Other"}, [one, other][::order])
    assert {"one.py", "other.py", "helper.py", "beside.py"} <= {Path(file).name for file in found}


def test_what_makes_runs_and_the_locked_versions_count_for_all():
    wanted = {"execute.py", "execute_online.py", "search.py", "proofs.py", "requirements.lock"}
    assert wanted <= names("MICRA") and wanted <= names("LIBSVM")


def test_what_a_loader_imports_counts():
    found = {Path(path).name for path in imported("data/loaders/rcv1.py")}
    assert {"rcv1.py", "libsvm_text.py", "scan.py", "text.py"} <= found
    assert not {"sonar.py", "covertype.py"} & found


FUNCTION = '''"""A module — with "quotes"."""

A = "# no comment"  # a comment


def half(x):
    """Return half of x: ½·x."""; y = x  # why
    """A string that is no docstring."""
    return """
    # kept
    """ + f"{y / 2} # kept"
'''


def test_comments_docstrings_and_blank_lines_are_no_code():
    assert code_without_texts(FUNCTION).splitlines() == [
        'A = "# no comment"',
        "def half(x):",
        "    ; y = x",
        '    """A string that is no docstring."""',
        '    return """',
        "    # kept",
        '    """ + f"{y / 2} # kept"',
    ]


def test_a_text_changes_no_digest_and_code_does(tmp_path):
    path = tmp_path / "a.py"
    digests = []
    for text in ["x = 1\n", '"""Text."""\nx = 1  # why\n', "x = 2\n", "\nx = 1\n"]:
        path.write_text(text)
        digests.append(digest_of_code([str(path)]))
    assert digests[0] == digests[1] == digests[3] != digests[2]
