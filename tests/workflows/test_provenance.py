"""The record of the results' origin is right."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from data.prepared import prepare
from records.plan_file import write_plan
from workflows import provenance


def test_the_record_names_machine_versions_commit_config_and_data(tmp_path):
    prepare("sonar", tmp_path / "sonar.npz")
    output = tmp_path / "provenance.json"
    config = {"seed": 1, "results": str(tmp_path)}
    write_plan(config, {}, {}, {})
    arguments = [str(tmp_path / "sonar.npz"), "--plan", str(tmp_path / "plan.json")]
    arguments += ["--output", str(output)]
    assert provenance.main(arguments) == 0
    record = json.loads(output.read_text())
    assert list(record) == ["machine", "versions", "commit", "who", "config", "data"]
    assert int(record["machine"]["cores"]) > 0 and record["machine"]["memory"].endswith(" GiB")
    assert "not installed" not in record["versions"].values()  # make env installs all of them
    assert record["config"] == config
    (sonar,) = record["data"]
    assert sonar["files"]["sonar.all-data"]["source"] == "bundled"
    assert len(sonar["files"]["sonar.all-data"]["sha256"]) == 64


def test_outside_a_repository_the_commit_is_not_known(tmp_path, monkeypatch):
    monkeypatch.setattr(provenance, "ROOT", tmp_path)
    assert provenance.commit() == "unknown: not a git repository"


def test_what_is_no_prepared_data_set_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "sonar.npz"
    path.write_text("no")
    write_plan({"results": str(tmp_path)}, {}, {}, {})
    assert provenance.main([str(path), "--plan", str(tmp_path / "plan.json"), "--output", "x"]) == 1
    assert capsys.readouterr().err.startswith(
        f"error: {path} is not a prepared data set, or is damaged "
    )


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a checkout's folder inside the repository of another project."""
    folder = tmp_path / "thesis" / "suite"
    folder.mkdir(parents=True)
    committed(folder.parent)
    monkeypatch.setattr(provenance, "ROOT", folder)
    return folder


def committed(folder):
    """Return the commit of a new repository in a folder."""
    git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "any"], check=True)
    found = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return found.stdout.strip()


def test_the_commit_of_an_enclosing_repository_is_never_taken(checkout):
    assert provenance.commit() == "unknown: not a git repository"
    (checkout / ".git").mkdir()  # as a container leaves it
    assert provenance.commit() == "unknown: not a git repository"


def test_variables_that_name_another_repository_change_nothing(checkout, monkeypatch):
    own = committed(checkout)
    monkeypatch.setenv("GIT_DIR", str(checkout.parent / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(checkout.parent))
    assert provenance.commit().startswith(own)
    shutil.rmtree(checkout / ".git")
    assert provenance.commit() == "unknown: not a git repository"


def test_a_worktree_has_its_commit_and_tells_of_changes(checkout, tmp_path, monkeypatch):
    own, tree = committed(checkout), tmp_path / "tree"
    call = ["git", "-C", checkout, "worktree", "add", "--quiet", "--detach", tree]
    subprocess.run(call, check=True)
    monkeypatch.setattr(provenance, "ROOT", tree)
    assert provenance.commit().startswith(own) and "changes" not in provenance.commit()
    (tree / "file").touch()
    assert provenance.commit().endswith("with uncommitted changes")


def test_changes_that_git_cannot_list_are_not_called_none(checkout):
    own = committed(checkout)
    (checkout / ".git" / "index").write_bytes(b"DIRC")
    assert provenance.commit().startswith(own) and "with unknown changes" in provenance.commit()


def test_settings_of_git_change_nothing(checkout, monkeypatch):
    own = committed(checkout)
    (checkout / "config").write_text(
        "[color]\n  ui = always\n[status]\n  showUntrackedFiles = no\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(checkout / "config"))
    assert provenance.commit().startswith(own)
    assert provenance.commit().endswith("with uncommitted changes")


def test_why_git_does_not_say_is_said(checkout, tmp_path, monkeypatch):
    subprocess.run(["git", "-C", checkout, "init", "--quiet"], check=True)
    assert provenance.commit() == "unknown: git finds no commit in this checkout"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert provenance.commit() == "unknown: git is not installed"
    assert provenance._who() == ""
    git = tmp_path / "git"
    git.write_text(
        "#!/bin/sh\necho 'fatal: detected dubious ownership in repository' >&2\nexit 128\n"
    )
    git.chmod(0o755)
    refuses = "unknown: git refuses to read this checkout, as it belongs to another user"
    assert provenance.commit() == refuses


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_another_users_checkout_is_named_as_such(checkout):
    committed(checkout)
    for path in [checkout, *Path(checkout).rglob("*")]:
        os.chown(path, 65534, 65534)
    refuses = "unknown: git refuses to read this checkout, as it belongs to another user"
    assert provenance.commit() == refuses
