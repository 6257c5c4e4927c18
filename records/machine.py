"""Names the machine on which numbers are measured."""

import platform
import re
from pathlib import Path


def processor():
    """Return the processor's name."""
    information = Path("/proc/cpuinfo")
    text = information.read_text(encoding="utf-8") if information.is_file() else ""
    names = re.findall(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return names[0] if names else platform.processor() or platform.machine()
