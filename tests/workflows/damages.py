"""Damages that disks, power cuts and people do to the bytes of a file."""


def emptied(content):
    return b""


def zeroed(content):
    return bytes(len(content))


def cut(content):
    return content[: len(content) // 2]


def flipped(content):
    """Flip one bit of the middle byte."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES = (emptied, zeroed, cut, flipped)
