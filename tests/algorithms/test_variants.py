"""Rules in files outside the project are found; a file without a rule is named."""

import os
import pickle
import subprocess
import sys

import pytest

from maxmargin import contract, learner_from, variants
from maxmargin.estimators.learner import learner
from maxmargin.rules import all_rules, built_in_rules
from tests.algorithms.problems import separable
from tests.algorithms.variant_files import HALFWAY, write


@pytest.fixture
def named(monkeypatch):
    """Name files in MARGIN_VARIANTS."""

    def name(*paths):
        monkeypatch.setenv(variants.VARIABLE, os.pathsep.join(map(str, paths)))

    return name


def test_a_file_is_found_beside_the_projects_own(tmp_path, named):
    named(write(tmp_path, "halfway.py", HALFWAY))
    assert set(all_rules()) - set(built_in_rules()) == {"Halfway"}
    rule = all_rules()["Halfway"]
    assert all_rules()["Halfway"] is rule
    X, y = separable(1)
    model = learner(rule)(part=0.7, augment=0.0).fit(X, y)
    assert model.converged_ and model.directional_margin_ > 0.7 * model.margin_upper_bound_
    assert pickle.loads(pickle.dumps(rule.Parameters(0.3))) == rule.Parameters(0.3)


@pytest.mark.long
def test_the_package_exports_it(tmp_path):
    path = write(tmp_path, "halfway.py", HALFWAY)
    code = "import maxmargin; print(maxmargin.Halfway(), 'Halfway' in maxmargin.__all__)"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, variants.VARIABLE: str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["Halfway()", "True"]


@pytest.mark.long
def test_a_fitted_variant_is_unpickled_where_no_variable_names_its_file(tmp_path):
    """The file has the name of a module."""
    (tmp_path / "rules").mkdir()
    path = write(tmp_path / "rules", "numpy.py", HALFWAY)
    content = pickle.dumps(learner_from(path)().fit([[1, 2], [2, 1], [-1, -1]], [1, 1, 0]))
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).predict([[1, 1]]))"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={name: text for name, text in os.environ.items() if name != variants.VARIABLE},
        input=content,
        capture_output=True,
        check=True,
    )
    assert ran.stdout == b"[1]\n"
    path.unlink()
    with pytest.raises(variants.VariantError, match="rules/numpy.py: there is no such Python file"):
        pickle.loads(content)


@pytest.mark.long
def test_a_changed_file_is_a_new_learner(tmp_path):
    path = write(tmp_path, "halfway.py", HALFWAY)
    X, y = separable(1, m=30)
    first = learner_from(path)
    assert learner_from(str(path)) is first and first.__name__ == "Halfway"
    # An edit before the first fit, and the same parameters: only the code tells them apart.
    path.write_text(HALFWAY.replace("params.part * state", "0.9 * params.part * state"))
    second = learner_from(path)
    assert second is not first
    updates = [cls(max_updates=1000).fit(X, y).n_updates_ for cls in (first, second)]
    path.write_text(HALFWAY)
    assert learner_from(path) is first
    assert first(max_updates=1000).fit(X, y).n_updates_ == updates[0] != updates[1]


def test_a_file_that_changes_within_a_second_is_read_again(tmp_path):
    """Python would take the bytecode of an earlier text of the same second and size."""
    parts = ["0.5", "0.6", "0.7"]
    path, found = tmp_path / "halfway.py", []
    for part in parts:
        path.write_text(HALFWAY.replace("= 0.5", f"= {part}"))
        found.append(str(variants.load(path).Parameters().part))
    assert found == parts


def test_two_files_of_one_name_are_two_rules(tmp_path, named):
    other = HALFWAY.replace('"Halfway"', '"Other"').replace("0.5", "0.25")
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    paths = write(tmp_path / "a", "mine.py", HALFWAY), write(tmp_path / "b", "mine.py", other)
    named(*paths)
    rules = all_rules()
    assert rules["Halfway"].Parameters() == (0.5,) and rules["Other"].Parameters() == (0.25,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            HALFWAY.replace('"Halfway"', '"MICRA"'),
            "NAME 'MICRA' is already used in .*micra.py: choose",
        ),
        (
            HALFWAY.replace("import step, violates", "import violates"),
            r"the function step\(p, q, state, params\) is miss",
        ),
        (HALFWAY.replace("(state, params):", "(state):"), "has to take"),
        (HALFWAY.replace('"(0, 1)"', '"0 to 1"'), r"RANGES\['part'\] is '0 to 1'; it has to be"),
        (HALFWAY.replace('"(0, 1)"', '"(5, 1)"'), r"RANGES\['part'\] is '\(5, 1\)'; it has to be"),
        (
            HALFWAY.replace('"(0, 1)"', '"(1.2.3, 5)"'),
            r"RANGES\['part'\] is '\(1.2.3, 5\)'",
        ),
        (HALFWAY.replace('"part":', '"pert":'), "RANGES has to be a dict .* parameter: part"),
        (HALFWAY.replace(" = 0.5", ""), "the parameter part has no default"),
        (HALFWAY.replace("ADDITIVE = True", ""), "ADDITIVE is missing: True or False"),
        (
            HALFWAY.replace("ADDITIVE = True", 'ADDITIVE = "no"'),
            "ADDITIVE is 'no', but has to be True or False",
        ),
        (HALFWAY.replace("NAME =", "NAMES ="), "NAME is missing"),
        (HALFWAY.replace('"Halfway"', '"Half way"'), "NAME is 'Half way', but has to be one word"),
        (HALFWAY.replace('"Halfway"', '"2nd"'), "NAME is '2nd', but has to be one word"),
        (HALFWAY.replace('"Halfway"', "2"), "NAME is 2, but has to be one word"),
        ("import nothing_of_this_name\n", "cannot be loaded: ModuleNotFoundError"),
        ("def (", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_file_without_a_rule_is_named(text, sentence, tmp_path, named):
    path = write(tmp_path, "halfway.py", text)
    named(path)
    with pytest.raises(variants.VariantError, match=sentence) as raised:
        all_rules()
    assert str(path) in str(raised.value)


# An import that fails leaves the modules of the package loaded, so that the next one is fast.
IMPORTS = f"""
import os, sys
for path in sys.argv[1:]:
    os.environ[{variants.VARIABLE!r}] = path
    try:
        import maxmargin
    except ValueError as error:
        print(type(error).__name__, error, sep=": ")
"""


@pytest.mark.long
def test_a_name_that_the_package_has_is_refused_at_import(tmp_path):
    cases = [
        ("part", "average", "the parameter average has the name of a parameter"),
        ('"Halfway"', '"choose"', "NAME 'choose' is already used in maxmargin"),
        ('"Halfway"', '"Gilbert"', "NAME 'Gilbert' is already used in maxmargin"),
    ]
    paths = [
        write(tmp_path, f"variant_{k}.py", HALFWAY.replace(old, new))
        for k, (old, new, _) in enumerate(cases)
    ]
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTS, *paths], capture_output=True, text=True, check=True
    )
    for line, path, (*_, sentence) in zip(ran.stdout.splitlines(), paths, cases, strict=True):
        assert line.startswith(f"VariantError: {path}: {sentence}")


def test_a_file_that_is_not_there(tmp_path, named):
    named(tmp_path / "none.py")
    with pytest.raises(variants.VariantError, match="none.py: there is no such Python file"):
        all_rules()


def test_a_folder_or_a_file_of_another_kind_is_named(tmp_path):
    with pytest.raises(variants.VariantError, match="this is a folder; name a file in it"):
        variants.load(tmp_path)
    path = write(tmp_path, "rule.csv", HALFWAY)
    link = tmp_path / "link.py"
    link.symlink_to(path)
    for given in (path, link):
        with pytest.raises(variants.VariantError, match="rule.csv: the name of .* to end in .py"):
            variants.load(given)


@pytest.mark.parametrize("name", sorted(built_in_rules()))
def test_every_rule_holds_what_a_rule_has_to_hold(name):
    assert contract.faults(built_in_rules()[name]) == []


NAMES = ["numpy.py", "rule-v2.0.py", "my rule.py", "2nd.py", "größe.py", "data.py", "..py"]
PICKLES = """
import pickle, sys, maxmargin
if sys.argv[1:]:
    pickle.dump(maxmargin.Halfway().fit([[1, 2], [2, 1], [-1, -1]], [1, 1, 0]), open("m", "wb"))
else:
    print(pickle.load(open("m", "rb")).predict([[1, 1]]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name_learns_and_is_pickled(tmp_path, name):
    (tmp_path / "rules").mkdir()
    path = write(tmp_path / "rules", name, HALFWAY)
    call = [sys.executable, "-c", PICKLES]
    env = {**os.environ, variants.VARIABLE: str(path)}
    how = {"cwd": tmp_path, "env": env, "capture_output": True, "text": True}
    subprocess.run([*call, "write"], check=True, **how)
    assert subprocess.run(call, check=True, **how).stdout == "[1]\n"


def test_a_rule_finds_its_helper_beside_it_after_all_other_modules(tmp_path):
    for name in ("half_of_it", "maxmargin", "numpy"):
        write(tmp_path, f"{name}.py", "HALF = 0.5\n")
    text = "from half_of_it import HALF\n" + HALFWAY.replace("= 0.5", "= HALF")
    before = [*sys.path]
    rule = variants.load(write(tmp_path, "halfway.py", text))
    assert rule.Parameters().part == 0.5 and sys.path == before


@pytest.fixture
def no_helpers():
    """Forget the variants and helpers of other tests before and after a test."""

    def forget():
        for name in [*sys.modules]:
            if name in variants._HELPERS or name.startswith("variant_"):
                del sys.modules[name]
        variants._HELPERS.clear()
        variants._LOADED_WITH.clear()

    forget()
    yield
    forget()


WITH_HELPER = "from half_of_it import HALF\n" + HALFWAY.replace("= 0.5", "= HALF")


def with_helper(folder, half, name="Halfway"):
    """Write a rule and the module that it imports into a folder; return the rule's path."""
    folder.mkdir(exist_ok=True)
    write(folder, "half_of_it.py", f"HALF = {half}\n")
    return write(folder, "halfway.py", WITH_HELPER.replace("Halfway", name))


def part_of(path):
    return variants.load(path).Parameters().part


@pytest.mark.usefixtures("no_helpers")
@pytest.mark.parametrize("name", ["Halfway", "Other"])
@pytest.mark.parametrize("depth", [1, 2])
def test_another_module_of_a_helpers_name_is_refused_each_time(tmp_path, name, depth):
    one, other = with_helper(tmp_path / "a", 0.5), with_helper(tmp_path / "b", 0.25, name)
    if depth == 2:
        write(tmp_path / "b", "between.py", "from half_of_it import HALF\n")
        other.write_text(other.read_text().replace("from half_of_it", "from between"))
    first, before = variants.load(one), {**sys.modules}
    for _ in range(2):
        with pytest.raises(variants.VariantError, match="b/halfway.py: it imports half_of_it .*/a"):
            variants.load(other)
        assert {n: m for n, m in sys.modules.items() if n in before or "half" in n} == before
    assert variants.load(one) is first and first.Parameters().part == 0.5
    (tmp_path / "b" / "half_of_it.py").rename(tmp_path / "b" / "its_half.py")
    with pytest.raises(variants.VariantError, match="No module named 'half_of_it'"):
        variants.load(other)  # the other folder's is out of sight
    for path in (tmp_path / "b").glob("*.py"):
        path.write_text(path.read_text().replace("half_of_it", "its_half"))
    assert part_of(other) == 0.25


@pytest.mark.usefixtures("no_helpers")
def test_a_changed_helper_is_read_again(tmp_path):
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "inner.py").write_text("HALF = 0.5\n")
    path = with_helper(tmp_path, 0.5)
    (tmp_path / "half_of_it.py").write_text("from deeper.inner import HALF\n")
    first = variants.load(path)
    assert variants.load(path) is first and first.Parameters().part == 0.5
    (tmp_path / "deeper" / "inner.py").write_text("HALF = 0.7\n")
    second = variants.load(path)
    assert variants.load(path) is second and second.Parameters().part == 0.7
    assert first.Parameters().part == 0.5


@pytest.mark.usefixtures("no_helpers")
def test_rules_of_a_folder_share_its_helpers(tmp_path):
    paths = [with_helper(tmp_path, 0.5)]
    paths.append(write(tmp_path, "other.py", WITH_HELPER.replace("Halfway", "Other")))
    assert [part_of(path) for path in paths] == [0.5, 0.5]
    assert "half_of_it" in sys.modules
    (tmp_path / "half_of_it.py").write_text("HALF = 0.75\n")
    assert [part_of(path) for path in paths] == [0.75, 0.75]


@pytest.mark.usefixtures("no_helpers")
def test_a_helper_that_is_no_longer_used_is_forgotten(tmp_path):
    path = with_helper(tmp_path, 0.5)
    variants.load(path)
    (tmp_path / "half_of_it.py").unlink()
    path.write_text(HALFWAY)
    rule = variants.load(path)
    assert variants.load(path) is rule
    assert "half_of_it" not in sys.modules


@pytest.mark.usefixtures("no_helpers")
def test_a_folder_may_be_moved_or_copied(tmp_path):
    assert part_of(with_helper(tmp_path / "a", 0.5)) == 0.5
    (tmp_path / "a").rename(tmp_path / "b")
    (tmp_path / "b" / "half_of_it.py").write_text("HALF = 0.75\n")
    assert part_of(tmp_path / "b" / "halfway.py") == 0.75
    assert part_of(with_helper(tmp_path / "c", 0.75)) == 0.75


@pytest.mark.usefixtures("no_helpers")
def test_a_faulty_rule_leaves_no_helper(tmp_path):
    faulty = with_helper(tmp_path / "a", 0.5)
    faulty.write_text(faulty.read_text().replace("NAME =", "NAMES ="))
    with pytest.raises(variants.VariantError, match="NAME is missing"):
        variants.load(faulty)
    assert "half_of_it" not in sys.modules
    assert part_of(with_helper(tmp_path / "b", 0.25)) == 0.25


@pytest.mark.usefixtures("no_helpers")
def test_a_changed_package_is_read_again_with_all_its_modules(tmp_path):
    package = tmp_path / "parts"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "half.py").write_text("HALF = 0.5\n")
    text = HALFWAY.replace("= 0.5", "= half()") + "\n"
    inside = "def half():\n    import parts.half\n\n    return parts.half.HALF\n"
    path = write(tmp_path, "halfway.py", text.replace("NAME =", f"{inside}\n\nNAME ="))
    assert part_of(path) == 0.5
    (package / "__init__.py").write_text("# changed\n")
    assert part_of(path) == 0.5
    (package / "half.py").write_text("HALF = 0.75\n")
    assert part_of(path) == 0.75
