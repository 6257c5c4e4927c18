"""Calls of a rule's functions that check whether the functions are deterministic."""


class RuleFault(Exception):
    """A fault after which further checks of a rule make no sense. Its text is one sentence."""


def called(rule, name, *arguments):
    """Call a rule's function twice, and return the result that both calls have to give.

    Raises RuleFault if the two calls differ.
    """
    function = getattr(rule, name)
    first, second = function(*arguments), function(*arguments)
    if repr(first) != repr(second):  # compares digits, because NaN does not equal NaN
        raise RuleFault(
            f"{name} is not deterministic: two calls with equal arguments give {first!r} and "
            f"{second!r}; the result may depend on the arguments alone."
        )
    return first
