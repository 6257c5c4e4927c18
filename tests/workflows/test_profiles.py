"""The profiles name only rules that exist."""

import pytest
import yaml

from tests.workflows.calls import snakemake
from workflows.plan.configuration import ROOT


@pytest.mark.long
def test_every_rule_has_its_place_on_a_cluster(tmp_path):
    profile = yaml.safe_load((ROOT / "profiles" / "slurm" / "config.yaml").read_text())
    call = snakemake(tmp_path, "--list-rules")
    assert call.returncode == 0, call.stderr
    rules = set(call.stdout.split())
    exclusive = {
        rule
        for rule, resources in profile["set-resources"].items()
        if "--exclusive" in resources.get("slurm_extra", "")
    }
    assert set(profile["set-threads"]) == {*exclusive, "run_online"}
    assert all(profile["set-threads"][rule] == 1 for rule in exclusive)
    assert rules == {"all", "run_online", *exclusive, *profile["groups"]}
    assert rules >= set(profile["set-resources"])
