"""The commit of this checkout, in which benchmarks and results are made."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNCOMMITTED = "with uncommitted changes"


def commit():
    """Return the commit of this checkout, its date, and whether files differ from the commit.

    If the commit is unknown, return the reason. The commit of a repository that surrounds the
    checkout is never used, since it says nothing about the code.
    """
    if not (ROOT / ".git").exists():
        return "unknown: not a git repository"
    done = git("log", "-1", "--no-show-signature", "--no-color", "--format=%H, %as")
    if done is None:
        return "unknown: git is not installed"
    if "dubious ownership" in done.stderr:
        return "unknown: git refuses to read this checkout, as it belongs to another user"
    if "not a git repository" in done.stderr or not _is_own():
        return "unknown: not a git repository"
    if done.returncode:
        return "unknown: git finds no commit in this checkout"
    found, changed = done.stdout.strip(), _has_changes()
    if changed is None:
        return f"{found}, with unknown changes: git cannot compare the files with the commit"
    return f"{found}, {UNCOMMITTED}" if changed else found


def _is_own():
    """Return whether git takes this checkout for the top of a repository."""
    done = git("rev-parse", "--show-toplevel")
    return done.returncode != 0 or Path(done.stdout.removesuffix("\n")).resolve() == ROOT.resolve()


def _has_changes():
    """Return whether files differ from the commit, or are new; None if git cannot say.

    Only the checkout's own .gitignore counts: a user's list of ignored files can hide code.
    """
    own_list = "--exclude-per-directory=.gitignore"
    changed = git("status", "--porcelain", "--untracked-files=no")
    new = git("ls-files", "--others", own_list)
    if changed.returncode or new.returncode:
        return None
    return bool(changed.stdout or new.stdout)


def git(*command):
    """Run a git command on this checkout alone; return None if git is not installed.

    Variables such as GIT_DIR are removed, since they name another repository. Git does not search
    the folders above the checkout.
    """
    others = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or "CONFIG" in k}
    own = {"GIT_CEILING_DIRECTORIES": str(ROOT.parent), "LC_ALL": "C", "LANGUAGE": "C"}
    call = ["git", "--no-optional-locks", "-C", str(ROOT), *command]
    try:
        return subprocess.run(
            call, env=others | own, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError:
        return None
