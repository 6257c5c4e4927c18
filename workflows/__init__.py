"""The workflow around the library.

rules/ has Snakemake's rules. plan/ turns the config into batches of runs. commands/ has the
commands of the jobs. guards/ protects results. report/ writes the pages. The other modules are
commands for people, such as `python -m workflows.repeat`, and the messages of the Snakefile.
"""

import os
import platform
import sys
from pathlib import Path

# The project's folder comes first, so that a user's data.py or records.py does not hide ours.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def _has_avx2():
    try:
        return " avx2 " in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


# OpenBLAS adds in an order that depends on the processor, and the last digits can decide which of
# two patterns is the worst. All x86-64 processors with AVX2 can run the code that it has for
# Haswell. This module is imported before numpy, which loads OpenBLAS.
if platform.machine() in ("x86_64", "AMD64") and _has_avx2():
    os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
