"""The error of animations."""


class AnimationError(Exception):
    """A fault that the user can fix; the message is one sentence that says how."""
