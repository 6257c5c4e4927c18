"""SVM^light is built only if its licence is accepted, and only from the known source."""

import sys
import tarfile
from hashlib import sha256

import pytest

from data.sources import SourceFailed
from envs import install_svmlight

LICENCE = "This program is for tests only."
MAIN = "/****/\n\n" + "/* */\n" * 3 + f"/*   {LICENCE}   */\n" + "/* */\n" * 12
MAIN += '#include <stdio.h>\nint main() { puts("gel\xf6st"); return 0; }\n'


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Return the path of the program to build, in an environment without it."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    return tmp_path / "bin" / "svm_learn"


def serve(tmp_path, monkeypatch, main=MAIN, known=None):
    """Make the package index serve an archive with this main file."""
    source = tmp_path / "made" / "svmlight-0.4" / "lib"
    source.mkdir(parents=True)
    for name in install_svmlight.SOURCES:
        (source / name).write_text(main if "main" in name else "", encoding="latin-1")
    archive = tmp_path / "svmlight-0.4.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        file.add(tmp_path / "made" / "svmlight-0.4", "svmlight-0.4")
    digest = known or sha256(archive.read_bytes()).hexdigest()
    monkeypatch.setattr(install_svmlight, "SHA256", digest)
    monkeypatch.setattr(install_svmlight, "download_package", lambda *args, **options: archive)


def answers(monkeypatch, answer):
    def asked(question):
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("builtins.input", asked)


def test_it_is_built_when_the_licence_is_accepted_and_asked_for_once(
    program, tmp_path, monkeypatch, capsys
):
    serve(tmp_path, monkeypatch)
    answers(monkeypatch, "yes")
    assert install_svmlight.main([]) == 0
    assert LICENCE in capsys.readouterr().out
    assert program.is_file() and program.stat().st_mode & 0o100
    answers(monkeypatch, "no")  # is not asked
    assert install_svmlight.main([]) == 0
    assert "installed already" in capsys.readouterr().out


def test_it_is_built_without_a_question_when_accepted_beforehand(program, tmp_path, monkeypatch):
    serve(tmp_path, monkeypatch)
    answers(monkeypatch, None)
    assert install_svmlight.main(["--accept"]) == 0 and program.is_file()


@pytest.mark.parametrize("answer", ["no", "", None])
def test_it_is_not_built_without_acceptance(program, tmp_path, monkeypatch, capsys, answer):
    serve(tmp_path, monkeypatch)
    answers(monkeypatch, answer)
    assert install_svmlight.main([]) == 1 and not program.exists()
    assert "its licence was not accepted; `make svmlight ACCEPT=yes`" in capsys.readouterr().err


def test_other_bytes_are_not_built(program, tmp_path, monkeypatch, capsys):
    serve(tmp_path, monkeypatch, known="0" * 64)
    assert install_svmlight.main(["--accept"]) == 1 and not program.exists()
    assert f"but it should have {'0' * 64}" in capsys.readouterr().err


def test_what_goes_wrong_is_a_sentence(program, tmp_path, monkeypatch, capsys):
    serve(tmp_path, monkeypatch, main=MAIN + "no C\n")
    assert install_svmlight.main(["--accept"]) == 1 and not program.exists()
    assert "SVM^light does not compile: " in capsys.readouterr().err
    monkeypatch.setattr(install_svmlight, "COMPILER", ("no-such-compiler",))
    assert install_svmlight.main(["--accept"]) == 1
    assert "no-such-compiler was not found" in capsys.readouterr().err

    def unreachable(*args, **options):
        raise SourceFailed("no index")

    monkeypatch.setattr(install_svmlight, "download_package", unreachable)
    assert install_svmlight.main(["--accept"]) == 1
    assert "SVM^light is not available: no index." in capsys.readouterr().err
