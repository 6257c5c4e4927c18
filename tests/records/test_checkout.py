"""The commit of this checkout is right, wherever and with whatever settings git runs."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from records.checkout import commit


def test_outside_a_repository_the_commit_is_not_known(tmp_path, monkeypatch):
    monkeypatch.setattr("records.checkout.ROOT", tmp_path)
    assert commit() == "unknown: not a git repository"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a checkout's folder inside the repository of another project."""
    folder = tmp_path / "thesis" / "suite"
    folder.mkdir(parents=True)
    committed(folder.parent)
    monkeypatch.setattr("records.checkout.ROOT", folder)
    return folder


def committed(folder):
    """Return the commit of a new repository in a folder."""
    git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "any"], check=True)
    found = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return found.stdout.strip()


def test_the_commit_of_an_enclosing_repository_is_never_taken(checkout):
    assert commit() == "unknown: not a git repository"
    (checkout / ".git").mkdir()  # as a container leaves it
    assert commit() == "unknown: not a git repository"


def test_variables_that_name_another_repository_change_nothing(checkout, monkeypatch):
    own = committed(checkout)
    monkeypatch.setenv("GIT_DIR", str(checkout.parent / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(checkout.parent))
    assert commit().startswith(own)
    shutil.rmtree(checkout / ".git")
    assert commit() == "unknown: not a git repository"


def test_a_worktree_has_its_commit_and_tells_of_changes(checkout, tmp_path, monkeypatch):
    own, tree = committed(checkout), tmp_path / "tree"
    call = ["git", "-C", checkout, "worktree", "add", "--quiet", "--detach", tree]
    subprocess.run(call, check=True)
    monkeypatch.setattr("records.checkout.ROOT", tree)
    assert commit().startswith(own) and "changes" not in commit()
    (tree / "file").touch()
    assert commit().endswith("with uncommitted changes")


def test_changes_that_git_cannot_list_are_not_called_none(checkout):
    own = committed(checkout)
    (checkout / ".git" / "index").write_bytes(b"DIRC")
    assert commit().startswith(own) and "with unknown changes" in commit()


def test_settings_of_git_change_nothing(checkout, monkeypatch):
    own = committed(checkout)
    (checkout / "config").write_text(
        "[color]\n  ui = always\n[status]\n  showUntrackedFiles = no\n  branch = true\n"
        f"[core]\n  excludesFile = {checkout / 'ignored'}\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(checkout / "config"))
    assert commit().startswith(own)
    assert commit().endswith("with uncommitted changes")
    for ignored in (checkout / "ignored", checkout / ".git" / "info" / "exclude"):
        ignored.write_text("*\n")
        assert commit().endswith("with uncommitted changes")
    git = ["git", "-C", str(checkout), "-c", "user.name=n", "-c", "user.email=a@b"]
    subprocess.run([*git, "add", "--force", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "all"], check=True)
    assert "changes" not in commit()


def test_what_the_checkouts_own_list_ignores_is_no_change(checkout):
    (checkout / ".gitignore").write_text("results/\n")
    git = ["git", "-C", str(checkout), "-c", "user.name=n", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "all"], check=True)
    (checkout / "results").mkdir()
    (checkout / "results" / "file").touch()
    assert "changes" not in commit()
    (checkout / "new.py").touch()
    assert commit().endswith("with uncommitted changes")


def test_a_colon_in_a_folders_name_changes_nothing(tmp_path, monkeypatch):
    """Git separates the folders above which it does not search by colons."""
    committed(tmp_path)
    folder = tmp_path / "a:b" / "suite"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.setattr("records.checkout.ROOT", folder)
    assert commit() == "unknown: not a git repository"


def test_why_git_does_not_say_is_said(checkout, tmp_path, monkeypatch):
    subprocess.run(["git", "-C", checkout, "init", "--quiet"], check=True)
    assert commit() == "unknown: git finds no commit in this checkout"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commit() == "unknown: git is not installed"
    git = tmp_path / "git"
    git.write_text(
        "#!/bin/sh\necho 'fatal: detected dubious ownership in repository' >&2\nexit 128\n"
    )
    git.chmod(0o755)
    refuses = "unknown: git refuses to read this checkout, as it belongs to another user"
    assert commit() == refuses


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_another_users_checkout_is_named_as_such(checkout):
    committed(checkout)
    for path in [checkout, *Path(checkout).rglob("*")]:
        os.chown(path, 65534, 65534)
    refuses = "unknown: git refuses to read this checkout, as it belongs to another user"
    assert commit() == refuses
