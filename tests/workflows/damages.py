"""What disks, power cuts and hands do to the contents of a file, which are bytes."""


def emptied(content):
    return b""


def zeroed(content):
    return bytes(len(content))


def cut(content):
    return content[: len(content) // 2]


def flipped(content):
    """One bit of the middle byte is another."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES = (emptied, zeroed, cut, flipped)
