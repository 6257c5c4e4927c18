"""What all tests share."""


def pytest_collection_modifyitems(items):
    """The longest file goes first, so that it is not left to one process at the end."""
    items.sort(key=lambda item: item.path.name != "test_quick.py")
