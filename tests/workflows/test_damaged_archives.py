"""Archives and result files that cannot be compared give one sentence and the code 2."""

import random
import re
import zipfile
from pathlib import Path

import pytest

from tests.faults.damages import DAMAGES, zeroed_block
from tests.workflows.compared import CLAIM, RUN, folder_of, timings
from workflows import archive
from workflows.archive import opened
from workflows.diff_results import main


@pytest.fixture
def whole(tmp_path):
    """Return a folder of results with a row in every file, and an archive of it."""
    clock = [{"problem": "p", "learner": "PDM", "parameters": "{}", "seconds_0.99": "0.5"}]
    row = {"run": "one", "permutation": "1", "epoch": "1", "hypothesis": "last", "class": "all"}
    tables = {"claims": [CLAIM], "runs": [RUN], "timings": timings(1.0), "overview_timings": clock}
    tables |= {"online": [row], "draws": [{"run": "one", "draw": "1"}]}
    folder = Path(folder_of(tmp_path / "whole", **tables))
    return folder, zipped(tmp_path / "whole.zip", folder)


def zipped(path, folder, method=zipfile.ZIP_DEFLATED, **others):
    with zipfile.ZipFile(path, "w", method) as file:
        for member in sorted(folder.iterdir()):
            file.writestr(member.name, others.get(member.stem, member.read_bytes()))
    return path


def one_sentence(capsys, *arguments):
    """Return the message on an archive or folder that cannot be compared."""
    assert main(list(map(str, arguments))) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("error: ") and "/tmp/tmp" not in said
    return said


def test_an_archive_is_compared_as_its_folder(whole):
    assert main(list(map(str, whole))) == 0


def header(archive, magic):
    """Return where each header of this kind begins."""
    return [match.start() for match in re.finditer(re.escape(magic), archive)]


def changed(archive, where, value):
    """Return an archive with other bytes at a place of every local and central header."""
    for magic, offset in ((b"PK\x03\x04", where), (b"PK\x01\x02", where + 2)):
        for start in header(archive, magic):
            place = start + offset
            archive = archive[:place] + value + archive[place + len(value) :]
    return archive


DAMAGED = {
    "empty": lambda archive: b"",
    "no archive": lambda archive: b"no archive",
    "cut short": lambda archive: archive[: len(archive) // 2],
    "without its beginning": lambda archive: archive[len(archive) // 3 :],
    "other bytes": lambda archive: archive[:200] + bytes(50) + archive[250:],
    "encrypted": lambda archive: changed(archive, 6, b"\x01\x00"),
    "unknown method": lambda archive: changed(archive, 8, b"\x63\x00"),
    "later version": lambda archive: changed(archive, 4, b"\xff\x00"),
    "lying sizes": lambda archive: changed(archive, 22, b"\x01\x00\x00\x00"),
    "other sum": lambda archive: changed(archive, 14, b"\x01\x00\x00\x00"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_archive_is_one_sentence(whole, tmp_path, capsys, kind):
    folder, archive = whole
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(DAMAGED[kind](archive.read_bytes()))
    for pair in ((folder, damaged), (damaged, folder)):
        assert str(damaged) in one_sentence(capsys, *pair)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"run,status\nx\xff,converged\n", "is not UTF-8 text"),
        (b"\0\0\0\0", "has no column 'run'"),
        (b"", "has no column 'run'"),
        (b"run,status\none\n", "line 2: must have as many cells"),
        (b"run,status\none,converged,7\n", "line 2: must have as many cells"),
        (b'run,status\n"one,converged\n', "line 2: is not valid CSV: unexpected end of data"),
        (b"run,run\none,two\n", "has two columns 'run'"),
        (
            b"run,status,updates\none,converged,many\n",
            "line 2: 'many' in column updates is not a number",
        ),
        (
            b"run,status,updates\none,converged,1_0\n",
            "line 2: '1_0' in column updates is not a number",
        ),
        (b"run,upper_bound\none,0x1\n", "line 2: '0x1' in column upper_bound is not a number"),
    ],
)
def test_a_garbled_file_is_one_sentence(whole, tmp_path, capsys, content, sentence):
    folder, _ = whole
    archive = zipped(tmp_path / "garbled.zip", folder, runs=content)
    said = one_sentence(capsys, folder, archive)
    assert f"{archive}/runs.csv" in said and sentence in said
    (folder / "runs.csv").write_bytes(content)
    assert sentence in one_sentence(capsys, folder, folder)


def test_a_missing_member_is_named(whole, tmp_path, capsys):
    folder, _ = whole
    (folder / "theory.csv").unlink()
    archive = zipped(tmp_path / "less.zip", folder)
    assert f"{archive}/theory.csv: there is no such file." in one_sentence(capsys, archive, folder)


def test_members_outside_are_not_unpacked(whole, tmp_path):
    folder, archive = whole
    with zipfile.ZipFile(archive, "a") as file:
        for name in ("../outside.csv", str(tmp_path / "absolute.csv"), "large/inside.csv"):
            file.writestr(name, "x")
    with opened(archive) as unpacked:
        assert {path.name for path in unpacked.iterdir()} == {p.name for p in folder.iterdir()}
        assert not (unpacked.parent / "outside.csv").exists()
    assert not (tmp_path / "absolute.csv").exists()


def test_an_archive_is_unpacked_up_to_a_limit(whole, tmp_path, capsys, monkeypatch):
    folder, archive = whole
    size = sum(path.stat().st_size for path in folder.iterdir())
    monkeypatch.setattr("workflows.archive.LARGEST", size)
    assert main([str(archive), str(folder)]) == 0
    bomb = zipped(tmp_path / "bomb.zip", folder, theory=bytes(10_000_000))
    assert bomb.stat().st_size < 100_000
    assert f"{bomb}: its files have more than {size} bytes" in one_sentence(capsys, folder, bomb)


def test_no_damage_ends_in_a_traceback(whole, tmp_path):
    """Each damage of damages.py, to the archive and to its files."""
    folder, archive = whole
    bytes_of_it, rng = archive.read_bytes(), random.Random(1)
    for damage in (*DAMAGES, *(one for one in DAMAGES for _ in range(5))):
        member = rng.choice(sorted(folder.iterdir()))
        inside = zipped(
            tmp_path / "in.zip", folder, **{member.stem: damage(rng, member.read_bytes())}
        )
        assert main([str(folder), str(inside)]) in (0, 1, 2)
    ways = [one for one in DAMAGES if one.__name__ in ("flipped_bit", "cut_file", "deleted_byte")]
    for damage in (*ways * 10, zeroed_block):
        (tmp_path / "out.zip").write_bytes(damage(rng, bytes_of_it))
        assert main([str(folder), str(tmp_path / "out.zip")]) in (0, 1, 2)


@pytest.mark.parametrize("name", ["", "../x", "a/b", "..", "/x"])
def test_a_name_that_leads_elsewhere_is_refused(tmp_path, capsys, name):
    results, archives = tmp_path / "results", tmp_path / "archives"
    results.mkdir()
    assert archive.main([str(results), "--name", name, "--folder", str(archives)]) == 1
    assert f"--name: {name!r} is not a name" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["results"]
