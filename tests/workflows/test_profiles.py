"""The profiles name only rules that exist."""

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


def test_every_rule_has_its_place_on_a_cluster():
    profile = yaml.safe_load((ROOT / "profiles" / "slurm" / "config.yaml").read_text())
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
