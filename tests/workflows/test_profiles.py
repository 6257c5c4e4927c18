"""The profiles name only rules that exist, and their limits hold."""

import re

import yaml

from workflows.plan.configuration import ROOT


def defined_rules():
    """Return the names of the workflow's rules. Snakemake would take seconds to list them."""
    paths = [ROOT / "Snakefile", *(ROOT / "workflows" / "rules").glob("*.smk")]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    lines = re.findall(r"^ *(?:rule|use rule|checkpoint) .*", text, re.M)
    found = [re.fullmatch(r"(?:rule|use rule \w+ as) (\w+)(?: with)?:", line) for line in lines]
    assert found and all(found)  # no rule is indented below a condition
    return {match[1] for match in found}


def profile_of(name):
    return yaml.safe_load((ROOT / "profiles" / name / "config.yaml").read_text())


def test_limits_hold_within_a_slurm_job():
    """The default profile's `resources` replace those of any other profile."""
    slurm, limits = profile_of("slurm"), profile_of("default")["resources"]
    assert "resources" not in slurm
    names = [limit.partition("=")[0] for limit in limits]
    assert slurm["set-resource-scopes"] == dict.fromkeys(names, "local")
    assert "one_by_one=1" in limits and slurm["default-resources"]["one_by_one"] == 1


def test_every_rule_has_its_place_on_a_cluster():
    profile = profile_of("slurm")
    rules = defined_rules()
    exclusive = {
        rule
        for rule, resources in profile["set-resources"].items()
        if "--exclusive" in resources.get("slurm_extra", "")
    }
    assert set(profile["set-threads"]) == {*exclusive, "run_online"}
    assert all(profile["set-threads"][rule] == 1 for rule in exclusive)
    assert rules == {"all", "run_online", *exclusive, *profile["groups"]}
    assert rules >= set(profile["set-resources"])
