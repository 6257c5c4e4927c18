"""Ten thousand libsvm and CSV files, most with one fault, are read correctly or refused.

The project and a slow reader, written only from the formats' descriptions, read each file. Either
both find the same numbers to the last bit, or both refuse the file. Then the project's message is
one sentence that names the file and a wrong line.
"""

import os
import subprocess
import sys

import pytest

from tests.faults.compare_readers import disagreements
from tests.faults.slow_readers import Refused, csv, libsvm
from workflows.plan.configuration import ROOT

pytestmark = pytest.mark.faults

FORMATS, FILES, AT_ONCE = ("libsvm", "csv"), 5000, 500
OUTSIDE = "import numba, numpy; numba.njit(lambda x, i: x[i])(numpy.zeros(3), 3)"


@pytest.mark.parametrize("first", range(0, FILES, AT_ONCE))
@pytest.mark.parametrize("form", FORMATS)
def test_a_file_is_read_rightly_or_refused_aloud(form, first, tmp_path):
    found, accepted = disagreements(tmp_path, form, range(first, first + AT_ONCE))
    assert not found, "\n".join(found)
    assert AT_ONCE / 4 < accepted < 3 / 2 * AT_ONCE  # neither reader refuses or takes everything


@pytest.mark.parametrize("form", FORMATS)
def test_no_access_is_outside_an_array(form, tmp_path):
    """With numba's own check, such an access is an IndexError instead of a crash."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "algorithms")]),
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_CACHE_DIR": str(tmp_path / "compiled"),
    }
    how = {"env": environment, "cwd": tmp_path, "capture_output": True, "text": True}
    assert "IndexError" in subprocess.run([sys.executable, "-c", OUTSIDE], **how).stderr
    call = ["-m", "tests.faults.compare_readers", str(tmp_path), form, "0", str(FILES)]
    done = subprocess.run([sys.executable, *call], **how)
    *found, accepted = done.stdout.splitlines() or [""]
    assert not found and accepted.endswith("accepted"), done.stdout + done.stderr


def test_the_slow_readers_by_hand():
    assert libsvm(b"+1 1:0.5 4:2\n-1\t2:-.0\r\n") == (
        [1.0, -1.0],
        [[(0, 0.5), (3, 2.0)], [(1, -0.0)]],
        4,
    )
    assert csv(b'a,k\n1e0, "yes"\n\n2.,no') == ([1.0, -1.0], [[1.0], [2.0]], 1)
    for content, lines in ((b"1 1:2\n1 0:1\n", {2}), (b"1 2:1 1:2\n", {1}), (b"x 1:1", {1})):
        with pytest.raises(Refused) as refused:
            libsvm(content)
        assert refused.value.lines == lines
    for content, lines in (
        (b"a,k\n1,x\n2\n", {3}),
        (b'a,k\n1,x"\n', {2}),
        (b"0,1\n2,0\n", {1, 2}),
        (b"1,2\n3,4\n5,6\n", {1, 2, 3}),
        (b"a,k\n1,x\n", set()),
        (b"a,k\n1,x\n2,x\x1c\n", set()),
        (b"a,k\n1,1e400\n2,3\n", set()),
    ):
        with pytest.raises(Refused) as refused:
            csv(content)
        assert refused.value.lines == lines
