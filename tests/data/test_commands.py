"""A command reports an error as one sentence for its user."""

import importlib
import os
import subprocess
import sys

import pytest

from data.commands import command
from workflows.plan.configuration import ROOT

COMMANDS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("data", "figures", "workflows")
    for path in sorted((ROOT / folder).glob("*.py"))
    if '__name__ == "__main__"' in path.read_text()
]


class Unhappy(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Unhappy("This is why."), "error: This is why.\n"),
        (
            OSError(28, "No space left on device", "a/file"),
            "error: a/file: No space left on device\n",
        ),
        (OSError("12 requested and 8 written"), "error: 12 requested and 8 written\n"),
    ],
)
def test_an_error_that_is_named_and_any_of_the_machine_is_a_sentence(error, said, capsys):
    @command(Unhappy)
    def main(arguments=None):
        raise error

    assert main() == 1
    assert capsys.readouterr().err == said


def test_an_interrupted_command_prints_one_line(capsys):
    @command(Unhappy)
    def main(arguments=None):
        raise KeyboardInterrupt

    assert main() == 130
    assert capsys.readouterr().err == "error: interrupted\n"


def test_other_errors_are_not_hidden():
    @command(Unhappy)
    def main(arguments=None):
        raise KeyError("a mistake of ours")

    with pytest.raises(KeyError):
        main()


def test_the_exit_code_is_that_of_main():
    assert command()(lambda arguments: arguments)(3) == 3
    assert command()(lambda arguments: None)() == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_jobs_is_one(name):
    main = importlib.import_module(name).main
    assert main.__wrapped__.__module__ == name


def limited_to_10_kb(*arguments):
    """Call `python -m data` in a process whose files have at most 9999 bytes."""
    limited = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9999, 9999));"
    )
    limited += "runpy.run_module('data', run_name='__main__')"
    call = [sys.executable, "-c", limited, *arguments]
    return subprocess.run(list(map(str, call)), cwd=ROOT, capture_output=True, text=True)


def test_a_file_that_grows_too_large_is_one_sentence(tmp_path):
    done = limited_to_10_kb("prepare", "sonar", "--output", tmp_path / "sonar.npz")
    assert done.returncode == 1
    assert done.stderr == f"error: {tmp_path}/sonar.npz: cannot be written: File too large\n"
    assert list(tmp_path.iterdir()) == []


def test_a_fetched_file_that_grows_too_large_is_not_recorded_as_unreachable(tmp_path):
    mirror, store, output = tmp_path / "mirror", tmp_path / "store", tmp_path / "letter.npz"
    mirror.mkdir()
    (mirror / "letter-recognition.data").write_bytes(bytes(20_000))
    where = ("--store", store, "--mirror", mirror, "--record-failure")
    done = limited_to_10_kb("prepare", "letter", "--output", output, *where)
    path = store / "letter-recognition.data"
    assert done.returncode == 1
    assert done.stderr == f"error: {path}: cannot be written: File too large\n"
    assert not output.exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("work", "said"),
    [
        ("print('x' * 10**6)", b""),
        ("print('x')", b""),
        ("1 / 0", b"error: division by zero\n"),
        ("open('/none')", b"error: /none: No such file or directory\n"),
    ],
)
def test_a_reader_that_ends_early_gets_no_error(work, said, unbuffered, monkeypatch):
    """As head does."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    code = "import sys; from data.commands import command; "
    code += f"sys.exit(command(ZeroDivisionError)(lambda arguments: {work})())"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == said
    assert process.returncode == 1


def test_the_reader_that_ended_hides_no_other_error(monkeypatch, capsys):
    """The flush after the work fails, too."""
    monkeypatch.setattr("data.commands._flush", lambda: BrokenPipeError(32, "Broken pipe"))

    @command()
    def main(arguments=None):
        raise FileNotFoundError(2, "No such file or directory", "a/file")

    assert main() == 1
    assert capsys.readouterr().err == "error: a/file: No such file or directory\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("size", [1, 10**6])
def test_another_broken_pipe_and_a_full_disk_are_told(size, unbuffered, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)

    @command()
    def main(arguments=None):
        raise BrokenPipeError(32, "Broken pipe", "a/pipe")

    assert main() == 1
    if not os.path.exists("/dev/full"):
        return
    code = "import sys; from data.commands import command; "
    code += f"sys.exit(command()(lambda arguments: print('x' * {size}))())"
    with open("/dev/full", "w") as full:
        call = [sys.executable, "-c", code]
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (
        1,
        "error: standard output: No space left on device\n",
    )


def test_a_terminal_without_greek_gets_its_codes():
    """As with LC_ALL=C before Python made this locale UTF-8."""
    code = "from data.commands import command; command()(lambda arguments: print('ρ > 0'))()"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stdout) == (0, "\\u03c1 > 0\n"), done.stderr
