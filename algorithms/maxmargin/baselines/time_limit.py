"""A function call with a time limit: a solver in C++ cannot be stopped, but its process can."""

import multiprocessing


def in_time(max_seconds, function, *args):
    """The result of function(*args), from a child process that is killed after max_seconds.

    The child is a fork, so the arguments need not be picklable and are not copied; the result has
    to be picklable. None for no limit, and no child. Raises TimeoutError; an exception in the child
    is re-raised here.
    """
    if max_seconds is None:
        return function(*args)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send, args=(sender, function, args), daemon=True)
    child.start()
    sender.close()
    try:
        if not receiver.poll(max_seconds):
            raise TimeoutError(f"stopped after {max_seconds:g} s")
        result, error = receiver.recv()
    except EOFError:
        child.join()
        raise RuntimeError(
            f"the solver's process ended without a result, exit code {child.exitcode}."
        ) from None
    finally:
        child.kill()
        child.join()
        receiver.close()
    if error is not None:
        raise error
    return result


def _send(sender, function, args):
    try:
        answer = function(*args), None
    except Exception as error:
        answer = None, error
    sender.send(answer)
