"""What can go wrong with an animation."""


class AnimationError(Exception):
    """A fault that the user can fix; its text is one sentence that says how."""
