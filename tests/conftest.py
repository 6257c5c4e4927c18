"""What all tests share."""


def pytest_collection_modifyitems(items):
    """The longest file goes first, so that no process is alone with it at the end."""
    items.sort(key=lambda item: item.path.name != "test_quick.py")
