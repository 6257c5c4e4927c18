"""The config and the files of runs are checked, and errors name what is wrong."""

import copy
import json
import sys
from pathlib import Path

import pytest
import yaml
from snakemake.cli import parse_config
from snakemake.utils import update_config

from data.prepared import prepare_own
from maxmargin import online
from paper_tables.papers import read_papers
from paper_tables.tables import read_table
from records import run_files
from workflows.plan import configuration
from workflows.plan.configuration import (
    ROOT,
    ConfigurationError,
    check_config,
    read_batches,
    warn_of_missing_mirror,
)
from workflows.plan.variant_files import CLASSIFIER, RULE, Variant

DEFAULT = yaml.safe_load((ROOT / "config" / "default.yaml").read_text())


@pytest.mark.parametrize("name", ["default", "full", "quick"])
def test_own_configs_are_right(name):
    config = DEFAULT | yaml.safe_load((ROOT / "config" / f"{name}.yaml").read_text())
    check_config(config)
    assert read_batches([*config["tables"], *config["sweeps"]])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c: c.update(tabels=[]), "unknown key 'tabels'.*did you mean tables"),
        (lambda c: c["budget"].update(max_hours=1), "unknown key 'max_hours' at budget"),
        (lambda c: c["budget"].update(max_updates=0), "at budget.max_updates"),
        (
            lambda c: c["budget"].update(max_updates=2e3),
            "at budget.max_updates: 2000.0 is given instead of a whole number or null: write 2000.",
        ),
        (lambda c: c.update(seed=2.0), "at seed: 2.0 is given instead of a whole number: write 2."),
        (lambda c: c.update(seed=2**32), "at seed: 4294967296 is not at most 4294967295."),
        (
            lambda c: c["data"].update(own={"a": {"file": "x", "augment": 1e200}}),
            r"at data.own.a.augment: 1.0e\+200 is not at most 1.0e\+70.",
        ),
        (
            lambda c: c["data"].update(own={"a": {"file": "x", "extend": 10**71}}),
            r"at data.own.a.extend: 10+ is not at most 1.0e\+70.",
        ),
        (
            lambda c: c["data"].update(own={"a": {"file": "x", "mini_epochs": 10**30}}),
            "at data.own.a.mini_epochs: 10+ is not at most 4611686018427387904.",
        ),
        (lambda c: c.update(draws=2.0), "at draws: 2.0 is given .* or null: write 2."),
        (
            lambda c: c["data"].update(strict="yes"),
            "at data.strict: 'yes' is given instead of true or false",
        ),
        (
            lambda c: c["data"].update(sets=["sonor"]),
            "data.sets names 'sonor', which is not a data .*; did you mean sonar",
        ),
        (lambda c: c.pop("seed"), "at the top level: the key 'seed' is missing"),
        (
            lambda c: c.update(overview=None),
            "at overview: null is given .* write it as in {seconds: 1.3} or {seconds: null}",
        ),
        (lambda c: c["separability"].update(mnits=[]), "separability names 'mnits', which is not"),
        (lambda c: c["online"].update(permutations={"mnits": 3}), "online.permutations names 'mni"),
        (
            lambda c: c.update(tables=["micra/table-99"]),
            "'micra/table-99' is not the name of",
        ),
        (
            lambda c: c.update(tables=["micra/./table-1"]),
            "'micra/./table-1' is not the name of",
        ),
        (lambda c: c.update(tables=["/etc/x"]), "'/etc/x' is not the name of"),
        (lambda c: c.update(sweeps=["../overview"]), "'../overview' is not the name of"),
        (
            lambda c: c["data"].update(own={"a": {"file": __file__, "augment": 1e-300}}),
            "data.own.a.augment is 1e-300, .* set it to 0 or to at least 1e-70",
        ),
        (
            lambda c: (
                c.update(results=str(ROOT)) or c["data"].update(own={"a": {"file": __file__}})
            ),
            "data.own.a.file names .*, which is in the folder of results and may be replaced",
        ),
        (lambda c: c.update(figures=["pie_chart"]), "at figures.0: 'pie_chart' is not one of"),
        (
            lambda c: c["data"].update(own={"cube": {"file": "x"}}),
            "name of a problem of config/over",
        ),
        (
            lambda c: c["data"].update(own={"a": {"file": "no.csv"}}),
            "data.own.a.file names no.csv, which does not exist",
        ),
        (
            lambda c: c["data"].update(own={"sonar": {"file": "x"}}),
            "data.own.sonar has the name of",
        ),
        (
            lambda c: c["data"].update(own={"a": {"file": "x", "rho": 1}}),
            "unknown key 'rho' at data",
        ),
    ],
)
def test_wrong_config_is_named(change, sentence):
    config = copy.deepcopy(DEFAULT)
    change(config)
    with pytest.raises(ConfigurationError, match=sentence):
        check_config(config)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("budget={max_updates: 1000}", "at budget.max_updates: '1000' is given .* write 1000, wi"),
        ("budget={max_seconds: null}", "at budget.max_seconds: 'null' is given .* write null, wi"),
        ("data={sets: null}", "at data.sets: 'null' is given .* write null, without"),
        ("separability=null", "at separability: 'null' is given .* write null, without"),
        ("alma_beside_river=false", "at alma_beside_river: 'false' is .* write true or false, wi"),
    ],
)
def test_a_text_that_snakemake_makes_of_a_value_is_explained(entry, sentence):
    config = copy.deepcopy(DEFAULT)
    update_config(config, parse_config([entry]))
    with pytest.raises(ConfigurationError, match=f"{sentence}.* into a file for --configfile.$"):
        check_config(config)


def test_only_the_config_is_compared_with_the_call(tmp_path, monkeypatch):
    with pytest.raises(ConfigurationError, match="write 2, without quotation marks.$"):
        runs_file(tmp_path, monkeypatch, "a: {data: sonar, draws: '2', runs: {}}")


def test_the_examples_of_the_schema_are_right():
    """The message on a value of another type shows them."""
    schema = json.loads((ROOT / "config" / "schema.json").read_text())
    for key, own in schema["properties"].items():
        for example in own.get("examples", []):
            changed = DEFAULT[key] | example if isinstance(example, dict) else example
            check_config({**copy.deepcopy(DEFAULT), key: changed})


def test_a_paper_without_its_file_is_named(monkeypatch):
    papers = {name: paper for name, paper in read_papers().items() if name != "micra"}
    monkeypatch.setattr("workflows.plan.configuration.read_papers", lambda: papers)
    with pytest.raises(ConfigurationError, match="describe it in paper_tables/micra/paper.yaml"):
        check_config(DEFAULT)


def test_variants_are_rules_of_the_project_or_files(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text('NAME = "Mine"\n')
    own = tmp_path / "own.py"
    own.write_text("class Own:\n    def fit(self, X, y):\n        return self\n")
    assert configuration.read_variants(["PDM", str(mine), str(own)]) == {
        "PDM": Variant("PDM", RULE, None),
        "Mine": Variant("Mine", RULE, str(mine)),
        "Own": Variant("Own", CLASSIFIER, str(own)),
    }
    wrong = {"none.py": "", "empty.py": "NAMES = 1\n", "taken.py": 'NAME = "MICRA"\n'}
    wrong |= {
        "broken.py": 'NAME = "A"\ndef (\n',
        "solver.py": "NAME = 'LIBSVM'\n",
        "a:b.py": "x = 1",
        "shell.py": 'NAME = "a;touch x"\n',
        "word.py": 'NAME = "class"\n',
        "ligature.py": 'NAME = "\ufb01x"\n',
        "long.py": f'NAME = "{"a" * 300}"\n',
        "maximum.py": 'NAME = "maximum"\n',
    }
    (tmp_path / "latin.py").write_bytes(b'NAME = "\xe9"\n')
    (tmp_path / "text").write_text('NAME = "Linked"\n')
    (tmp_path / "link.py").symlink_to(tmp_path / "text")
    for name, text in wrong.items():
        if text:
            (tmp_path / name).write_text(text)
    for entry, sentence in {
        "XY": "variants names 'XY', which is neither a rule of .* nor a file .*; choose from .*PDM",
        "Pdm": "variants names 'Pdm', which is neither .*; did you mean PDM",
        "MICCRA": "variants names 'MICCRA', which is neither .*; did you mean MICRA",
        str(tmp_path / "none.py"): "variants names .*none.py, which does not exist",
        str(tmp_path / "empty.py"): "empty.py at variants has no rule.*docs/variant.md",
        str(tmp_path / "broken.py"): r"broken.py at variants is not valid Python, line 2: [^(]*\.$",
        str(tmp_path / "latin.py"): "latin.py at variants is not valid Python",
        str(tmp_path / "solver.py"): "solver.py at variants has the NAME 'LIBSVM', which is taken",
        str(tmp_path / "a:b.py"): "a:b.py at variants has ':' in its path",
        str(tmp_path / "taken.py"): "taken.py at variants has the NAME 'MICRA', which is taken",
        str(tmp_path / "maximum.py"): "has the NAME 'maximum', which is taken",
        str(tmp_path / "long.py"): "NAME 'a+', which is 300 bytes long; choose a name of at most",
        str(tmp_path / "shell.py"): "has the NAME 'a;touch x', which is not a valid class name",
        str(tmp_path / "word.py"): "has the NAME 'class', which is not a valid class name",
        str(tmp_path / "ligature.py"): "has the NAME '\ufb01x', which is not a valid class name",
        str(tmp_path / "link.py"): "link.py at variants stands for .*text, whose name has to end",
    }.items():
        with pytest.raises(ConfigurationError, match=sentence):
            configuration.read_variants([entry])


@pytest.mark.parametrize("loaded", ["helper", "another"])
def test_files_of_two_folders_cannot_import_modules_of_one_name(tmp_path, monkeypatch, loaded):
    """Also if this process has loaded a module of that name from elsewhere."""
    monkeypatch.setitem(sys.modules, loaded, pytest)
    files = []
    for folder, name in (("a", "One"), ("b", "Two"), ("b", "Three")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "helper.py").write_text(f"PART = {folder!r}\n")
        files.append(str(tmp_path / folder / f"{name}.py"))
        Path(files[-1]).write_text(f'import helper\n\nNAME = "{name}"\n')
    with pytest.raises(ConfigurationError, match="a/One.py and .*b/Two.py .* import helper from"):
        configuration.read_variants(files)
    assert list(configuration.read_variants(files[1:])) == ["Two", "Three"]
    (tmp_path / "b" / "helper.py").write_text("PART = 'a'\n")
    assert list(configuration.read_variants(files)) == ["One", "Two", "Three"]
    for folder in "ab":  # Python finds numpy elsewhere first
        (tmp_path / folder / "numpy.py").write_text(f"PART = {folder!r}\n")
    for path in map(Path, files):
        path.write_text(path.read_text().replace("import helper", "import numpy"))
    assert list(configuration.read_variants(files)) == ["One", "Two", "Three"]


def test_the_full_config_lifts_every_budget():
    """One budget stays: of the parameter grids, on which some learners never converge."""
    full = yaml.safe_load((ROOT / "config" / "full.yaml").read_text())
    assert full["budget"].pop("setting_seconds") > DEFAULT["budget"]["setting_seconds"]
    assert full["budget"] == dict.fromkeys(full["budget"])


@pytest.fixture(scope="module")
def runs():
    """Return the names of all runs of the default config."""
    batches = read_batches(DEFAULT["tables"] + DEFAULT["sweeps"])
    return {run for batch in batches.values() for run in batch["runs"]}


@pytest.mark.parametrize("table", DEFAULT["tables"])
def test_every_run_of_a_table_is_there(table, runs):
    """Runs that a table marks as not run are missing; some tables also use runs of sweeps."""
    cells = [cell for cell in read_table(table).cells if cell.field or cell.seconds]
    cells = [cell for cell in cells if cell.ours or cell.printed is not None]
    cells = [cell for cell in cells if cell.run and not cell.not_run]
    assert {cell.run for cell in cells} <= runs
    assert {run for cell in cells for run in (cell.relative_to, *cell.than)} - {None} <= runs


def test_no_data_sets_are_no_runs():
    names = ["micra/table-1", "micra/table-5"]
    assert read_batches(names, []) == {}
    sonar = read_batches(names, ["sonar"])
    assert {batch["data"] for batch in sonar.values()} == {"sonar"}
    assert len(read_batches(names)) > len(sonar)


def test_searches_are_right():
    assert read_batches(["searches/margitron-table-3"])


def runs_file(tmp_path, monkeypatch, text):
    (tmp_path / "schema.json").write_text((configuration.RUNS / "schema.json").read_text())
    (tmp_path / "mine.yaml").write_text(text)
    monkeypatch.setattr(configuration, "RUNS", tmp_path)
    monkeypatch.setattr(configuration, "ROOT", tmp_path)
    return read_batches(["mine"])


def test_a_run_takes_over_what_its_batch_says(tmp_path, monkeypatch):
    batches = runs_file(
        tmp_path,
        monkeypatch,
        """
        batch:
          data: sonar
          each: {augment: 1, algorithm: MICRA, parameters: {eta: 50, beta: 1}}
          runs:
            one: {parameters: {beta: 2}}
            two: {augment: 3, algorithm: ALMA}
        """,
    )
    runs = batches["batch"]["runs"]
    assert runs["one"]["parameters"] == {"eta": 50, "beta": 2}
    assert (runs["one"]["augment"], runs["one"]["extend"]) == (1, 0)
    assert (runs["two"]["augment"], runs["two"]["algorithm"]) == (3, "ALMA")
    assert batches["batch"]["timed"] is False and batches["batch"]["file"] == "mine"
    assert not read_batches(["mine"], ["wbc"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "batch: {data: sonar, runs: {one: {augmet: 1}}}",
            "unknown key 'augmet' at batch.runs.one",
        ),
        ("batch: {runs: {}}", "the key 'data' is missing"),
        ("batch: {data: sonar, runs: {one: {}}}", "batch.runs.one has no algorithm: name a"),
        (
            "batch: {data: sonar, runs: {one: {algorithm: Perceptrn}}}",
            "mine.yaml: batch.runs.one.algorithm names 'Perceptrn', which is no learner; did "
            "you mean Perceptron or ",
        ),
        (
            "a: {data: sonar, runs: {one: {algorithm: ALMA}}}\n"
            "b: {data: sonar, runs: {one: {algorithm: ALMA}}}",
            "the run 'one' is in two batches, 'a' and 'b'",
        ),
    ],
)
def test_wrong_file_of_runs_is_named(tmp_path, monkeypatch, text, sentence):
    with pytest.raises(ConfigurationError, match=sentence):
        runs_file(tmp_path, monkeypatch, text)


def test_hypotheses_are_those_of_the_learners():
    assert run_files.HYPOTHESES == online.HYPOTHESES


def test_own_data_are_checked_again_when_they_are_read_in_another_way(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("a,kind,b\n1,2,no\n3,1,yes\n2,1,no\n")
    config = {"results": str(tmp_path), "data": {"own": {"mine": {"file": str(file), "label": 3}}}}
    prepare_own("mine", file, tmp_path / "problems" / "mine.npz", label="3")
    configuration.check_own_data(config)
    for wrong, sentence in (
        ({"label": "c"}, "no column 'c'"),
        ({"positive": ["x"]}, "no class 'x'"),
    ):
        config["data"]["own"]["mine"] = {"file": str(file), "label": 3, **wrong}
        with pytest.raises(ConfigurationError, match=f"data.own.mine: .*{sentence}"):
            configuration.check_own_data(config)


@pytest.mark.parametrize("prepared_before", [True, False])
@pytest.mark.parametrize("key", ["augment", "extend"])
@pytest.mark.parametrize(
    ("pattern", "fault"), [("0,0", "all attri"), ("1e-90,1e-90", "the pattern is too small")]
)
def test_own_data_with_zeros_need_an_extension(tmp_path, prepared_before, key, pattern, fault):
    file = tmp_path / "mine.csv"
    file.write_text(f"u,v,kind\n1,2,p\n2,1,p\n{pattern},q\n-2,-1,q\n")
    if prepared_before:
        prepare_own("mine", file, tmp_path / "problems" / "mine.npz")
    entry = {"file": str(file), key: 1}
    config = {"results": str(tmp_path), "data": {"own": {"mine": entry}}}
    configuration.check_own_data(config)
    entry[key] = 0
    with pytest.raises(ConfigurationError, match=f"data.own.mine: .*mine.csv, line 4: {fault}"):
        configuration.check_own_data(config)


@pytest.mark.parametrize("name", [2024, False, None, 1.5])
def test_a_name_that_yaml_reads_otherwise_is_named(name):
    config = yaml.safe_load((ROOT / "config" / "default.yaml").read_text())
    config["data"]["own"] = {name: {"file": "c.csv"}}
    with pytest.raises(ConfigurationError, match=f"at data.own: YAML reads the key {name} as"):
        configuration.check_config(config)


def test_paths_are_written_in_one_way(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    config = copy.deepcopy(DEFAULT)
    (tmp_path / "mine.csv").touch()
    config["data"] |= {"store": "store/", "own": {"mine": {"file": "~/./mine.csv"}}}
    config["data"]["mirror"] = "~/mirror/"
    config["results"] = "./my results//"
    check_config(config)
    assert config["results"] == "my results" and config["data"]["store"] == "store"
    assert config["data"]["mirror"] == str(tmp_path / "mirror")
    assert config["data"]["own"]["mine"]["file"] == str(tmp_path / "mine.csv")
    config["results"] = "-res"  # which commands would take for an option
    check_config(config)
    assert config["results"] == str(Path.cwd() / "-res")
    for path, short in (("~/res/", f"{tmp_path}/res"), ("/a/b/../c/.", "/a/c"), ("res", "res")):
        config["results"] = path
        check_config(config)
        assert config["results"] == short


@pytest.mark.parametrize("mirror", [None, "", "https://example.org/a//b/", "mirror"])
def test_a_mirror_is_written_as_it_is_used(mirror):
    config = copy.deepcopy(DEFAULT)
    config["data"]["mirror"] = mirror
    check_config(config)
    assert config["data"]["mirror"] == mirror


def test_a_store_that_is_a_file_is_an_error_of_the_config_or_of_the_variable(tmp_path, monkeypatch):
    file = tmp_path / "letters"
    file.touch()
    config = copy.deepcopy(DEFAULT)
    config["data"]["store"] = str(file)
    with pytest.raises(ConfigurationError, match=f"^config: data.store: {file} is a file, where"):
        check_config(config)
    monkeypatch.setenv("MARGIN_DATA_STORE", str(file))
    with pytest.raises(ConfigurationError, match=f"^MARGIN_DATA_STORE: {file} is a file, where"):
        check_config(copy.deepcopy(DEFAULT))


@pytest.mark.parametrize("by_variable", [True, False])
def test_a_mirror_folder_that_is_not_there_is_warned_of(by_variable, tmp_path, monkeypatch, capsys):
    """It is no error, since another machine may have it."""
    config, mirror = copy.deepcopy(DEFAULT), str(tmp_path / "mirror")
    if by_variable:
        monkeypatch.setenv("MARGIN_DATA_MIRROR", mirror)
    else:
        config["data"]["mirror"] = mirror
    where = "MARGIN_DATA_MIRROR" if by_variable else "config: data.mirror"
    warn_of_missing_mirror(config)
    said = f"warning: {where} names {mirror}, which is not a folder on this machine: jobs here"
    assert capsys.readouterr().err == f"{said} look for data files at their other sources.\n"
    Path(mirror).mkdir()
    warn_of_missing_mirror(config)
    warn_of_missing_mirror(DEFAULT)
    monkeypatch.setenv("MARGIN_DATA_MIRROR", "https://example.org")
    warn_of_missing_mirror(config)
    assert not capsys.readouterr().err


BRACES = "which has braces; choose a path without braces"
LONG = (
    "a path of .* bytes, which is too long; choose a path of at most 2000 bytes, with at most 255"
)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c: c.update(results="res{x}"), f"results is 'res{{x}}', {BRACES}"),
        (
            lambda c: c["data"].update(own={"a": {"file": "{y}.csv"}}),
            f"data.own.a.file is '{{y}}.csv', {BRACES}",
        ),
        (lambda c: c.update(variants=["PDM", "{r}.py"]), f"variants.1 is '{{r}}.py', {BRACES}"),
        (lambda c: c.update(results="a\0b"), r"results is 'a\\x00b', which has a zero byte; leave"),
        (lambda c: c.update(results="x" * 300), f"results is 'x{{20}}'..., {LONG}"),
        (lambda c: c.update(results="x/" * 1100), f"results is '.*'..., {LONG}"),
        (lambda c: c.update(results="é" * 150), f"results is '.*'..., {LONG}"),
        (lambda c: c["data"].update(store="x" * 300), f"data.store is '.*'..., {LONG}"),
        (lambda c: c["data"].update(store="s3://x"), "data.store is an address, where a folder"),
        (lambda c: c["data"].update(mirror="x" * 300), f"data.mirror is '.*'..., {LONG}"),
        (lambda c: c["data"].update(mirror="http://[x"), "data.mirror is not an address such as"),
        (
            lambda c: c["data"].update(mirror="https://me:secret@example.org"),
            "data.mirror has a user's name or password, but results record the config: name the ",
        ),
        (
            lambda c: c["data"].update(own={"a": {"file": "x" * 300}}),
            f"data.own.a.file is .*, {LONG}",
        ),
        (lambda c: c.update(variants=["x" * 300 + ".py"]), f"variants.0 is '.*'..., {LONG}"),
        (
            lambda c: c["data"].update(own={"ab" * 60: {"file": "x"}}),
            "data.own has the name '.*', which is 120 bytes long; choose a name of at most 100.",
        ),
        (
            lambda c: c["data"].update(own={"ab" * 25: {"file": "x"}}),
            "data.own has the name '.*', which ends in 20 times 'ab', which Snakemake refuses; ch",
        ),
    ],
)
def test_a_path_or_name_that_no_job_can_use_is_refused(change, sentence):
    config = copy.deepcopy(DEFAULT)
    change(config)
    with pytest.raises(ConfigurationError, match=f"^config: {sentence}"):
        check_config(config)
