"""A run depends on the files of its own algorithm, and not on those of others."""

from pathlib import Path

from workflows.sources import FOLDER, loader_sources, sources


def names(*algorithms):
    return {Path(path).name for path in sources(set(algorithms))}


def test_rules_that_a_rule_imports_count():
    found = names("AggressiveROMMA")
    assert {"aggressive_romma.py", "romma.py", "perceptron.py"} <= found
    assert not {"micra.py", "alma.py", "libsvm.py"} & found


def test_a_procedure_counts_with_its_rule_and_its_bounds():
    found = sources({"TwoStageMargitron"})
    inside = {str(Path(path).relative_to(FOLDER)) for path in found}
    assert {"procedures/two_stage_margitron.py", "rules/margitron.py"} <= inside
    assert {"bounds/margitron.py", "estimators/learner.py"} <= inside
    assert not {"rules/micra.py", "bounds/micra.py", "procedures/continued_micra.py"} & inside


def test_drivers_count_for_all():
    assert {"sequential.py", "sequential_kernel.py", "dense.py", "learner.py"} <= names("MICRA")
    assert {"libsvm.py", "classifier.py"} <= names("LIBSVM")


def test_a_new_rule_changes_no_other_algorithms_files(tmp_path, monkeypatch):
    before = sources({"MICRA"})
    monkeypatch.setattr("workflows.sources.ALGORITHMS", [tmp_path / "variant.py"])
    (tmp_path / "variant.py").write_text('NAME = "Variant"\n')
    assert str(tmp_path / "variant.py") not in before
    assert str(tmp_path / "variant.py") in sources({"Variant"})


def test_what_a_loader_imports_counts():
    found = {Path(path).name for path in loader_sources("rcv1")}
    assert {"rcv1.py", "libsvm_text.py", "scan.py", "text.py"} <= found
    assert not {"sonar.py", "covertype.py"} & found
