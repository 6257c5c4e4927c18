"""The register fits its schema, and the error for a wrong register names the key."""

from importlib.util import find_spec

import pytest
import yaml

from data.errors import DataError
from data.register import data_set_entry, file_entry, file_names, names, read_register, recipes

FILE = {"bytes": 3, "sha256": "0" * 64, "sources": [{"kind": "mirror"}]}
DATA_SET = {
    "title": "T",
    "files": ["f"],
    "loader": "sonar",
    "licence": "L",
    "citation": "C",
    "papers": ["micra"],
    "facts": {"m": 1},
}


def refusal(tmp_path, file=None, data_set=None, **top):
    path = tmp_path / "register.yaml"
    content = {"files": {"f": FILE | (file or {})}, "data_sets": {"d": DATA_SET | (data_set or {})}}
    path.write_text(yaml.safe_dump(content | top))
    with pytest.raises(DataError) as error:
        read_register(path)
    return str(error.value)


def test_unknown_keys_are_refused_and_named(tmp_path):
    assert "'sha1'" in refusal(tmp_path, file={"sha1": "x"})
    assert "'loder'" in refusal(tmp_path, data_set={"loder": "sonar"})
    assert "'radius'" in refusal(tmp_path, data_set={"facts": {"radius": 1}})
    assert "'notes'" in refusal(tmp_path, notes="x")
    said = refusal(tmp_path, file={"sources": [{"kind": "url", "url": "http://a/b", "path": "x"}]})
    assert "'path'" in said and "files.f.sources.0" in said


def test_a_key_of_another_kind_of_source_is_refused(tmp_path):
    said = refusal(tmp_path, file={"sources": [{"kind": "bundled", "url": "http://a/b"}]})
    assert "files.f.sources.0" in said and "'url' is not one of ['kind']" in said
    source = {"kind": "pypi", "package": "p", "version": "1", "member": "m", "url": "http://a/b"}
    assert "'url'" in refusal(tmp_path, file={"sources": [source]})
    assert "'url' is a required property" in refusal(tmp_path, file={"sources": [{"kind": "url"}]})


def test_wrong_values_are_refused_and_named(tmp_path):
    assert "files.f.bytes: 3.0 is not of type 'integer'" in refusal(tmp_path, file={"bytes": 3.0})
    assert "files.f.sha256" in refusal(tmp_path, file={"sha256": "abc"})
    assert "'ftp'" in refusal(tmp_path, file={"sources": [{"kind": "ftp"}]})
    assert "'Alma'" in refusal(tmp_path, data_set={"papers": ["Alma"]})
    assert "data_sets.d names g" in refusal(tmp_path, data_set={"files": ["g"]})
    derived = {"kind": "derived", "from": "g", "by": "random_part", "fraction": 0.5}
    assert "files.f names g" in refusal(tmp_path, file={"sources": [derived]})
    assert "files.f.sources.0" in refusal(tmp_path, file={"sources": [derived | {"fraction": 5}]})


def test_a_data_set_is_read_or_drawn(tmp_path):
    drawn = {key: value for key, value in DATA_SET.items() if key not in ("files", "loader")}
    for entry, fault in (
        (drawn, "'files' is a required property"),
        (drawn | {"generator": "gauss"}, "'gauss' is not one of"),
        (drawn | {"files": ["f"]}, "'loader' is a required property"),
        (DATA_SET | {"generator": "alma"}, "'files' is not one of ['title', 'generator'"),
        (DATA_SET | {"files": []}, "[] should be non-empty"),
        (DATA_SET | {"fallback": {"files": ["f"]}}, "'loader' is a required property"),
        (DATA_SET | {"fallback": {"files": ["g"], "loader": "x"}}, "data_sets.d names g"),
        (DATA_SET | {"facts": {"max_norm": 15.6}}, "15.6 is not of type 'string'"),
    ):
        said = refusal(tmp_path, data_sets={"d": entry})
        assert "data_sets.d" in said and fault in said


def test_unknown_names_are_answered_with_close_matches():
    with pytest.raises(DataError, match="There is no data set 'sonr'; did you mean sonar"):
        data_set_entry("sonr")
    with pytest.raises(DataError, match="There is no data file 'a9'; did you mean a9a"):
        file_entry("a9")


def test_every_file_is_used_and_every_loader_exists():
    all_recipes = [recipe for name in names() for recipe in recipes(name)]
    used = {file for recipe in all_recipes for file in recipe["files"]}
    sources = [source for file in used for source in file_entry(file)["sources"]]
    derived = [source for source in sources if source["kind"] == "derived"]
    assert used | {source["from"] for source in derived} == set(file_names())
    assert all(find_spec(f"data.derivations.{source['by']}") for source in derived)
    loaders = [recipe["loader"] for recipe in all_recipes if "loader" in recipe]
    assert len(loaders) == 45
    assert all(find_spec(f"data.loaders.{loader}") for loader in loaders)


def test_the_manifest_agrees(manifest):
    common = set(manifest) & set(file_names())
    assert len(common) > 20
    for name in common:
        entry, row = file_entry(name), manifest[name]
        assert (str(entry["bytes"]), entry["sha256"]) == (row["bytes"], row["sha256_canonical"])
    # the mirror's manifest knows no SHA-256 that the register lacks
    assert not [name for name in manifest if name in common and file_entry(name)["sha256"] is None]
