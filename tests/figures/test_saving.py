"""A figure that cannot be written is named in one sentence, whatever its format."""

import resource
from contextlib import contextmanager

import pytest

from figures.style import FORMATS, empty, save


@contextmanager
def room_for(size):
    """Return a context in which no file may have more bytes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def long_curve():
    """Return a figure whose files are larger than what is written at once."""
    figure = empty("nothing")
    figure.panels[0, 0].plot([k * k % 9973 for k in range(20_000)])
    return figure


@pytest.mark.parametrize("part", [0.0, 0.9])
@pytest.mark.parametrize("kind", FORMATS)
def test_a_figure_without_room_is_named_and_leaves_no_file(tmp_path, kind, part):
    save(long_curve(), tmp_path / "whole", (kind,))
    size = (tmp_path / f"whole.{kind}").stat().st_size
    with room_for(int(part * size)), pytest.raises(OSError, match="cannot be written") as refused:
        save(long_curve(), tmp_path / "figure", (kind,))
    assert refused.value.filename == str(tmp_path / f"figure.{kind}")
    assert [path.name for path in tmp_path.iterdir()] == [f"whole.{kind}"]
